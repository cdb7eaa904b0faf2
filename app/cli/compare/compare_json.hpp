// SPDX-License-Identifier: MIT
// What `normscope compare --json` prints: one object, whose keys scripts rely on. What does not
// apply is null; nan, inf and -inf are strings, as in a session file.
#pragma once

#include <string>

#include "app/cli/compare/comparison.hpp"

namespace normscope::cli {

/// Keys: input {file, shape}, a and b {argument, kind}, arithmetic, elements, differing,
/// not_finite, largest {at, a, b, absolute, ulps}, steps_compared, steps {after, a, b, at, values},
/// separation {visibility, shape, input, a, b, same_on_paper, inputs_searched, sentence}.
std::string comparison_json(const Comparison& comparison);

/// Keys: input, arithmetic, presets (ids), absolute and ulps (row by row), refusals (by id).
std::string presets_json(const ComparedInput& input, const variants::DifferenceMatrix& matrix);

}  // namespace normscope::cli
