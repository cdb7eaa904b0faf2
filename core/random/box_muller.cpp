// SPDX-License-Identifier: MIT
// The order of operations must not change: it gives PyTorch's bits. PyTorch's kernel was compiled
// with fused multiply-adds; which product of a sum is fused was found by comparing bits.
#include "core/random/box_muller.hpp"

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/base/vectors.hpp"

namespace normscope::random {
namespace {

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

}  // namespace

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

}  // namespace normscope::random
