// SPDX-License-Identifier: MIT
// The floating-point formats that numbers are stored and computed in, one description each. Every
// bound, every code and every rounding follows from the widths of the fields.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "core/base/names.hpp"

namespace normscope::formats {

enum class FormatId : std::uint8_t {
  kFloat64,
  kFloat32,
  kTf32,
  kBfloat16,
  kFloat16,
  kE4m3fn,
  kE5m2,
};

/// 2 to the power of an exponent from -1074 to 1023.
constexpr double power_of_two(int exponent) {
  constexpr int kLowest = std::numeric_limits<double>::min_exponent - 1;
  const auto bits = exponent >= kLowest
                        ? static_cast<std::uint64_t>(exponent - kLowest + 1) << 52U
                        : std::uint64_t{1} << static_cast<unsigned>(exponent - kLowest + 52);
  return std::bit_cast<double>(bits);
}

/// A sign bit, a biased exponent and a fraction. Exponents of zeros hold 0 and the subnormal
/// numbers. Exponents of ones hold infinities and NaN; in a format without infinities numbers too,
/// and one NaN, whose fraction is of ones.
struct Format {
  FormatId id = FormatId::kFloat32;
  std::string_view name{};
  int exponent_bits = 8;
  int fraction_bits = 23;
  bool has_infinity = true;
  bool has_signed_nan = true;  // else a NaN is stored without its sign
  std::string_view source{};

  constexpr int bits() const { return 1 + exponent_bits + fraction_bits; }
  /// Binary digits of a normal number, the one before the point among them.
  constexpr int digits() const { return fraction_bits + 1; }
  constexpr int bias() const { return (1 << (exponent_bits - 1)) - 1; }
  /// The exponents of normal numbers.
  constexpr int lowest_exponent() const { return 1 - bias(); }
  constexpr int highest_exponent() const { return has_infinity ? bias() : bias() + 1; }

  constexpr double largest() const {
    const int unused = has_infinity ? 0 : 1;  // codes of the highest exponent
    const double below = power_of_two(-fraction_bits) * (1 + unused);
    return (2.0 - below) * power_of_two(highest_exponent());
  }
  constexpr double smallest_normal() const { return power_of_two(lowest_exponent()); }
  constexpr double smallest() const { return power_of_two(lowest_exponent() - fraction_bits); }
};

inline constexpr Format kFloat64{FormatId::kFloat64,       "float64", 11, 52, true, true,
                                 "IEEE 754-2019, binary64"};
inline constexpr Format kFloat32{FormatId::kFloat32,       "float32", 8, 23, true, true,
                                 "IEEE 754-2019, binary32"};
inline constexpr Format kTf32{
    FormatId::kTf32, "tf32", 8, 10, true, true, "NVIDIA A100 Tensor Core GPU Architecture, 2020"};
inline constexpr Format kBfloat16{
    FormatId::kBfloat16, "bfloat16", 8, 7, true, false, "Google Brain; c10/util/BFloat16.h"};
inline constexpr Format kFloat16{FormatId::kFloat16,       "float16", 5, 10, true, true,
                                 "IEEE 754-2019, binary16"};
inline constexpr Format kE4m3fn{FormatId::kE4m3fn,
                                "e4m3fn",
                                4,
                                3,
                                false,
                                true,
                                "OCP 8-bit Floating Point Specification 1.0, 2023"};
inline constexpr Format kE5m2{
    FormatId::kE5m2, "e5m2", 5, 2, true, true, "OCP 8-bit Floating Point Specification 1.0, 2023"};

/// All formats, widest first.
std::span<const Format> formats();
const Format& format_of(FormatId id);
/// "float64", "float32", "tf32", "bfloat16", "float16", "e4m3fn", "e5m2".
std::span<const base::Name<FormatId>> format_names();

/// The number that a code stands for.
/// shape   the low bits() of `code`: sign, exponent, fraction
double decode(std::uint64_t code, const Format& format);

/// The code of a number that the format has (see rounding.hpp); of NaN a quiet one, of an infinity
/// that the format lacks a NaN.
std::uint64_t encode(double value, const Format& format);

/// The nearest numbers of the format on both sides of one that it has, as PyTorch's nextafter goes
/// to minus and plus infinity; beyond the largest number the infinity, or the number itself where
/// the format has none.
struct Neighbours {
  double below = 0;
  double above = 0;
};
Neighbours neighbours_of(double value, const Format& format);

/// One unit in the last place: the spacing of the format's numbers in the binade of a value, as if
/// its exponents had no bounds.
/// units   those of the value; 0 for 0, NaN for what is not finite
double unit_in_last_place(double value, const Format& format);

}  // namespace normscope::formats
