// SPDX-License-Identifier: MIT
// A picture below its cell, and the same as large as the window. The cell needs no matplotlib: it
// hands its pixels to the kernel itself.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

TEST_F(ApplicationTest, APictureIsShownLargeByAClickAndByEnter) {
  TemporaryFolder folder;
  const std::string source =
      "from normscope_kernel.running import cell\n"
      "cell.picture('<Figure>', False, 1800, 900, bytes(4 * 1800 * 900), 0, 2.0)\n";
  const nlohmann::json cell = {{"cell_type", "code"},
                               {"metadata", nlohmann::json::object()},
                               {"execution_count", 1},
                               {"outputs", nlohmann::json::array()},
                               {"source", source}};
  const nlohmann::json file = {{"nbformat", 4},
                               {"nbformat_minor", 5},
                               {"metadata", nlohmann::json::object()},
                               {"cells", nlohmann::json::array({cell})}};
  write_file(folder / "lecture.ipynb", file.dump());
  open_and_run(folder / "lecture.ipynb");
  const std::string id = "lesson/text/0/picture/1";
  ASSERT_TRUE(wait_for([&] { return driver->has(id); }));
  EXPECT_EQ(text(id), "<Figure>");
  const auto small = driver->widget(id).rect;
  EXPECT_NEAR(small.h, small.w / 2, 1);

  driver->click(id);
  driver->settle();
  ASSERT_TRUE(driver->has(id + "/large/picture"));
  const auto large = driver->widget(id + "/large/picture").rect;
  EXPECT_GT(large.w, 2 * small.w);
  EXPECT_NEAR(large.h, large.w / 2, 1);
  // The whole dialog lies in the window, its button in the dialog.
  const auto dialog = driver->widget(id + "/large").rect;
  const auto close = driver->widget(id + "/large/close").rect;
  EXPECT_GE(dialog.x, 0);
  EXPECT_GE(dialog.y, 0);
  EXPECT_LE(close.y + close.h, dialog.y + dialog.h);
  driver->click(id + "/large/close");
  driver->settle();
  EXPECT_FALSE(driver->has(id + "/large"));

  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_TRUE(driver->has(id + "/large"));
  driver->key(ui::Key::kEscape);
  driver->settle();
  EXPECT_FALSE(driver->has(id + "/large"));
}

}  // namespace
}  // namespace normscope::testing
