// SPDX-License-Identifier: MIT
// What a report of a fault needs: About, which can be copied, and the log.
#include <gtest/gtest.h>

#include <string>

#include "app/about/version.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

struct AboutTest : public ApplicationTest {
  AboutTest() {
    Application::Host host{[this]() -> ui::Shell& { return driver->shell(); }, [] {}, [] {}};
    host.kernel = kernel_options();
    host.log = folder / "state" / "log.txt";
    host.window = "window: drawn by a test\n";
    application = NORMSCOPE_VALUE_OR_FAIL(Application::create(std::move(host)));
    driver->settle();
  }
  TemporaryFolder folder;
};

TEST_F(AboutTest, SaysWhatVersionPrintsAndWhereTheLogIs) {
  driver->click("menu/help");
  driver->settle();
  driver->click("menu/help/about");
  driver->settle();
  ASSERT_TRUE(driver->has("about/text"));
  EXPECT_EQ(text("about/text").find(about::version_text(false)), 0U);
  EXPECT_TRUE(driver->widget("about/copy").focused);
  ASSERT_TRUE(wait_for(
      [&] { return text("about/text").find("looking for devices") == std::string::npos; }));
  const std::string report = text("about/text");
  EXPECT_EQ(report.find(about::version_text(true)), 0U) << report;
  EXPECT_NE(report.find("window: drawn by a test\n"), std::string::npos) << report;
  EXPECT_NE(report.find("log: " + (folder / "state" / "log.txt").string()), std::string::npos);
  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_EQ(std::string(ImGui::GetClipboardText()), report);
  driver->key(ui::Key::kEscape);
  driver->settle();
  EXPECT_FALSE(driver->has("about/text"));
}

TEST_F(AboutTest, TheLogNamesFilesAndFaultsButHoldsNoNumbers) {
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", make({1, 2}, {1234.5F, 3})));
  ASSERT_TRUE(application->open(folder / "x.npy"));
  driver->shell().pacing().activity();
  driver->settle();
  write_file(folder / "broken.npy", "this is no array");
  application->send(workspace::OpenDropped{{folder / "broken.npy"}});
  driver->shell().pacing().activity();
  driver->settle();
  const std::string log = read_file(folder / "state" / "log.txt");
  for (const char* part :
       {" start: normscope ", " opened x.npy\n", " error: broken.npy: ", " device: "}) {
    EXPECT_NE(log.find(part), std::string::npos) << part << " in " << log;
  }
  EXPECT_EQ(log.find("1234"), std::string::npos);
}

}  // namespace
}  // namespace normscope::testing
