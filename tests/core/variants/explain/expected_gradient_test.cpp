// SPDX-License-Identifier: MIT
// Numbers of dx in double against the double reference, and the bounds of printed inputs.
#include "core/variants/explain/expected_gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/ops/operation.hpp"
#include "tests/core/ops/all_options.hpp"
#include "tests/core/variants/explain/explain_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::variants {
namespace {

using tensor::Tensor;
using testing::kept;

Tensor reference(const BackwardInput& input, const BackwardCandidate& candidate) {
  return testing::gradient_of(candidate.operation, *input.x, *input.dy, candidate.gamma);
}

// Every number within its bound; the numbers that were seen.
int within(const BackwardInput& input, const BackwardCandidate& candidate, const Tensor& dx,
           const BackwardTolerance& tolerance) {
  int seen = 0;
  walk_gradient(input, candidate, tolerance, kAllElements, [&](const ExpectedNumber& number) {
    const float value = dx.values()[static_cast<std::size_t>(number.at)];
    EXPECT_TRUE(agrees(value, number))
        << value << " for " << number.exact << " within " << number.allowed << " at " << number.at;
    ++seen;
    return true;
  });
  return seen;
}

TEST(ExpectedGradient, OfEveryOptionAreTheReferenceRoundedOnce) {
  const BackwardTolerance once{tolerance_of({Arithmetic::kRoundedOnce, {}, {}}, 1)};
  const BackwardInput input{kept(testing::normal(1, {2, 4, 3})),
                            kept(testing::normal(2, {2, 4, 3}))};
  int operations = 0;
  for (const ops::NormOptions& options : ops::all_norm_options(0.5)) {
    const auto plan = ops::plan_norm(input.x->shape(), options);
    if (!plan || plan->groups.size < 2 || options.returned != ops::Returned::kNormalized ||
        options.running) {
      continue;
    }
    const BackwardCandidate candidate{options, &gradient_ways().front(),
                                      kept(testing::normal(3, plan->affine_shape))};
    EXPECT_EQ(within(input, candidate, reference(input, candidate), once), 24)
        << ops::full_words(options);
    ++operations;
  }
  EXPECT_GT(operations, 50);
  for (const ops::SoftmaxOptions& options : ops::all_softmax_options(1)) {
    const BackwardCandidate candidate{options, &gradient_ways().front()};
    EXPECT_EQ(within(input, candidate, reference(input, candidate), once), 24)
        << ops::full_words(options);
  }
}

// x and dy were printed with three decimals: what they were moves dx within its bound.
TEST(ExpectedGradient, BoundWhatPrintedInputsCanDo) {
  const Tensor x = testing::normal(1, {40, 6});
  const Tensor dy = testing::normal(2, {40, 6});
  const BackwardInput printed{kept(testing::printed(x, 3)), kept(testing::printed(dy, 3))};
  const BackwardTolerance tolerance{tolerance_of({Arithmetic::kInputDecimals, {}, 3}, 6),
                                    half_unit(3)};
  for (const compute::Operation& operation :
       {compute::Operation{ops::NormOptions{}},
        compute::Operation{
            ops::NormOptions{.epsilon = 0.1, .epsilon_placement = ops::EpsilonPlacement::kOutside}},
        compute::Operation{ops::NormOptions{.kind = ops::Normalization::kRmsNorm}},
        compute::Operation{ops::SoftmaxOptions{.temperature = 0.5}},
        compute::Operation{ops::SoftmaxOptions{.log = true}}}) {
    const BackwardCandidate candidate{operation, &gradient_ways().front()};
    EXPECT_EQ(within(printed, candidate, reference({kept(x), kept(dy)}, candidate), tolerance), 240)
        << ops::full_words(operation);
  }
}

TEST(ExpectedGradient, SolveForGammaThatDxIsLinearIn) {
  const BackwardInput input{kept(testing::normal(1, {6, 4})), kept(testing::normal(2, {6, 4}))};
  const auto gamma = kept(testing::make({4}, {2, -1, 0.5F, 3}));
  const BackwardCandidate candidate{ops::NormOptions{}, &gradient_ways().front()};
  BackwardCandidate with_gamma = candidate;
  with_gamma.gamma = gamma;
  const auto solved = solve_gamma(input, candidate, reference(input, with_gamma), {}, kAllElements);
  ASSERT_EQ(solved.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(solved[k], static_cast<double>(gamma->values()[k]), 1e-6);
  }
  // dy of one column is 0: nothing is known of its gamma.
  Tensor dy = *input.dy;
  for (std::size_t row = 0; row < 6; ++row) dy.values()[row * 4 + 1] = 0;
  const BackwardInput lacking{input.x, kept(dy)};
  EXPECT_TRUE(
      solve_gamma(lacking, candidate, reference(lacking, with_gamma), {}, kAllElements).empty());
}

}  // namespace
}  // namespace normscope::variants
