// SPDX-License-Identifier: MIT
// Elements of 16 bits: IEEE binary16 and bfloat16. They are stored, moved and printed; operations
// compute in float32 and round the result (see torch/arguments/sixteen_bits.hpp).
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

namespace normscope::notebook::arrays {

/// 1 sign bit, 5 of exponent (bias 15), 10 of fraction.
/// numeric rounded to nearest, ties to even; beyond 65504 an infinity
class Float16 {
 public:
  Float16() = default;
  explicit Float16(float value) : bits_(rounded(value)) {}
  // NOLINTNEXTLINE(*-explicit-*): float32 holds every value
  operator float() const {
    const std::uint32_t sign = (bits_ & 0x8000U) << 16U;
    const std::uint32_t exponent = (bits_ >> 10U) & 0x1fU;
    const std::uint32_t fraction = bits_ & 0x3ffU;
    if (exponent == 0) return std::copysign(static_cast<float>(fraction) * 0x1p-24F, signed_(sign));
    const std::uint32_t widened = exponent == 0x1fU ? 0xffU : exponent + (127U - 15U);
    return std::bit_cast<float>(sign | (widened << 23U) | (fraction << 13U));
  }

 private:
  static float signed_(std::uint32_t sign) { return std::bit_cast<float>(sign | 0x3f800000U); }
  static std::uint16_t rounded(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = (bits >> 16U) & 0x8000U;
    const float size = std::abs(value);
    if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7e00U);
    if (size >= 65520.0F) return static_cast<std::uint16_t>(sign | 0x7c00U);
    if (size < 0x1p-14F) {
      // Adding 1/2 leaves the multiples of 2^-24 in the last bits.
      return static_cast<std::uint16_t>(sign |
                                        (std::bit_cast<std::uint32_t>(size + 0.5F) & 0x7ffU));
    }
    const std::uint32_t magnitude = (bits & 0x7fffffffU) - ((127U - 15U) << 23U);
    const std::uint32_t half = 0xfffU + ((magnitude >> 13U) & 1U);
    return static_cast<std::uint16_t>(sign | ((magnitude + half) >> 13U));
  }
  std::uint16_t bits_ = 0;
};

/// The upper half of a float32.
/// numeric rounded to nearest, ties to even
class Bfloat16 {
 public:
  Bfloat16() = default;
  explicit Bfloat16(float value) : bits_(rounded(value)) {}
  // NOLINTNEXTLINE(*-explicit-*): float32 holds every value
  operator float() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits_) << 16U); }

 private:
  static std::uint16_t rounded(float value) {
    if (std::isnan(value)) return 0x7fc0U;
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16U) & 1U)) >> 16U);
  }
  std::uint16_t bits_ = 0;
};

template <class T>
inline constexpr bool kIsSixteenBits = std::is_same_v<T, Float16> || std::is_same_v<T, Bfloat16>;
/// Floating types, the standard's and those of 16 bits.
template <class T>
inline constexpr bool kIsFloating = std::is_floating_point_v<T> || kIsSixteenBits<T>;

}  // namespace normscope::notebook::arrays
