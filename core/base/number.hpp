// SPDX-License-Identifier: MIT
// Numbers as text and as bits. Reading and writing never look at the locale: a decimal comma in the
// user's environment must not change a file or a digit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace normscope::base {

/// Reads one whole decimal number: "1", "-2.5e3", ".5", "+1.", "nan", "inf", "-Infinity".
/// Nothing when the text is anything else, trailing characters included. A number beyond double's
/// range becomes an infinity, one below it a zero, both with their sign.
std::optional<double> parse_double(std::string_view text);

/// Reads one whole decimal integer; nothing when it is something else or does not fit.
std::optional<std::int64_t> parse_int(std::string_view text);

/// The shortest text that reads back as the same float, directly or by way of a double: "0.1",
/// "1e-05", "nan", "-inf".
std::string float_to_text(float value);

/// The error of y against the reference r: |y - r| in units of the float32 ULP of max(1, |r|).
/// Zero when both are NaN or the same infinity; infinite when just one of them is.
double ulp_error(float y, double r);

/// Steps from one float32 to the other along the representable numbers (-0 and +0 are the same
/// place); the largest value when either is NaN.
std::uint64_t ulp_distance(float a, float b);

}  // namespace normscope::base
