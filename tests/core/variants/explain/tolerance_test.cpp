// SPDX-License-Identifier: MIT
// Printed decimals, tolerances, and which number or operation is the simpler.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/ops/presets.hpp"
#include "core/variants/explain/explain_tolerance.hpp"
#include "core/variants/explain/simplicity.hpp"
#include "tests/core/variants/explain/explain_support.hpp"

namespace normscope::variants {
namespace {

TEST(Decimals, AreSeenInPrintedNumbersOnly) {
  const auto x = testing::normal(1, {40});
  EXPECT_FALSE(printed_decimals(x.values()));
  for (int decimals = 1; decimals <= 6; ++decimals) {
    EXPECT_EQ(printed_decimals(testing::printed(x, decimals).values()), decimals);
  }
  EXPECT_FALSE(printed_decimals(testing::printed(x, 8).values()));
}

TEST(Decimals, FewOrWholeNumbersCountAsPrintedWithFour) {
  // Two values of the size 1 are multiples of 1e-4 by chance once in 2^19.
  EXPECT_EQ(printed_decimals(std::vector<float>{1, -1, 1.5F, 0}), 4);
  EXPECT_EQ(printed_decimals(std::vector<float>{1, 2, 3, 4, 5}), 4);
  // One number of this size is a multiple by chance once in 840: too often.
  EXPECT_FALSE(printed_decimals(std::vector<float>{1, -1}));
  EXPECT_FALSE(printed_decimals(std::vector<float>{}));
  EXPECT_FALSE(printed_decimals(std::vector<float>{NAN, INFINITY, 0}));
  // Above 2^24 every float32 is whole.
  EXPECT_FALSE(printed_decimals(std::vector<float>{3e8F, 5e9F, 7e10F, 9e11F, 1e12F}));
  EXPECT_EQ(half_unit(4), 5e-5);
  EXPECT_EQ(half_unit(std::nullopt), 0);
}

TEST(ToleranceOf, GrowsWithTheArithmetic) {
  using enum Arithmetic;
  double last = 0;
  for (const Arithmetic arithmetic : {kRoundedOnce, kFloat32, kFloat32Loops, kInputDecimals}) {
    const double allowed = tolerance_of(arithmetic, 64, 4, std::nullopt).of(1.5, 1, 0, 3, 1);
    EXPECT_GT(allowed, last);
    last = allowed;
  }
  // One rounding of 1.5 is at most 2^-24, half an ULP, and the tolerance relative to it.
  EXPECT_NEAR(tolerance_of(kRoundedOnce, 64, 4, std::nullopt).of(1.5, 1, 0, 3, 1), 1.5 * 0x1p-24,
              1e-12);
  // Half a unit of x moves y = 1.5 by (2 + 1.5) half units at 1 / denominator = 1.
  EXPECT_NEAR(last, 3.5 * 5e-5, 1e-5);
  const Tolerance twice = tolerance_of(kFloat32, 64, 4, 4).times(2);
  EXPECT_NEAR(twice.of(1, 1, 0, 2, 1), 2 * tolerance_of(kFloat32, 64, 4, 4).of(1, 1, 0, 2, 1),
              1e-6);
}

TEST(Simplicity, RoundNumbersOfARange) {
  EXPECT_EQ(roundest({7.2e-4, 7.4e-4}), 7.3e-4);
  EXPECT_EQ(roundest({2.9e-5, 3.2e-5}), 3e-5);
  EXPECT_EQ(rounded(0.123456, 3), 0.123);
  const ops::NormOptions layer;
  EXPECT_EQ(number_choices(layer, {0, 1e-4}), std::vector{1e-5});
  EXPECT_EQ(number_choices(layer, {0, 1e-2}), (std::vector{1e-5, 1e-3}));
  EXPECT_EQ(number_choices(layer, {0, 2e-6}), std::vector{1e-6});
  EXPECT_TRUE(number_choices(layer, {0, 0}).empty());
  EXPECT_EQ(number_choices(ops::SoftmaxOptions{}, {0.9, 1.2}), std::vector{1.0});
  EXPECT_EQ(number_choices(ops::SoftmaxOptions{}, {0.729, 0.733}), std::vector{0.73});
}

TEST(Simplicity, PresetsAndDeviations) {
  for (const ops::Preset& preset : ops::presets()) {
    EXPECT_EQ(preset_of(preset.options), preset.id);
    EXPECT_TRUE(has_round_number(preset.options));
    if (preset.id != "V3" && preset.id != "V9") {
      EXPECT_GT(deviations(preset.options), 0) << preset.id;
    }
  }
  EXPECT_EQ(preset_of(ops::SoftmaxOptions{}), "");
  EXPECT_EQ(deviations(ops::NormOptions{}), 0);
  EXPECT_EQ(deviations(ops::SoftmaxOptions{}), 0);
  ops::NormOptions odd;
  odd.epsilon = 7.31e-4;
  EXPECT_FALSE(has_round_number(odd));
  EXPECT_GT(deviations(odd), deviations(ops::find_preset("V7")->options));
}

}  // namespace
}  // namespace normscope::variants
