// SPDX-License-Identifier: MIT
// Upright strokes against the plain definition: what every segment of a line covers of a column.
#include "app/ui/dense_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace normscope::ui {
namespace {

TEST(DenseLine, CoversWhatTheSegmentsCover) {
  std::vector<ImVec2> line;
  for (int i = 0; i < 400; ++i) {
    const auto t = static_cast<float>(i);
    line.push_back({10.25F + t * 0.21F, 50 + 40 * std::sin(t * 1.7F) * std::cos(t * 0.03F)});
  }
  const auto strokes = dense_columns(line);
  ASSERT_TRUE(strokes);
  EXPECT_EQ(strokes->front().column, 10);
  EXPECT_EQ(strokes->back().column, static_cast<int>(std::floor(line.back().x)));
  for (std::size_t k = 0; k < strokes->size(); ++k) {
    const ColumnStroke& stroke = (*strokes)[k];
    ASSERT_EQ(stroke.column, 10 + static_cast<int>(k));
    const auto left = static_cast<float>(stroke.column);
    float low = std::numeric_limits<float>::infinity();
    float high = -low;
    for (std::size_t i = 1; i < line.size(); ++i) {
      const ImVec2 a = line[i - 1];
      const ImVec2 b = line[i];
      const float from = std::max(a.x, left);
      const float to = std::min(b.x, left + 1);
      if (from > to) continue;
      for (const float x : {from, to}) {
        const float y = a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x);
        low = std::min(low, y);
        high = std::max(high, y);
      }
    }
    // A hundredth of a pixel: single precision at places of some hundred pixels.
    EXPECT_NEAR(stroke.low, low, 0.01) << stroke.column;
    EXPECT_NEAR(stroke.high, high, 0.01) << stroke.column;
  }
}

TEST(DenseLine, AJumpOverColumnsLeavesNone) {
  std::vector<ImVec2> line(20, ImVec2{0.5F, 1});
  line.push_back({3.5F, 7});
  const auto strokes = dense_columns(line);
  ASSERT_TRUE(strokes);
  ASSERT_EQ(strokes->size(), 4U);
  EXPECT_FLOAT_EQ((*strokes)[1].low, 2);
  EXPECT_FLOAT_EQ((*strokes)[1].high, 4);
  EXPECT_FLOAT_EQ((*strokes)[2].high, 6);
}

TEST(DenseLine, IsNoneOfAFewPointsOrOneThatGoesBack) {
  EXPECT_FALSE(dense_columns(std::vector<ImVec2>{{0, 0}, {1, 1}}));
  EXPECT_FALSE(dense_columns(std::vector<ImVec2>{{0, 0}, {1, 1}, {2, 0}, {3, 1}, {4, 0}}));
  EXPECT_FALSE(dense_columns(std::vector<ImVec2>{{0.1F, 0}, {0.3F, 1}, {0.2F, 0}, {0.4F, 1}}));
}

}  // namespace
}  // namespace normscope::ui
