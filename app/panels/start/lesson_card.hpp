// SPDX-License-Identifier: MIT
// The card of a lesson in the gallery: its picture, what it is about, its length, and how far the
// reader is.
#pragma once

#include <string>

#include "app/lessons/lesson.hpp"
#include "app/lessons/progress.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// The height of a card, in points.
inline constexpr float kLessonCardHeight = 130;

/// Draws a card as wide as `width`, in pixels. It asks for its lesson when it is chosen.
/// map  welcome/lesson/ID, with the words of the progress as value
void draw_lesson_card(ui::Context& ui, workspace::Workspace& workspace,
                      const lessons::Lesson& lesson, float width);

/// Draws the card of a file of which no version could be read; its hover card has the fault.
/// map  welcome/fault/NAME
void draw_fault_card(ui::Context& ui, const workspace::LessonFile& file, float width);

/// What a card says of a lesson that has no `about`: the beginning of the text without its
/// formulas, in one line.
std::string lesson_summary(const lessons::Lesson& lesson);

/// "9 steps, 8 questions, about 12 min".
std::string lesson_length(const lessons::Lesson& lesson);

/// "step 4 of 9", "5 of 8 answered", "done", "done, 6 of 8 right"; empty for a lesson that was not
/// begun.
std::string progress_words(const lessons::Lesson& lesson, const lessons::Progress& progress);

}  // namespace normscope::panels
