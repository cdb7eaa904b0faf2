// SPDX-License-Identifier: MIT
// The desktop's file dialog and settings, spoken to over a real message bus with a portal that
// answers as told. Skipped where there is no dbus-daemon.
#include "app/desktop/desktop.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>

#include "tests/app/desktop/fake_portal.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using desktop::Appearance;
using desktop::ColorScheme;
using desktop::Desktop;
using desktop::FileAnswer;

struct DesktopTest : public ::testing::Test {
  void SetUp() override {
    if (!bus.installed()) GTEST_SKIP() << "there is no dbus-daemon";
    ASSERT_FALSE(bus.address().empty());
  }
  void begin() {
    if (!portal) portal = std::make_unique<FakePortal>(bus.address());
    desktop = std::make_unique<Desktop>([this] { ++wakes; }, bus.address());
    ASSERT_TRUE(eventually([&] { return desktop->answered(); }));
  }
  // The answer to a dialog that is asked for now.
  FileAnswer ask(desktop::FileRequest request) const {
    const auto number = desktop->ask(std::move(request));
    FileAnswer given{.fault = "no answer came"};
    EXPECT_TRUE(eventually([&] {
      const auto answer = desktop->take_answer(number);
      if (answer) given = *answer;
      return answer.has_value();
    }));
    EXPECT_FALSE(desktop->take_answer(number)) << "an answer is given once";
    return given;
  }

  PrivateBus bus;
  std::unique_ptr<FakePortal> portal;
  std::atomic<int> wakes = 0;
  std::unique_ptr<Desktop> desktop;  // last: it calls wake
};

TEST_F(DesktopTest, WithoutAPortalNothingIsOffered) {
  desktop = std::make_unique<Desktop>([this] { ++wakes; }, bus.address());
  ASSERT_TRUE(eventually([&] { return desktop->answered(); }));
  EXPECT_FALSE(desktop->has_file_dialog());
  EXPECT_EQ(desktop->appearance(), Appearance{});
}

TEST_F(DesktopTest, WithoutABusNothingIsOffered) {
  desktop = std::make_unique<Desktop>([] {}, "unix:path=/no/such/socket");
  ASSERT_TRUE(eventually([&] { return desktop->answered(); }));
  EXPECT_FALSE(desktop->has_file_dialog());
}

TEST_F(DesktopTest, TellsTheAppearanceAndItsChanges) {
  portal = std::make_unique<FakePortal>(bus.address());
  portal->set_appearance(1, false);
  begin();
  EXPECT_EQ(desktop->appearance(), (Appearance{ColorScheme::kDark, true}));
  const int before = wakes;
  portal->change_scheme(2);
  EXPECT_TRUE(eventually([&] { return desktop->appearance().scheme == ColorScheme::kLight; }));
  EXPECT_TRUE(desktop->appearance().reduced_motion) << "what did not change stays";
  EXPECT_TRUE(eventually([&] { return wakes > before; }));
  portal->change_scheme(0);
  EXPECT_TRUE(
      eventually([&] { return desktop->appearance().scheme == ColorScheme::kNoPreference; }));
}

TEST_F(DesktopTest, AFileIsChosenInTheDesktopsDialog) {
  begin();
  ASSERT_TRUE(desktop->has_file_dialog());
  desktop->set_parent("x11:1a00003");
  portal->answer_with({{"file:///data/a%20batch.npy"}});
  const FileAnswer answer = ask({.title = "Open a file",
                                 .accept = "Open",
                                 .folder = "/data",
                                 .patterns = {{"Numbers", {"*.npy", "*.csv"}}, {"All files", {}}}});
  EXPECT_EQ(answer.path, "/data/a batch.npy");
  const std::string request = portal->last_request();
  EXPECT_EQ(request.find("OpenFile ('x11:1a00003', 'Open a file', {"), 0U) << request;
  for (const char* part :
       {"'accept_label': <'Open'>", "'current_folder': <b'/data'>", "'modal': <true>",
        "'filters': <[('Numbers', [(uint32 0, '*.npy'), (0, '*.csv')]), ('All files', [(0, "
        "'*')])]>"}) {
    EXPECT_NE(request.find(part), std::string::npos) << part << " in " << request;
  }
  EXPECT_EQ(request.find("current_name"), std::string::npos) << request;
}

TEST_F(DesktopTest, APlaceToSaveToIsChosenWithASuggestedName) {
  begin();
  portal->answer_with({{"file:///data/s.json"}});
  EXPECT_EQ(ask({.title = "Save", .accept = "Save", .saves = true, .name = "s.json"}).path,
            "/data/s.json");
  const std::string request = portal->last_request();
  EXPECT_EQ(request.find("SaveFile ('', 'Save', {"), 0U) << request;
  EXPECT_NE(request.find("'current_name': <'s.json'>"), std::string::npos) << request;
}

TEST_F(DesktopTest, ACancelledDialogHasNeitherPathNorFault) {
  begin();
  portal->answer_with(std::nullopt);
  const FileAnswer answer = ask({.title = "Open"});
  EXPECT_FALSE(answer.path);
  EXPECT_EQ(answer.fault, "");
}

TEST_F(DesktopTest, WhatIsNoFileOfThisComputerIsAFault) {
  begin();
  portal->answer_with({{"https://example.org/x.npy"}});
  const FileAnswer answer = ask({.title = "Open"});
  EXPECT_FALSE(answer.path);
  EXPECT_EQ(answer.fault, "https://example.org/x.npy is no file of this computer");
}

TEST_F(DesktopTest, AWithdrawnDialogIsClosedAndAnswersNothing) {
  begin();
  portal->keep_open();
  const auto number = desktop->ask({.title = "Open"});
  ASSERT_TRUE(eventually([&] { return !portal->last_request().empty(); }));
  desktop->withdraw();
  EXPECT_TRUE(eventually([&] { return portal->closed() == 1; }));
  EXPECT_FALSE(desktop->take_answer(number));
}

TEST_F(DesktopTest, APortalThatGoesAwayIsAFault) {
  begin();
  portal.reset();
  const FileAnswer answer = ask({.title = "Open"});
  EXPECT_FALSE(answer.path);
  EXPECT_FALSE(answer.fault.empty());
}

TEST_F(DesktopTest, EndsWhileADialogIsOpen) {
  begin();
  portal->keep_open();
  (void)desktop->ask({.title = "Open"});
  const auto begun = std::chrono::steady_clock::now();
  desktop.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(2));
}

}  // namespace
}  // namespace normscope::testing
