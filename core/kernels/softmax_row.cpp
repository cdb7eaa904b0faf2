// SPDX-License-Identifier: MIT
#include "core/kernels/softmax_row.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/kernels/elementary.hpp"
#include "core/kernels/lanes.hpp"

namespace normscope::kernels {
namespace {

constexpr double kMinusInfinity = -std::numeric_limits<double>::infinity();

// Maximum and sum of a row with a NaN, set explicitly because a comparison with NaN is false.
constexpr RowSoftmax kNotANumber{std::numeric_limits<double>::quiet_NaN(),
                                 std::numeric_limits<double>::quiet_NaN()};

RowSoftmax naive(std::span<const float> x, const ops::SoftmaxOptions& options, std::span<float> y) {
  for (std::size_t k = 0; k < x.size(); ++k) {
    y[k] = static_cast<float>(exp(static_cast<double>(x[k]) / options.temperature));
  }
  const auto sum = lane_sum<float>(y.size(), [y](std::size_t k) { return y[k]; });
  for (float& value : y) {
    value /= sum;
    if (options.log) value = static_cast<float>(log(static_cast<double>(value)));
  }
  return {0.0, static_cast<double>(sum)};
}

RowSoftmax two_passes(std::span<const float> x, double temperature) {
  float maximum = -std::numeric_limits<float>::infinity();
  for (const float value : x) {
    if (std::isnan(value)) return kNotANumber;
    maximum = std::max(maximum, value);
  }
  const auto top = static_cast<double>(maximum);
  const auto sum = lane_sum<double>(x.size(), [=](std::size_t k) {
    return exp((static_cast<double>(x[k]) - top) / temperature);
  });
  return {top, sum};
}

// One pass: a new maximum scales the sum so far down to it.
RowSoftmax one_pass(std::span<const float> x, double temperature) {
  double top = kMinusInfinity;
  double sum = 0;
  for (const float value : x) {
    if (std::isnan(value)) return kNotANumber;
    const auto logit = static_cast<double>(value);
    if (logit > top) {
      sum = sum * exp((top - logit) / temperature) + 1.0;  // at first 0 times exp(-inf), which is 0
      top = logit;
    } else if (logit != kMinusInfinity) {
      sum += exp((logit - top) / temperature);
    }
  }
  // A row of only -inf gives 0 / 0, and a maximum of +inf gives inf - inf.
  if (std::isinf(top) && !x.empty()) sum = std::nan("");
  return {top, sum};
}

}  // namespace

RowSoftmax softmax_row(std::span<const float> x, const ops::SoftmaxOptions& options,
                       std::span<float> y) {
  if (options.algorithm == ops::SoftmaxAlgorithm::kNaive) return naive(x, options, y);
  const double temperature = options.temperature;
  const RowSoftmax row = options.algorithm == ops::SoftmaxAlgorithm::kOnline
                             ? one_pass(x, temperature)
                             : two_passes(x, temperature);
  const double log_sum = options.log ? log(row.sum) : 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double shifted = (static_cast<double>(x[k]) - row.subtracted) / temperature;
    y[k] = static_cast<float>(options.log ? shifted - log_sum : exp(shifted) / row.sum);
  }
  return row;
}

}  // namespace normscope::kernels
