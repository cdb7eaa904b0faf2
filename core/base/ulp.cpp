// SPDX-License-Identifier: MIT
#include "core/base/ulp.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace normscope::base {
namespace {

// Signed-magnitude bits of a float as an ordered integer.
std::int64_t ordered(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto magnitude = static_cast<std::int64_t>(bits & 0x7fffffffU);
  return (bits >> 31) != 0 ? -magnitude : magnitude;
}

}  // namespace

double difference_of(float a, float b) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return 0;
  return static_cast<double>(a) - static_cast<double>(b);
}

double ulp_error(float y, double r) {
  if (std::isnan(r) || std::isnan(y)) {
    return std::isnan(r) && std::isnan(y) ? 0.0 : std::numeric_limits<double>::infinity();
  }
  // When the reference rounds to an infinity, only that infinity has no error.
  if (std::isinf(y) || std::isinf(static_cast<float>(r))) {
    return y == static_cast<float>(r) ? 0.0 : std::numeric_limits<double>::infinity();
  }
  const int exponent = std::ilogb(std::max(1.0, std::abs(r)));
  return std::abs(static_cast<double>(y) - r) / std::ldexp(1.0, exponent - 23);
}

std::uint64_t ulp_distance(float a, float b) {
  if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<std::uint64_t>::max();
  const std::int64_t from = ordered(a);
  const std::int64_t to = ordered(b);
  return static_cast<std::uint64_t>(from > to ? from - to : to - from);
}

}  // namespace normscope::base
