// SPDX-License-Identifier: MIT
#include "core/trace/group_functions.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "core/torch_arithmetic/elementwise.hpp"
#include "core/torch_arithmetic/maximum.hpp"
#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"

namespace normscope::trace::function {

using tensor::Tensor;
using torch_arithmetic::Dimensions;
using torch_arithmetic::View;

namespace {

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

float minimum_of(std::span<const float> group) {
  float least = std::numeric_limits<float>::infinity();
  for (const float a : group) {
    if (std::isnan(a)) return a;
    least = std::min(least, a);
  }
  return least;
}

// The largest of (sum of the k largest - 1) / k. The sums are made as torch.cumsum makes them: in
// double, each rounded.
template <class T>
T threshold_of(std::span<const T> group) {
  T top = -std::numeric_limits<T>::infinity();
  bool nan = false;
  for (const T a : group) {
    nan = nan || a != a;
    top = a > top ? a : top;
  }
  if (nan) return std::numeric_limits<T>::quiet_NaN();
  // Nothing that is 1 or more below the largest stays above the threshold.
  std::vector<T> sorted;
  for (const T a : group) {
    if (a >= top - 1) sorted.push_back(a);
  }
  std::ranges::sort(sorted, std::greater<>());
  double sum = 0;
  T threshold = -std::numeric_limits<T>::infinity();
  for (std::size_t k = 0; k < sorted.size(); ++k) {
    sum += static_cast<double>(sorted[k]);
    threshold = std::max(threshold, (static_cast<T>(sum) - T{1}) / static_cast<T>(k + 1));
  }
  return threshold;
}

// Computes a statistic of each group of a view, in order, from its elements in order.
template <class Function>
Tensor each_group(const View& values, Dimensions dims, Function function) {
  const std::size_t rank = values.shape.size();
  const auto is_reduced = [&](std::size_t d) { return std::ranges::find(dims, d) != dims.end(); };
  std::vector<std::int64_t> bases{0};
  std::vector<std::int64_t> offsets{0};
  for (std::size_t d = 0; d < rank; ++d) {
    auto& positions = is_reduced(d) ? offsets : bases;
    std::vector<std::int64_t> more;
    more.reserve(positions.size() * static_cast<std::size_t>(values.shape[d]));
    for (const std::int64_t at : positions) {
      for (std::int64_t i = 0; i < values.shape[d]; ++i) more.push_back(at + i * values.strides[d]);
    }
    positions = std::move(more);
  }
  Tensor result = *Tensor::full({static_cast<std::int64_t>(bases.size())}, 0.0F);
  std::vector<float> group(offsets.size());
  for (std::size_t g = 0; g < bases.size(); ++g) {
    for (std::size_t k = 0; k < offsets.size(); ++k) {
      group[k] = values.values[static_cast<std::size_t>(bases[g] + offsets[k])];
    }
    result.values()[g] = function(std::as_const(group));
  }
  return result;
}

// The sum of exp(x - maximum) in one pass: a logit above the maximum so far scales the sum down.
float online_sum_of(std::span<const float> logits) {
  float top = kMinusInfinity;
  float sum = 0;
  for (const float logit : logits) {
    if (logit > top) {
      sum = sum * torch_arithmetic::exp(top - logit) + 1.0F;  // at first 0 times exp(-inf), 0
      top = logit;
    } else if (logit != kMinusInfinity) {
      sum += torch_arithmetic::exp(logit - top);
    }
  }
  // Logits of only -inf, or a maximum of +inf: NaN, as inf - inf in the two-pass chain.
  return std::isinf(top) && !logits.empty() ? std::nanf("") : sum;
}

}  // namespace

Tensor sum_over(const View& values, Dimensions dims, double c, std::int64_t size) {
  // Division by the count is torch.mean; division by another number is torch.sum and a division.
  if (c == static_cast<double>(size)) return torch_arithmetic::mean(values, dims);
  Tensor sums = torch_arithmetic::sum(values, dims);
  if (c == 1) return sums;
  for (float& sum : sums.values()) sum /= static_cast<float>(c);
  return sums;
}

double double_sum_over(std::span<const double> group, double c) {
  double sum = 0;
  for (const double a : group) sum += a;
  return sum / c;
}

Tensor maximum(const View& values, Dimensions dims, double /*c*/, std::int64_t /*size*/) {
  if (values.size() != 0) return torch_arithmetic::amax(values, dims);
  std::int64_t groups = 1;
  for (std::size_t d = 0; d < values.shape.size(); ++d) {
    if (std::ranges::find(dims, d) == dims.end()) groups *= values.shape[d];
  }
  return *Tensor::full({groups}, kMinusInfinity);  // empty groups
}

double double_maximum(std::span<const double> group, double /*c*/) {
  double top = -std::numeric_limits<double>::infinity();
  for (const double a : group) {
    if (std::isnan(a)) return a;  // as in torch, one NaN is the maximum
    top = std::max(top, a);
  }
  return top;
}

double double_minimum(std::span<const double> group, double /*c*/) {
  double least = std::numeric_limits<double>::infinity();
  for (const double a : group) {
    if (std::isnan(a)) return a;
    least = std::min(least, a);
  }
  return least;
}

double double_threshold(std::span<const double> group, double /*c*/) {
  return threshold_of(group);
}

Tensor variance(const View& values, Dimensions dims, double c, std::int64_t size) {
  const double correction = std::max(0.0, static_cast<double>(size) - c);
  return torch_arithmetic::var(values, dims, std::llround(correction));
}

double double_variance(std::span<const double> group, double c) {
  const double mean = double_sum_over(group, static_cast<double>(group.size()));
  double squares = 0;
  for (const double a : group) squares += (a - mean) * (a - mean);
  return squares / c;
}

Tensor minimum(const View& values, Dimensions dims, double /*c*/, std::int64_t /*size*/) {
  return each_group(values, dims, minimum_of);
}

Tensor threshold(const View& values, Dimensions dims, double /*c*/, std::int64_t /*size*/) {
  return each_group(values, dims, threshold_of<float>);
}

Tensor online_sum(const View& values, Dimensions dims, double /*c*/, std::int64_t /*size*/) {
  return each_group(values, dims, online_sum_of);
}

double double_online_sum(std::span<const double> group, double c) {
  const double top = double_maximum(group, c);
  double sum = 0;
  for (const double a : group) sum += std::exp(a - top);
  return sum;
}

}  // namespace normscope::trace::function
