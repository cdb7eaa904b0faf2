// SPDX-License-Identifier: MIT
// What the whole window works on: the document with its history, what it evaluates to, the lessons
// there are and what their cells gave; and beside these how they are shown, and the figure. Panels
// read it, draw, and send edits; what they send takes effect here.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/cells/cell_results.hpp"
#include "app/document/history.hpp"
#include "app/lessons/lesson.hpp"
#include "app/results/summary.hpp"
#include "app/workspace/figure_cache.hpp"
#include "app/workspace/view_state.hpp"
#include "core/compute/compute.hpp"

namespace normscope::workspace {

/// What is asked of the thread that runs the cells.
enum class CellsAsked { kNothing, kStop, kRunAgain };

struct Workspace {
  /// `wake` is called from a thread when a figure is ready, as Background's.
  Workspace(document::Document document, std::vector<lessons::Lesson> known_lessons,
            std::function<void()> wake);

  document::History history;
  EvaluationRef shown{};                 // the newest that is ready; null at first
  std::vector<lessons::Lesson> lessons;  // built in, then those that were opened
  std::optional<base::Error> error{};    // of the last edit or file; shown until the next
  // What computes; a matter of this machine, so no document holds it.
  compute::Device device = compute::Device::kAuto;

  // Made from `shown` and the selection by show(); others only read it.
  results::Summary summary{};
  std::optional<document::Selection> summarized{};  // where the summary was made

  std::shared_ptr<const cells::CellResults> cells{};  // of the lesson, as far as they have run
  CellsAsked cells_asked = CellsAsked::kNothing;
  std::optional<std::string> lesson_asked{};  // the id of a lesson that is to be begun
  std::uint64_t opened = 0;  // how many files were: a lesson of the same name may be another now

  ViewState view{};
  FigureCache figures;

  const document::Document& document() const { return history.document(); }
  /// Whether what is shown belongs to an older version of the document.
  bool stale() const { return shown && shown->revision != history.revision(); }

  /// Takes over an evaluation, and makes what the panels read from it: only what is out of date.
  void show(EvaluationRef evaluation);

  /// Takes an edit, or keeps the sentence that says why there is none.
  void apply(document::MaybeEdit edit, document::Gesture gesture = document::kNoGesture);

  /// The lesson that the document is at; null when it is at none, or at one that is not here.
  const lessons::Lesson* lesson() const;
  /// Goes to a step of a lesson: the laboratory is set as the step says. Nothing happens beyond
  /// either end, or when the lesson is not here.
  void go_to_step(std::string_view lesson, int step);
  /// The same in the lesson that the document is at.
  void next_step();
  void step_back();
  bool has_next_step() const;
  bool has_step_before() const;

  /// The chosen figure as it goes to a file; null until it is there.
  std::shared_ptr<const figures::Figure> paper_figure() {
    return figures.paper(shown, document(), view);
  }
};

}  // namespace normscope::workspace
