// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <utility>

#include "core/torch_arithmetic/elementwise.hpp"
#include "core/torch_arithmetic/maximum.hpp"
#include "core/torch_arithmetic/sum.hpp"
#include "core/trace/builder.hpp"
#include "core/trace/operations.hpp"
#include "core/trace/values.hpp"

namespace normscope::trace {

using base::Expected;
using ops::SoftmaxAlgorithm;
using tensor::Tensor;
using torch_arithmetic::Dimensions;
using torch_arithmetic::View;

namespace {

// The sum of exp(x - maximum) in one pass: a logit above the maximum so far scales the sum down.
float online_sum(std::span<const float> row) {
  constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();
  float top = kMinusInfinity;
  float sum = 0;
  for (const float logit : row) {
    if (logit > top) {
      sum = sum * torch_arithmetic::exp(top - logit) + 1.0F;  // at first 0 times exp(-inf), 0
      top = logit;
    } else if (logit != kMinusInfinity) {
      sum += torch_arithmetic::exp(logit - top);
    }
  }
  // A row of only -inf, or a maximum of +inf: NaN, as inf - inf in the two-pass chain.
  return std::isinf(top) && !row.empty() ? std::nanf("") : sum;
}

Expected<Tensor> online_sums(const Tensor& logits, const tensor::GroupLayout& groups) {
  auto sums = Tensor::full({groups.count}, 0.0F);
  if (!sums) return sums;
  std::vector<float> row(static_cast<std::size_t>(groups.size));
  for (std::int64_t group = 0; group < groups.count; ++group) {
    tensor::gather(logits.values(), groups, group, row);
    sums->values()[static_cast<std::size_t>(group)] = online_sum(row);
  }
  return sums;
}

Expected<int> add_sum(Builder& builder, int exponential, StepLabel label) {
  return builder.reduce(
      std::move(label), {Primitive::kSumOver, exponential},
      [](const View& values, Dimensions dims) { return torch_arithmetic::sum(values, dims); });
}

}  // namespace

Expected<Trace> trace_softmax(const TensorRef& x, const ops::SoftmaxOptions& options) {
  const auto plan = ops::plan_softmax(x->shape(), options);
  if (!plan) return tl::unexpected(plan.error());
  Builder builder(x, plan->groups);
  const bool naive = options.algorithm == SoftmaxAlgorithm::kNaive;
  const bool online = options.algorithm == SoftmaxAlgorithm::kOnline;

  int logits = Builder::kInput;
  std::string z = "x";
  if (options.temperature != 1.0) {
    z = "z";
    logits = builder.add({"divided by temperature", z, "x / T"}, Primitive::kDivideConstant, logits,
                         -1, options.temperature);
  }
  int shifted = logits;
  std::string exponent = z;
  if (!naive) {
    const auto largest = [count = plan->groups.count](const View& values, Dimensions dims) {
      if (values.size() != 0) return torch_arithmetic::amax(values, dims);
      return *Tensor::full({count}, -std::numeric_limits<float>::infinity());  // empty groups
    };
    const auto maximum =
        builder.reduce({"maximum", "m", "\\max " + z}, {Primitive::kMaximum, logits}, largest);
    if (!maximum) return tl::unexpected(maximum.error());
    exponent = z + " - m";
    shifted = builder.add({"shifted", exponent, exponent}, Primitive::kSubtract, logits, *maximum);
  }
  const std::string power = "e^{" + exponent + "}";
  const int exponential =
      builder.add({"exponential", power, power}, Primitive::kExponential, shifted);

  StepLabel sum_label{"sum", "s", "\\sum " + power};
  Expected<int> sum = -1;
  if (online) {
    const auto values = values_of(builder.parts(), logits);
    if (!values) return tl::unexpected(values.error());
    auto sums = online_sums(*values, plan->groups);
    if (!sums) return tl::unexpected(sums.error());
    sum = builder.add_statistic(std::move(sum_label), {Primitive::kOnlineSum, logits},
                                *std::move(sums));
  } else {
    sum = add_sum(builder, exponential, std::move(sum_label));
  }
  if (!sum) return tl::unexpected(sum.error());

  if (!options.log) {
    builder.add({"output", "y", "\\frac{" + power + "}{s}"}, Primitive::kDivide, exponential, *sum);
  } else if (naive) {
    const int share = builder.add({"share", "p", "\\frac{" + power + "}{s}"}, Primitive::kDivide,
                                  exponential, *sum);
    builder.add({"output", "y", "\\log p"}, Primitive::kLogarithm, share);
  } else {
    const int log_sum =
        builder.add({"log of the sum", "\\log s", "\\log s"}, Primitive::kLogarithm, *sum);
    builder.add({"output", "y", exponent + " - \\log s"}, Primitive::kSubtract, shifted, log_sum);
  }
  return std::move(builder).finish();
}

}  // namespace normscope::trace
