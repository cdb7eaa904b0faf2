// SPDX-License-Identifier: MIT
// The fused multiply-add of float32 for processors that have none (the C library's calls a function
// and may take a hundred times as long), and the float32 numbers that a double is split into for
// it.
#pragma once

#include <bit>
#include <cstdint>

namespace normscope::kernels {

/// math    a b + c, rounded once to float32
/// numeric the product is exact in double. The sum of product and c is rounded to odd: where it is
///         not exact, to the neighbour whose last bit is 1. The rounding to float32, 29 bits
///         shorter, then sees on which side of a tie the exact sum lies
/// source  Boldo, Melquiond 2008 (Emulation of a FMA and correctly rounded sums)
inline float emulated_fused(float a, float b, float c) {
  const double product = static_cast<double>(a) * static_cast<double>(b);
  const auto addend = static_cast<double>(c);
  const double sum = product + addend;
  // Knuth's TwoSum: sum + error is the exact sum.
  const double virtual_addend = sum - product;
  const double error = (product - (sum - virtual_addend)) + (addend - virtual_addend);
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  // An even sum moves by one step towards the exact one. NaN and infinity have no error.
  const bool away = (error > 0) == (sum > 0);
  const bool moves = (error > 0 || error < 0) && (bits & 1) == 0;
  const std::uint64_t step = away ? 1 : ~std::uint64_t{0};
  return static_cast<float>(std::bit_cast<double>(moves ? bits + step : bits));
}

/// The largest float32 that is not above x, a positive double within float32's normal range.
inline float float_below(double x) {
  const auto nearest = static_cast<float>(x);
  if (static_cast<double>(nearest) <= x) return nearest;
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(nearest) - 1);
}

}  // namespace normscope::kernels
