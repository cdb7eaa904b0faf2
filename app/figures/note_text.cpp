// SPDX-License-Identifier: MIT
#include "app/figures/note_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/figures/ticks.hpp"
#include "core/text/joined.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

std::string digits_text(std::int64_t count) {
  return text::grouped_digits(count, "\u2009");
}

std::string values_text(std::int64_t count) {
  return tr_n("{n} value", "{n} values", count, arg("n", digits_text(count)));
}
std::string numbers_text(std::int64_t count) {
  return tr_n("{n} number", "{n} numbers", count, arg("n", digits_text(count)));
}
std::string rows_text(std::int64_t count) {
  return tr_n("{n} row", "{n} rows", count, arg("n", digits_text(count)));
}
std::string columns_text(std::int64_t count) {
  return tr_n("{n} column", "{n} columns", count, arg("n", digits_text(count)));
}
std::string groups_text(std::int64_t count) {
  return tr_n("{n} group", "{n} groups", count, arg("n", digits_text(count)));
}
std::string neighbours_text(std::int64_t count) {
  return tr_n("{n} neighbouring group", "{n} neighbouring groups", count,
              arg("n", digits_text(count)));
}

void NonFiniteCounts::add(double value) {
  if (std::isnan(value)) {
    ++nan;
  } else {
    ++(value > 0 ? infinite : minus_infinite);
  }
}

std::string non_finite_text(const NonFiniteCounts& non_finite) {
  std::string text;
  const auto add = [&](std::int64_t count, std::string_view name) {
    if (count > 0) text = text::listed(text, fmt::format("{} {}", count, name));
  };
  add(non_finite.nan, "nan");
  add(non_finite.infinite, "inf");
  add(non_finite.minus_infinite, "\u2212inf");
  return text;
}

std::string place_text(const Axis& axis, double at, int decimals) {
  const double whole = std::round(at);
  if (axis.scale == Scale::kCategorical && whole >= 0 &&
      whole < static_cast<double>(axis.categories.size())) {
    return axis.categories[static_cast<std::size_t>(whole)];
  }
  return value_text(at, decimals);
}

bool all_whole(const HeatMap& map) {
  return std::ranges::all_of(
      map.values, [](float value) { return !std::isfinite(value) || value == std::trunc(value); });
}

std::string color_ends_text(const HeatMap& map, int decimals) {
  if (map.diverging) return "\u00b1" + value_text(map.high, decimals);
  const auto end = [&](double value) { return value == 0 ? "0" : value_text(value, decimals); };
  return tr("{low} to {high}", arg("low", end(map.low)), arg("high", end(map.high)));
}

std::string labelled_place(const Axis& axis, std::string_view otherwise, double at) {
  return (axis.label.empty() ? std::string(otherwise) : axis.label) + " " + place_text(axis, at);
}

}  // namespace normscope::figures
