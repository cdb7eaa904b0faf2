// SPDX-License-Identifier: MIT
// The range of one number, such as epsilon or a temperature, with which something explains y: first
// a number that passes, near the least squares, then the ends between which numbers pass.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/variants/explain/explain.hpp"

namespace normscope::variants {

struct NumberSearch {
  std::function<bool(double)> passes{};      // whether a number explains y
  std::function<double(double)> residual{};  // the sum of squares that it leaves
  bool positive = false;                     // 0 is no choice
  std::vector<double> tried{};               // where the least squares do not pass themselves

  /// The range around a number that passes; empty where none is found. Its high end may be
  /// infinite.
  std::optional<OptionRange> run() const { return around(least_squares()); }

  /// The number of the least squares, which does not depend on what passes; and the range near it.
  double least_squares() const;
  std::optional<OptionRange> around(double best) const;

 private:
  double edge(double passing, double sign) const;
};

}  // namespace normscope::variants
