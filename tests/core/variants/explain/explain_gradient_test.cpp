// SPDX-License-Identifier: MIT
// Which backward made a dx: right ones, known mistakes with their figures, and what is not told.
#include "core/variants/explain/explain_gradient.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/formats/rounding.hpp"
#include "core/precision/evaluate.hpp"
#include "core/trace/gradient/closed_forms.hpp"
#include "core/trace/trace.hpp"
#include "core/variants/explain/gradient_ways.hpp"
#include "tests/core/variants/explain/explain_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::variants {
namespace {

using tensor::Tensor;
using testing::covers;
using testing::gradient_of;
using testing::kept;
using testing::make;
using testing::normal;
using testing::printed;
using testing::text_of;

Explanations explained(const Tensor& x, const Tensor& dy, const Tensor& dx,
                       const Known& known = {}) {
  return NORMSCOPE_VALUE_OR_FAIL(explain_gradient(x, dy, dx, known));
}

Tensor layer_norm_in(trace::BackwardForm form, const Tensor& x, const Tensor& dy) {
  const auto backward =
      NORMSCOPE_VALUE_OR_FAIL(trace::norm_gradient(x.shape(), nullptr, nullptr, {}, form));
  std::vector<trace::TensorRef> leaves(backward.program.steps.size());
  leaves[0] = kept(x);
  leaves[static_cast<std::size_t>(backward.upstream)] = kept(dy);
  const auto pass = NORMSCOPE_VALUE_OR_FAIL(trace::Trace::of(backward.program, leaves));
  return NORMSCOPE_VALUE_OR_FAIL(pass.whole(backward.program.size() - 1));
}

// The figures of [1, 2, 3, 4] and dy = [1, 0, 0, 0], computed with PyTorch and NumPy in double.
TEST(ExplainGradient, FindsTheKnownMistakesInTheirFiguresOfFourDecimals) {
  struct Case {
    std::string kind;
    std::array<float, 4> dx;
  };
  const Tensor x = make({1, 4}, {1, 2, 3, 4});
  const Tensor dy = make({1, 4}, {1, 0, 0, 0});
  for (const Case& each : {Case{"", {0.2683F, -0.3578F, -0.0894F, 0.1789F}},
                           Case{"mean-twice", {0.0447F, -0.5814F, -0.3130F, -0.0447F}},
                           Case{"without-mean", {0.4919F, -0.1342F, 0.1342F, 0.4025F}},
                           Case{"without-part-along", {0.6708F, -0.2236F, -0.2236F, -0.2236F}}}) {
    const Tensor dx = make({1, 4}, {each.dx.begin(), each.dx.end()});
    const auto answer = explained(x, dy, dx, {.y = {.decimals = 4}});
    EXPECT_EQ(answer.verdict, Fit::kExplained) << text_of(answer);
    EXPECT_TRUE(covers(answer.ranked.front(), each.kind, ops::NormOptions{})) << text_of(answer);
    EXPECT_TRUE(answer.forms.empty()) << "four decimals have no last bits";
  }
}

Tensor in_float16(Tensor tensor) {
  for (float& value : tensor.values()) {
    value = static_cast<float>(
        formats::rounded_to(value, formats::format_of(formats::FormatId::kFloat16)));
  }
  return tensor;
}

TEST(ExplainGradient, NamesThePlanThatHasEveryBit) {
  const Tensor x = in_float16(normal(1, {6, 32}));
  const Tensor dy = in_float16(normal(2, {6, 32}));
  const auto backward = NORMSCOPE_VALUE_OR_FAIL(
      trace::norm_gradient(x.shape(), nullptr, nullptr, {}, trace::BackwardForm::kClosed));
  std::vector<trace::TensorRef> leaves(backward.program.steps.size());
  leaves[0] = kept(x);
  leaves[static_cast<std::size_t>(backward.upstream)] = kept(dy);
  const auto last = backward.program.size() - 1;
  const Known known{.x = {.format = NumberFormat::kFloat16},
                    .y = {.format = NumberFormat::kFloat16}};
  for (const std::string_view name : {"float16-steps", "float16-kernel"}) {
    const auto plan = NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan(name));
    const auto values =
        NORMSCOPE_VALUE_OR_FAIL(precision::evaluate(backward.program, leaves, plan));
    Tensor dx = *NORMSCOPE_VALUE_OR_FAIL(values.tensor(backward.program, last));
    const auto answer = explained(x, dy, dx, known);
    EXPECT_EQ(answer.plans, std::vector{name}) << text_of(answer);
    EXPECT_NE(answer.sentence.find(fmt::format("the precision plan {}", name)), std::string::npos)
        << answer.sentence;
    float& moved = dx.values()[40];
    moved = static_cast<float>(formats::rounded_to(
        moved * (1 + 0x1p-10), formats::format_of(formats::FormatId::kFloat16)));
    EXPECT_TRUE(explained(x, dy, dx, known).plans.empty()) << name;
  }
}

TEST(ExplainGradient, FindsTheForwardsVariant) {
  using enum ops::EpsilonPlacement;
  const Tensor x = normal(1, {5, 8});
  const Tensor dy = normal(2, {5, 8});
  const std::vector<compute::Operation> all{
      ops::NormOptions{.epsilon = 1e-3},
      ops::NormOptions{.epsilon = 1e-3, .epsilon_placement = kOutside},
      ops::NormOptions{.epsilon = 0.2, .epsilon_placement = kCount},
      ops::NormOptions{.epsilon = 1e-3, .estimator = ops::VarianceEstimator::kUnbiased},
      ops::NormOptions{.kind = ops::Normalization::kRmsNorm, .epsilon = 1e-3},
      ops::NormOptions{.kind = ops::Normalization::kBatchNorm, .epsilon = 1e-3},
      ops::SoftmaxOptions{},
      ops::SoftmaxOptions{.dim = 0, .temperature = 0.73},
      ops::SoftmaxOptions{.temperature = 2, .log = true},
      ops::RelativeOptions{.kind = ops::Relative::kL2Norm, .dim = -1},
      ops::RelativeOptions{.kind = ops::Relative::kSparsemax, .dim = -1},
      ops::RelativeOptions{.alpha = 0.5}};
  for (const compute::Operation& operation : all) {
    const auto answer = explained(x, dy, gradient_of(operation, x, dy));
    EXPECT_EQ(answer.verdict, Fit::kExplained) << text_of(answer);
    EXPECT_TRUE(covers(answer.ranked.front(), "", operation)) << text_of(answer);
    EXPECT_TRUE(answer.ranked.front().words.starts_with("the backward pass of "));
  }
}

TEST(ExplainGradient, SaysThatAForgottenEpsIsNotToldFromNone) {
  const Tensor x = normal(1, {5, 8});
  const Tensor dy = normal(2, {5, 8});
  const ops::NormOptions without{.epsilon_placement = ops::EpsilonPlacement::kNone};
  const auto answer = explained(x, dy, gradient_of(without, x, dy));
  EXPECT_TRUE(covers(answer.ranked.front(), "", without)) << text_of(answer);
  EXPECT_NE(
      answer.sentence.find("These numbers do not tell it from: eps forgotten on the way back."),
      std::string::npos)
      << answer.sentence;
  EXPECT_TRUE(std::ranges::any_of(
      answer.same_on_these_data, [](const Explanation& e) { return e.kind == "without-epsilon"; }));
}

TEST(ExplainGradient, HoldsAGivenWeightAgainstDx) {
  const Tensor x = normal(1, {5, 4});
  const Tensor dy = normal(2, {5, 4});
  const Tensor weight = make({4}, {1.5F, 0.25F, -1, 0.75F});
  const Known known{.weight = weight};
  const auto times = explained(x, dy, gradient_of(ops::NormOptions{}, x, dy, kept(weight)), known);
  EXPECT_TRUE(covers(times.ranked.front(), "weight", ops::NormOptions{})) << text_of(times);
  const auto more = kept(make({4}, {2.5F, 1.25F, 0, 1.75F}));
  const auto plus_one = explained(x, dy, gradient_of(ops::NormOptions{}, x, dy, more), known);
  EXPECT_TRUE(covers(plus_one.ranked.front(), "one-plus-weight", ops::NormOptions{}))
      << text_of(plus_one);
  const auto forgotten = explained(x, dy, gradient_of(ops::NormOptions{}, x, dy), known);
  EXPECT_TRUE(covers(forgotten.ranked.front(), "without-gamma", ops::NormOptions{}))
      << text_of(forgotten);
}

TEST(ExplainGradient, SolvesForGammaWhereDxTellsIt) {
  const Tensor x = normal(1, {6, 5});
  const Tensor dy = normal(2, {6, 5});
  const Tensor gamma = make({5}, {1.5F, 0.25F, -1, 0.75F, 2});
  const auto answer = explained(x, dy, gradient_of(ops::NormOptions{}, x, dy, kept(gamma)));
  EXPECT_TRUE(covers(answer.ranked.front(), "", ops::NormOptions{})) << text_of(answer);
  ASSERT_TRUE(answer.ranked.front().gamma);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_NEAR(answer.ranked.front().gamma->values()[k], gamma.values()[k], 2e-6);
  }
  EXPECT_NE(answer.sentence.find("with gamma solved for"), std::string::npos) << answer.sentence;
}

TEST(ExplainGradient, NamesTheFormWhoseBitsDxHas) {
  const Tensor x = normal(3, {4, 8});
  const Tensor dy = normal(4, {4, 8});
  for (const auto& [form, name] : trace::backward_form_names()) {
    const auto answer = explained(x, dy, layer_norm_in(form, x, dy));
    ASSERT_EQ(answer.forms.size(), 3U) << text_of(answer);
    EXPECT_EQ(answer.forms.front().form, name) << text_of(answer);
    EXPECT_EQ(answer.forms.front().equal, 32);
    EXPECT_LT(answer.forms.at(1).equal, 32);
    EXPECT_NE(answer.sentence.find("It has every bit of the "), std::string::npos)
        << answer.sentence;
  }
  // Rounded once from double, it is none of them.
  const auto exact = explained(x, dy, gradient_of(ops::NormOptions{}, x, dy));
  EXPECT_LT(exact.forms.front().equal, 32);
  EXPECT_NE(exact.sentence.find("Its form is not told"), std::string::npos) << exact.sentence;
}

// Far from 0 the sums of the input cancel: 2.2e-3 at 1e5, where the centred form keeps 1.5e-7.
TEST(ExplainGradient, KnowsPyTorchsSumsByWhatTheyLose) {
  // float32 holds their mean.
  Tensor x = normal(5, {6, 8});
  for (std::size_t k = 0; k < 48; ++k) x.values()[k] = 100000 + static_cast<float>(k * k % 11);
  const Tensor dy = normal(6, {6, 8});
  Tensor sums = layer_norm_in(trace::BackwardForm::kSumsOfInput, x, dy);
  const auto own = explained(x, dy, sums);
  ASSERT_EQ(own.forms.size(), 3U) << text_of(own);
  EXPECT_EQ(own.forms.front().form, "sums-of-input");
  EXPECT_EQ(own.forms.front().equal, 48);
  EXPECT_GT(own.forms.front().largest_error, 1e-3);
  EXPECT_LT(own.forms.at(1).largest_error, 1e-5);
  // Of another order of sums: no bits, but its errors.
  for (float& value : sums.values()) value += 0.0004F;
  const auto other = explained(x, dy, sums);
  EXPECT_EQ(other.forms.front().equal, 0) << text_of(other);
  EXPECT_NE(other.sentence.find("like the sums of the uncentred input by"), std::string::npos)
      << other.sentence;
  const auto closed = explained(x, dy, layer_norm_in(trace::BackwardForm::kClosed, x, dy));
  EXPECT_EQ(closed.forms.front().form, "closed") << text_of(closed);
}

TEST(ExplainGradient, KnowsTheTypeAndTheTextsOfItsNumbers) {
  const Tensor x = normal(1, {5, 8});
  const Tensor dy = normal(2, {5, 8});
  Tensor half = gradient_of(ops::NormOptions{}, x, dy);
  for (float& value : half.values()) {
    const int exponent = std::max(std::ilogb(value), -14);
    value = std::ldexp(std::nearbyint(std::ldexp(value, 10 - exponent)), exponent - 10);
  }
  const auto in_half = explained(x, dy, half);
  EXPECT_EQ(in_half.verdict, Fit::kExplained) << text_of(in_half);
  EXPECT_EQ(in_half.y_format, NumberFormat::kFloat16);
  EXPECT_NE(in_half.bound.find("float16"), std::string::npos) << in_half.bound;
  EXPECT_TRUE(in_half.forms.empty());
  // What was computed is not known any more where x and dy were printed.
  const auto texts =
      explained(printed(x, 3), printed(dy, 3), gradient_of(ops::NormOptions{}, x, dy),
                {.x = {.decimals = 3}, .dy = {.decimals = 3}});
  EXPECT_EQ(texts.verdict, Fit::kExplained) << text_of(texts);
  EXPECT_EQ(texts.arithmetic, Arithmetic::kInputDecimals);
  EXPECT_NE(texts.bound.find("(decimals of x 3, dy 3)"), std::string::npos) << texts.bound;
  const auto unknown =
      explained(printed(x, 3), printed(dy, 3), gradient_of(ops::NormOptions{}, x, dy));
  EXPECT_EQ(unknown.verdict, Fit::kNotExplained) << text_of(unknown);
}

TEST(ExplainGradient, ClaimsNothingOfConstantDyAndOfDyItself) {
  const Tensor x = normal(1, {5, 8});
  const Tensor dy = normal(2, {5, 8});
  EXPECT_EQ(explained(x, dy, dy).verdict, Fit::kNotExplained);
  const Tensor ones = make({5, 8}, std::vector<float>(40, 1));
  const auto nothing = explained(x, ones, make({5, 8}, std::vector<float>(40, 0)));
  EXPECT_EQ(nothing.verdict, Fit::kNotExplained) << text_of(nothing);
  EXPECT_NE(nothing.sentence.find("the mean of d subtracted twice"), std::string::npos)
      << "what was searched is said";
}

// A constant row is 0 in every variant of layer norm, and its gradient tells where eps stands.
TEST(ExplainGradient, OfAConstantRowTellsWhereEpsStands) {
  const Tensor x = make({2, 4}, {2, 2, 2, 2, 1, 5, 2, 0});
  const Tensor dy = make({2, 4}, {1, 0, 0, 0, 0.5F, -1, 2, 0.25F});
  const ops::NormOptions outside{.epsilon_placement = ops::EpsilonPlacement::kOutside,
                                 .estimator = ops::VarianceEstimator::kUnbiased,
                                 .algorithm = ops::VarianceAlgorithm::kWelford};
  Tensor dx = gradient_of(outside, x, dy);
  EXPECT_NEAR(dx.values()[0], 75000, 1);
  ops::NormOptions found = outside;
  found.algorithm = ops::VarianceAlgorithm::kTwoPass;
  const auto masked = explained(x, dy, dx);
  EXPECT_TRUE(covers(masked.ranked.front(), "", found)) << text_of(masked);
  // By the square root of a variance it is NaN.
  for (std::size_t k = 0; k < 4; ++k) dx.values()[k] = std::nanf("");
  const auto nan = explained(x, dy, dx);
  EXPECT_EQ(nan.verdict, Fit::kExplained) << text_of(nan);
  EXPECT_EQ(std::get<ops::NormOptions>(nan.ranked.front().operation).epsilon_placement,
            ops::EpsilonPlacement::kOutside)
      << text_of(nan);
}

TEST(ExplainGradient, RefusesOtherShapes) {
  const Tensor x = normal(1, {2, 3});
  EXPECT_EQ(explain_gradient(x, normal(2, {3, 2}), x).error().sentence,
            "the upstream gradient of shape (3, 2) is not of the input's shape (2, 3)");
  EXPECT_EQ(explain_gradient(x, x, normal(2, {6})).error().sentence,
            "dx of shape (6) is not of the input's shape (2, 3)");
  EXPECT_FALSE(explain_gradient(make({0, 3}, {}), make({0, 3}, {}), make({0, 3}, {})));
}

TEST(GradientWays, HaveNamesAndFormulas) {
  EXPECT_TRUE(gradient_ways().front().id.empty());
  for (const GradientWay& way : gradient_ways().subspan(1)) {
    EXPECT_FALSE(way.id.empty());
    EXPECT_FALSE(way.words.empty()) << way.id;
    EXPECT_TRUE(way.norm != nullptr || way.softmax != nullptr) << way.id;
  }
}

}  // namespace
}  // namespace normscope::variants
