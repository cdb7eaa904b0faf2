// SPDX-License-Identifier: MIT
// See error_function.hpp. Facts (coefficients, order of roundings) from PyTorch 2.6 and oneDNN 3.6.
#include "core/torch_arithmetic/error_function.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/elementwise_in_line.hpp"

namespace normscope::torch_arithmetic {
namespace {

// oneDNN's exponential, a polynomial of degree 5, for the slope of gelu.
inline float coarse_exp(float x) {
  constexpr float kLargest = 0x1.62e430p+6F;    // ln of the largest float
  constexpr float kSmallest = -0x1.5d589ep+6F;  // ln of the smallest normal one
  const float above = x > kSmallest ? x : kSmallest;
  const float bounded = above < kLargest ? above : kLargest;
  const float n = std::floor(bounded * kInverseLn2 + 0.5F);
  const float r = std::fma(-n, 0x1.62e43p-1F, bounded);
  float p = std::fma(0.00828929059F, r, 0.0418978221F);
  p = std::fma(p, r, 0.166676521F);
  p = std::fma(p, r, 0.499991506F);
  p = std::fma(p, r, 0.999999701F);
  p = std::fma(p, r, 1.0F);
  const float result = p * power_of_two(static_cast<int>(n) - 1) * 2.0F;
  return x < kSmallest ? 0.0F : result;
}

constexpr float kRootHalf = 0x1.6a09e6p-1F;

// Formula 7.1.26 of Abramowitz and Stegun; `power` is exp(-s^2).
inline float erf_of(float s, float power) {
  const float t = 1.0F / std::fma(0.3275911F, std::abs(s), 1.0F);
  float r = std::fma(1.061405429F, t, -1.453152027F);
  r = std::fma(r, t, 1.421413741F);
  r = std::fma(r, t, -0.284496736F);
  r = std::fma(r, t, 0.254829592F);
  return std::copysign(std::fma(-power * t, r, 1.0F), s);
}

inline float erf_in_line(float x) {
  return erf_of(x, exp_in_line(-(x * x)));
}

// oneDNN's polynomials for erf(x / sqrt(2)), x >= 0: the first up to 5/32, then four for each
// doubling of x; the last, which is 1, from 5.54 on. Coefficients from the constant up.
// clang-format off
constexpr std::array<std::array<float, 6>, 23> kNormalRanges{{
    {0x1.04ef24p-26F, 0x1.98843ep-1F, 0x1.6bc99ep-17F, -0x1.108aep-3F, 0x1.e12f46p-12F, 0x1.36c0ap-6F},
    {0x1.039818p-24F, 0x1.98840ep-1F, 0x1.e5ff12p-16F, -0x1.10c736p-3F, 0x1.b08bb8p-11F, 0x1.2f1a22p-6F},
    {0x1.a47a94p-23F, 0x1.988396p-1F, 0x1.18477cp-14F, -0x1.11306ep-3F, 0x1.63f46ap-10F, 0x1.25d0ap-6F},
    {0x1.35889ap-21F, 0x1.988276p-1F, 0x1.2ea6b8p-13F, -0x1.11e812p-3F, 0x1.19df7p-9F, 0x1.1a0b16p-6F},
    {0x1.e6db1p-20F, 0x1.987f5ap-1F, 0x1.56556p-12F, -0x1.13572ap-3F, 0x1.ca756cp-9F, 0x1.0908a8p-6F},
    {0x1.dd0452p-18F, 0x1.98745ep-1F, 0x1.c1f5b6p-11F, -0x1.16cdap-3F, 0x1.95ca4ep-8F, 0x1.d9ac46p-7F},
    {0x1.714776p-16F, 0x1.985a8p-1F, 0x1.f372cp-10F, -0x1.1c8014p-3F, 0x1.442e24p-7F, 0x1.990496p-7F},
    {0x1.cf4426p-15F, 0x1.9828d4p-1F, 0x1.dca922p-9F, -0x1.249bfp-3F, 0x1.d8b08p-7F, 0x1.54f26ap-7F},
    {0x1.800676p-13F, 0x1.978682p-1F, 0x1.149d8ap-7F, -0x1.37bc04p-3F, 0x1.814e06p-6F, 0x1.c1672p-8F},
    {0x1.54b43ap-11F, 0x1.95a118p-1F, 0x1.4b5518p-6F, -0x1.5e3392p-3F, 0x1.3b9832p-5F, 0x1.0ca358p-9F},
    {0x1.c6b0c6p-10F, 0x1.91f19ep-1F, 0x1.4271b2p-5F, -0x1.92637ep-3F, 0x1.c6cadap-5F, -0x1.465ea6p-9F},
    {0x1.f051e4p-9F, 0x1.8bf58ep-1F, 0x1.0e6fa8p-4F, -0x1.d0bf78p-3F, 0x1.2ab20ep-4F, -0x1.a85f4p-8F},
    {0x1.116296p-7F, 0x1.809c0ep-1F, 0x1.bf6ccp-4F, -0x1.1392bep-2F, 0x1.7f322p-4F, -0x1.58a6ccp-7F},
    {0x1.a2bda6p-7F, 0x1.77301ep-1F, 0x1.1e4f56p-3F, -0x1.2d9794p-2F, 0x1.aa7ed2p-4F, -0x1.92593cp-7F},
    {-0x1.a0646cp-9F, 0x1.91bfe6p-1F, 0x1.280096p-4F, -0x1.008954p-2F, 0x1.6fb9dep-4F, -0x1.54f54cp-7F},
    {-0x1.1b1cbcp-4F, 0x1.f16436p-1F, -0x1.1dfbd6p-3F, -0x1.0aa1e4p-3F, 0x1.c73d7cp-5F, -0x1.aaba08p-8F},
    {-0x1.1579b2p-2F, 0x1.760e08p+0F, -0x1.3b2d86p-1F, 0x1.9fad42p-4F, -0x1.ddbc9p-11F, -0x1.0474ecp-10F},
    {-0x1.183344p-1F, 0x1.033864p+1F, -0x1.13b6bp+0F, 0x1.29904cp-2F, -0x1.457cd2p-5F, 0x1.20555p-9F},
    {-0x1.99665p-2F, 0x1.ca6dacp+0F, -0x1.db312ep-1F, 0x1.f268bep-3F, -0x1.0839e2p-5F, 0x1.c4b4fcp-10F},
    {0x1.2ed9dap-3F, 0x1.02663cp+0F, -0x1.ed3f7p-2F, 0x1.d9d922p-4F, -0x1.c9eb56p-7F, 0x1.63ef24p-11F},
    {0x1.8e1b32p-1F, 0x1.d90d08p-3F, -0x1.89f15p-4F, 0x1.48cadp-6F, -0x1.12f464p-9F, 0x1.7086eap-14F},
    {0x1.f5765p-1F, 0x1.31f26cp-6F, -0x1.bcc844p-8F, 0x1.43c014p-10F, -0x1.d7e7p-14F, 0x1.1376b4p-18F},
    {0x1p+0F, 0.0F, 0.0F, 0.0F, 0.0F, 0.0F}}};
// clang-format on

inline float gelu_in_line(float x) {
  constexpr std::int32_t kBelow = 0x3E000001;  // the bits of 1/8, one range below the second
  constexpr int kRangeBits = 21;
  constexpr std::int32_t kLast = 22;
  const float size = std::abs(x);
  const std::int32_t range = (std::bit_cast<std::int32_t>(size) - kBelow) >> kRangeBits;
  const std::int32_t chosen = size > 0x1.62b9dcp+2F ? kLast : std::clamp(range, 0, kLast);
  const auto& c = kNormalRanges[static_cast<std::size_t>(chosen)];
  float y = std::fma(c[5], size, c[4]);
  y = std::fma(y, size, c[3]);
  y = std::fma(y, size, c[2]);
  y = std::fma(y, size, c[1]);
  y = std::fma(y, size, c[0]);
  return x * (std::copysign(1.0F, x) * y + 1.0F) * 0.5F;
}

inline float gelu_slope_in_line(float x) {
  constexpr float kOneOverRootPi = 0x1.20dd74p-1F;
  const float s = x * kRootHalf;
  const float power = coarse_exp(-(s * s));
  return std::fma(erf_of(s, power), 0.5F, s * kOneOverRootPi * power + 0.5F);
}

}  // namespace

float erf(float x) {
  return erf_in_line(x);
}

void erf(std::span<const float> x, std::span<float> y) {
  base::map_in_vectors(x.data(), y.data(), static_cast<std::int64_t>(x.size()),
                       [](float value) { return erf_in_line(value); });
}

void gelu_erf(std::span<const float> x, std::span<float> y) {
  base::map_in_vectors(x.data(), y.data(), static_cast<std::int64_t>(x.size()),
                       [](float value) { return gelu_in_line(value); });
}

void gelu_erf_slope(std::span<const float> x, std::span<float> y) {
  base::map_in_vectors(x.data(), y.data(), static_cast<std::int64_t>(x.size()),
                       [](float value) { return gelu_slope_in_line(value); });
}

}  // namespace normscope::torch_arithmetic
