// SPDX-License-Identifier: MIT
// Figures about gradients that were worked out with PyTorch or NumPy in double, elsewhere: what a
// normalization forgets, what eps lets through, and where two placements of eps part.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/trace/gradient/closed_forms.hpp"
#include "core/trace/operations.hpp"
#include "core/trace/written.hpp"
#include "tests/core/trace/gradient/steps_in_double.hpp"
#include "tests/core/trace/written_steps.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

using tensor::Shape;

Shape row_shape(const Doubles& x) {
  return {1, static_cast<std::int64_t>(x.size())};
}

Doubles norm_dx(const Doubles& x, const Doubles& dy, const ops::NormOptions& options = {},
                BackwardForm form = BackwardForm::kChain) {
  const Shape shape = row_shape(x);
  const Program forward = NORMSCOPE_VALUE_OR_FAIL(norm_program(shape, nullptr, nullptr, options));
  const Gradient backward =
      NORMSCOPE_VALUE_OR_FAIL(norm_gradient(shape, nullptr, nullptr, options, form));
  return gradients_in_double(forward, backward, {{0, x}}, dy).at(0);
}

Doubles softmax_dx(const Doubles& x, const Doubles& dy, const ops::SoftmaxOptions& options = {}) {
  const Program forward = NORMSCOPE_VALUE_OR_FAIL(softmax_program(row_shape(x), options));
  const Gradient backward = NORMSCOPE_VALUE_OR_FAIL(gradient_of(forward));
  return gradients_in_double(forward, backward, {{0, x}}, dy).at(0);
}

void expect_near(const Doubles& values, const Doubles& expected, double tolerance) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    EXPECT_NEAR(values[k], expected[k], tolerance) << k;
  }
}

bool all_nan(const Doubles& values) {
  return std::ranges::all_of(values, [](double value) { return std::isnan(value); });
}

// The outputs of all of these are 0; the gradients are not those of one another.
TEST(GradientFacts, OfAConstantRowSayWhereEpsilonStands) {
  const Doubles x{2, 2, 2, 2};
  const Doubles dy{1, 0, 0, 0};
  for (const BackwardForm form : {BackwardForm::kChain, BackwardForm::kClosed}) {
    expect_near(norm_dx(x, dy, {}, form), {237.17, -79.06, -79.06, -79.06}, 5e-3);
    // torch.std's derivative at 0 is masked, that of a root is not.
    const ops::NormOptions by_std{.epsilon_placement = ops::EpsilonPlacement::kOutside,
                                  .algorithm = ops::VarianceAlgorithm::kWelford};
    expect_near(norm_dx(x, dy, by_std, form), {75000, -25000, -25000, -25000}, 1e-6);
    const ops::NormOptions by_root{.epsilon_placement = ops::EpsilonPlacement::kOutside};
    EXPECT_TRUE(all_nan(norm_dx(x, dy, by_root, form)));
    EXPECT_TRUE(all_nan(norm_dx(x, dy, {.epsilon = 0}, form)));
  }
}

// tenstorrent/tt-metal #53204 subtracted the mean of d twice.
TEST(GradientFacts, OfOneToFourAddUpToZero) {
  for (const BackwardForm form :
       {BackwardForm::kChain, BackwardForm::kClosed, BackwardForm::kSumsOfInput}) {
    const Doubles dx = norm_dx({1, 2, 3, 4}, {1, 0, 0, 0}, {}, form);
    expect_near(dx, {0.2683, -0.3578, -0.0894, 0.1789}, 5e-5);
    EXPECT_NEAR(dx[0] + dx[1] + dx[2] + dx[3], 0, 1e-15);
  }
}

// The singular values of the Jacobian by their directions: with gamma 1 it is symmetric.
TEST(GradientFacts, OfDirectionsAreTheSingularValues) {
  const Doubles x{0, 1, 2, 3, 4, 5};
  const Doubles along{-2.5, -1.5, -0.5, 0.5, 1.5, 2.5};
  const Doubles across{1, -2, 1, 1, -2, 1};  // of no shift and no scale
  const auto share = [&](const Doubles& direction, const ops::NormOptions& options) {
    const Doubles dx = norm_dx(x, direction, options);
    for (std::size_t k = 0; k < dx.size(); ++k) {
      EXPECT_NEAR(dx[k] * direction[0], dx[0] * direction[k], 1e-12);
    }
    return dx[0] / direction[0];
  };
  const Doubles shift(6, 1.0);
  EXPECT_NEAR(share(shift, {}), 0, 1e-15);
  EXPECT_NEAR(share(along, {}), 2.0076e-6, 5e-11);
  EXPECT_NEAR(share(across, {}), 0.58554, 5e-6);
  EXPECT_NEAR(share(along, {.epsilon = 0.5}), 0.07917, 5e-6);
  EXPECT_NEAR(share(across, {.epsilon = 0.5}), 0.5410, 5e-5);
  EXPECT_NEAR(share(along, {.epsilon_placement = ops::EpsilonPlacement::kOutside}), 3.4285e-6,
              5e-11);
  const ops::NormOptions rms{.kind = ops::Normalization::kRmsNorm};
  EXPECT_NEAR(share({1, 5, 0, 0, 0, -1}, rms), 0.33029, 5e-6);
  EXPECT_NEAR(norm_dx(x, x, rms)[1], 3.603e-7, 5e-11);
}

// eps / s^3: what a layer norm lets through along its own output.
TEST(GradientFacts, OfTheScaleAreWhatEpsilonLetsThrough) {
  for (const auto& [deviation, leak, tolerance] :
       {std::tuple(1.0, 1e-5, 1e-9), std::tuple(0.1, 0.01, 5e-5), std::tuple(0.01, 8.67, 5e-3),
        std::tuple(0.00316, 112.0, 0.5), std::tuple(0.001, 274.0, 0.5),
        std::tuple(0.0001, 316.0, 0.5)}) {
    const Doubles along{-1, 1, -1, 1};
    Doubles x = along;
    for (double& value : x) value *= deviation;
    EXPECT_NEAR(norm_dx(x, along)[1], leak, tolerance);
  }
}

TEST(GradientFacts, OfSoftmaxes) {
  expect_near(softmax_dx({0, 0}, {1, -1}), {0.5, -0.5}, 1e-15);
  expect_near(softmax_dx({3, 3, 3, 3}, {1, -1, 2, -2}), {0.25, -0.25, 0.5, -0.5}, 1e-15);
  expect_near(softmax_dx({1, 2, 3}, {1, 1, 1}), {0, 0, 0}, 1e-16);
  // I - 1 p^T is not symmetric: dy is multiplied by its transpose.
  const double p0 = 1 / (1 + std::exp(1) + std::exp(2));
  expect_near(softmax_dx({1, 2, 3}, {1, 0, 0}, {.log = true}),
              {1 - p0, -p0 * std::exp(1), -p0 * std::exp(2)}, 1e-15);
}

// log(sum(exp(x))) of nothing but -inf is -inf, and its gradient is NaN (pytorch #31829).
TEST(GradientFacts, OfALogarithmOfNoNumbersIsNan) {
  using testing::of;
  std::vector<WrittenStep> steps{testing::given({}),
                                 testing::over(Primitive::kMaximum, 0, {1}),
                                 of(Primitive::kSubtract, 0, 1),
                                 of(Primitive::kExponential, 2),
                                 testing::over(Primitive::kSumOver, 3, {1}),
                                 of(Primitive::kLogarithm, 4),
                                 of(Primitive::kAdd, 5, 1)};
  for (std::size_t at = 0; at < steps.size(); ++at) {
    steps[at].name = steps[at].symbol = "s" + std::to_string(at);
  }
  const auto written = NORMSCOPE_VALUE_OR_FAIL(written_program(steps, {1, 3}));
  const Gradient backward = NORMSCOPE_VALUE_OR_FAIL(gradient_of(written.program));
  const double none = -std::numeric_limits<double>::infinity();
  EXPECT_TRUE(all_nan(
      gradients_in_double(written.program, backward, {{0, {none, none, none}}}, {1}).at(0)));
}

// The error of central differences has a valley: steps that are too long miss the curve, steps that
// are too short lose digits.
TEST(GradientFacts, OfCentralDifferencesHaveAValleyNearAHundredThousandth) {
  const Doubles x{0, 1, 2, 3, 4, 5};
  const Doubles dy{0.3, -1.2, 0.7, 0.1, -0.4, 1.1};
  const Program forward = NORMSCOPE_VALUE_OR_FAIL(norm_program({1, 6}, nullptr, nullptr, {}));
  const Doubles dx = norm_dx(x, dy);
  const auto error = [&](double step) {
    double worst = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const auto moved = [&](double by) {
        Doubles values = x;
        values[k] += by;
        return weighted_sum(steps_in_double(forward, {{0, values}}).back(), dy);
      };
      worst = std::max(worst, std::abs((moved(step) - moved(-step)) / (2 * step) - dx[k]));
    }
    return worst;
  };
  EXPECT_LT(error(1e-5), 2e-10);
  EXPECT_GT(error(1e-2), 1e3 * error(1e-5));
  EXPECT_GT(error(1e-8), 1e1 * error(1e-5));
  EXPECT_GT(error(1e-12), 1e4 * error(1e-5));
}

}  // namespace
}  // namespace normscope::trace
