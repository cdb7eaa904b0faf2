// SPDX-License-Identifier: MIT
// Files chosen in the desktop's dialog, over a real message bus with a portal that answers as told.
// Skipped where there is no dbus-daemon.
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"
#include "tests/app/desktop/fake_portal.hpp"

namespace normscope::testing {
namespace {

struct DesktopDialogTest : public ApplicationTest {
  void SetUp() override {
    if (!bus.installed()) GTEST_SKIP() << "there is no dbus-daemon";
    ASSERT_FALSE(bus.address().empty());
    portal = std::make_unique<FakePortal>(bus.address());
    desktop = std::make_unique<desktop::Desktop>([] {}, bus.address());
    Application::Host host{[this]() -> ui::Shell& { return driver->shell(); }, [] {}, [] {}};
    host.kernel = kernel_options();
    host.desktop = desktop.get();
    host.desktop_dialogs = true;
    application = NORMSCOPE_VALUE_OR_FAIL(Application::create(std::move(host)));
    ASSERT_TRUE(wait_for([&] { return desktop->answered(); }));
    ASSERT_TRUE(desktop->has_file_dialog());
    ASSERT_TRUE(io::write_tensor(folder / "x.npy", make({1, 2}, {1, 2})));
    write_file(folder / "broken.npy", "this is no array");
  }
  void TearDown() override { application.reset(); }

  void key(ui::Key key, ui::Modifiers with) const {
    driver->key(key, with);
    driver->settle();
  }
  std::string uri(const char* name) const {
    return std::string("file://").append((folder / name).string());
  }
  std::string input() const { return document().inputs[0].name; }

  TemporaryFolder folder;
  PrivateBus bus;
  std::unique_ptr<FakePortal> portal;
  std::unique_ptr<desktop::Desktop> desktop;
};

TEST_F(DesktopDialogTest, OpensTheFileThatWasChosen) {
  portal->answer_with({{uri("x.npy")}});
  key(ui::Key::kO, kCtrl);
  EXPECT_TRUE(wait_for([&] { return input() == "x"; }));
  EXPECT_FALSE(driver->has("dialog/cancel"));
  EXPECT_NE(portal->last_request().find("'Open a file'"), std::string::npos);
  EXPECT_NE(portal->last_request().find("'*.npy'"), std::string::npos);
}

TEST_F(DesktopDialogTest, AFileThatFailsIsAskedForAgain) {
  portal->answer_with({{uri("broken.npy")}});
  key(ui::Key::kO, kCtrl);
  ASSERT_TRUE(wait_for([&] { return driver->has("dialog/complaint"); }));
  EXPECT_FALSE(driver->has("dialog/path"));
  portal->answer_with({{uri("x.npy")}});
  driver->click("dialog/again");
  EXPECT_TRUE(wait_for([&] { return input() == "x"; }));
}

TEST_F(DesktopDialogTest, CancellingThereCancelsHere) {
  portal->answer_with(std::nullopt);
  key(ui::Key::kO, kCtrl);
  EXPECT_TRUE(wait_for([&] { return !driver->has("dialog/cancel"); }));
  EXPECT_FALSE(driver->has("dialog/path"));
}

TEST_F(DesktopDialogTest, TheProgramsOwnDialogMayTakeItsPlace) {
  portal->keep_open();
  key(ui::Key::kO, kCtrl);
  ASSERT_TRUE(wait_for([&] { return driver->has("dialog/own"); }));
  driver->click("dialog/own");
  driver->settle();
  ASSERT_TRUE(driver->has("dialog/path"));
  EXPECT_TRUE(driver->widget("dialog/path").focused);
  EXPECT_TRUE(wait_for([&] { return portal->closed() == 1; }));
  driver->replace_text("dialog/path", (folder / "x.npy").string());
  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_EQ(input(), "x");
}

TEST_F(DesktopDialogTest, EscapeClosesBoth) {
  portal->keep_open();
  key(ui::Key::kO, kCtrl);
  ASSERT_TRUE(wait_for([&] { return driver->has("dialog/own"); }));
  key(ui::Key::kEscape, {});
  EXPECT_FALSE(driver->has("dialog/own"));
  EXPECT_TRUE(wait_for([&] { return portal->closed() == 1; }));
}

TEST_F(DesktopDialogTest, TheDesktopsThemeIsFollowedUntilOneIsChosen) {
  const auto is_dark = [&] { return driver->shell().theme() == ui::ThemeKind::kDark; };
  EXPECT_FALSE(is_dark()) << "no preference is light";
  portal->change_scheme(1);
  EXPECT_TRUE(wait_for(is_dark));
  portal->change_scheme(0);
  EXPECT_TRUE(wait_for([&] { return !is_dark(); }));
  portal->change_scheme(1);
  EXPECT_TRUE(wait_for(is_dark));
  key(ui::Key::kD, kCtrlShift);
  EXPECT_TRUE(wait_for([&] { return !is_dark(); })) << "the user's own choice";
  driver->click("menu/view");
  driver->settle();
  EXPECT_EQ(driver->widget("menu/view/desktop-theme").enabled, true);
  driver->click("menu/view/desktop-theme");
  EXPECT_TRUE(wait_for(is_dark));
}

TEST_F(DesktopDialogTest, TheDesktopMayAskForReducedMotion) {
  EXPECT_FALSE(application->workspace().view.reduced_motion);
  portal->set_appearance(0, false);
  application.reset();
  desktop = std::make_unique<desktop::Desktop>([] {}, bus.address());
  Application::Host host{[this]() -> ui::Shell& { return driver->shell(); }, [] {}, [] {}};
  host.kernel = kernel_options();
  host.desktop = desktop.get();
  application = NORMSCOPE_VALUE_OR_FAIL(Application::create(std::move(host)));
  EXPECT_TRUE(wait_for([&] { return application->workspace().view.reduced_motion; }));
  driver->click("menu/view");
  driver->settle();
  EXPECT_FALSE(driver->widget("menu/view/reduced-motion").enabled);
}

TEST_F(DesktopDialogTest, WhatTheDesktopHasAskedAboutIsReplaced) {
  write_file(folder / "there.json", "another's");
  portal->answer_with({{uri("there.json")}});
  key(ui::Key::kS, kCtrlShift);
  EXPECT_TRUE(wait_for([&] { return application->title() == "there.json - Normscope"; }));
  EXPECT_NE(portal->last_request().find("'current_name': <'session"), std::string::npos);
  EXPECT_NE(read_file(folder / "there.json"), "another's");
  // The name that it asked about is not the name that gets an ending.
  write_file(folder / "other.json", "another's");
  portal->answer_with({{uri("other")}});
  key(ui::Key::kS, kCtrlShift);
  EXPECT_TRUE(wait_for([&] { return driver->has("dialog/replace/accept"); }));
  EXPECT_EQ(read_file(folder / "other.json"), "another's");
}

// Another file than the one that was chosen there is asked about here.
TEST_F(DesktopDialogTest, AFigureThatTheDesktopHasAskedAboutIsReplaced) {
  write_file(folder / "f.svg", "another's");
  write_file(folder / "g.svg", "another's");
  driver->click("welcome/close");
  portal->answer_with({{uri("f.svg")}});
  key(ui::Key::kE, kCtrl);
  driver->click("export/path/browse");
  EXPECT_TRUE(wait_for([&] { return text("export/path").ends_with("f.svg"); }));
  driver->replace_text("export/path", (folder / "g.svg").string());
  driver->click("export/accept");
  EXPECT_TRUE(wait_for([&] { return driver->has("dialog/replace/cancel"); }));
  key(ui::Key::kEscape, {});
  EXPECT_EQ(read_file(folder / "g.svg"), "another's");
  driver->replace_text("export/path", (folder / "f.svg").string());
  driver->click("export/accept");
  EXPECT_TRUE(wait_for([&] { return !driver->has("export/accept"); }));
  EXPECT_NE(read_file(folder / "f.svg"), "another's");
}

}  // namespace
}  // namespace normscope::testing
