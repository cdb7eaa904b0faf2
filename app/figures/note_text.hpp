// SPDX-License-Identifier: MIT
// Texts that several figures use in notes and headings.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/figures/figure.hpp"

namespace normscope::figures {

/// "1 000 000": digits in groups of three, separated by thin spaces.
std::string digits_text(std::int64_t count);

/// "1 value", "1 000 000 values".
std::string values_text(std::int64_t count);
std::string numbers_text(std::int64_t count);
std::string rows_text(std::int64_t count);
std::string columns_text(std::int64_t count);
std::string groups_text(std::int64_t count);
std::string neighbours_text(std::int64_t count);

/// How many values are not finite, by kind: no axis can show them.
struct NonFiniteCounts {
  std::int64_t nan = 0;
  std::int64_t infinite = 0;
  std::int64_t minus_infinite = 0;

  std::int64_t count() const { return nan + infinite + minus_infinite; }
  /// Counts a value that is not finite.
  void add(double value);
};

/// "2 nan, 1 inf, 3 −inf"; empty for none.
std::string non_finite_text(const NonFiniteCounts& non_finite);

/// A position on an axis: the name of its category, or the number as the cards print it.
std::string place_text(const Axis& axis, double at, int decimals = kDecimals);

/// Whether all values of a map are whole numbers, which are then written without decimals.
bool all_whole(const HeatMap& map);

/// "±0.6587", "0 to 4.2": the numbers at the ends of a map's colours.
std::string color_ends_text(const HeatMap& map, int decimals);

/// "column 3": place_text after the axis' label, or after `otherwise` where it has none.
std::string labelled_place(const Axis& axis, std::string_view otherwise, double at);

}  // namespace normscope::figures
