// SPDX-License-Identifier: MIT
// Lines through points with tolerances.
#include "core/variants/explain/line_fit.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace normscope::variants {
namespace {

TEST(LineFit, LeastSquaresOfFourPoints) {
  const std::vector<Point> points{{0, 1}, {1, 3}, {2, 4}, {3, 8}};
  const Line both = least_squares(points, Affine::kBoth);
  // By hand: S_hy / S_hh = 11 / 5, mean y - 2.2 * 1.5.
  EXPECT_DOUBLE_EQ(both.gamma, 2.2);
  EXPECT_DOUBLE_EQ(both.beta, 0.7);
  const Line gamma = least_squares(points, Affine::kGamma);
  EXPECT_DOUBLE_EQ(gamma.gamma, 35.0 / 14.0);
  EXPECT_EQ(gamma.beta, 0);
  const Line beta = least_squares(points, Affine::kBeta);
  EXPECT_EQ(beta.gamma, 1);
  EXPECT_DOUBLE_EQ(beta.beta, 2.5);
  EXPECT_EQ(least_squares(points, Affine::kNone).gamma, 1);
}

TEST(LineFit, ALineIsFoundThatLeastSquaresMiss) {
  // y = 2 h + 1 with errors of exactly the tolerance, all but one to the same side.
  std::vector<Point> points{{0, 1.1, 0.1}, {1, 3.1, 0.1}, {2, 5.1, 0.1}, {3, 6.9, 0.1}};
  Line line = least_squares(points, Affine::kBoth);
  EXPECT_TRUE(fit_within(points, Affine::kBoth, line));
  EXPECT_LE(largest_excess(points, line), 1 + 1e-9);
  // With beta from 1.09 to 1.11 only gammas from 1.945 to 1.963 pass; least squares give 1.88.
  points[0].tolerance = 0.01;
  points[3].tolerance = 0.3;
  points[3].y = 6.7;
  line = least_squares(points, Affine::kBoth);
  EXPECT_GT(largest_excess(points, line), 1);
  EXPECT_TRUE(fit_within(points, Affine::kBoth, line));
  EXPECT_LE(largest_excess(points, line), 1 + 1e-9);
}

TEST(LineFit, WhereNoLinePassesNoneIsFound) {
  const std::vector<Point> bent{{0, 0, 0.1}, {1, 1, 0.1}, {2, 0, 0.1}};
  for (const Affine affine : {Affine::kNone, Affine::kGamma, Affine::kBeta, Affine::kBoth}) {
    Line line = least_squares(bent, affine);
    EXPECT_FALSE(fit_within(bent, affine, line));
  }
  // A third of the height is what the best line leaves: 0.5.
  const std::vector<Point> wide{{0, 0, 0.51}, {1, 1, 0.51}, {2, 0, 0.51}};
  Line line = least_squares(wide, Affine::kBoth);
  EXPECT_TRUE(fit_within(wide, Affine::kBoth, line));
}

TEST(LineFit, GammaOfZeroPointsIsHeldByTheOthers) {
  std::vector<Point> points{{0, 0.05, 0.1}, {2, 4.1, 0.1}, {-2, -3.9, 0.1}};
  Line line = least_squares(points, Affine::kGamma);
  EXPECT_TRUE(fit_within(points, Affine::kGamma, line));
  EXPECT_NEAR(line.gamma, 2, 0.051);
  points[0].y = 0.2;
  EXPECT_FALSE(fit_within(points, Affine::kGamma, line));
}

}  // namespace
}  // namespace normscope::variants
