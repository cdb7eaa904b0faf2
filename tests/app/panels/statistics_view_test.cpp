// SPDX-License-Identifier: MIT
// The table of statistics: nothing lies over anything else, whatever the numbers.
#include "app/panels/inspector/statistics_view.hpp"

#include <gtest/gtest.h>

#include <string>

#include "app/workspace/stage_walk.hpp"
#include "core/compute/compute.hpp"
#include "tests/app/ui/driver.hpp"
#include "tests/support/support.hpp"

namespace normscope::panels {
namespace {

using normscope::testing::Driver;
using normscope::testing::make;

struct Statistics : ::testing::Test {
  workspace::Workspace workspace{
      document::document_of("x", document::Typed{}, make({1, 1}, {0})), {}, [] {}};

  // The table of these numbers in a column of this many pixels.
  Driver table(tensor::Tensor values, float width) {
    workspace.history.reset(document::document_of("x", document::Typed{}, std::move(values)));
    show(workspace, std::make_shared<const results::Evaluation>(
                        results::evaluate(workspace.document(), workspace.history.revision(),
                                          compute::make_backends(), compute::Device::kCpu)));
    return Driver([this](ui::Context& ui) { draw_statistics(ui, workspace, true); }, {},
                  {width, 1600});
  }
};

bool overlap(const ui::Rect& a, const ui::Rect& b) {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

TEST_F(Statistics, LabelsAndNumbersDoNotOverlap) {
  for (const float width : {200.0F, 240.0F, 296.0F, 520.0F}) {
    SCOPED_TRACE(width);
    Driver driver = table(make({2, 3}, {-200, 61, 73, 99999, 5, 1}), width);
    const ui::Rect head = driver.widget("statistics/group/head/after").rect;
    for (int row = 0; row < 9; ++row) {
      const std::string id = "statistics/group/" + std::to_string(row);
      const ui::Rect label = driver.widget(id + "/label").rect;
      const ui::Rect before = driver.widget(id + "/before").rect;
      const ui::Rect after = driver.widget(id + "/after").rect;
      EXPECT_FALSE(overlap(label, before)) << id;
      EXPECT_FALSE(overlap(label, after)) << id;
      EXPECT_LT(before.x + before.w, after.x) << id;
      EXPECT_GE(label.x, 0) << id;
      EXPECT_LE(label.x + label.w, width) << id;
      EXPECT_LE(after.x + after.w, width + 1) << id;
      // Aligned at the right. Text may end a part of a pixel off.
      EXPECT_NEAR(after.x + after.w, head.x + head.w, 1.5) << id;
    }
  }
}

TEST_F(Statistics, ExponentsArePowersOfTen) {
  Driver driver = table(make({1, 2}, {3e20F, 1e20F}), 300);
  EXPECT_EQ(driver.widget("statistics/group/0/before").text, "2.000×10²⁰");
  EXPECT_EQ(driver.widget("statistics/group/0/after").text.find('e'), std::string::npos);
  Driver small = table(make({1, 2}, {2e-12F, 4e-12F}), 300);
  EXPECT_EQ(small.widget("statistics/group/0/before").text, "3.000×10⁻¹²");
  Driver plain = table(make({1, 2}, {1, 2}), 300);
  EXPECT_EQ(plain.widget("statistics/group/0/before").text, "1.5000");
}

}  // namespace
}  // namespace normscope::panels
