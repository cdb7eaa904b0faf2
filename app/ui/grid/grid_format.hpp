// SPDX-License-Identifier: MIT
// The number format of a grid: one style for all numbers, so that decimal points are aligned and
// the width of a column does not change while scrolling.
#pragma once

#include <string>

#include "app/document/document.hpp"
#include "core/tensor/float_format.hpp"

namespace normscope::ui {

class GridFormat {
 public:
  /// Chooses the style for values of this range. `whole`: the range covers all values, so the width
  /// fits them; else the width fits any value.
  /// math    4, 6, 9: so many digits after the point (none when all values are whole numbers below
  ///         1e6); below 10^(1 - digits) and from 1e6 on with an exponent, one digit less.
  ///         torch: as print() of these values. bits: the eight hexadecimal digits of float32
  GridFormat(document::Digits digits, const tensor::FloatRange& range, bool whole);

  /// The width of a column, in characters.
  int width() const { return width_; }
  std::string text(float value) const;

 private:
  std::string with_digits(double value) const;

  document::Digits digits_;
  int precision_;
  bool integers_ = false;
  tensor::FloatFormat torch_;
  int width_ = 1;
};

}  // namespace normscope::ui
