// SPDX-License-Identifier: MIT
// The state of the whole window: the document with its history, its evaluation, the lessons and the
// results of their cells, the state of the view, and the figure. Panels read and draw it, and
// change the document by passing edits to apply().
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/cells/cell_results.hpp"
#include "app/document/comparison.hpp"
#include "app/document/history.hpp"
#include "app/lessons/lesson.hpp"
#include "app/results/preview.hpp"
#include "app/results/summary.hpp"
#include "app/workspace/commands.hpp"
#include "app/workspace/figure_cache.hpp"
#include "app/workspace/lesson_pictures.hpp"
#include "app/workspace/preset_cache.hpp"
#include "app/workspace/separation.hpp"
#include "app/workspace/view_state.hpp"
#include "core/compute/compute.hpp"

namespace normscope::workspace {

/// How long a step stays on the sheet while the steps play, in seconds: time to read one formula.
inline constexpr double kPlayStep = 1.6;

/// Stands in the place of numbers that the lesson has not come to.
inline constexpr std::string_view kHeldBack = "The lesson has not come to the output yet.";

/// The file of a lesson that is not built in.
struct LessonFile {
  std::filesystem::path path{};
  std::string id{};                    // of its last version without a fault; empty: none was read
  std::optional<base::Error> fault{};  // of its newest version
  std::optional<std::filesystem::file_time_type> read{};  // the time of what a person has opened
};

/// A file used last.
struct RecentFile {
  std::filesystem::path path{};
  std::string used{};  // when: "yesterday"
  bool gone = false;
};

struct Workspace {
  /// `wake` is called on the background thread when a figure is ready, as Background's.
  Workspace(document::Document document, std::vector<lessons::Lesson> known_lessons,
            const std::function<void()>& wake);

  document::History history;
  EvaluationRef shown{};                 // the newest that is ready; null before the first
  std::vector<lessons::Lesson> lessons;  // built-in lessons, then those of files
  std::vector<LessonFile> lesson_files{};
  std::optional<base::Error> error{};  // error of the last edit or file; shown until the next one
  // The device that computes. It depends on the machine, so no document holds it.
  compute::Device device = compute::Device::kAuto;

  // show() computes the summary from `shown` and the selection; panels only read it.
  results::Summary summary{};
  std::optional<document::Selection> summarized{};  // the selection that the summary is of
  // What was shown before the person's last edit, to show what the edit changed; null where the
  // numbers became others altogether or the batch is large.
  EvaluationRef before{};
  document::Gesture before_gesture = document::kNoGesture;  // of the edit after `before`

  std::shared_ptr<const cells::CellResults> cells{};  // results of the lesson's cells that have run
  std::vector<RecentFile> recent{};                   // newest first
  std::uint64_t opened = 0;  // number of opened files: a lesson of the same name may have changed
  std::uint64_t cells_changed = 0;  // how often the cells of the lesson at hand were replaced

  ViewState view{};
  std::vector<Command> commands{};  // of this frame; the application takes them in the next
  FigureCache figures;
  PresetCache presets;
  LessonPictures pictures;
  SeparationSearch separation;

  const document::Document& document() const { return history.document(); }
  /// Whether the evaluation on the stage belongs to an older version of the document.
  bool stale() const { return shown && shown->revision != history.revision(); }
  /// Whether the stage shows a large document whose result is still to come.
  bool awaits_result() const { return shown && !stale() && results::awaits_result(*shown); }

  /// Asks the application for something.
  void send(Command command) { commands.push_back(std::move(command)); }

  /// Shows an evaluation, and computes again whatever the panels read from it that is out of date.
  void show(EvaluationRef evaluation);

  /// Applies an edit, or keeps its error in `error`.
  void apply(document::MaybeEdit edit, document::Gesture gesture = document::kNoGesture);

  /// Reads a pasted text and gives its numbers to `take`; of a table that may be read in several
  /// ways after the dialog about it. A text that is no numbers is kept in `error`.
  void take_pasted(std::string text, std::function<void(const tensor::Tensor&)> take);

  /// Makes the numbers of a pasted text a new input.
  void paste_input(std::string text);

  /// The side of a comparison that the inspector edits; A without a comparison of two operations.
  document::Side edited_side() const;
  /// The document as a side sees it: for kB with A and B exchanged, so that all edits suit both.
  document::Document seen_from(document::Side side) const;
  /// Applies an edit of seen_from(side).
  void apply_to(document::Side side, document::MaybeEdit edit,
                document::Gesture gesture = document::kNoGesture);
  /// Selects the largest difference of a comparison.
  void select_largest_difference();

  /// The lesson that the document is at; null without one, or when that lesson is not loaded.
  const lessons::Lesson* lesson() const;
  /// The step that the document is at; null where no lesson sets the stage.
  const lessons::Step* lesson_step() const;
  /// The file of the lesson that the document is at; null without one.
  const LessonFile* lesson_file() const;
  /// Puts another version of a lesson in its place, and adds one that is not there. A document at
  /// the lesson stays at its step, with the reader's own numbers where it has some, and what asks
  /// the same as before keeps its answer.
  void replace_lesson(const std::string& id, lessons::Lesson next);
  /// The step at which a lesson goes on: the furthest one; of a lesson that was gone through the
  /// step of the first question without an answer; the first of one that is done, or not begun.
  int step_to_begin(const std::string& id) const;
  /// Whether the reader has come to the last step of a lesson, and answered all its questions.
  bool is_done(const std::string& id) const;
  /// Goes to a step of a lesson. Where the lesson sets the stage, the document becomes the step's.
  /// Does nothing for a step that does not exist or a lesson that is not loaded.
  void go_to_step(std::string_view lesson, int step);
  /// Shows what the cell of a notebook wrote when the document has come to it: a normalization or a
  /// softmax goes onto the stage with the edit that led there. A cell at which the user put
  /// something else there keeps that.
  void show_own_cell();
  /// Go to a neighbouring step of the lesson that the document is at.
  void next_step();
  void step_back();
  /// Goes on (1) or back (-1) by a page in the lesson's text, at its end by a step.
  void turn_page(int direction);
  /// Whether the document is this one but for its selection, view and lesson position.
  bool is_on_stage(const document::Document& other) const;
  /// Whether the user has changed numbers or settings of the step that the document is at.
  bool differs_from_step() const;
  /// Makes the document the step's again, as an edit.
  void restore_step();
  bool has_next_step() const;
  bool has_step_before() const;

  /// The number of cards that are shown, counted from the input: all, unless the lesson's step
  /// reveals less and the reader has not asked for the others.
  /// shape   something is shown
  std::size_t shown_cards() const;
  /// Whether the lesson holds cards back.
  bool holds_back() const { return shown && shown_cards() < shown->cards.size(); }
  /// Whether the chosen figure would show them.
  bool holds_figure_back() const;
  /// Whether there is room for the figure: unless the user put it away; in a lesson's step when it
  /// speaks of the figure and does not hold it back, or as the reader chose in this step; in the
  /// presenter view without a lesson when it was asked for.
  bool shows_figure() const;
  /// Opens or closes the figure's room.
  void toggle_figure();
  /// The controls that the inspector shows: those that the lesson's step is about, and what the
  /// reader has changed; nullopt: all.
  std::optional<lessons::Controls> shown_controls() const;
  /// Shows the card that an answer is on, where the step holds it back until then.
  void uncover(const lessons::Prediction& answered);
  /// Shows all cards of the lesson's step.
  void show_all_cards();

  /// What the stage shows. Where the document leaves it open: all steps if they are in sight at
  /// once; a lesson, a comparison and a lecture go step by step.
  document::StageLayout layout() const;
  /// The card of the sheet's step; never one that is held back.
  /// shape   something is shown and has cards
  std::size_t focus_card() const;
  /// Puts the step of this card onto the sheet, unless it is held back.
  void focus_on(std::size_t card);
  /// Starts playing the steps, from the first where the last one is on the sheet; or stops.
  void play_or_stop(double now);
  /// Selects a cell of what is shown, and puts its step and its slice onto the sheet. Does nothing
  /// where the step is held back, or the document has changed since.
  void go_to_cell(const results::Cell& cell);

  /// Marks the acts of the lesson's step that the document and its evaluation meet.
  void mark_done_acts();

  /// A step's document; the reader chooses the digits and the stage's layout where the lesson does
  /// not.
  document::Document with_own_view(document::Document after, const lessons::Lesson& lesson) const;

  /// Remembers the cell of a notebook that the document leaves, where the user put something else
  /// onto the stage than what it wrote.
  void note_own_cell();

  /// Keeps what is shown as `before`, where `next` came of the person's own edit of it.
  void keep_before(const results::Evaluation& next);

  /// Holds the colours of what is shown for `next`, where that differs from it in some numbers or
  /// in options; else takes those that suit `next`.
  void hold_scales(const results::Evaluation& next);

  /// The chosen figure for a file; null until it is ready, and while cards are held back.
  std::shared_ptr<const figures::Figure> paper_figure() {
    if (holds_back()) return nullptr;
    return figures.paper(shown, document(), view);
  }
};

}  // namespace normscope::workspace
