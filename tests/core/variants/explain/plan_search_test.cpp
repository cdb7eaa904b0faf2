// SPDX-License-Identifier: MIT
// Which precision plan an output is taken for, and which outputs are no plan's.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "core/compute/steps.hpp"
#include "core/formats/rounding.hpp"
#include "core/precision/plan.hpp"
#include "tests/core/variants/explain/explain_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using tensor::Tensor;
using variants::Explanations;
using variants::Fit;
using variants::Known;
using variants::NumberFormat;

constexpr Known kHalf{.x = {.format = NumberFormat::kFloat16},
                      .y = {.format = NumberFormat::kFloat16}};
constexpr Known kBrain{.x = {.format = NumberFormat::kBfloat16},
                       .y = {.format = NumberFormat::kBfloat16}};

Tensor rounded(Tensor values, const formats::Format& format) {
  for (float& value : values.values()) {
    value = static_cast<float>(formats::rounded_to(static_cast<double>(value), format));
  }
  return values;
}

Tensor under_plan(const compute::Operation& operation, const Tensor& x, std::string_view plan) {
  const compute::Request request{.operation = operation,
                                 .x = kept(x),
                                 .precision = NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan(plan))};
  const auto steps = NORMSCOPE_VALUE_OR_FAIL(compute::steps_of(request));
  const int last = static_cast<int>(steps.steps().size()) - 1;
  std::vector<float> values;
  for (std::int64_t at = 0; at < x.size(); ++at) values.push_back(steps.value(last, at));
  return NORMSCOPE_VALUE_OR_FAIL(Tensor::from_values(x.shape(), std::move(values)));
}

bool says(const Explanations& answer, std::string_view words) {
  return answer.sentence.find(words) != std::string::npos;
}

TEST(ExplainPlans, AKernelOfSixteenBitsIsNamed) {
  const Tensor half = rounded(normal(5, {8, 48}, 2, 1), formats::kFloat16);
  const Explanations kernel =
      explained(half, under_plan(ops::NormOptions{}, half, "float16-kernel"), kHalf);
  EXPECT_EQ(kernel.verdict, Fit::kExplained);
  EXPECT_EQ(kernel.plans, (std::vector<std::string_view>{"float16-kernel"})) << text_of(kernel);
  EXPECT_TRUE(
      says(kernel, "It has every bit of the precision plan float16-kernel: float16 in memory"))
      << kernel.sentence;

  const Tensor brain = rounded(normal(6, {8, 48}, 2, 1), formats::kBfloat16);
  const Explanations steps =
      explained(brain, under_plan(ops::SoftmaxOptions{}, brain, "bfloat16-steps"), kBrain);
  EXPECT_EQ(steps.plans, (std::vector<std::string_view>{"bfloat16-steps"})) << text_of(steps);
}

TEST(ExplainPlans, AutocastIsAFloat16InputAndAFloat32Output) {
  const Tensor x = rounded(normal(7, {6, 40}), formats::kFloat16);
  const Tensor y = under_plan(ops::NormOptions{}, x, "autocast");
  const Explanations answer = explained(x, y, {.x = {.format = NumberFormat::kFloat16}});
  EXPECT_EQ(answer.plans, (std::vector<std::string_view>{"autocast"})) << text_of(answer);
  // The same numbers as float32 are float32's, of which nothing is to be said.
  const Explanations plain = explained(x, y);
  EXPECT_FALSE(says(plain, "precision plan")) << plain.sentence;
}

// More digits are lost than roundings of each step explain.
TEST(ExplainPlans, SumsThatStandStillAreFound) {
  const Tensor x = rounded(normal(8, {4, 1024}), formats::kBfloat16);
  const Tensor y = under_plan(ops::SoftmaxOptions{}, x, "bfloat16");
  const Explanations answer = explained(x, y, kBrain);
  EXPECT_EQ(answer.verdict, Fit::kExplained) << text_of(answer);
  EXPECT_EQ(answer.ranked.front().operation, compute::Operation(ops::SoftmaxOptions{}));
  EXPECT_EQ(answer.plans, (std::vector<std::string_view>{"bfloat16"})) << text_of(answer);
}

TEST(ExplainPlans, WhatIsNoPlansIsNotClaimed) {
  const Tensor x = rounded(normal(9, {4, 1024}), formats::kBfloat16);
  Tensor y = under_plan(ops::SoftmaxOptions{}, x, "bfloat16");
  // One number, by its last bit: 2^-7 of itself.
  y.values()[17] *= 1.0078125F;
  y = rounded(std::move(y), formats::kBfloat16);
  const Explanations touched = explained(x, y, kBrain);
  EXPECT_TRUE(touched.plans.empty()) << text_of(touched);
  EXPECT_FALSE(says(touched, "precision plan"));
  // Zeros come out of float16 when a square overflows, and of much else.
  const Tensor large = rounded(normal(10, {2, 8}, 400), formats::kFloat16);
  const Tensor zeros = NORMSCOPE_VALUE_OR_FAIL(Tensor::full({2, 8}, 0));
  EXPECT_TRUE(explained(large, zeros, kHalf).plans.empty());
  // Printed numbers have no last bits.
  Known printed_numbers = kBrain;
  printed_numbers.y.decimals = 4;
  EXPECT_TRUE(explained(x, printed(y, 4), printed_numbers).plans.empty());
}

}  // namespace
}  // namespace normscope::testing
