// SPDX-License-Identifier: MIT
// All of a lesson's code is in sight.
#include "app/panels/lesson/code_view.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/ui/widgets/layout.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::panels {
namespace {

using normscope::testing::Driver;

TEST(CodeView, ALongLineIsWrappedIntoTheColumn) {
  const std::string code =
      "a = 1\nnormalized = gamma * (x - x.mean(dim=-1, keepdim=True)) / torch.sqrt(var + eps)\nb = "
      "2";
  std::vector<LinkedLine> linked = {{1}, {2}, {3}};
  CodeEvents events;
  Driver driver([&](ui::Context& ui) { events = draw_code(ui, "cell", code, linked); }, {},
                {300, 400});
  const ui::Rect whole = driver.widget("cell/code").rect;
  EXPECT_LE(whole.x + whole.w, 300);
  const ui::Rect one = driver.widget("cell/line/1").rect;
  const ui::Rect two = driver.widget("cell/line/2").rect;
  const ui::Rect three = driver.widget("cell/line/3").rect;
  EXPECT_GE(two.h, 3 * one.h - 1) << "80 characters in a column of 34";
  EXPECT_NEAR(three.y, two.y + two.h, 1);
  EXPECT_LE(three.y + three.h, whole.y + whole.h);
  // The last part of the wrapped line belongs to the line.
  const auto at = ImVec2{two.x + 10, two.y + two.h - 3};
  driver.click_at(at);
  EXPECT_EQ(driver.widget("cell/line/2").focused, true);
  driver.resize({1200, 400});
  EXPECT_NEAR(driver.widget("cell/line/2").rect.h, one.h, 1) << "with room it is one line";
}

TEST(CodeView, ALineThatIsLitComesIntoView) {
  std::string code;
  for (int i = 0; i < 60; ++i) code += "x = x + 1\n";
  std::vector<LinkedLine> linked = {{1}, {55}};
  Driver driver([&](ui::Context& ui) {
    const ui::Region region(ui, "lesson", {300, 200});
    draw_code(ui, "cell", code, linked);
  });
  EXPECT_FALSE(driver.widget("cell/line/55").visible);
  linked[1].reveal = true;
  driver.shell().pacing().activity();
  driver.settle();
  linked[1].reveal = false;
  EXPECT_TRUE(driver.widget("cell/line/55").visible);
  driver.key(ui::Key::kTab);
  EXPECT_TRUE(driver.widget("cell/line/1").focused);
  EXPECT_TRUE(driver.widget("cell/line/1").visible) << "Tab reaches what is scrolled away";
}

}  // namespace
}  // namespace normscope::panels
