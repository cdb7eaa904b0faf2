// SPDX-License-Identifier: MIT
// The closed forms against the chain rule, in double; and what each form loses in float32.
#include "core/trace/gradient/closed_forms.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/trace/operations.hpp"
#include "core/trace/trace.hpp"
#include "tests/core/ops/all_options.hpp"
#include "tests/core/trace/drawn_programs.hpp"
#include "tests/core/trace/gradient/drawn_leaves.hpp"
#include "tests/core/trace/gradient/steps_in_double.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

using tensor::Shape;

// The gradients of x and of gamma and beta by two forms of one operation, from equal leaves.
void expect_same(const Program& forward, const Gradient& chain, const Gradient& closed,
                 std::mt19937& random, const std::string& what) {
  const Leaves leaves = drawn_leaves(random, forward);
  const Doubles dy = drawn_numbers(random, forward.steps.back().shape);
  const auto expected = gradients_in_double(forward, chain, leaves, dy);
  const auto found = gradients_in_double(forward, closed, leaves, dy);
  for (const auto& [leaf, gradient] : found) {
    for (std::size_t k = 0; k < gradient.size(); ++k) {
      // Some dozen roundings in double, of numbers that deviations of at least 0.1 divide.
      EXPECT_NEAR(gradient[k], expected.at(leaf)[k], 1e-11) << what << " of step " << leaf;
    }
  }
  // Closed forms leave out temperature and sink alone.
  for (const auto& [leaf, gradient] : expected) {
    EXPECT_EQ(found.contains(leaf), forward.step(leaf).primitive == Primitive::kGiven) << what;
  }
}

TEST(ClosedForms, OfNormalizationsAreTheChainRule) {
  std::mt19937 random(31);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers each time
  int sums = 0;
  for (const Shape& shape : {Shape{3, 4}, Shape{2, 4, 3}}) {
    for (const ops::NormOptions& options : ops::all_norm_options(0.1)) {
      const auto plan = ops::plan_norm(shape, options);
      if (!plan || plan->groups.size < 2) continue;
      const Shape* const affine = &plan->affine_shape;
      const auto of = [&](BackwardForm form) {
        return norm_gradient(shape, affine, affine, options, form);
      };
      const Program forward = NORMSCOPE_VALUE_OR_FAIL(norm_program(shape, affine, affine, options));
      const Gradient chain = NORMSCOPE_VALUE_OR_FAIL(of(BackwardForm::kChain));
      const std::string what = ops::full_words(options);
      expect_same(forward, chain, NORMSCOPE_VALUE_OR_FAIL(of(BackwardForm::kClosed)), random, what);
      const auto by_sums = of(BackwardForm::kSumsOfInput);
      if (!by_sums) continue;
      expect_same(forward, chain, *by_sums, random, what + " by sums");
      ++sums;
    }
  }
  EXPECT_EQ(sums, 2 * 3);  // layer norm by three algorithms
}

TEST(ClosedForms, OfSoftmaxesAreTheChainRule) {
  std::mt19937 random(37);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same numbers each time
  const Shape shape{2, 4, 3};
  for (const ops::SoftmaxOptions& options : ops::all_softmax_options(1)) {
    expect_same(NORMSCOPE_VALUE_OR_FAIL(softmax_program(shape, options)),
                NORMSCOPE_VALUE_OR_FAIL(softmax_gradient(shape, options, BackwardForm::kChain)),
                NORMSCOPE_VALUE_OR_FAIL(softmax_gradient(shape, options, BackwardForm::kClosed)),
                random, ops::full_words(options));
  }
  EXPECT_FALSE(softmax_gradient(shape, {}, BackwardForm::kSumsOfInput));
}

// dx in float32, step by step.
std::vector<float> in_float(const Gradient& backward, const TensorRef& x, const TensorRef& dy) {
  std::vector<TensorRef> leaves(backward.program.steps.size());
  leaves.front() = x;
  leaves[static_cast<std::size_t>(backward.upstream)] = dy;
  const Trace trace = NORMSCOPE_VALUE_OR_FAIL(Trace::of(backward.program, leaves));
  const auto dx = NORMSCOPE_VALUE_OR_FAIL(trace.whole(backward.program.size() - 1));
  return {dx.values().begin(), dx.values().end()};
}

// PyTorch 1.13.1's own layer_norm loses 2.2e-3 of 1.7 there, and its dx adds up to 0.0039.
TEST(ClosedForms, SumsOfTheInputLoseDigitsWithTheOffset) {
  const TensorRef dy = tensor_of({1, 4}, {1, -1.25F, 1.5F, -1.75F});
  const auto error = [&](float offset, BackwardForm form) {
    const TensorRef x = tensor_of({1, 4}, {offset, offset + 1, offset + 2, offset + 3});
    const Gradient backward =
        NORMSCOPE_VALUE_OR_FAIL(norm_gradient({1, 4}, nullptr, nullptr, {}, form));
    const Doubles exact =
        gradients_in_double(NORMSCOPE_VALUE_OR_FAIL(norm_program({1, 4}, nullptr, nullptr, {})),
                            NORMSCOPE_VALUE_OR_FAIL(
                                norm_gradient({1, 4}, nullptr, nullptr, {}, BackwardForm::kClosed)),
                            {{0, {0, 1, 2, 3}}}, {1, -1.25, 1.5, -1.75})
            .at(0);
    const std::vector<float> dx = in_float(backward, x, dy);
    double worst = 0;
    for (std::size_t k = 0; k < dx.size(); ++k) {
      worst = std::max(worst, std::abs(static_cast<double>(dx[k]) - exact[k]));
    }
    return worst;
  };
  for (const float offset : {0.0F, 1e3F, 1e4F, 1e5F}) {
    EXPECT_LT(error(offset, BackwardForm::kClosed), 2.5e-7) << offset;
  }
  EXPECT_LT(error(0, BackwardForm::kSumsOfInput), 5e-7);
  EXPECT_GT(error(1e5F, BackwardForm::kSumsOfInput), 5e-4);
  EXPECT_LT(error(1e5F, BackwardForm::kSumsOfInput), 1e-1);
}

// Through the maximum reverse mode leaves a residue: what is subtracted from each number is added
// to the largest one, so that the sum stays 0 only up to roundings. The closed form has none.
TEST(ClosedForms, NothingGoesThroughTheMaximum) {
  const Gradient closed =
      NORMSCOPE_VALUE_OR_FAIL(softmax_gradient({1, 5}, {}, BackwardForm::kClosed));
  const Gradient chain =
      NORMSCOPE_VALUE_OR_FAIL(softmax_gradient({1, 5}, {}, BackwardForm::kChain));
  const auto compares = [](const Gradient& backward) {
    return std::ranges::any_of(backward.program.steps, [](const Step& step) {
      return step.primitive == Primitive::kEqual;
    });
  };
  EXPECT_TRUE(compares(chain));
  EXPECT_FALSE(compares(closed));
}

TEST(ClosedForms, HaveNamesThatSayWhatTheStepsAre) {
  const Shape affine{4};
  const Gradient backward =
      NORMSCOPE_VALUE_OR_FAIL(norm_gradient({3, 4}, &affine, &affine, {}, BackwardForm::kClosed));
  for (const Role role :
       {Role::kUpstreamGradient, Role::kGradientOfNormalized, Role::kMeanOfGradient,
        Role::kCentredGradient, Role::kGradientTimesNormalized,
        Role::kMeanOfGradientTimesNormalized, Role::kPartAlongNormalized,
        Role::kGradientWithoutParts, Role::kInputGradient}) {
    EXPECT_GE(backward.program.find(role), 0) << base::name_of(role_names(), role);
  }
  EXPECT_EQ(backward.program.steps.back().symbol, "\\mathrm{d}x");
  for (const Step& step : backward.program.steps) {
    EXPECT_TRUE(step.role != Role::kNone || step.name.starts_with("gradient of ") ||
                step.name.starts_with("product"))
        << step.name;
  }
}

}  // namespace
}  // namespace normscope::trace
