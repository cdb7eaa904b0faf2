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

#include "app/cells/cell_results.hpp"
#include "app/document/history.hpp"
#include "app/figures/builders/catalogue.hpp"
#include "app/figures/layout/layout.hpp"
#include "app/figures/layout/view.hpp"
#include "app/lessons/lesson.hpp"
#include "app/results/summary.hpp"
#include "app/results/worker.hpp"
#include "app/ui/grid/grid.hpp"

namespace normscope::panels {

/// What the figure shows beside what the document says: kept by the window.
struct FigureChoice {
  bool of_group = false;  // distribution: of the selected group, else of the whole batch
  figures::DistributionShow show = figures::DistributionShow::kBoth;
  std::string step{};  // heatmap: a card's id; empty: the output
  bool operator==(const FigureChoice&) const = default;
};

/// What a figure is made of. The selection within a group or slice is lit up later.
struct FigureKey {
  std::shared_ptr<const results::Evaluation> evaluation{};
  std::string name{};
  FigureChoice choice{};
  std::int64_t group = 0;
  std::int64_t slice = 0;
  bool operator==(const FigureKey&) const = default;
};

struct MadeFigure {
  FigureKey key;
  base::Expected<figures::Figure> figure;
};
using FigureMaker = results::Background<MadeFigure>;

/// A figure at its place with the selection lit up: drawn again as long as nothing of that changed.
struct PlacedFigure {
  std::shared_ptr<const FigureMaker::Made> made;
  document::Selection selection{};
  figures::FigureView view{};
  figures::ThemeName theme = figures::ThemeName::kLight;
  figures::Size size{};
  figures::Figure figure{};
  figures::Layout layout{};
};

/// The figure as it goes to a file: made anew only when something of it changed.
struct PaperFigure {
  std::shared_ptr<const FigureMaker::Made> made;
  document::Selection selection{};
  figures::FigureView view{};
  std::shared_ptr<const figures::Figure> figure{};
};

/// A figure that the pointer holds.
struct FigureDrag {
  std::optional<std::size_t> panel{};  // in whose plot it began
  figures::Point from{};
  figures::Point last{};
  bool box = false;  // picks a part instead of moving
  bool moved = false;
};

/// What a panel asks of the thread that runs the cells.
enum class CellsAsked { kNothing, kStop, kRunAgain };

/// A line of a lesson's cell, both counted from 1.
struct CodeLine {
  int cell = 0;
  int line = 0;
  bool operator==(const CodeLine&) const = default;
};

struct Workspace {
  document::History history;
  std::shared_ptr<const results::Evaluation> shown{};  // the newest that is ready; null at first
  std::vector<lessons::Lesson> lessons{};              // built in, then those that were opened
  std::optional<base::Error> trouble{};  // of the last edit or file; shown until the next

  // Made from `shown` and the selection by show(); panels only read it.
  results::Summary summary{};
  std::optional<document::Selection> summarized{};  // where the summary was made

  // What computes; a matter of this machine, so no document holds it.
  compute::Device device = compute::Device::kAuto;

  // Whether the newest result has been a while in coming: the one shown is greyed.
  bool waiting = false;

  // What the window keeps between frames, and no document does.
  std::map<std::string, ui::GridState> grids{};  // by the grid's id
  std::optional<ui::GridCell> hovered{};         // the cell under the pointer, on any card
  std::string focus{};                           // the card that is to be brought into view
  std::uint64_t opened = 0;  // how many files were: a lesson of the same name may be another now
  std::shared_ptr<const cells::CellResults> cells{};  // of the lesson, as far as they have run
  CellsAsked cells_asked = CellsAsked::kNothing;
  // A step and its line of code light up together.
  std::string pointed_card{};   // the card under the pointer, or else the one last selected in
  std::string selected_card{};  // the one last selected in
  bool card_selected = false;   // in the last frame: its line is to be brought into view
  std::optional<CodeLine> pointed_line{};  // the line under the pointer
  FigureChoice figure_choice{};
  std::unique_ptr<FigureMaker> figures{};                     // wakes the window when one is ready
  FigureKey figure_key{};                                     // of the newest that was asked for
  std::uint64_t figure_number = 0;                            // and its number
  std::map<std::string, figures::FigureView> figure_views{};  // by the figure's name
  std::optional<FigureDrag> figure_drag{};
  bool export_asked = false;             // the dialog is to be opened
  std::optional<PlacedFigure> figure{};  // the last one drawn
  std::optional<PaperFigure> paper{};    // the last one that was to go to a file

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
