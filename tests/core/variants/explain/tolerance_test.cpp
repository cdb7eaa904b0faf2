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
    const double allowed = tolerance_of({arithmetic, {}, 4}, 64).of(1.5, 1, 0, 3, 1);
    EXPECT_GT(allowed, last);
    last = allowed;
  }
  // One rounding of 1.5 is at most 2^-24, half an ULP, and the tolerance relative to it.
  EXPECT_NEAR(tolerance_of({kRoundedOnce, {}, 4}, 64).of(1.5, 1, 0, 3, 1), 1.5 * 0x1p-24, 1e-12);
  // Half a unit of x moves y = 1.5 by (2 + 1.5) half units at 1 / denominator = 1.
  EXPECT_NEAR(last, 3.5 * 5e-5, 1e-5);
  const Tolerance twice = tolerance_of({kFloat32, {.decimals = 4}, 4}, 64).times(2);
  EXPECT_NEAR(twice.of(1, 1, 0, 2, 1),
              2 * tolerance_of({kFloat32, {.decimals = 4}, 4}, 64).of(1, 1, 0, 2, 1), 1e-6);
}

TEST(ToleranceOf, AShareMovesByWhatItsLogitsCan) {
  // Half a unit of one decimal at temperature 0.5 moves logits by 0.1 each: a share of a half by
  // tanh(0.1) / 2 at most, and one of nothing not at all.
  const Tolerance tolerance = tolerance_of({Arithmetic::kInputDecimals, {}, 1}, 1);
  EXPECT_NEAR(tolerance.of_softmax(0.5, false, 0, 2), 0.5 * std::tanh(0.1), 1e-6);
  EXPECT_NEAR(tolerance.of_softmax(0, false, 0, 2), 0, 1e-6);
  EXPECT_NEAR(tolerance.of_softmax(std::log(0.5), true, 0, 2), 0.1, 1e-6);
}

TEST(Precisions, ComeFromTypeTextAndNumbers) {
  const auto x = testing::normal(1, {40});
  const auto formats = [](std::span<const float> values, const Source& source = {}) {
    std::vector<NumberFormat> all;
    for (const Precision& precision : precisions_of(values, source))
      all.push_back(precision.format);
    return all;
  };
  using enum NumberFormat;
  EXPECT_EQ(formats(x.values()), std::vector{kFloat32});
  EXPECT_EQ(formats(x.values(), {.format = kFloat16}), (std::vector{kFloat32, kFloat16}));
  const auto rounded_to = [&x](int bits) {
    auto rounded = x;
    for (float& value : rounded.values()) {
      const int exponent = std::ilogb(value) - bits + 1;
      value = std::ldexp(std::round(std::ldexp(value, -exponent)), exponent);
    }
    return rounded;
  };
  EXPECT_EQ(formats(rounded_to(11).values()).back(), kFloat16);
  EXPECT_EQ(formats(rounded_to(8).values()).back(), kBfloat16);
  // A text tells its decimals, be the last of them zeros.
  const auto printed = testing::printed(x, 2);
  EXPECT_EQ(precisions_of(printed.values(), {}).back().decimals, 2);
  EXPECT_EQ(precisions_of(printed.values(), {.decimals = 5}).back().decimals, 5);
  // Two numbers may be short by chance.
  const std::vector<float> two{1.5F, -0.5F};
  const auto precisions = precisions_of(two, {.decimals = 1});
  EXPECT_EQ(precisions.back().decimals, 1);
  EXPECT_EQ(worst_precision(two, precisions).decimals, 4);
}

TEST(Simplicity, RoundNumbersOfARange) {
  EXPECT_EQ(roundest({7.2e-4, 7.4e-4}), 7.3e-4);
  EXPECT_EQ(roundest({2.9e-5, 3.2e-5}), 3e-5);
  EXPECT_EQ(rounded(0.123456, 3), 0.123);
  const ops::NormOptions layer;
  // Presets, or the most usual; and the smallest of those that people use.
  EXPECT_EQ(number_choices(layer, {0, 1e-4}), (std::vector{1e-5, 1e-12}));
  EXPECT_EQ(number_choices(layer, {0, 1e-2}), (std::vector{1e-5, 1e-3, 1e-12}));
  EXPECT_EQ(number_choices(layer, {0, 2e-6}), (std::vector{1e-6, 1e-12}));
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
