// SPDX-License-Identifier: MIT
// Pieces of sentences that several figures write in notes and headings.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "app/figures/figure.hpp"

namespace normscope::figures {

/// "1 000 000", with thin spaces.
std::string digits_words(std::int64_t count);

/// "1 value", "1 000 000 values".
std::string count_words(std::int64_t count, std::string_view one);

/// Numbers that an axis has no place for.
struct LeftOut {
  std::int64_t nan = 0;
  std::int64_t infinite = 0;
  std::int64_t minus_infinite = 0;

  std::int64_t count() const { return nan + infinite + minus_infinite; }
  /// Counts a value that is not finite.
  void add(double value);
};

/// "2 nan, 1 inf, 3 −inf"; empty for none.
std::string left_out_words(const LeftOut& left_out);

/// "[1, 4]": the index of a place, as Python writes it.
std::string index_words(std::span<const std::int64_t> shape, std::int64_t at);

/// A place along an axis: the name of the category that holds it, or the number.
std::string place_words(const Axis& axis, double at);

/// "column 3": with the axis' label, or `otherwise` where it has none.
std::string labelled_place(const Axis& axis, std::string_view otherwise, double at);

}  // namespace normscope::figures
