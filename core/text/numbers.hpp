// SPDX-License-Identifier: MIT
// Numbers as text. Reading and writing ignore the locale: a decimal comma in the user's environment
// must not change a file or a digit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace normscope::text {

/// Reads a decimal number: "1", "-2.5e3", ".5", "+1.", "nan", "inf", "-Infinity". Nothing when the
/// text is anything else, or has trailing characters. A number above double's range becomes an
/// infinity, a number below it a zero, both with their sign.
std::optional<double> parse_double(std::string_view text);

/// Reads a decimal integer; nothing when the text is anything else or the integer does not fit.
std::optional<std::int64_t> parse_int(std::string_view text);

/// The shortest text that reads back as the same float, also when read as a double first: "0.1",
/// "1e-05", "nan", "-inf".
std::string float_to_text(float value);

/// Nine digits, which tell any two float32 apart: "0.100000001", "nan" whatever its sign.
std::string nine_digits(double value);

/// "12,345": an integer with a mark between groups of three digits.
std::string grouped_digits(std::int64_t number, std::string_view mark = ",");

/// "2, 5": integers, such as the sizes of a shape, with a separator.
std::string joined(std::span<const std::int64_t> numbers, std::string_view between = ", ");

}  // namespace normscope::text
