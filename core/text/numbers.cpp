// SPDX-License-Identifier: MIT
#include "core/text/numbers.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace normscope::text {
namespace {

std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+') text.remove_prefix(1);
  return text;
}

// The value of a number outside double's range. std::from_chars does not tell overflow from
// underflow; the power of ten of the first nonzero digit decides.
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
    // An exponent beyond int64 outweighs any mantissa.
    constexpr std::int64_t kHuge = std::int64_t{1} << 60;
    const std::int64_t unread = exponent[0] == '-' ? -kHuge : kHuge;
    power += std::clamp(parse_int(exponent).value_or(unread), -kHuge, kHuge);
  }
  const double magnitude = power < 0 ? 0.0 : std::numeric_limits<double>::infinity();
  return negative ? -magnitude : magnitude;
}

}  // namespace

std::optional<double> parse_double(std::string_view text) {
  text = without_plus(text);
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ptr != end || text.empty()) return std::nullopt;
  // from_chars accepts "nan(...)", which is no number in any supported format.
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
  // The sign of a NaN has no meaning, and not every reader accepts "-nan".
  if (std::isnan(value)) return "nan";
  // The shortest text of this float, and of no other, is so close to the middle between two floats
  // that reading it as a double first, as Python and our tables do, gives the neighbour.
  constexpr float kReadWrongThroughDouble = 0x1.5c87fap-84F;
  if (std::abs(value) == kReadWrongThroughDouble) return fmt::format("{:.7e}", value);
  return fmt::format("{}", value);
}

std::string nine_digits(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{:.9g}", value);
}

std::string grouped_digits(std::int64_t number, std::string_view mark) {
  std::string digits = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, mark);
  return digits;
}

std::string joined(std::span<const std::int64_t> numbers, std::string_view between) {
  return fmt::format("{}", fmt::join(numbers, between));
}

}  // namespace normscope::text
