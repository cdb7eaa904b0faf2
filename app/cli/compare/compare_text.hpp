// SPDX-License-Identifier: MIT
// What `normscope compare` prints for a person.
#pragma once

#include <string>

#include "app/cli/compare/comparison.hpp"

namespace normscope::cli {

/// Both outputs and their difference row by row in the same columns, and a summary.
std::string comparison_text(const Comparison& comparison);

/// The largest differences of all pairs of presets: absolute, then in ULPs.
std::string presets_text(const ComparedInput& input, const variants::DifferenceMatrix& matrix);

}  // namespace normscope::cli
