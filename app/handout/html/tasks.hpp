// SPDX-License-Identifier: MIT
// The questions and tasks of a lesson as forms of HTML. Without its script a page has the answers
// in boxes that open; with it an answer is judged first.
#pragma once

#include <string>

#include "app/figures/layout/font_measure.hpp"
#include "app/lessons/lesson.hpp"

namespace normscope::handout {

/// A question as a form, and behind it the box with the answer, open with `answers`. `shown` is
/// what the answer puts on the stage.
std::string html_question(const lessons::Prediction& prediction, int number, bool answers,
                          const std::string& shown, const figures::FontMeasure& fonts);

/// Something to do at the computer, with a box to tick.
std::string html_act(const lessons::Act& act, const figures::FontMeasure& fonts);

}  // namespace normscope::handout
