// SPDX-License-Identifier: MIT
// Round numbers along an axis, and their labels. A figure is readable from the last row of a
// lecture hall with few numbers of few digits, so labels share a common factor.
#pragma once

#include <string>
#include <vector>

#include "app/figures/figure.hpp"

namespace normscope::figures {

struct Ticks {
  std::vector<double> major;        // ascending, within the axis
  std::vector<std::string> labels;  // one for each major tick
  std::vector<double> minor;        // between the major ones
  std::string factor;               // "×10⁻⁶", by which labels are to be multiplied; or empty
};

/// At most `at_most` major ticks, 1, 2 or 5 times a power of ten apart; one more where both ends of
/// the axis are ticks.
/// units   low and high as the data; low < high, both finite
/// numeric none where neighbouring ticks would be the same double; counts are at least 1 apart
/// source  Heckbert 1990, "Nice numbers for graph labels": the steps
Ticks linear_ticks(double low, double high, int at_most, TickStyle style);

/// The ticks of an axis of any scale that is usable (axis_map.hpp). Logarithmic: powers of ten,
/// over few decades also 2 and 5 times these; symmetric-log: 0 and the powers of ten beyond
/// linear_below on both sides; categorical: the names, thinned evenly.
Ticks axis_ticks(const Axis& axis, int at_most);

/// A value as the cards print it, with a minus sign: "0.0666", "−12", "1.500×10⁻⁶", "nan".
/// math    `decimals` digits after the point; below 10^(1 - decimals) and from 1e6 on with a power of
///         ten, one digit less. A whole number has no decimals, unless `whole` is false: beside
///         numbers with decimals it has as many
std::string value_text(double value, int decimals = kDecimals, bool whole = true);

/// A number with about `digits` significant digits, where the digits that distinguish it matter
/// more than those of the cards: "0.2432", "−12", "1.5×10⁻⁶", "nan".
std::string number_text(double value, int digits = 4);

/// "×10⁻⁶".
std::string power_of_ten(int exponent);

}  // namespace normscope::figures
