// SPDX-License-Identifier: MIT
// The format mini-language: [[fill]align][sign][z][#][0][width][grouping][.precision][type].
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

struct FormatSpec {
  std::string fill = " ";
  char align = 0;  // '<', '>', '^', '=' or 0 for none
  char sign = '-';
  bool sign_given = false;
  bool no_negative_zero = false;
  bool alternate = false;
  std::int64_t width = -1;
  char grouping = 0;  // ',' or '_'
  std::int64_t precision = -1;
  char type = 0;
};

/// None: raised (ValueError in CPython's words).
std::optional<FormatSpec> parse_format_spec(Vm& vm, const Value& value, std::string_view spec);

/// An int, bool, float or str in a format that is not empty. None: raised.
std::optional<std::string> format_value(Vm& vm, const Value& value, std::string_view spec);

/// A float as one of e, f, g, % (and n): the digits without sign and padding.
std::string float_digits(double magnitude, char type, std::int64_t precision, bool alternate);
/// Padded to the width, counted in code points.
std::string padded(const std::string& text, const FormatSpec& spec, char default_align);
/// "%d %s" % values
Value percent_format(Vm& vm, const Value& format, const Value& values);
/// "{} {name}".format(...)
Value str_format(Vm& vm, const Args& args);
/// With the names looked up in a mapping.
Value str_format_map(Vm& vm, const Args& args);

}  // namespace normscope::notebook::runtime
