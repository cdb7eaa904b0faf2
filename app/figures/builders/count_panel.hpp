// SPDX-License-Identifier: MIT
// The histogram next to a heat map.
#pragma once

#include <span>
#include <string>

#include "app/figures/figure.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// The texts of a histogram.
struct CountTexts {
  std::string label;   // of the axis
  std::string equal;   // of the number that all values are: "every difference is {value}"
  std::string zero;    // shown where all values are 0: "no difference"
  std::string finite;  // where none is finite: "no finite difference"
  int decimals = kDecimals;
};

/// A panel with the histogram of these values, or with a message where there is no value, or only
/// one: its bar would be as wide as the plot, whatever the value.
/// shape   any number of values
/// units   x as the values; y values per bar
/// errors  as stats::automatic_histogram
base::Expected<Panel> count_panel(std::span<const float> values, const CountTexts& texts);

}  // namespace normscope::figures
