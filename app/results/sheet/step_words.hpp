// SPDX-License-Identifier: MIT
// What a step of an evaluation does, in one sentence, from its operands: which of them are
// statistics, and whose gamma it is.
#pragma once

#include <cstddef>
#include <string>

#include "app/results/evaluation.hpp"

namespace normscope::results {

/// "From each number, the mean of its group is subtracted."
/// shape   of an evaluation with cards; card a position in them
std::string words_of_step(const Evaluation& evaluation, std::size_t card);

}  // namespace normscope::results
