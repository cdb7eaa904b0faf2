// SPDX-License-Identifier: MIT
#include <string>
#include <utility>

#include "core/trace/operations.hpp"

namespace normscope::trace {

using ops::Relative;

namespace {

Program dyt_program(ProgramBuilder builder, const ops::RelativePlan& plan, bool gamma, bool beta) {
  const int alpha = builder.constant(Role::kAlpha, "\\alpha", plan.options.alpha);
  const int scaled = builder.add({Role::kMultipliedByAlpha, "\\alpha x", "\\alpha x"},
                                 Primitive::kMultiply, alpha, ProgramBuilder::kInput);
  int last = builder.add({Role::kTangent, "\\tanh(\\alpha x)", "\\tanh(\\alpha x)"},
                         Primitive::kHyperbolicTangent, scaled);
  if (gamma) {
    const int factor = builder.parameter(Role::kGamma, "\\gamma", plan.affine_shape);
    const std::string symbol = "\\gamma " + builder.symbol(last);
    last = builder.add({Role::kScaled, symbol, symbol}, Primitive::kMultiply, factor, last);
  }
  if (beta) {
    const int addend = builder.parameter(Role::kBeta, "\\beta", plan.affine_shape);
    const std::string symbol = builder.symbol(last) + " + \\beta";
    builder.add({Role::kShifted, symbol, symbol}, Primitive::kAdd, last, addend);
  }
  return std::move(builder).finish();
}

Program l2_norm_program(ProgramBuilder builder, const ops::RelativePlan& plan) {
  const int squared =
      builder.add({Role::kSquared, "x^2", "x^2"}, Primitive::kSquare, ProgramBuilder::kInput);
  const int sum =
      builder.reduce({Role::kSum, "\\sum x^2", "\\sum x^2"}, Primitive::kSumOver, squared);
  const int root = builder.add({Role::kMagnitude, "\\sqrt{\\sum x^2}", "\\sqrt{\\sum x^2}"},
                               Primitive::kRootOfSquares, sum);
  const int length = builder.add({Role::kBounded, "l", R"(\max(\sqrt{\sum x^2}, \epsilon))"},
                                 Primitive::kAtLeast, root, -1, plan.options.epsilon);
  builder.add({Role::kOutput, "y", "\\frac{x}{l}"}, Primitive::kDivide, ProgramBuilder::kInput,
              length);
  return std::move(builder).finish();
}

Program sparsemax_program(ProgramBuilder builder) {
  const int threshold = builder.reduce({Role::kThreshold, "t", "\\frac{\\sum_{x > t} x - 1}{k}"},
                                       Primitive::kThreshold, ProgramBuilder::kInput);
  const int over = builder.add({Role::kCentred, "x - t", "x - t"}, Primitive::kSubtract,
                               ProgramBuilder::kInput, threshold);
  builder.add({Role::kOutput, "y", "\\max(x - t, 0)"}, Primitive::kRectify, over);
  return std::move(builder).finish();
}

}  // namespace

Expected<Program> relative_program(const tensor::Shape& x, const tensor::Shape* gamma,
                                   const tensor::Shape* beta, const ops::RelativeOptions& options) {
  const auto plan = ops::plan_relative(x, gamma, beta, options);
  if (!plan) return tl::unexpected(plan.error());
  ProgramBuilder builder(x, plan->groups);
  switch (options.kind) {
    case Relative::kDyt:
      return dyt_program(std::move(builder), *plan, gamma != nullptr, beta != nullptr);
    case Relative::kL2Norm:
      return l2_norm_program(std::move(builder), *plan);
    case Relative::kSparsemax:
      break;
  }
  return sparsemax_program(std::move(builder));
}

}  // namespace normscope::trace
