// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "core/base/parallel.hpp"
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
class OnlineSum {
 public:
  void add(float logit) {
    if (logit > top_) {
      sum_ = sum_ * torch_arithmetic::exp(top_ - logit) + 1.0F;  // at first 0 times exp(-inf), 0
      top_ = logit;
    } else if (logit != kMinusInfinity) {
      sum_ += torch_arithmetic::exp(logit - top_);
    }
  }
  // Logits of only -inf, or a maximum of +inf: NaN, as inf - inf in the two-pass chain.
  float sum(bool any) const { return std::isinf(top_) && any ? std::nanf("") : sum_; }

 private:
  static constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();
  float top_ = kMinusInfinity;
  float sum_ = 0;
};

// Elements of a group that are read at a time: a step of any size needs no copy.
constexpr std::int64_t kRead = 4096;

float online_sum(const TraceParts& parts, int logits, std::int64_t group) {
  const tensor::GroupLayout& groups = parts.groups;
  std::array<float, kRead> piece{};
  OnlineSum sum;
  for (std::int64_t first = 0; first < groups.size; first += kRead) {
    const auto values =
        std::span(piece).first(static_cast<std::size_t>(std::min(kRead, groups.size - first)));
    if (groups.contiguous()) {
      write_values(parts, logits, groups.base(group) + first, values);
    } else {
      for (std::size_t i = 0; i < values.size(); ++i) {
        const std::int64_t element = first + static_cast<std::int64_t>(i);
        values[i] = value_of(parts, logits, groups.base(group) + groups.offset(element));
      }
    }
    for (const float logit : values) sum.add(logit);
  }
  return sum.sum(groups.size > 0);
}

Expected<Tensor> online_sums(const TraceParts& parts, int logits) {
  const tensor::GroupLayout& groups = parts.groups;
  auto sums = Tensor::full({groups.count}, 0.0F);
  if (!sums) return sums;
  const std::span<float> places = sums->values();
  const std::int64_t grain =
      std::max<std::int64_t>(1, kRead / std::max<std::int64_t>(groups.size, 1));
  base::parallel_for(groups.count, grain, 0, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t group = first; group < last; ++group) {
      places[static_cast<std::size_t>(group)] = online_sum(parts, logits, group);
    }
  });
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
  const bool tempered = options.temperature != 1.0;
  const std::string z(1, tempered ? 'z' : 'x');
  if (tempered) {
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
  if (online && builder.is_late()) {
    sum = builder.add_late(
        std::move(sum_label), {Primitive::kOnlineSum, logits},
        [logits](const TraceParts& parts, std::int64_t first, std::span<float> places) {
          for (float& place : places) place = online_sum(parts, logits, first++);
        });
  } else if (online) {
    auto sums = online_sums(builder.parts(), logits);
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
