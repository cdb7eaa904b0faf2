// SPDX-License-Identifier: MIT
// The format of the floating-point numbers of a print. All numbers of a print share one style and
// one width, which depend on all shown numbers: so FloatRange reads them first, and FloatFormat
// writes them afterwards. Works on double, which holds every float32 exactly and serves float64,
// too.
#pragma once

#include <limits>
#include <string>

#include "core/tensor/print_options.hpp"

namespace normscope::tensor {

/// The extremes of the finite, nonzero values of a print, and whether all of those are whole
/// numbers. Zeros, NaN and infinities do not affect the style, as in torch.
class FloatRange {
 public:
  void add(double value);

  bool empty() const { return largest() == 0.0; }
  bool all_whole() const { return all_whole_; }
  double smallest() const;  // smallest magnitude; infinity for an empty range
  double largest() const;   // largest magnitude; zero for an empty range

  /// Calls visit(value) for the smallest and the largest magnitude of each sign that occurs. In any
  /// style, one of these has the longest text of the range.
  template <class Visit>
  void for_each_extreme(Visit visit) const {
    if (positive_.largest > 0.0) visit(positive_.smallest), visit(positive_.largest);
    if (negative_.largest > 0.0) visit(-negative_.smallest), visit(-negative_.largest);
  }

 private:
  struct Magnitudes {
    double smallest = std::numeric_limits<double>::infinity();
    double largest = 0.0;
  };
  Magnitudes positive_;
  Magnitudes negative_;
  bool all_whole_ = true;
};

class FloatFormat {
 public:
  /// Chooses style and width for values of this range.
  /// math    scientific when largest / smallest > 1000 or largest > 1e8, or, unless all values are
  ///         whole, smallest < 1e-4; else whole numbers as "1.", else fixed. sci_mode overrides the
  ///         style but not the width, which is why sci_mode=False can print wide columns
  /// source  behaviour of PyTorch 2.6 (torch/_tensor_str.py)
  FloatFormat(const FloatRange& range, const PrintOptions& options);

  /// Characters of a column; longer texts (nan, inf, "-0.") are not cut.
  std::int64_t width() const { return width_; }

  /// Appends the text of one value, padded to the width on the left.
  void append(double value, std::string& out) const;

 private:
  enum class Style { kWhole, kFixed, kScientific };

  Style style_ = Style::kWhole;
  int precision_;
  std::int64_t width_ = 1;
};

}  // namespace normscope::tensor
