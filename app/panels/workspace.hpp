// SPDX-License-Identifier: MIT
// What all panels share: the document with its history, what it evaluates to, the lessons there
// are, and the sentence in the status bar. Panels read it, draw, and send edits; they never
// compute.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/document/history.hpp"
#include "app/figures/layout.hpp"
#include "app/lessons/lesson.hpp"
#include "app/results/summary.hpp"
#include "app/results/worker.hpp"
#include "app/ui/grid.hpp"

namespace normscope::panels {

/// A figure, and what it shows.
struct MadeFigure {
  std::shared_ptr<const results::Evaluation> evaluation;
  std::optional<std::int64_t> group;  // none: the whole batch
  base::Expected<figures::Figure> figure;
};
using FigureMaker = results::Background<MadeFigure>;

/// A figure at its place with the selection lit up: drawn again as long as nothing of that changed.
struct PlacedFigure {
  std::shared_ptr<const FigureMaker::Made> made;
  document::Selection selection{};
  figures::ThemeName theme = figures::ThemeName::kLight;
  figures::Size size{};
  figures::Figure figure{};
  figures::Layout layout{};
};

struct Workspace {
  document::History history;
  std::shared_ptr<const results::Evaluation> shown{};  // the newest that is ready; null at first
  std::vector<lessons::Lesson> lessons{};              // built in, then those that were opened
  std::optional<base::Error> trouble{};  // of the last edit or file; shown until the next

  // Made from `shown` and the selection by show(); panels only read it.
  results::Summary summary{};
  std::optional<document::Selection> summarized{};  // where the summary was made

  // Whether the newest result has been a while in coming: the one shown is greyed.
  bool waiting = false;

  // What the window keeps between frames, and no document does.
  std::map<std::string, ui::GridState> grids{};  // by the grid's id
  std::optional<ui::GridCell> hovered{};         // the cell under the pointer, on any card
  std::string focus{};                           // the card that is to be brought into view
  bool figure_of_group = false;                  // else of the whole batch
  std::unique_ptr<FigureMaker> figures{};        // wakes the window when one is ready
  std::uint64_t figure_number = 0;               // of the newest that was asked for
  std::shared_ptr<const results::Evaluation> figure_of{};  // which it shows
  std::optional<std::int64_t> figure_group{};
  std::optional<PlacedFigure> figure{};  // the last one drawn

  const document::Document& document() const { return history.document(); }
  /// The lesson that the document is at; null when it is at none, or at one that is not here.
  const lessons::Lesson* lesson() const;
  /// Whether what is shown belongs to an older version of the document.
  bool stale() const { return shown && shown->revision != history.revision(); }

  /// Takes over an evaluation, and makes what the panels read from it: only what is out of date.
  void show(std::shared_ptr<const results::Evaluation> evaluation);

  /// Takes an edit, or keeps the sentence that says why there is none.
  void apply(document::MaybeEdit edit, document::Gesture gesture = document::kNoGesture);
};

}  // namespace normscope::panels
