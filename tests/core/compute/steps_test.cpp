// SPDX-License-Identifier: MIT
// Requests under a precision plan: the numbers are those of the steps, forwards and backwards.
#include "core/compute/steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/precision/evaluate.hpp"
#include "tests/support/support.hpp"

namespace normscope::compute {
namespace {

using precision::Plan;

Plan plan_named(std::string_view text) {
  return NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan(text));
}

trace::TensorRef shared(tensor::Shape shape, std::vector<float> values) {
  return std::make_shared<const tensor::Tensor>(testing::make(std::move(shape), std::move(values)));
}

Request under(std::string_view plan, Operation operation = ops::NormOptions{}) {
  Request request{operation, shared({2, 4}, {1, 2, 3, 5, 100, -7, 0.5F, 9})};
  request.precision = plan_named(plan);
  return request;
}

// What a precision plan has no part in.
std::vector<float> numbers_of(const tensor::Tensor& tensor) {
  return {tensor.values().begin(), tensor.values().end()};
}

TEST(Steps, TheOutputAndTheStatisticsAreThoseOfTheSteps) {
  for (const auto* const plan : {"float16", "bfloat16-kernel", "four-lanes", "float64"}) {
    const Request request = under(plan);
    const auto steps = NORMSCOPE_VALUE_OR_FAIL(steps_of(request));
    const auto result = NORMSCOPE_VALUE_OR_FAIL(compute(make_backends(), request, {}));
    const int last = steps.program().size() - 1;
    for (std::int64_t k = 0; k < 8; ++k) {
      EXPECT_EQ(result.y.values()[static_cast<std::size_t>(k)], steps.value(last, k)) << plan;
    }
    for (std::int64_t group = 0; group < 2; ++group) {
      const auto at = static_cast<std::size_t>(group);
      EXPECT_EQ(result.first.values()[at], steps.value(steps.find(trace::Role::kMean), group));
      EXPECT_EQ(result.second.values()[at],
                1.0F / steps.value(steps.find(trace::Role::kDeviation), group));
    }
    EXPECT_EQ(result.device, "cpu, step by step under the precision plan");
  }
  // Without a plan the backends compute.
  EXPECT_NE(NORMSCOPE_VALUE_OR_FAIL(compute(make_backends(), under("float32"), {})).device,
            "cpu, step by step under the precision plan");
}

// A float16 has 11 binary digits: each number of the output is one, and is near the float32 one.
TEST(Steps, EveryOperationHasItsOutputInTheStorageFormat) {
  const std::vector<Operation> operations{ops::NormOptions{},
                                          ops::NormOptions{.kind = ops::Normalization::kRmsNorm},
                                          ops::SoftmaxOptions{},
                                          ops::SoftmaxOptions{.log = true},
                                          ops::RelativeOptions{.kind = ops::Relative::kDyt},
                                          ops::RelativeOptions{.kind = ops::Relative::kSparsemax}};
  for (const Operation& operation : operations) {
    const auto half =
        NORMSCOPE_VALUE_OR_FAIL(compute(make_backends(), under("float16-kernel", operation), {}));
    const auto whole =
        NORMSCOPE_VALUE_OR_FAIL(compute(make_backends(), under("float32", operation), {}));
    for (std::size_t k = 0; k < 8; ++k) {
      const auto value = static_cast<double>(half.y.values()[k]);
      EXPECT_EQ(formats::rounded_to(value, formats::kFloat16), value);
      EXPECT_NEAR(value, whole.y.values()[k],
                  std::max(0x1p-10 * std::abs(static_cast<double>(whole.y.values()[k])), 0x1p-20));
    }
  }
}

TEST(Steps, GradientsGoByThePlanToo) {
  GradientRequest request{under("float16-kernel"), shared({2, 4}, {1, 0, 2, -1, 0, 0, 1, 0}), true,
                          true};
  const auto half = NORMSCOPE_VALUE_OR_FAIL(compute_gradient(request, {}));
  request.forward.precision = {};
  const auto whole = NORMSCOPE_VALUE_OR_FAIL(compute_gradient(request, {}));
  EXPECT_NE(numbers_of(half.dx), numbers_of(whole.dx));
  for (std::size_t k = 0; k < 8; ++k) {
    const auto value = static_cast<double>(half.dx.values()[k]);
    EXPECT_EQ(formats::rounded_to(value, formats::kFloat16), value);
    EXPECT_NEAR(value, whole.dx.values()[k], 0x1p-10);
  }
  ASSERT_TRUE(half.dgamma && half.dbeta);
  // The sum of each column of dy.
  EXPECT_EQ(numbers_of(*half.dbeta), (std::vector<float>{1, 0, 3, -1}));
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(half.dgamma->values()[k], whole.dgamma->values()[k], 0x1p-9);
  }
}

TEST(Steps, WhatAPlanCannotHaveIsRefused) {
  const Request request = under("float16");
  for (const Device device : {Device::kGpu, Device::kReference}) {
    const auto result = compute(make_backends(), request, {.device = device});
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().sentence, "a precision plan is computed on the cpu alone");
  }
  Request exact = request;
  exact.exact = std::make_shared<const std::vector<double>>(8, 1.0);
  EXPECT_FALSE(compute(make_backends(), exact, {}));
}

}  // namespace
}  // namespace normscope::compute
