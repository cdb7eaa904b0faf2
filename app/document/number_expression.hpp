// SPDX-License-Identifier: MIT
// Number expressions: a number or simple arithmetic, as typed into a grid cell.
#pragma once

#include <string_view>

#include "core/base/error.hpp"

namespace normscope::document {

/// Computes an expression: numbers (also nan and inf, and with a decimal comma: "0,5"), + - * / and
/// ** (or ^), parentheses, pi and e, sqrt(), exp() and log(). "0.5*3" gives 1.5; -2**2 is -4, as in
/// Python.
/// errors  Malformed: anything else; the sentence names the wrong character and its position
/// numeric in double; division by zero gives an infinity or NaN, as in tensors
base::Expected<double> parse_number_expression(std::string_view text);

}  // namespace normscope::document
