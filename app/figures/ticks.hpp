// SPDX-License-Identifier: MIT
// Round numbers along an axis, and their texts. What makes a figure readable from the last row is
// few numbers of few digits, so a factor common to all of them is taken out of them.
#pragma once

#include <string>
#include <vector>

#include "app/figures/figure.hpp"

namespace normscope::figures {

struct Ticks {
  std::vector<double> major;        // ascending, within the axis
  std::vector<std::string> labels;  // one a major tick
  std::vector<double> minor;        // between them
  std::string factor;  // "×10⁻⁶": what the labels are to be multiplied by; or empty
};

/// At most `at_most` major ticks, 1, 2 or 5 times a power of ten apart; one more where the axis
/// begins and ends with one.
/// units   low and high as the data; low < high, both finite
/// numeric none where double cannot tell the ticks apart; counts are never less than 1 apart
/// source  Heckbert 1990, "Nice numbers for graph labels": the steps
Ticks linear_ticks(double low, double high, int at_most, TickStyle style);

/// The same for any axis that is usable (axis_map.hpp). Logarithmic: powers of ten, between few of
/// them also their double and fivefold; symmetric: 0 and the powers of ten beyond linear_below on
/// both sides; categorical: the names, thinned evenly.
Ticks axis_ticks(const Axis& axis, int at_most);

/// A number of about `digits` significant digits for a sentence or a label, with a true minus sign:
/// "0.2432", "−12", "1.5×10⁻⁶", "nan".
std::string number_text(double value, int digits = 4);

/// "×10⁻⁶".
std::string power_of_ten(int exponent);

}  // namespace normscope::figures
