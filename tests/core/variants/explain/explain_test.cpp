// SPDX-License-Identifier: MIT
// Which operation an output is taken for: the presets, softmax, other people's arithmetic, and
// outputs that nothing explains.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/ops/presets.hpp"
#include "tests/core/variants/explain/explain_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using tensor::Shape;
using tensor::Tensor;
using variants::Explanations;
using variants::Fit;

std::shared_ptr<const Tensor> shared(Tensor values) {
  return std::make_shared<const Tensor>(std::move(values));
}

const ops::NormOptions& preset(std::string_view id) {
  return ops::find_preset(id)->options;
}

bool names_as_same(const Explanations& answer, std::string_view id) {
  return std::ranges::any_of(answer.same_on_these_data,
                             [id](const auto& e) { return e.preset == id; });
}

// The best has this preset's options and is within the bound.
void expect_best(const Explanations& answer, std::string_view id) {
  EXPECT_EQ(answer.verdict, Fit::kExplained) << text_of(answer);
  EXPECT_EQ(answer.ranked.front().preset, id) << text_of(answer);
  EXPECT_EQ(answer.ranked.front().fit, Fit::kExplained);
}

// Deviations near 0.01: an epsilon of 1e-5 is a tenth of such a variance.
Tensor small_input() {
  return normal(3, {20, 12}, 0.01F, 0.02F);
}

TEST(Explain, RelativesAreNamed) {
  using ops::Relative;
  const Tensor x = normal(11, {4, 6}, 2);
  for (const compute::Operation& truth :
       {compute::Operation(ops::RelativeOptions{}),
        compute::Operation(ops::RelativeOptions{.kind = Relative::kL2Norm}),
        compute::Operation(ops::RelativeOptions{.kind = Relative::kL2Norm, .dim = 0}),
        compute::Operation(ops::RelativeOptions{.kind = Relative::kSparsemax}),
        compute::Operation(ops::SoftmaxOptions{.sink = 0}),
        compute::Operation(ops::SoftmaxOptions{.log = true, .sink = 0}),
        compute::Operation(ops::SoftmaxOptions{.length_scale = 1}),
        compute::Operation(ops::SoftmaxOptions{.length_scale = 0.43})}) {
    const Tensor y = output_of(truth, x);
    EXPECT_EQ(explained(x, y).ranked.front().operation, truth) << text_of(explained(x, y));
    EXPECT_EQ(explained(x, printed(y, 4)).ranked.front().operation, truth)
        << text_of(explained(x, printed(y, 4)));
  }
}

TEST(ExplainPresets, EachIsNamedFromItsOutput) {
  const Tensor x = small_input();
  for (const ops::Preset& each : ops::presets()) {
    SCOPED_TRACE(each.id);
    const Explanations answer = explained(x, output_of(each.options, x));
    if (each.id == "V4") {
      // The mean is twice the deviation: one pass loses two bits, which two passes may lose as
      // well.
      expect_best(answer, "V3");
      EXPECT_TRUE(names_as_same(answer, "V4")) << text_of(answer);
    } else {
      expect_best(answer, each.id);
    }
    EXPECT_FALSE(answer.y_decimals);
    EXPECT_FALSE(answer.ranked.front().gamma || answer.ranked.front().beta);
  }
}

TEST(ExplainPresets, EachIsNamedFromFourDecimals) {
  const Tensor x = small_input();
  for (const ops::Preset& each : ops::presets()) {
    SCOPED_TRACE(each.id);
    const Explanations answer = explained(x, printed(output_of(each.options, x), 4));
    ASSERT_EQ(answer.verdict, Fit::kExplained) << text_of(answer);
    EXPECT_EQ(answer.y_decimals, 4);
    // V4 is V3 as above. V8's and V6's epsilon move no fourth decimal of these numbers far enough
    // to be told from V2's lack of one, or do: either way the preset has to be named.
    EXPECT_TRUE(answer.ranked.front().preset == each.id || names_as_same(answer, each.id))
        << text_of(answer);
    // Half a unit of the fourth decimal, and the roundings of float32.
    EXPECT_LE(answer.ranked.front().largest_error, 5.1e-5);
    if (each.id == "V3" || each.id == "V7" || each.id == "V10" || each.id == "V9") {
      EXPECT_EQ(answer.ranked.front().preset, each.id) << text_of(answer);
    }
  }
}

TEST(ExplainPresets, EachIsNamedWithGammaAndBeta) {
  const Tensor x = small_input();
  const auto gamma = shared(normal(4, {12}, 0.3F, 1));
  const auto beta = shared(normal(5, {12}));
  for (const ops::Preset& each : ops::presets()) {
    if (each.options.returned == ops::Returned::kInput) continue;
    for (const bool rounded : {false, true}) {
      SCOPED_TRACE(std::string(each.id) + (rounded ? " printed" : ""));
      Tensor y = output_of(each.options, x, gamma, beta);
      if (rounded) y = printed(y, 4);
      const Explanations answer = explained(x, y);
      const auto hit = hit_of(answer, each.options);
      EXPECT_TRUE(hit == Hit::kBest || hit == Hit::kRange || hit == Hit::kSame) << text_of(answer);
      ASSERT_TRUE(answer.ranked.front().gamma && answer.ranked.front().beta) << text_of(answer);
      for (std::size_t k = 0; k < 12; ++k) {
        // The estimator's factor sqrt(12 / 11) may belong to gamma, which is up to 2.
        EXPECT_NEAR(answer.ranked.front().gamma->values()[k], gamma->values()[k], 0.12);
        // Twenty rows hold a line to a few units of the last decimal; a mean is a line through a
        // short stretch, which hides less than a tenth.
        EXPECT_NEAR(answer.ranked.front().beta->values()[k], beta->values()[k], 0.1);
      }
    }
  }
}

TEST(ExplainPresets, OnePassShowsWhereItCancels) {
  const Tensor x = normal(6, {16, 32}, 1, 300);
  const Explanations answer = explained(x, output_of(preset("V4"), x));
  expect_best(answer, "V4");
  EXPECT_FALSE(names_as_same(answer, "V3"));
  const Explanations two_pass = explained(x, output_of(preset("V3"), x));
  expect_best(two_pass, "V3");
  EXPECT_FALSE(names_as_same(two_pass, "V4")) << text_of(two_pass);
}

TEST(ExplainPresets, AnEpsilonOnTheCountIsHiddenByLargeNumbers) {
  const Tensor x = normal(7, {16, 24}, 100);
  const Explanations answer = explained(x, printed(output_of(preset("V3"), x), 4));
  expect_best(answer, "V3");
  EXPECT_TRUE(names_as_same(answer, "V8")) << text_of(answer);
  EXPECT_TRUE(names_as_same(answer, "V5")) << text_of(answer);
  EXPECT_FALSE(names_as_same(answer, "V2"));
  ASSERT_TRUE(answer.ranked.front().range);
  EXPECT_EQ(answer.ranked.front().range->low, 0);
  // y moves by y eps / (2 s^2): by the last decimal's unit, 1e-4, at eps = 0.8 with y = 2.5 and
  // s = 100, and by a hundredth of it, which some number is surely away from a half, at 8e-3.
  EXPECT_GT(answer.ranked.front().range->high, 1e-3);
  EXPECT_LT(answer.ranked.front().range->high, 0.8);
  EXPECT_NE(answer.sentence.find("eps anywhere below"), std::string::npos) << answer.sentence;
}

TEST(ExplainEpsilon, AnUnusualValueIsSolvedFor) {
  const Tensor x = normal(8, {12, 16}, 0.05F);
  ops::NormOptions options;
  options.epsilon = 7.31e-4;
  const Explanations answer = explained(x, output_of(options, x));
  ASSERT_EQ(answer.verdict, Fit::kExplained) << text_of(answer);
  EXPECT_EQ(answer.ranked.front().operation, compute::Operation(options)) << text_of(answer);
  ASSERT_TRUE(answer.ranked.front().range);
  // Full precision leaves epsilon seven digits, less those of its share of the variance.
  EXPECT_NEAR(answer.ranked.front().range->low, 7.31e-4, 1e-9);
  EXPECT_NEAR(answer.ranked.front().range->high, 7.31e-4, 1e-9);
}

TEST(ExplainSoftmax, DimensionTemperatureAndLogarithmAreFound) {
  const Tensor x = normal(9, {6, 5, 7}, 2);
  for (const bool log : {false, true}) {
    for (const std::int64_t dim : {std::int64_t{-1}, std::int64_t{0}, std::int64_t{1}}) {
      for (const double temperature : {1.0, 0.5, 0.73}) {
        ops::SoftmaxOptions options;
        options.log = log;
        options.dim = dim;
        options.temperature = temperature;
        const Tensor y = output_of(options, x);
        for (const Tensor& given : {y, printed(y, 4)}) {
          const Explanations answer = explained(x, given);
          ASSERT_EQ(answer.verdict, Fit::kExplained) << text_of(answer);
          EXPECT_EQ(answer.ranked.front().operation, compute::Operation(options))
              << text_of(answer);
        }
      }
    }
  }
}

TEST(ExplainSoftmax, MaskedLogitsAndSaturatedRows) {
  Tensor x = normal(10, {8, 6}, 3);
  for (std::size_t k = 0; k < 8; ++k) x.values()[6 * k + k % 5] = -INFINITY;
  const ops::SoftmaxOptions options;
  EXPECT_EQ(hit_of(explained(x, output_of(options, x)), options), Hit::kBest);
  // One-hot rows leave no slope, and any small temperature explains them.
  const Tensor steep = normal(11, {8, 6}, 1e4F);
  const Explanations answer = explained(steep, output_of(options, steep));
  EXPECT_EQ(hit_of(answer, options), Hit::kBest) << text_of(answer);
}

TEST(ExplainNothing, RandomNumbersAreNotExplained) {
  for (const Shape& shape : {Shape{16, 12}, Shape{4, 6, 5}, Shape{3, 4}}) {
    const Tensor x = normal(12, shape);
    const Tensor y = normal(13, shape);
    for (const Tensor& given : {y, printed(y, 4), printed(y, 2)}) {
      const Explanations answer = explained(x, given);
      EXPECT_EQ(answer.verdict, Fit::kNotExplained) << text_of(answer);
      EXPECT_TRUE(answer.same_on_these_data.empty());
      ASSERT_FALSE(answer.ranked.empty());
      // Half a unit of two decimals is a hundredth of what random numbers miss.
      EXPECT_GT(answer.ranked.front().largest_error, 0.5);
      EXPECT_TRUE(answer.sentence.starts_with("Nothing explains these numbers")) << answer.sentence;
      EXPECT_NE(answer.sentence.find("softmax"), std::string::npos);
    }
  }
}

TEST(ExplainNothing, GroupsOfOneElementHaveNothingToNormalize) {
  for (const Shape& shape : {Shape{1}, Shape{1, 1}, Shape{1, 5, 1}}) {
    const Tensor x = normal(12, shape);
    const Explanations answer = explained(x, normal(13, shape));
    EXPECT_NE(answer.verdict, Fit::kExplained) << text_of(answer);
    ASSERT_FALSE(answer.ranked.empty());
    for (const auto& e : answer.ranked) {
      const auto* norm = std::get_if<ops::NormOptions>(&e.operation);
      if (norm == nullptr || norm->returned != ops::Returned::kNormalized) continue;
      const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(shape, *norm));
      EXPECT_GT(plan.groups.size, 1);
    }
    expect_best(explained(x, x), "V9");
  }
}

TEST(ExplainNothing, ConstantOutputsDoNotDependOnX) {
  const Tensor x = normal(14, {16, 8});
  const Tensor y = make({16, 8}, std::vector<float>(128, 0.3F));
  EXPECT_EQ(explained(x, y).verdict, Fit::kNotExplained) << text_of(explained(x, y));
}

TEST(ExplainNothing, OneWrongNumberIsNotExplained) {
  const Tensor x = normal(15, {32, 16});
  Tensor y = output_of(preset("V3"), x);
  y.values()[100] += 1e-3F;
  EXPECT_EQ(explained(x, y).verdict, Fit::kNotExplained) << text_of(explained(x, y));
}

TEST(ExplainNotDetermined, OneRowWithGammaProvesNothing) {
  const Tensor x = normal(16, {1, 8});
  const auto gamma = shared(normal(17, {8}));
  const Explanations answer = explained(x, output_of(preset("V3"), x, gamma));
  EXPECT_EQ(answer.verdict, Fit::kNotDetermined) << text_of(answer);
  EXPECT_NE(answer.sentence.find("not determined"), std::string::npos) << answer.sentence;
  // Two rows determine gamma alone.
  const Tensor two = normal(16, {2, 8});
  const Explanations alone = explained(two, output_of(preset("V3"), two, gamma));
  expect_best(alone, "V3");
  EXPECT_TRUE(alone.ranked.front().gamma && !alone.ranked.front().beta) << text_of(alone);
  // Gamma and beta need a third.
  const auto beta = shared(normal(18, {8}));
  const Explanations both = explained(two, output_of(preset("V3"), two, gamma, beta));
  EXPECT_EQ(both.verdict, Fit::kNotDetermined) << text_of(both);
}

TEST(ExplainSpecial, ConstantRowsTellWhetherThereIsAnEpsilon) {
  Tensor x = normal(19, {6, 8});
  for (std::size_t k = 8; k < 16; ++k) x.values()[k] = 2;
  const Explanations with = explained(x, output_of(preset("V3"), x));
  expect_best(with, "V3");
  EXPECT_FALSE(names_as_same(with, "V8"));
  const Explanations without = explained(x, output_of(preset("V2"), x));
  expect_best(without, "V2");
  ops::NormOptions tiny;
  tiny.epsilon = 1e-12;
  EXPECT_NE(hit_of(without, tiny), Hit::kBest);
  // A NaN where no operation gives one.
  Tensor y = output_of(preset("V3"), x);
  y.values()[3] = NAN;
  EXPECT_EQ(explained(x, y).verdict, Fit::kNotExplained);
}

TEST(ExplainSpecial, NanAndInfinityInTheInputPassThrough) {
  Tensor x = normal(20, {6, 8});
  x.values()[3] = NAN;
  x.values()[20] = INFINITY;
  expect_best(explained(x, output_of(preset("V3"), x)), "V3");
  EXPECT_EQ(hit_of(explained(x, output_of(preset("V10"), x)), preset("V10")), Hit::kBest);
}

// The operation as scripts write it: float32 throughout, sums from left to right.
Tensor by_float_loops(const Tensor& x, bool one_pass, float epsilon) {
  Tensor y = x;
  const auto n = static_cast<std::size_t>(x.shape().back());
  for (std::size_t row = 0; row < x.values().size(); row += n) {
    float sum = 0;
    float squares = 0;
    for (std::size_t k = 0; k < n; ++k) {
      sum += x.values()[row + k];
      squares += x.values()[row + k] * x.values()[row + k];
    }
    const float mean = sum / static_cast<float>(n);
    float variance = squares / static_cast<float>(n) - mean * mean;
    if (!one_pass) {
      variance = 0;
      for (std::size_t k = 0; k < n; ++k) {
        variance += (x.values()[row + k] - mean) * (x.values()[row + k] - mean);
      }
      variance /= static_cast<float>(n);
    }
    for (std::size_t k = 0; k < n; ++k) {
      y.values()[row + k] = (x.values()[row + k] - mean) / std::sqrt(variance + epsilon);
    }
  }
  return y;
}

TEST(ExplainArithmetic, Float32LoopsAreAllowedFor) {
  for (const float offset : {0.0F, 30.0F, 1000.0F}) {
    const Tensor x = normal(21, {24, 200}, 0.1F, offset);
    SCOPED_TRACE(offset);
    const Explanations answer = explained(x, by_float_loops(x, false, 1e-5F));
    expect_best(answer, "V3");
    EXPECT_NE(answer.arithmetic, variants::Arithmetic::kRoundedOnce);
    EXPECT_EQ(explained(x, output_of(preset("V3"), x)).arithmetic,
              variants::Arithmetic::kRoundedOnce);
  }
}

TEST(ExplainArithmetic, OnePassInAnotherOrderIsKnown) {
  const Tensor x = normal(22, {24, 64}, 1, 300);
  const Explanations answer = explained(x, by_float_loops(x, true, 1e-5F));
  expect_best(answer, "V4");
  // With the denominators that y shows, only the roundings of x - mean at 300 are left.
  EXPECT_LT(answer.ranked.front().largest_error, 300 * 0x1p-23 * 4);
}

TEST(ExplainPrinted, AnInputOfFourDecimalsIsTakenAsExactFirst) {
  const Tensor exact = normal(23, {12, 10});
  const Tensor x = printed(exact, 4);
  const Explanations taken = explained(x, output_of(preset("V3"), x));
  expect_best(taken, "V3");
  EXPECT_EQ(taken.arithmetic, variants::Arithmetic::kRoundedOnce);
  const Tensor y = printed(output_of(preset("V3"), exact), 4);
  // Only a text shows that x was rounded.
  EXPECT_EQ(explained(x, y).verdict, Fit::kNotExplained);
  const Explanations both = explained(x, y, {.x = {.decimals = 4}});
  expect_best(both, "V3");
  EXPECT_LE(both.ranked.front().largest_error, both.ranked.front().allowed_error);
  EXPECT_EQ(both.arithmetic, variants::Arithmetic::kInputDecimals);
  EXPECT_EQ(both.x_decimals, 4);
  EXPECT_NE(both.sentence.find("half a unit of x's 4 decimals"), std::string::npos)
      << both.sentence;
}

TEST(ExplainKinds, GroupsAndShapesAreFound) {
  const Tensor x = normal(24, {4, 6, 3, 5}, 0.02F);
  using enum ops::Normalization;
  std::vector<ops::NormOptions> all(5);
  all[0].kind = kBatchNorm;
  all[1].kind = kGroupNorm;
  all[1].groups = 2;
  all[2].normalized_shape = {3, 5};
  all[3].kind = kRmsNorm;
  all[3].normalized_shape = {6, 3, 5};
  all[4].kind = kGroupNorm;
  all[4].groups = 3;
  all[4].centring = false;
  for (const ops::NormOptions& options : all) {
    const Explanations answer = explained(x, output_of(options, x));
    ASSERT_EQ(answer.verdict, Fit::kExplained) << text_of(answer);
    EXPECT_EQ(answer.ranked.front().operation, compute::Operation(options)) << text_of(answer);
  }
}

TEST(ExplainSample, LargeInputsAreVerifiedOnAll) {
  // Some four samples.
  const Tensor x = normal(25, {4000, 100});
  ASSERT_GT(x.size(), 3 * variants::kExplainSample);
  const auto gamma = shared(normal(26, {100}, 0.1F, 1));
  const Tensor plain = output_of(preset("V3"), x);
  expect_best(explained(x, plain), "V3");
  expect_best(explained(x, output_of(preset("V3"), x, gamma)), "V3");
  // Row 1 lies between the rows of the sample.
  Tensor wrong = plain;
  wrong.values()[100] += 0.01F;
  EXPECT_EQ(explained(x, wrong).verdict, Fit::kNotExplained) << text_of(explained(x, wrong));
}

TEST(ExplainErrors, ShapesThatDifferAndNothingAtAll) {
  const auto differ =
      variants::explain(make({2, 3}, std::vector<float>(6)), make({6}, std::vector<float>(6)));
  ASSERT_FALSE(differ);
  EXPECT_EQ(differ.error().kind, base::ErrorKind::kInvalidArgument);
  EXPECT_NE(differ.error().sentence.find("(2, 3)"), std::string::npos);
  EXPECT_FALSE(variants::explain(make({0, 3}, {}), make({0, 3}, {})));
  EXPECT_FALSE(variants::explain(make({}, {1}), make({}, {1})));
}

}  // namespace
}  // namespace normscope::testing
