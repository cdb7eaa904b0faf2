// SPDX-License-Identifier: MIT
// Going through lessons: the step that the document is at, the next and the one before, the page of
// its text, back to what the lesson set, what was done, and what the lesson still holds back.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/workspace/workspace.hpp"

namespace normscope::workspace {

/// The lesson that the document is at; null without one, or when that lesson is not loaded.
const lessons::Lesson* lesson_of(const Workspace& workspace);
/// The step that the document is at; null where no lesson sets the stage.
const lessons::Step* lesson_step_of(const Workspace& workspace);
/// The file of the lesson that the document is at; null without one.
const LessonFile* lesson_file_of(const Workspace& workspace);

/// Puts another version of a lesson in its place, and adds one that is not there. A document at
/// the lesson stays at its step, with the reader's own numbers where it has some, and what asks
/// the same as before keeps its answer.
void replace_lesson(Workspace& workspace, const std::string& id, lessons::Lesson next);

/// The step at which a lesson goes on: the furthest one; of a lesson that was gone through the
/// step of the first task that is open; the first of one that is done, or not begun.
int step_to_begin(const Workspace& workspace, const std::string& id);
/// Whether the reader has come to the last step of a lesson, and no task of it is open.
bool is_done(const Workspace& workspace, const std::string& id);

/// Goes to a step of a lesson. Where the lesson sets the stage, the document becomes the step's.
/// Does nothing for a step that does not exist or a lesson that is not loaded.
void go_to_step(Workspace& workspace, std::string_view lesson, int step);
/// A step's document; the reader chooses the digits and the stage's layout where the lesson does
/// not.
document::Document with_own_view(const Workspace& workspace, document::Document after,
                                 const lessons::Lesson& lesson);
/// Shows what the cell of a notebook wrote when the document has come to it: a normalization or a
/// softmax goes onto the stage with the edit that led there. A cell at which the user put
/// something else there keeps that.
void show_own_cell(Workspace& workspace);
/// Go to a neighbouring step of the lesson that the document is at.
void next_step(Workspace& workspace);
void step_back(Workspace& workspace);
/// Goes on (1) or back (-1) by a page in the lesson's text, at its end by a step.
void turn_page(Workspace& workspace, int direction);

/// Whether the document is this one but for its selection, view and lesson position.
bool is_on_stage(const Workspace& workspace, const document::Document& other);
/// Whether the user has changed numbers or settings of the step that the document is at.
bool differs_from_step(const Workspace& workspace);
/// Makes the document the step's again, as an edit.
void restore_step(Workspace& workspace);
bool has_next_step(const Workspace& workspace);
bool has_step_before(const Workspace& workspace);

/// The number of cards that are shown, counted from the input: all, unless the lesson's step
/// reveals less and the reader has not asked for the others.
/// shape   something is shown
std::size_t shown_cards(const Workspace& workspace);
/// Whether the lesson holds cards back.
bool holds_back(const Workspace& workspace);
/// Whether the chosen figure would show them.
bool holds_figure_back(const Workspace& workspace);

/// Whether there is room for the figure: unless the user put it away; in a lesson's step when it
/// speaks of the figure and does not hold it back, or as the reader chose in this step; in the
/// presenter view without a lesson when it was asked for.
bool shows_figure(const Workspace& workspace);
/// Opens or closes the figure's room.
void toggle_figure(Workspace& workspace);
/// The controls that the inspector shows: those that the lesson's step is about, and what the
/// reader has changed; nullopt: all.
std::optional<lessons::Controls> shown_controls(const Workspace& workspace);
/// Shows the card that an answer is on, where the step holds it back until then.
void uncover(Workspace& workspace, const lessons::Prediction& answered);
/// Shows all cards of the lesson's step.
void show_all_cards(Workspace& workspace);

/// Marks the acts of the lesson's step that the document and its evaluation meet.
void mark_done_acts(Workspace& workspace);

/// The chosen figure for a file; null until it is ready, and while cards are held back.
std::shared_ptr<const figures::Figure> paper_figure(Workspace& workspace);

// The lesson that the start page offers first: the one that was used last and is not at its end, or
// else the first that was not begun.

struct NextLesson {
  const lessons::Lesson* lesson = nullptr;
  int step = 0;        // at which it goes on, from 0
  bool begun = false;  // false: it begins
};

/// Whether a lesson is the user's own: a file, or a notebook.
bool is_own(const Workspace& workspace, const lessons::Lesson& lesson);

/// The progress of a reader in a lesson; of a lesson that was not begun the empty one.
lessons::Progress progress_in(const Workspace& workspace, const lessons::Lesson& lesson);

/// Of the built-in lessons; when all were gone through, the first one, to begin again. None where
/// there are no lessons.
std::optional<NextLesson> next_lesson(const Workspace& workspace);

}  // namespace normscope::workspace
