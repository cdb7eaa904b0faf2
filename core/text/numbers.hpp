// SPDX-License-Identifier: MIT
// Numbers as text. Reading and writing never look at the locale: a decimal comma in the user's
// environment must not change a file or a digit.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace normscope::text {

/// Reads one whole decimal number: "1", "-2.5e3", ".5", "+1.", "nan", "inf", "-Infinity".
/// Nothing when the text is anything else, trailing characters included. A number beyond double's
/// range becomes an infinity, one below it a zero, both with their sign.
std::optional<double> parse_double(std::string_view text);

/// Reads one whole decimal integer; nothing when it is something else or does not fit.
std::optional<std::int64_t> parse_int(std::string_view text);

/// The shortest text that reads back as the same float, directly or by way of a double: "0.1",
/// "1e-05", "nan", "-inf".
std::string float_to_text(float value);

/// "12,345": whole numbers with a mark between groups of three digits.
std::string grouped_digits(std::int64_t number, std::string_view mark = ",");

/// "2, 5": whole numbers, such as a shape's sizes, one after the other.
std::string joined(std::span<const std::int64_t> numbers, std::string_view between = ", ");

}  // namespace normscope::text
