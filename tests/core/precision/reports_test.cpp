// SPDX-License-Identifier: MIT
// Digits that people reported, from the plans that explain them, and what is said about them.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "core/precision/examine.hpp"
#include "core/trace/operations.hpp"
#include "tests/core/precision/plan_of.hpp"
#include "tests/core/trace/drawn_programs.hpp"
#include "tests/support/support.hpp"

namespace normscope::precision {
namespace {

using trace::Primitive;
using trace::Program;
using trace::ProgramBuilder;
using trace::Role;
using trace::tensor_of;
using trace::TensorRef;

constexpr ops::NormOptions kOnePass{.algorithm = ops::VarianceAlgorithm::kOnePass};

Examination examined(const Program& program, const TensorRef& x, std::string_view plan) {
  return NORMSCOPE_VALUE_OR_FAIL(Examination::of(program, {{x}}, plan_of(plan)));
}

Examination normalized(const std::vector<float>& x, const ops::NormOptions& options,
                       std::string_view plan) {
  const TensorRef input = tensor_of({1, static_cast<std::int64_t>(x.size())}, x);
  return examined(
      NORMSCOPE_VALUE_OR_FAIL(trace::norm_program(input->shape(), nullptr, nullptr, options)),
      input, plan);
}

double output_of(const Examination& of, std::int64_t at = 0) {
  return of.values().value(of.program().size() - 1, at);
}
double value_of(const Examination& of, Role role) {
  return of.values().value(of.program().find(role), 0);
}
std::string worst_name(const Examination& of) {
  return of.worst() < 0 ? "" : of.program().step(of.worst()).name;
}
std::string worst_sentence(const Examination& of) {
  const auto& report = of.steps()[static_cast<std::size_t>(of.worst())];
  return of.sentence(of.worst(), report.at);
}

std::vector<float> ramp(float offset, float step, int count) {
  std::vector<float> values;
  values.reserve(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) values.push_back(offset + static_cast<float>(i) * step);
  return values;
}

// tracel-ai/burn issue 5607: 16 values, one pass in float32; reported with four digits.
TEST(Reports, OnePassInFourLanes) {
  const auto first = [](float offset, std::string_view plan) {
    return output_of(normalized(ramp(offset, 1e-3F, 16), kOnePass, plan));
  };
  EXPECT_NEAR(first(100, "four-lanes"), -2.3716, 5e-5);
  EXPECT_NEAR(first(1000, "four-lanes"), -2.3740, 5e-5);
  EXPECT_NEAR(first(10000, "four-lanes"), -0.0024, 5e-5);
  // The other orders that were tried.
  EXPECT_TRUE(std::isnan(first(100, "sum=float32 lanes=4 fold=halves")));
  EXPECT_NEAR(first(100, "one-lane"), -0.1691, 5e-5);
  EXPECT_NEAR(first(1000, "one-lane"), -0.0120, 5e-5);
  EXPECT_TRUE(std::isnan(first(100, "sum=float32 lanes=8")));
  EXPECT_NEAR(first(1000, "sum=float32 lanes=8"), -0.0211, 5e-5);
  EXPECT_NEAR(first(100, "storage=float64"), -1.3415, 5e-5);

  const Examination report = normalized(ramp(1000, 1e-3F, 16), kOnePass, "four-lanes");
  EXPECT_EQ(worst_name(report), "variance");
  EXPECT_EQ(report.cell(report.worst(), 0).event, Event::kCancellation);
  EXPECT_EQ(worst_sentence(report), "1.00002e+06 − 1.00002e+06 cancels: 0 instead of 2.12537e-05");
}

// microsoft/onnxruntime issue 28463.
TEST(Reports, ANegativeVariance) {
  for (const auto& [offset, variance] :
       {std::pair(40000.0F, -128.0), std::pair(80000.0F, -512.0)}) {
    const Examination report = normalized(ramp(offset, 1, 4), kOnePass, "one-lane");
    EXPECT_EQ(value_of(report, Role::kVariance), variance);
    EXPECT_TRUE(std::isnan(output_of(report)));
    EXPECT_EQ(worst_name(report), "variance");
  }
  const Examination small = normalized(ramp(10000, 1, 4), kOnePass, "one-lane");
  EXPECT_EQ(value_of(small, Role::kVariance), 0);
  EXPECT_NEAR(output_of(small), -474.34, 5e-3);
}

// huggingface/candle issue 3727.
TEST(Reports, ASumThatStandsStill) {
  const TensorRef zeros = tensor_of({1, 4096}, std::vector<float>(4096));
  const Program program = NORMSCOPE_VALUE_OR_FAIL(trace::softmax_program(zeros->shape(), {}));
  const auto row_sum = [](const Examination& of) {
    double sum = 0;
    for (const double p : of.values().all(of.program().size() - 1)) sum += p;
    return sum;
  };
  const Examination half = examined(program, zeros, "float16");
  EXPECT_EQ(output_of(half), 1.0 / 2048);
  EXPECT_EQ(row_sum(half), 2);
  EXPECT_EQ(row_sum(examined(program, zeros, "bfloat16")), 16);
  EXPECT_EQ(row_sum(examined(program, zeros, "float16-steps")), 1);
  EXPECT_EQ(worst_name(half), "sum");
  EXPECT_EQ(half.cell(half.worst(), 0).event, Event::kStalledSum);
  EXPECT_EQ(worst_sentence(half),
            "the sum of 4096 numbers stands still at 2048: in float16 2048 + 1 is 2048");
  // 2048 is short of 4096 by 1024 of its units there, which are 4.
  EXPECT_EQ(half.cell(half.worst(), 0).loss, 2048 / 4);
}

// ggml-org/llama.cpp PR 5810: Gemma's 1 + w.
TEST(Reports, AWeightPlusOne) {
  const TensorRef weight = tensor_of({1}, {3.141592F});
  ProgramBuilder builder(weight->shape(), tensor::whole_group(weight->shape()));
  builder.add({Role::kOutput, "y", "x + 1"}, Primitive::kAddConstant, 0, -1, 1);
  const Program program = std::move(builder).finish();
  EXPECT_EQ(output_of(examined(program, weight, "bfloat16")), 4.125);
  EXPECT_EQ(output_of(examined(program, weight, "input=bfloat16")), 4.140625);
}

// pytorch/pytorch issue 108072: x r + (-mean r), gamma = beta = 1, the product fused.
TEST(Reports, AFusedProduct) {
  const TensorRef x = tensor_of({2, 2}, {2, 2, 14, 14});
  ProgramBuilder builder(x->shape(), tensor::trailing_groups(x->shape(), 1));
  const int mean = builder.reduce({Role::kMean, "m", "m"}, Primitive::kSumOver, 0, 2);
  const int centred = builder.add({Role::kCentred, "d", "d"}, Primitive::kSubtract, 0, mean);
  const int squared = builder.add({Role::kSquared, "q", "q"}, Primitive::kSquare, centred);
  const int variance = builder.reduce({Role::kVariance, "v", "v"}, Primitive::kSumOver, squared, 2);
  const int sum = builder.add({Role::kVariancePlusEpsilon, "e", "e"}, Primitive::kAddConstant,
                              variance, -1, 1e-6);
  const int rstd =
      builder.add({Role::kReciprocalDeviation, "r", "r"}, Primitive::kReciprocalRoot, sum);
  const int minus =
      builder.add({Role::kNone, "n", "n"}, Primitive::kMultiplyConstant, mean, -1, -1);
  const int bias = builder.add({Role::kNone, "b", "b"}, Primitive::kMultiply, minus, rstd);
  const int scaled = builder.add({Role::kNone, "s", "s"}, Primitive::kMultiply, 0, rstd);
  const int normal = builder.add({Role::kNormalized, "z", "z"}, Primitive::kAdd, scaled, bias);
  builder.add({Role::kOutput, "y", "y"}, Primitive::kAddConstant, normal, -1, 1);
  const Program program = std::move(builder).finish();
  const Examination fused = examined(program, x, "fma");
  EXPECT_NEAR(output_of(fused, 2), 1.00012207, 5e-9);
  EXPECT_EQ(output_of(examined(program, x, "one-lane"), 2), 1);
}

// pytorch/pytorch issue 41527, DeepSpeed issue 581: float16 of 1e-12 is 0.
TEST(Reports, AnEpsilonThatHalfDoesNotHave) {
  const Examination report = normalized(std::vector<float>(8), {.epsilon = 1e-12}, "float16");
  EXPECT_TRUE(std::isnan(output_of(report)));
  const int sum = report.program().find(Role::kVariancePlusEpsilon);
  EXPECT_EQ(report.cell(sum, 0).event, Event::kUnderflow);
  EXPECT_EQ(report.sentence(sum, 0), "0 + 1e-12 is 0 in float16: smallest 5.96e-08");
  // TensorFlow's way out.
  EXPECT_EQ(output_of(normalized(std::vector<float>(8), {.epsilon = 1e-3}, "float16")), 0);
}

// tenstorrent/tt-metal issue 55159: 1e25 in float32.
TEST(Reports, ASquareBeyondFloat32) {
  const Examination report =
      normalized(std::vector<float>(4, 1e25F), {.kind = ops::Normalization::kRmsNorm}, "float32");
  EXPECT_EQ(output_of(report), 0);
  EXPECT_EQ(worst_name(report), "squared");
  EXPECT_EQ(report.cell(report.worst(), 0).event, Event::kOverflow);
  EXPECT_EQ(worst_sentence(report), "the square of 1e+25 overflows float32: largest 3.40282e+38");
  // Above 1.84e19, the root of the largest number.
  const auto square = [](float x) {
    return value_of(normalized({x}, {.kind = ops::Normalization::kRmsNorm}, "float32"),
                    Role::kSquared);
  };
  EXPECT_TRUE(std::isfinite(square(1.84e19F)));
  EXPECT_FALSE(std::isfinite(square(1.85e19F)));
}

// tenstorrent/tt-metal issue 45231: an offset of a million through TF32, whose numbers lie 512
// apart there.
TEST(Reports, AnOffsetThroughTf32) {
  const Examination report = normalized(ramp(1e6F, 1, 256), {}, "tf32");
  for (const double value : report.values().all(0)) {
    EXPECT_TRUE(value == 999936 || value == 1000448) << value;
  }
  const Examination narrow = normalized(ramp(1e6F, 1, 128), {}, "tf32");
  EXPECT_EQ(value_of(narrow, Role::kVariance), 0);
  EXPECT_EQ(worst_name(narrow), "centred");
}

// microsoft/onnxruntime issue 29034 and others: squares in float16.
TEST(Reports, ASquareInHalf) {
  const ops::NormOptions rms{.kind = ops::Normalization::kRmsNorm};
  EXPECT_TRUE(std::isinf(value_of(normalized({256}, rms, "float16"), Role::kSquared)));
  EXPECT_EQ(value_of(normalized({255.9F}, rms, "float16"), Role::kSquared), 65472);
  EXPECT_EQ(output_of(normalized({1000, -1000}, rms, "float16")), 0);
  const Examination report = normalized({300, -5}, rms, "float16");
  EXPECT_EQ(worst_name(report), "squared");
  EXPECT_EQ(worst_sentence(report), "the square of 300 overflows float16: largest 65504");
  const Examination saturated = normalized({300, -5}, rms, "float16 overflow=saturate");
  EXPECT_EQ(saturated.cell(saturated.worst(), 0).event, Event::kSaturated);
  EXPECT_EQ(worst_sentence(saturated),
            "the square of 300 is beyond float16: 65504, its largest number, stands for it");
}

TEST(Reports, WhatElseHappensIsNamed) {
  const ops::NormOptions rms{.kind = ops::Normalization::kRmsNorm, .epsilon = 1e-5};
  const Examination small = normalized({1e-3F, 3e-5F}, rms, "float16");
  const int squared = small.program().find(Role::kSquared);
  EXPECT_EQ(small.cell(squared, 0).event, Event::kSubnormal);
  EXPECT_EQ(small.sentence(squared, 0).substr(0, 21), "the square of 0.00100");
  EXPECT_EQ(small.cell(squared, 1).event, Event::kUnderflow);
  // 1e-5 of 4096 is no tenth of the last digit of bfloat16; the value is right to its rounding.
  const Examination large = normalized({64, 64}, rms, "bfloat16");
  const int sum = large.program().find(Role::kMeanSquarePlusEpsilon);
  EXPECT_EQ(large.cell(sum, 0).event, Event::kNone);
  EXPECT_EQ(large.sentence(sum, 0), "");
  // Of an epsilon of the size of the last digit the half that is missing counts.
  const Examination half = normalized({1, 1}, {.kind = rms.kind, .epsilon = 0.0039}, "bfloat16");
  const Examination exact = normalized({1, 1}, rms, "float64");
  EXPECT_EQ(half.cell(half.program().find(Role::kMeanSquarePlusEpsilon), 0).event, Event::kNone);
  for (int at = 0; at < exact.program().size(); ++at) EXPECT_EQ(exact.cell(at, 0).loss, 0);
  EXPECT_EQ(exact.worst(), -1);
}

}  // namespace
}  // namespace normscope::precision
