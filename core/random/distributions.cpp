// SPDX-License-Identifier: MIT
// Turns draws into numbers, with fused multiply-adds where PyTorch's AVX2 build has them.
#include "core/random/distributions.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <string_view>
#include <utility>

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/base/vectors.hpp"
#include "core/text/translate.hpp"

namespace normscope::random {

using tensor::Shape;
using tensor::Tensor;

namespace {

// Normals in blocks of sixteen, with every rounding of the float32 polynomials of PyTorch's AVX2
// kernel. std::fma stands where that kernel, which was compiled with fused multiply-adds, fuses;
// which product of a sum that is was found by comparing bits. The order of operations must not
// change: so the bits are the same on every processor, with or without AVX2.

// log(x) for a normal float x in (0, 1].
inline float log_float(float x) {
  // x = m * 2^e with m in [sqrt(1/2), sqrt(2)), so that m - 1 is small.
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const auto half = std::bit_cast<float>((bits & 0x007fffffU) | 0x3f000000U);  // in [1/2, 1)
  const bool low = half < 0.70710678F;
  const auto e = static_cast<float>(static_cast<int>(bits >> 23) - 126 - (low ? 1 : 0));
  const float m = (half - 1.0F) + (low ? half : 0.0F);
  const float square = m * m;
  float p = 7.0376836292e-2F;
  p = std::fma(p, m, -1.1514610310e-1F);
  p = std::fma(p, m, 1.1676998740e-1F);
  p = std::fma(p, m, -1.2420140846e-1F);
  p = std::fma(p, m, 1.4249322787e-1F);
  p = std::fma(p, m, -1.6668057665e-1F);
  p = std::fma(p, m, 2.0000714765e-1F);
  p = std::fma(p, m, -2.4999993993e-1F);
  p = std::fma(p, m, 3.3333331174e-1F);
  p = p * m;
  // log(2) in two parts: 0.693359375, which is exact times any exponent, less 0.000212...
  p = std::fma(p, square, e * -2.12194440e-4F);
  p = std::fma(-square, 0.5F, p);
  return std::fma(e, 0.693359375F, m + p);
}

struct SinCos {
  float sin;
  float cos;
};

// Sine and cosine of x in [0, 2 pi].
inline SinCos sin_cos_float(float x) {
  // Subtract the nearest even multiple of pi/4, with pi/4 in three parts. The remainder lies within
  // +-pi/4; the multiple decides which polynomial is the sine, and the signs.
  const int octant = (static_cast<int>(x * 1.27323954F) + 1) & ~1;  // 4 / pi
  const auto multiple = static_cast<float>(octant);
  x = std::fma(multiple, -0.78515625F, x);
  x = std::fma(multiple, -2.4187564849853515625e-4F, x);
  x = std::fma(multiple, -3.77489497744594108e-8F, x);
  const float square = x * x;

  float c = 2.443315711809948e-5F;
  c = std::fma(c, square, -1.388731625493765e-3F);
  c = std::fma(c, square, 4.166664568298827e-2F);
  c = std::fma(c * square, square, -(square * 0.5F)) + 1.0F;

  float s = -1.9515295891e-4F;
  s = std::fma(s, square, 8.3321608736e-3F);
  s = std::fma(s, square, -1.6666654611e-1F);
  s = std::fma(s * square, x, x);

  const bool swapped = (octant & 2) != 0;
  const float sine = swapped ? c : s;
  const float cosine = swapped ? s : c;
  return {(octant & 4) != 0 ? -sine : sine, ((octant + 2) & 4) != 0 ? -cosine : cosine};
}

// Turns uniforms of [0, 1) into normals, in whole blocks of sixteen: each pair u[j] (radius) and
// u[j + 8] (angle) of a block is replaced by two normals.
// math    r = sqrt(-2 log(1 - u[j])), t = 2 pi u[j + 8];
//         u[j] = r cos(t) * deviation + mean, u[j + 8] = r sin(t) * deviation + mean
// numeric float32; equals PyTorch 2.6 with AVX2 bit by bit
// source  Box, Muller 1958; log, sin and cos by the polynomials of the Cephes library (Moshier)
void box_muller(std::span<float> u, float mean, float deviation) {
  float* const values = u.data();
  const std::size_t count = u.size() / 16 * 16;
  base::in_vectors([=] {
    constexpr float kTwoPi = 6.28318531F;
    for (std::size_t at = 0; at < count; at += 16) {
      float* const radii = values + at;
      float* const angles = radii + 8;
      for (std::size_t j = 0; j < 8; ++j) {
        const float radius = std::sqrt(-2.0F * log_float(1.0F - radii[j]));
        const SinCos angle = sin_cos_float(kTwoPi * angles[j]);
        radii[j] = std::fma(radius * angle.cos, deviation, mean);
        angles[j] = std::fma(radius * angle.sin, deviation, mean);
      }
    }
  });
}

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
                tr("{what} needs a count of 0 or more, but got {count}", arg("what", what),
                   arg("count", count)));
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
                tr("a uniform distribution needs bounds and a range that float32 holds, "
                   "but got {low} to {high}",
                   arg("low", low), arg("high", high)));
  }
  if (low > high) {
    return fail(ErrorKind::kInvalidArgument,
                tr("a uniform distribution needs low <= high, but got {low} to {high}",
                   arg("low", low), arg("high", high)));
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
    return fail(ErrorKind::kInvalidArgument,
                tr("a normal distribution needs a deviation of 0 or more, but got {deviation}",
                   arg("deviation", deviation)));
  }
  auto result = Tensor::unfilled(shape);
  if (result) fill_normal(generator, result->values(), mean, deviation);
  return result;
}

Expected<std::vector<std::int64_t>> randint(Generator& generator, std::int64_t count,
                                            std::int64_t low, std::int64_t high) {
  if (low >= high) {
    return fail(ErrorKind::kInvalidArgument,
                tr("randint needs low < high, but got {low} and {high}", arg("low", low),
                   arg("high", high)));
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
