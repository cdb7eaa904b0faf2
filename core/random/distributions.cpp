// SPDX-License-Identifier: MIT
// Turns draws into numbers, with fused multiply-adds where PyTorch's AVX2 build has them.
#include "core/random/distributions.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/random/box_muller.hpp"

namespace normscope::random {

using base::ErrorKind;
using base::Expected;
using base::fail;
using tensor::Shape;
using tensor::Tensor;

namespace {

constexpr std::size_t kBlock = 16;

// Blocks of one piece of parallel work: 2^16 elements, about a millisecond.
constexpr std::int64_t kBlocksPerPiece = 1 << 12;

void fill_normal_blocks(Generator& generator, std::span<float> values, float mean,
                        float deviation) {
  fill_rand(generator, values);
  const auto blocks = static_cast<std::int64_t>(values.size() / kBlock);
  base::parallel_for(blocks, kBlocksPerPiece, 0, [&](std::int64_t first, std::int64_t last) {
    box_muller(values.subspan(static_cast<std::size_t>(first) * kBlock,
                              static_cast<std::size_t>(last - first) * kBlock),
               mean, deviation);
  });
  if (values.size() % kBlock != 0) {
    const auto tail = values.last<kBlock>();
    fill_rand(generator, tail);
    box_muller(tail, mean, deviation);
  }
}

bool fits_float(double value) {
  return std::abs(value) <= std::numeric_limits<float>::max();
}

Expected<std::vector<std::int64_t>> integers(std::int64_t count, std::string_view what) {
  if (count < 0) {
    return fail(ErrorKind::kInvalidArgument,
                fmt::format("{} needs a count of 0 or more, but got {}", what, count));
  }
  const auto size = static_cast<std::uint64_t>(count);
  // The number of bytes would overflow above 2^60 integers.
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / sizeof(std::int64_t);
  const std::uint64_t bytes =
      size > kMost ? std::numeric_limits<std::uint64_t>::max() : size * sizeof(std::int64_t);
  if (const auto fits = base::check_memory(bytes, what); !fits) return tl::unexpected(fits.error());
  using Integers = std::vector<std::int64_t>;
  return base::within_memory(base::bytes_to_text(bytes),
                             [size]() -> Expected<Integers> { return Integers(size); });
}

}  // namespace

void fill_rand(Generator& generator, std::span<float> values) {
  for (float& value : values) {
    value = static_cast<float>(generator.next_32() & 0xffffffU) * 0x1p-24F;
  }
}

void fill_normal(Generator& generator, std::span<float> values, double mean, double deviation) {
  if (values.size() >= kBlock) {
    fill_normal_blocks(generator, values, static_cast<float>(mean), static_cast<float>(deviation));
  } else {
    for (float& value : values) {
      value = static_cast<float>(std::fma(generator.next_normal(), deviation, mean));
    }
  }
}

Expected<Tensor> rand(Generator& generator, const Shape& shape) {
  auto result = Tensor::unfilled(shape);
  if (result) fill_rand(generator, result->values());
  return result;
}

Expected<Tensor> uniform(Generator& generator, const Shape& shape, double low, double high) {
  const double range = high - low;
  if (!fits_float(low) || !fits_float(high) || !fits_float(range)) {
    return fail(ErrorKind::kInvalidArgument,
                fmt::format("a uniform distribution needs bounds and a range that float32 holds, "
                            "but got {} to {}",
                            low, high));
  }
  if (low > high) {
    return fail(
        ErrorKind::kInvalidArgument,
        fmt::format("a uniform distribution needs low <= high, but got {} to {}", low, high));
  }
  auto result = rand(generator, shape);
  if (!result) return result;
  const auto from = static_cast<float>(low);
  const float width = static_cast<float>(high) - from;
  for (float& value : result->values()) value = std::fma(value, width, from);
  return result;
}

Expected<Tensor> randn(Generator& generator, const Shape& shape) {
  return normal(generator, shape, 0.0, 1.0);
}

Expected<Tensor> normal(Generator& generator, const Shape& shape, double mean, double deviation) {
  if (std::isnan(deviation) || deviation < 0.0) {
    return fail(
        ErrorKind::kInvalidArgument,
        fmt::format("a normal distribution needs a deviation of 0 or more, but got {}", deviation));
  }
  auto result = Tensor::unfilled(shape);
  if (result) fill_normal(generator, result->values(), mean, deviation);
  return result;
}

Expected<std::vector<std::int64_t>> randint(Generator& generator, std::int64_t count,
                                            std::int64_t low, std::int64_t high) {
  if (low >= high) {
    return fail(ErrorKind::kInvalidArgument,
                fmt::format("randint needs low < high, but got {} and {}", low, high));
  }
  auto result = integers(count, "randint");
  if (!result) return result;
  // Unsigned arithmetic wraps, so the width is right even for the widest range.
  const auto base = static_cast<std::uint64_t>(low);
  const std::uint64_t range = static_cast<std::uint64_t>(high) - base;
  const bool wide = range >= (std::uint64_t{1} << 32);
  for (std::int64_t& value : *result) {
    const std::uint64_t bits = wide ? generator.next_64() : generator.next_32();
    value = static_cast<std::int64_t>(bits % range + base);
  }
  return result;
}

Expected<std::vector<std::int64_t>> randperm(Generator& generator, std::int64_t n) {
  auto result = integers(n, "randperm");
  if (!result) return result;
  std::iota(result->begin(), result->end(), std::int64_t{0});
  const std::size_t size = result->size();
  for (std::size_t i = 0; i + 1 < size; ++i) {
    std::swap((*result)[i], (*result)[i + generator.next_32() % (size - i)]);
  }
  return result;
}

Expected<LinearParameters> linear_parameters(Generator& generator, std::int64_t in_features,
                                             std::int64_t out_features, bool with_bias) {
  const double root = std::sqrt(static_cast<double>(in_features));
  const double slope = std::sqrt(5.0);
  const double gain = std::sqrt(2.0 / (1.0 + slope * slope));
  // Without inputs there is no weight, and the bias is drawn from [0, 0].
  const double weight_bound = in_features > 0 ? std::sqrt(3.0) * (gain / root) : 0.0;
  const double bias_bound = in_features > 0 ? 1.0 / root : 0.0;

  auto weight = uniform(generator, {out_features, in_features}, -weight_bound, weight_bound);
  if (!weight) return tl::unexpected(weight.error());
  LinearParameters parameters{.weight = std::move(*weight), .bias = {}};
  if (with_bias) {
    auto bias = uniform(generator, {out_features}, -bias_bound, bias_bound);
    if (!bias) return tl::unexpected(bias.error());
    parameters.bias = std::move(*bias);
  }
  return parameters;
}

}  // namespace normscope::random
