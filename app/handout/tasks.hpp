// SPDX-License-Identifier: MIT
// The tasks of a lesson on paper: questions with room for an answer, or with the answer, and acts.
#pragma once

#include "app/handout/page.hpp"
#include "app/handout/setter.hpp"
#include "app/lessons/lesson.hpp"

namespace normscope::handout {

/// A question with boxes to tick or empty lines; with `answers` the right one, the reasons and what
/// the lesson says afterwards.
Block question(const lessons::Prediction& prediction, int number, bool answers,
               const Setter& setter);

/// Something to do at the computer, with a box to tick.
Block to_do(const lessons::Act& act, const Setter& setter);

}  // namespace normscope::handout
