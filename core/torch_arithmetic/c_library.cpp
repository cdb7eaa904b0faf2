// SPDX-License-Identifier: MIT
// See c_library.hpp. Facts from glibc's sysdeps/ieee754/flt-32 (its table and coefficients).
#include "core/torch_arithmetic/c_library.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace normscope::torch_arithmetic {
namespace {

constexpr int kPowers = 32;

// 2^(i/32).
// clang-format off
constexpr std::array<double, kPowers> kPowersOfTwo{
    0x1p+0, 0x1.059b0d3158574p+0, 0x1.0b5586cf9890fp+0, 0x1.11301d0125b51p+0,
    0x1.172b83c7d517bp+0, 0x1.1d4873168b9aap+0, 0x1.2387a6e756238p+0, 0x1.29e9df51fdee1p+0,
    0x1.306fe0a31b715p+0, 0x1.371a7373aa9cbp+0, 0x1.3dea64c123422p+0, 0x1.44e086061892dp+0,
    0x1.4bfdad5362a27p+0, 0x1.5342b569d4f82p+0, 0x1.5ab07dd485429p+0, 0x1.6247eb03a5585p+0,
    0x1.6a09e667f3bcdp+0, 0x1.71f75e8ec5f74p+0, 0x1.7a11473eb0187p+0, 0x1.82589994cce13p+0,
    0x1.8ace5422aa0dbp+0, 0x1.93737b0cdc5e5p+0, 0x1.9c49182a3f09p+0, 0x1.a5503b23e255dp+0,
    0x1.ae89f995ad3adp+0, 0x1.b7f76f2fb5e47p+0, 0x1.c199bdd85529cp+0, 0x1.cb720dcef9069p+0,
    0x1.d5818dcfba487p+0, 0x1.dfc97337b9b5fp+0, 0x1.ea4afa2a490dap+0, 0x1.f50765b6e454p+0};
// clang-format on

}  // namespace

float c_library_exp(float x) {
  if (std::isnan(x)) return x;
  if (x > 0x1.62e42ep6F) return std::numeric_limits<float>::infinity();
  if (x < -0x1.9fe368p6F) return 0.0F;
  constexpr double kPowersPerLn2 = 0x1.71547652b82fep+5;
  // Adding kRounder rounds to an integer, which the low bits of the sum then hold.
  constexpr double kRounder = 0x1.8p+52;
  const double shifted = std::fma(static_cast<double>(x), kPowersPerLn2, kRounder);
  const double k = shifted - kRounder;
  const double r = std::fma(static_cast<double>(x), kPowersPerLn2, -k);
  const auto step = static_cast<std::int64_t>(k);
  const std::int64_t part = step & (kPowers - 1);
  const double scale = std::ldexp(kPowersOfTwo[static_cast<std::size_t>(part)],
                                  static_cast<int>((step - part) / kPowers));
  const double high = std::fma(0x1.c6af84b912394p-20, r, 0x1.ebfce50fac4f3p-13);
  const double low = std::fma(0x1.62e42ff0c52d6p-6, r, 1.0);
  return static_cast<float>(std::fma(high, r * r, low) * scale);
}

}  // namespace normscope::torch_arithmetic
