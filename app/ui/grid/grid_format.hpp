// SPDX-License-Identifier: MIT
// The texts of a grid's numbers. The width of a cell depends on the chosen digits alone, so that
// all grids of a sheet share their columns and nothing moves while numbers change.
#pragma once

#include <optional>
#include <string>

#include "app/document/document.hpp"
#include "core/tensor/float_format.hpp"

namespace normscope::ui {

/// The text of a number: its digits, and its power of ten where it is written with one.
struct NumberText {
  std::string digits;
  std::optional<int> exponent{};

  /// "1.23×10⁻⁵".
  std::string text() const;
  /// "1.23 \times 10^{-5}".
  std::string latex() const;
};

/// A finite number with a power of ten: 1.89×10⁴ with two decimals.
NumberText with_power_of_ten(double value, int decimals);

class GridFormat {
 public:
  /// Chooses the style for values of this range. `whole`: the range covers all values.
  /// math    4, 6, 9: so many digits after the point (none when all values are whole numbers), or
  ///         as many as fit into a cell when drawn smaller; below 10^(1 - digits), and where not
  ///         even two fit, a power of ten with as many digits as fit. torch: as print() of these
  ///         values. bits: the eight hexadecimal digits of float32
  GridFormat(document::Digits digits, const tensor::FloatRange& range, bool whole);

  /// The width of a cell, in characters. A text may have up to kShrunk times as many: it is drawn
  /// smaller.
  int width() const { return width_; }
  static constexpr double kShrunk = 1.375;

  NumberText number(float value) const;
  std::string text(float value) const { return number(value).text(); }

 private:
  int longest() const { return static_cast<int>(width_ * kShrunk); }
  NumberText shortened(double value) const;

  document::Digits digits_;
  int precision_;
  bool integers_ = false;
  tensor::FloatFormat torch_;
  int width_;
};

}  // namespace normscope::ui
