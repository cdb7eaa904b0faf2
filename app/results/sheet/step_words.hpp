// SPDX-License-Identifier: MIT
// What a step of an evaluation does, in one sentence, from its operands: which of them are
// statistics, and whose gamma it is.
#pragma once

#include <cstddef>
#include <string>

#include "app/results/evaluation.hpp"

namespace normscope::results {

/// What a step of a stage is called: "standard deviation".
std::string name_of_step(const Evaluation& evaluation, std::size_t stage, int step);

/// "From each number, the mean of its group is subtracted."
/// shape   of an evaluation with cards; card a position in them
std::string words_of_step(const Evaluation& evaluation, std::size_t card);

/// What its numbers are made from: "from centred divided by standard deviation". Empty for numbers
/// that are given.
/// shape   as words_of_step
std::string made_words(const Evaluation& evaluation, std::size_t card);

}  // namespace normscope::results
