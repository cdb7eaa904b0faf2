// SPDX-License-Identifier: MIT
// Shares of pixels against the plain definition: the fraction of a pixel's sample points inside the
// shape.
#include "app/ui/coverage.hpp"
#include "app/ui/cover_memo.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace normscope::ui {
namespace {

constexpr int kSide = 48;
const ClipRect kAll{0, 0, kSide, kSide};
using Shares = std::array<double, static_cast<std::size_t>(kSide* kSide)>;

std::size_t at(int x, int y) {
  return static_cast<std::size_t>(y) * kSide + static_cast<std::size_t>(x);
}

/// Every pixel's share; a pixel that occurs twice is a fault.
Shares spread(const std::vector<Cover>& covers) {
  Shares shares{};
  for (const Cover& one : covers) {
    for (int y = one.top; y < one.bottom; ++y) {
      for (int x = one.left; x < one.right; ++x) {
        EXPECT_TRUE(x >= 0 && x < kSide && y >= 0 && y < kSide) << x << ", " << y;
        EXPECT_EQ(shares[at(x, y)], 0) << x << ", " << y;
        shares[at(x, y)] = one.share;
      }
    }
  }
  return shares;
}

/// Shares by 16 x 16 sample points of each pixel.
Shares counted(const std::function<bool(double, double)>& inside) {
  constexpr int kPlaces = 16;
  Shares shares{};
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      int count = 0;
      for (int i = 0; i < kPlaces; ++i) {
        for (int j = 0; j < kPlaces; ++j) {
          if (inside(x + (j + 0.5) / kPlaces, y + (i + 0.5) / kPlaces)) ++count;
        }
      }
      shares[at(x, y)] = count / static_cast<double>(kPlaces * kPlaces);
    }
  }
  return shares;
}

/// Whether a point is within the line's width of a segment (cut at the line's ends) or of an inner
/// corner.
bool within_stroke(const std::vector<ImVec2>& line, double width, double x, double y) {
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const double ax = line[i].x;
    const double ay = line[i].y;
    const double dx = line[i + 1].x - ax;
    const double dy = line[i + 1].y - ay;
    const double length = std::hypot(dx, dy);
    const double along = ((x - ax) * dx + (y - ay) * dy) / length;
    const double across = std::abs((x - ax) * dy - (y - ay) * dx) / length;
    if (along >= 0 && along <= length && across <= width / 2) return true;
    if (i > 0 && std::hypot(x - ax, y - ay) <= width / 2) return true;
  }
  return false;
}

void expect_same(const Shares& shares, const Shares& wanted, double bound) {
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      EXPECT_NEAR(shares[at(x, y)], wanted[at(x, y)], bound) << x << ", " << y;
    }
  }
}

// One slice is a sixteenth of a pixel, and the sample points add half of their spacing.
constexpr double kBound = 1.0 / 16 + 1.0 / 32;

// As of a rounded box that begins beyond the visible part of its panel.
TEST(Coverage, AnEmptyClipShowsNothing) {
  const std::vector<ImVec2> box{{2, 2}, {40, 2}, {40, 40}, {2, 40}};
  for (const ClipRect& clip : {ClipRect{20, 0, 10, kSide}, ClipRect{0, 20, kSide, 10}}) {
    EXPECT_TRUE(polygon_covers(box, clip).empty());
    EXPECT_TRUE(stroke_covers(box, 2, clip).empty());
    EXPECT_TRUE(outline_covers(box, 2, clip).empty());
  }
}

TEST(Coverage, OfLinesOfAllSlopes) {
  for (const double width : {0.6, 1.0, 2.3, 5.0}) {
    for (const auto& line : std::vector<std::vector<ImVec2>>{
             {{5.3F, 8.1F}, {40.2F, 11.7F}},                               // flat
             {{20.4F, 6.2F}, {23.9F, 42.8F}},                              // steep
             {{8.25F, 40}, {8.25F, 20}, {30.5F, 20}, {30.5F, 35}},         // steps
             {{6, 30}, {14.2F, 8.3F}, {22.8F, 39.1F}, {31, 12}, {42, 30}}  // peaks
         }) {
      expect_same(spread(stroke_covers(line, width, kAll)),
                  counted([&](double x, double y) { return within_stroke(line, width, x, y); }),
                  kBound);
      // The reversed line has the same covers.
      const std::vector<ImVec2> back(line.rbegin(), line.rend());
      expect_same(spread(stroke_covers(back, width, kAll)),
                  spread(stroke_covers(line, width, kAll)), 1e-6);
    }
  }
}

TEST(Coverage, OfALineThatTurnsBack) {
  const std::vector<ImVec2> line = {{10, 10}, {38, 14}, {12, 30}, {36, 40}};
  expect_same(spread(stroke_covers(line, 3, kAll)),
              counted([&](double x, double y) { return within_stroke(line, 3, x, y); }), kBound);
}

TEST(Coverage, OfALineWithManyPointsInAPixel) {
  std::vector<ImVec2> line;
  for (int i = 0; i < 120; ++i) {
    const auto t = static_cast<float>(i);
    line.emplace_back(6.25F + t * 0.3F, 24 + 16 * std::sin(t * 1.7F) * std::cos(t * 0.03F));
  }
  // A pixel has two vertical edges.
  expect_same(spread(stroke_covers(line, 1.5, kAll)),
              counted([&](double x, double y) { return within_stroke(line, 1.5, x, y); }),
              2 * kBound);
}

TEST(Coverage, OfAClosedLine) {
  const std::vector<ImVec2> corners = {{24, 8}, {38, 24}, {24, 40}, {10, 24}};
  std::vector<ImVec2> line = corners;
  line.push_back(corners[0]);
  line.push_back(corners[1]);  // so that the first corner is round, too
  expect_same(spread(outline_covers(corners, 2.5, kAll)),
              counted([&](double x, double y) { return within_stroke(line, 2.5, x, y); }), kBound);
}

TEST(Coverage, OfPolygons) {
  // An arrow head, not convex; checked by its half planes.
  const std::vector<ImVec2> corners = {{6.4F, 6.3F}, {41.7F, 24.2F}, {6.4F, 42.1F}, {17.2F, 24.2F}};
  const auto inside = [&](double x, double y) {
    bool in = false;
    for (std::size_t i = 0; i < 4; ++i) {
      const ImVec2 a = corners[i];
      const ImVec2 b = corners[(i + 1) % 4];
      const bool passes = (static_cast<double>(a.y) > y) != (static_cast<double>(b.y) > y);
      if (passes && x < a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y)) in = !in;
    }
    return in;
  };
  expect_same(spread(polygon_covers(corners, kAll)), counted(inside), kBound);
}

TEST(Coverage, OfRectanglesIsExact) {
  const Shares shares = spread(rectangle_covers({10.25F, 20.5F}, {12.75F, 20.75F}, kAll));
  EXPECT_DOUBLE_EQ(shares[at(10, 20)], 0.75 * 0.25);
  EXPECT_DOUBLE_EQ(shares[at(11, 20)], 0.25);
  EXPECT_DOUBLE_EQ(shares[at(12, 20)], 0.75 * 0.25);
  EXPECT_DOUBLE_EQ(shares[at(13, 20)] + shares[at(11, 19)] + shares[at(11, 21)], 0);
  // A line on whole pixels is crisp, whichever function draws it.
  const std::vector<ImVec2> line = {{10, 5}, {10, 20}, {30, 20}};
  const Shares crisp = spread(stroke_covers(line, 2, kAll));
  EXPECT_DOUBLE_EQ(crisp[at(9, 10)], 1);
  EXPECT_DOUBLE_EQ(crisp[at(10, 10)], 1);
  EXPECT_DOUBLE_EQ(crisp[at(11, 10)] + crisp[at(8, 10)], 0);
  EXPECT_NEAR(crisp[at(20, 19)], 1, 1.0 / 255);  // full, to one level of 255
  EXPECT_DOUBLE_EQ(crisp[at(20, 18)] + crisp[at(20, 21)], 0);
}

TEST(Coverage, IsClipped) {
  const ClipRect clip{10.5F, 12.25F, 30, 30};
  const std::vector<ImVec2> line = {{-1e5F, -1e5F}, {1e5F, 1e5F}};
  for (const auto& covers : {stroke_covers(line, 4, clip),
                             polygon_covers(std::vector<ImVec2>{{-9, -9}, {99, -9}, {9, 99}}, clip),
                             rectangle_covers({-1e6F, -1e6F}, {1e6F, 1e6F}, clip)}) {
    ASSERT_FALSE(covers.empty());
    for (const Cover& one : covers) {
      EXPECT_TRUE(one.left >= 10 && one.right <= 30 && one.top >= 12 && one.bottom <= 30);
      EXPECT_TRUE(one.share > 0 && one.share <= 1);
    }
  }
  EXPECT_DOUBLE_EQ(rectangle_covers({0, 0}, {48, 48}, clip).front().share, 0.5 * 0.75);
  EXPECT_TRUE(stroke_covers(std::vector<ImVec2>{{100, 5}, {120, 9}}, 2, clip).empty());
}

TEST(Coverage, CostsByColumnsNotByPoints) {
  std::vector<ImVec2> line;
  for (int i = 0; i < 100'000; ++i) {
    const auto t = static_cast<float>(i);
    line.emplace_back(40 * t / 100'000, 24 + 20 * std::sin(t));
  }
  // At most sixteen slices per column, each with two ends.
  EXPECT_LE(stroke_covers(line, 2, kAll).size(), 42U * 4 * 16);
}

// What changes in one number is found again; what one frame did not draw is forgotten.
TEST(CoverMemo, KeepsWhatTheLastFrameDrew) {
  CoverMemo memo;
  const std::vector<ImVec2> line = {{10, 5}, {30, 20}};
  const std::vector<ImVec2> other = {{10, 5}, {30, 20.5F}};
  static int found;
  found = 0;
  const auto find = [](std::span<const ImVec2> points, double width, const ClipRect& clip) {
    ++found;
    return stroke_covers(points, width, clip);
  };
  for (int frame = 0; frame < 3; ++frame) {
    EXPECT_EQ(memo.of(find, line, 2, kAll), stroke_covers(line, 2, kAll));
    EXPECT_EQ(memo.of(find, line, 3, kAll), stroke_covers(line, 3, kAll));
    EXPECT_EQ(memo.of(find, other, 2, kAll), stroke_covers(other, 2, kAll));
    EXPECT_EQ(memo.of(outline_covers, line, 2, kAll), outline_covers(line, 2, kAll));
    memo.end_frame();
    EXPECT_EQ(found, 3);
  }
  EXPECT_EQ(memo.size(), 4U);
  EXPECT_EQ(memo.of(find, other, 2, kAll), stroke_covers(other, 2, kAll));
  memo.end_frame();
  EXPECT_EQ(memo.size(), 1U);
  memo.end_frame();
  EXPECT_EQ(memo.size(), 0U);
}

}  // namespace
}  // namespace normscope::ui
