// SPDX-License-Identifier: MIT
// Numbers as tests/oracle/formats.py writes them.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace normscope::formats {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The bits of a number that float32 holds; one NaN for all.
inline std::uint32_t float_bits(double value) {
  return std::isnan(value) ? 0x7fc00000U : std::bit_cast<std::uint32_t>(static_cast<float>(value));
}

}  // namespace normscope::formats
