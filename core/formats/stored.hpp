// SPDX-License-Identifier: MIT
// Numbers that are stored in 16 bits and computed with in float32, which holds all of them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "core/formats/rounding.hpp"

namespace normscope::formats {

/// numeric rounded to nearest, ties to even; beyond the largest number an infinity
template <const Format& kFormat>
class Stored {
  static_assert(kFormat.bits() == 16 && kFormat.has_infinity);

 public:
  Stored() = default;
  explicit Stored(float value) : bits_(code_of(value)) {}
  // NOLINTNEXTLINE(*-explicit-*): float32 holds every value
  operator float() const {
    const std::uint32_t sign = (bits_ & 0x8000U) << 16U;
    const std::uint32_t magnitude = static_cast<std::uint32_t>(bits_ & 0x7fffU) << kShift;
    if constexpr (kSameExponents) return std::bit_cast<float>(sign | magnitude);
    // As if its bias were float32's: a product with a power of two makes it right, subnormal
    // numbers too.
    constexpr auto kScale = static_cast<float>(power_of_two(kHostBias - kFormat.bias()));
    const float scaled = std::bit_cast<float>(magnitude) * kScale;
    const bool special = (bits_ & kOnes) == kOnes;
    const std::uint32_t value =
        special ? magnitude | 0x7f800000U : std::bit_cast<std::uint32_t>(scaled);
    return std::bit_cast<float>(sign | value);
  }

 private:
  static constexpr int kHostBias = Host<float>::kBias;
  static constexpr auto kShift =
      static_cast<std::uint32_t>(Host<float>::kFraction - kFormat.fraction_bits);
  static constexpr bool kSameExponents = kFormat.bias() == kHostBias;
  static constexpr auto kOnes =
      static_cast<std::uint16_t>(((1U << static_cast<unsigned>(kFormat.exponent_bits)) - 1U)
                                 << static_cast<unsigned>(kFormat.fraction_bits));

  static std::uint16_t code_of(float value) {
    constexpr Rounder<float> kTo(kFormat, Rounding{});
    constexpr auto kQuiet = static_cast<std::uint16_t>(
        kOnes | (1U << static_cast<unsigned>(kFormat.fraction_bits - 1)));
    const auto all = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((all >> 16U) & 0x8000U);
    if (std::isnan(value)) {
      return static_cast<std::uint16_t>(kFormat.has_signed_nan ? kQuiet | sign : kQuiet);
    }
    const auto bits = std::bit_cast<std::uint32_t>(rounded<RoundingMode::kNearestEven>(value, kTo));
    const std::uint32_t magnitude = bits & 0x7fffffffU;
    if constexpr (kSameExponents) {
      return static_cast<std::uint16_t>(sign | (magnitude >> kShift));
    } else {
      constexpr auto kRebias = static_cast<std::uint32_t>(kHostBias - kFormat.bias())
                               << Host<float>::kFraction;
      constexpr auto kUnit = static_cast<float>(1.0 / kFormat.smallest());
      const auto subnormal = static_cast<std::uint32_t>(std::bit_cast<float>(magnitude) * kUnit);
      const std::uint32_t normal = (magnitude - kRebias) >> kShift;
      const std::uint32_t finite = magnitude >= bits_of_least_normal() ? normal : subnormal;
      return static_cast<std::uint16_t>(sign | (magnitude == 0x7f800000U ? kOnes : finite));
    }
  }

  static constexpr std::uint32_t bits_of_least_normal() {
    return std::bit_cast<std::uint32_t>(static_cast<float>(kFormat.smallest_normal()));
  }

  std::uint16_t bits_ = 0;
};

using Float16 = Stored<kFloat16>;
using Bfloat16 = Stored<kBfloat16>;

}  // namespace normscope::formats
