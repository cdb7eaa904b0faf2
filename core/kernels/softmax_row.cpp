// SPDX-License-Identifier: MIT
#include "core/kernels/softmax_row.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

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

bool uses_vectors(const ops::SoftmaxOptions& options) {
  return options.algorithm == ops::SoftmaxAlgorithm::kMaxSubtracted &&
         has_exponents(options.temperature);
}

float reference_of(float maximum) {
  return maximum == -std::numeric_limits<float>::infinity() ? 0 : maximum;
}

float share_of(const BlockSoftmax& block, const RowSoftmax& row, double temperature) {
  const double distance = static_cast<double>(block.maximum) - row.subtracted;
  const double weight = distance == 0 ? 1.0 : exp(distance / temperature);
  return static_cast<float>(weight / row.sum);
}

float log_sum_of(const RowSoftmax& row) {
  return static_cast<float>(log(row.sum));
}

BlockSoftmax start_softmax_block(std::span<const float> x, const ops::SoftmaxOptions& options,
                                 std::span<float> y) {
  BlockSoftmax block{reference_of(row_maximum(x)), 0};
  const Exponents exponents = exponents_of(options.temperature);
  block.sum =
      write_exponentials(x, block.maximum, exponents, options.log ? std::span<float>() : y) /
      static_cast<double>(kExponentialScale);
  return block;
}

RowSoftmax joined(std::span<const BlockSoftmax> blocks, const ops::SoftmaxOptions& options) {
  RowSoftmax row{kMinusInfinity, 0};
  bool floats_hold = true;
  for (const BlockSoftmax& block : blocks) {
    // A block of -infinity alone has no maximum.
    if (block.sum == 0) continue;
    floats_hold = floats_hold && has_float_maximum(block.maximum);
    row.subtracted = std::max(row.subtracted, static_cast<double>(block.maximum));
  }
  if (!floats_hold || row.subtracted == kMinusInfinity) return kNotANumber;
  for (const BlockSoftmax& block : blocks) {
    const double distance = static_cast<double>(block.maximum) - row.subtracted;
    row.sum += block.sum * (distance == 0 ? 1.0 : exp(distance / options.temperature));
  }
  return row;
}

void finish_softmax_block(std::span<const float> x, const BlockSoftmax& block,
                          const RowSoftmax& row, const ops::SoftmaxOptions& options,
                          std::span<float> y) {
  if (options.log) {
    return write_logarithms(x, static_cast<float>(row.subtracted), log_sum_of(row),
                            exponents_of(options.temperature), y);
  }
  scale_exponentials(y, share_of(block, row, options.temperature));
}

RowSoftmax softmax_row_in_double(std::span<const float> x, const ops::SoftmaxOptions& options,
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

RowSoftmax softmax_row(std::span<const float> x, const ops::SoftmaxOptions& options,
                       std::span<float> y) {
  if (!uses_vectors(options) || x.empty()) return softmax_row_in_double(x, options, y);
  const std::size_t count = (x.size() - 1) / kSoftmaxBlock + 1;
  BlockSoftmax only;
  std::vector<BlockSoftmax> several(count > 1 ? count : 0);
  const std::span<BlockSoftmax> blocks = count > 1 ? std::span(several) : std::span(&only, 1);
  const auto each = [&](auto work) {
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = i * kSoftmaxBlock;
      const std::size_t size = std::min(kSoftmaxBlock, x.size() - at);
      work(blocks[i], x.subspan(at, size), y.subspan(at, size));
    }
  };
  each([&](BlockSoftmax& block, std::span<const float> part, std::span<float> out) {
    block = start_softmax_block(part, options, out);
  });
  const RowSoftmax row = joined(blocks, options);
  if (std::isnan(row.sum)) return softmax_row_in_double(x, options, y);
  each([&](const BlockSoftmax& block, std::span<const float> part, std::span<float> out) {
    finish_softmax_block(part, block, row, options, out);
  });
  return row;
}

}  // namespace normscope::kernels
