// SPDX-License-Identifier: MIT
// Which of several explanations is the simplest: round numbers before others, named presets, then
// PyTorch's defaults, then few deviations from them.
#pragma once

#include <string>
#include <vector>

#include "core/compute/compute.hpp"
#include "core/variants/explain/explain.hpp"

namespace normscope::variants {

/// The values to report of an operation's number, such as epsilon, that may be anywhere in the
/// range: those of presets with the same other options, else one usual value, else the roundest;
/// the default where it has no effect. Empty where only zero is left, which for epsilon is the
/// placement `none`.
std::vector<double> number_choices(const compute::Operation& operation, const OptionRange& range);

/// The number of so many significant digits nearest to a value.
double rounded(double value, int digits);

/// The number of the fewest significant digits between two positive numbers.
double roundest(const OptionRange& range);

/// The preset with exactly these options; empty: none.
std::string preset_of(const compute::Operation& operation);

/// Deviations from PyTorch's defaults, weighted; 0 for torch.nn.LayerNorm and torch.softmax.
int deviations(const compute::Operation& operation);

/// Whether people write this epsilon, be it as large as it may.
bool is_usual_epsilon(double epsilon);

/// Whether each number is a usual value or has as few significant digits as its option says. Such
/// values are seldom found by chance.
bool has_round_number(const compute::Operation& operation);

}  // namespace normscope::variants
