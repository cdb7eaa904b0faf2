// SPDX-License-Identifier: MIT
// Outputs as the stage shows them, and the step at which two operations part.
#include "core/variants/outputs.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/limits.hpp"
#include "core/compute/reference_group.hpp"
#include "core/ops/presets.hpp"
#include "tests/support/support.hpp"

namespace normscope::variants {
namespace {

using compute::Request;
using ops::find_preset;
using tensor::Tensor;
using testing::make;

trace::TensorRef share(Tensor values) {
  return std::make_shared<const Tensor>(std::move(values));
}

std::optional<Parting> parting_of(const compute::Operation& a, const compute::Operation& b,
                                  const trace::TensorRef& x) {
  const auto of_a = NORMSCOPE_VALUE_OR_FAIL(trace_of({a, x}));
  const auto of_b = NORMSCOPE_VALUE_OR_FAIL(trace_of({b, x}));
  return NORMSCOPE_VALUE_OR_FAIL(first_parting(of_a, of_b));
}

std::optional<Parting> presets_part(std::string_view a, std::string_view b,
                                    const trace::TensorRef& x) {
  return parting_of(find_preset(a)->options, find_preset(b)->options, x);
}

TEST(Outputs, ASmallInputGivesTheLastStepOfTheTrace) {
  const auto x = share(make({1, 4}, {1, 0, 0, 0}));
  const auto gamma = share(make({4}, {2, 2, 2, 2}));
  const Request request{ops::NormOptions{}, x, gamma};
  const auto output = NORMSCOPE_VALUE_OR_FAIL(output_of(request));
  EXPECT_EQ(output.arithmetic, "torch arithmetic, step by step");
  const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace_of(request));
  const int last = static_cast<int>(trace.steps().size()) - 1;
  EXPECT_EQ(trace.steps().back().name, "scaled");
  EXPECT_EQ(output.y, NORMSCOPE_VALUE_OR_FAIL(trace.whole(last)));
  // 2 * 0.75 / sqrt(0.1875 + 1e-5) = 3.464009
  EXPECT_NEAR(output.y.values()[0], 3.464009F, 1e-6F);
}

TEST(Outputs, ALargeInputIsComputedByTheCpuBackend) {
  const std::int64_t rows = base::kWholeStepElements / 4 + 1;
  auto values = NORMSCOPE_VALUE_OR_FAIL(Tensor::full({rows, 4}, 0.0F));
  values.values()[4 * static_cast<std::size_t>(rows) - 4] = 1.0F;  // the last row is [1, 0, 0, 0]
  const auto output = NORMSCOPE_VALUE_OR_FAIL(output_of({ops::SoftmaxOptions{}, share(values)}));
  EXPECT_TRUE(output.arithmetic.starts_with("cpu")) << output.arithmetic;
  // e / (e + 3) = 0.475367
  EXPECT_NEAR(output.y.values()[4 * static_cast<std::size_t>(rows) - 4], 0.475367F, 1e-6F);
}

TEST(Outputs, WhatDoesNotFitIsAnError) {
  const auto scalar = share(make({}, {1}));
  EXPECT_FALSE(output_of({ops::NormOptions{}, scalar}));
  const auto x = share(make({2}, {1, 0}));
  EXPECT_FALSE(trace_of({ops::SoftmaxOptions{}, x, x}));  // softmax has no gamma
}

TEST(Parting, AStepOfOneNameIsComparedByItsValues) {
  const auto parting = presets_part("V3", "V6", share(make({2, 2}, {0, 0, 1, 0})));
  ASSERT_TRUE(parting);
  EXPECT_EQ(parting->after, "squared");
  EXPECT_EQ(parting->a, "variance");
  EXPECT_EQ(parting->b, "variance");
  ASSERT_TRUE(parting->values);
  EXPECT_EQ(parting->shape, (tensor::Shape{2, 1}));
  EXPECT_EQ(parting->values->at, 1);  // both variances of the first row are 0
  EXPECT_EQ(parting->values->a, 0.25F);
  EXPECT_EQ(parting->values->b, 0.5F);
}

TEST(Parting, StepsOfDifferentNamesPart) {
  const auto x = share(make({1, 2}, {1, 0}));
  const auto one_pass = presets_part("V3", "V4", x);
  ASSERT_TRUE(one_pass);
  EXPECT_EQ(one_pass->after, "mean");
  EXPECT_EQ(one_pass->a, "centred");
  EXPECT_EQ(one_pass->b, "squared");
  EXPECT_FALSE(one_pass->values);
  const auto identity = presets_part("V9", "V10", x);
  ASSERT_TRUE(identity);
  EXPECT_EQ(identity->after, "input");
}

TEST(Parting, TheShorterOfTwoChainsEndsWithAnEmptyName) {
  const auto x = share(make({1, 2}, {1, 0}));
  const auto gamma = share(make({2}, {1, 1}));
  const auto plain = NORMSCOPE_VALUE_OR_FAIL(trace_of({ops::NormOptions{}, x}));
  const auto scaled = NORMSCOPE_VALUE_OR_FAIL(trace_of({ops::NormOptions{}, x, gamma}));
  const auto parting = NORMSCOPE_VALUE_OR_FAIL(first_parting(plain, scaled));
  ASSERT_TRUE(parting);
  EXPECT_EQ(parting->after, "normalized");
  EXPECT_EQ(parting->a, "");
  EXPECT_EQ(parting->b, "scaled");
}

TEST(Parting, StepsOfOneNameMayHaveDifferentGroups) {
  ops::NormOptions columns;
  columns.kind = ops::Normalization::kBatchNorm;
  const auto parting = parting_of(ops::NormOptions{}, columns, share(make({2, 2}, {1, 1, 1, 1})));
  ASSERT_TRUE(parting);
  EXPECT_EQ(parting->a, "mean");
  EXPECT_EQ(parting->b, "mean");
  EXPECT_FALSE(parting->values);
}

TEST(Parting, NothingPartsEqualChains) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto x = share(make({1, 3}, {1, nan, 0}));
  EXPECT_FALSE(presets_part("V3", "V3", x));
  // An epsilon below half an ULP of the variance changes no step.
  ops::NormOptions tiny;
  tiny.epsilon = 1e-12;
  ops::NormOptions tinier;
  tinier.epsilon = 1e-13;
  EXPECT_FALSE(parting_of(tiny, tinier, share(make({1, 2}, {100, 0}))));
}

}  // namespace
}  // namespace normscope::variants
