// SPDX-License-Identifier: MIT
// Scaling and shifting a row: the gamma of each element, a single rounding, and zeros that keep
// their sign.
#include <gtest/gtest.h>

#include <cmath>

#include "core/kernels/norm_row.hpp"

namespace normscope::kernels {
namespace {

using Row = std::vector<float>;

Row normalize(const Row& x, double centre, double rstd, const RowAffine& affine) {
  Row y(x.size());
  normalize_row(x, centre, rstd, affine, y);
  return y;
}

TEST(NormalizeRow, TakesTheCentreOffAndMultiplies) {
  EXPECT_EQ(normalize({1, 2, 5}, 2, 0.5, {}), (Row{-0.5F, 0, 1.5F}));
}

// One parameter for each element, from an offset on.
TEST(NormalizeRow, EachElementTakesItsOwnParameters) {
  const Row gamma{9, 1, 2, 3};
  const Row beta{9, 10, 20, 30};
  EXPECT_EQ(normalize({1, 1, 1}, 0, 1, {gamma, {}, 1, 1}), (Row{1, 2, 3}));
  EXPECT_EQ(normalize({1, 1, 1}, 0, 1, {{}, beta, 1, 1}), (Row{11, 21, 31}));
  EXPECT_EQ(normalize({1, 1, 1}, 0, 1, {gamma, beta, 1, 1}), (Row{11, 22, 33}));
}

// One parameter for each channel: a run of elements shares it, and the last run may be shorter.
TEST(NormalizeRow, RunsShareTheirParameters) {
  const Row gamma{9, 1, 2, 3};
  const Row beta{0, 10, 20, 30};
  EXPECT_EQ(normalize({1, 1, 1, 1, 1}, 0, 1, {gamma, beta, 1, 2}), (Row{11, 11, 22, 22, 33}));
  EXPECT_EQ(normalize({1, 2, 3}, 0, 1, {gamma, {}, 3, 3}), (Row{3, 6, 9}));
  EXPECT_EQ(normalize({1, 2, 3}, 0, 1, {gamma, {}, 2, 100}), (Row{2, 4, 6}));
}

TEST(NormalizeRow, IsRoundedOnce) {
  // 2^-30 more than 1 is lost when rounded before the shift by -1, and kept when rounded after it.
  const Row beta{-1};
  EXPECT_EQ(normalize({1}, 0, 1 + 0x1p-30, {{}, beta, 0, 1})[0], 0x1p-30F);
}

TEST(NormalizeRow, AbsentParametersLeaveTheSignOfZero) {
  const Row y = normalize({-0.0F, 0.0F}, 0, 1, {});
  EXPECT_TRUE(std::signbit(y[0]));
  EXPECT_FALSE(std::signbit(y[1]));
}

TEST(NormalizeRow, AConstantRowWithoutEpsilonIsNaN) {
  EXPECT_TRUE(std::isnan(normalize({3}, 3, 1 / 0.0, {})[0]));
}

TEST(NormalizeRow, NothingIsLeftAlone) {
  EXPECT_TRUE(normalize({}, 0, 1, {}).empty());
  EXPECT_TRUE(normalize({}, 0, 1, {{}, {}, 0, 3}).empty());
}

TEST(FillRow, ScalesAndShiftsOneValue) {
  const Row gamma{2, 3};
  const Row beta{1, -1};
  Row y(4);
  fill_row(0.5, {gamma, beta, 0, 2}, y);
  EXPECT_EQ(y, (Row{2, 2, 0.5F, 0.5F}));
  fill_row(-0.25, {}, y);
  EXPECT_EQ(y, (Row{-0.25F, -0.25F, -0.25F, -0.25F}));
}

}  // namespace
}  // namespace normscope::kernels
