// SPDX-License-Identifier: MIT
// What a precision plan did to the numbers on the stage, by cards.
#pragma once

#include <cstdint>
#include <string>

#include "app/results/evaluation.hpp"

namespace normscope::results {

/// The step that loses the most, among those of the operation; -1 without a plan, and where none
/// loses more than its rounding.
int worst_step(const Evaluation& evaluation);

/// What happened there, in a sentence without its full stop: "the square of 300 overflows float16:
/// largest 65504"; empty as above.
std::string worst_sentence(const Evaluation& evaluation);

/// What happened to a value of a step of a stage; without a plan, and before the operation,
/// nothing.
precision::Event event_of(const Evaluation& evaluation, std::size_t stage, int step,
                          std::int64_t at);

/// The sentence about it, and how much is lost: "the square of 300 overflows float16: largest
/// 65504"; "..., 3.5 ULP of float16". Empty where nothing happened.
std::string sentence_of(const Evaluation& evaluation, std::size_t stage, int step, std::int64_t at);

}  // namespace normscope::results
