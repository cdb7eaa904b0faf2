// SPDX-License-Identifier: MIT
#include "core/base/number.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace normscope::base {
namespace {

std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
  return text;
}

// A number beyond double's range: std::from_chars says so without saying on which side. The power
// of ten of its first nonzero digit decides.
double out_of_range_value(std::string_view text) {
  const bool negative = !text.empty() && text[0] == '-';
  if (negative) text.remove_prefix(1);
  const auto exponent_at = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, exponent_at);
  const auto digit = mantissa.find_first_of("123456789");
  const auto point = std::min(mantissa.find('.'), mantissa.size());
  auto power = static_cast<std::int64_t>(point) - static_cast<std::int64_t>(digit);
  if (exponent_at != std::string_view::npos) {
    const std::string_view exponent = text.substr(exponent_at + 1);
    // An exponent too long to read outweighs any mantissa.
    constexpr std::int64_t kHuge = std::int64_t{1} << 60;
    const std::int64_t unread = exponent[0] == '-' ? -kHuge : kHuge;
    power += std::clamp(parse_int(exponent).value_or(unread), -kHuge, kHuge);
  }
  const double magnitude = power < 0 ? 0.0 : std::numeric_limits<double>::infinity();
  return negative ? -magnitude : magnitude;
}

// Signed-magnitude bits of a float as an ordered integer.
std::int64_t ordered(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  const auto magnitude = static_cast<std::int64_t>(bits & 0x7fffffffU);
  return (bits >> 31) != 0 ? -magnitude : magnitude;
}

}  // namespace

std::optional<double> parse_double(std::string_view text) {
  text = without_plus(text);
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ptr != end || text.empty()) return std::nullopt;
  // from_chars accepts "nan(...)"; no file that we read writes that.
  if (std::isnan(value) && text.find('(') != std::string_view::npos) return std::nullopt;
  if (result.ec == std::errc::result_out_of_range) return out_of_range_value(text);
  if (result.ec != std::errc{}) return std::nullopt;
  return value;
}

std::optional<std::int64_t> parse_int(std::string_view text) {
  text = without_plus(text);
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (text.empty() || result.ptr != end || result.ec != std::errc{}) return std::nullopt;
  return value;
}

std::string float_to_text(float value) {
  // The sign of a NaN carries no meaning, and its text would not read back the same everywhere.
  if (std::isnan(value)) return "nan";
  // Among all floats the shortest text of just this one lies so close to the middle between two
  // that a reader by way of double, as Python and our tables are, takes it for the neighbour.
  constexpr float kReadWrongThroughDouble = 0x1.5c87fap-84F;
  if (std::abs(value) == kReadWrongThroughDouble) return fmt::format("{:.7e}", value);
  return fmt::format("{}", value);
}

double ulp_error(float y, double r) {
  if (std::isnan(r) || std::isnan(y)) {
    return std::isnan(r) && std::isnan(y) ? 0.0 : std::numeric_limits<double>::infinity();
  }
  // A reference that rounds to an infinity is matched by that infinity alone.
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
