// SPDX-License-Identifier: MIT
// What is shown and pointed at, as far as no document holds it: kept between frames, read and
// changed by the panels, forgotten when the program ends.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "app/figures/builders/distribution.hpp"
#include "app/figures/layout/view.hpp"
#include "app/ui/grid_state/grid_state.hpp"

namespace normscope::workspace {

/// What the figure shows beside what the document says.
struct FigureChoice {
  bool of_group = false;  // distribution: of the selected group, else of the whole batch
  figures::DistributionShow show = figures::DistributionShow::kBoth;
  std::string step{};  // heatmap: a card's id; empty: the output
  bool operator==(const FigureChoice&) const = default;
};

/// A figure that the pointer holds.
struct FigureDrag {
  std::optional<std::size_t> panel{};  // in whose plot it began
  figures::Point from{};
  figures::Point last{};
  bool box = false;  // picks a part instead of moving
  bool moved = false;
};

/// A line of a lesson's cell, both counted from 1.
struct CodeLine {
  int cell = 0;
  int line = 0;
  bool operator==(const CodeLine&) const = default;
};

struct ViewState {
  std::map<std::string, ui::GridState> grids{};  // by the grid's id
  std::optional<ui::GridCell> hovered{};         // the cell under the pointer, on any card
  std::string focus{};                           // the card that is to be brought into view
  bool waiting = false;  // the newest result has been a while in coming: the one shown is greyed

  // A step and its line of code light up together.
  std::string pointed_card{};   // the card under the pointer, or else the one last selected in
  std::string selected_card{};  // the one last selected in
  bool card_selected = false;   // in the last frame: its line is to be brought into view
  std::optional<CodeLine> pointed_line{};  // the line under the pointer

  FigureChoice figure_choice{};
  std::map<std::string, figures::FigureView> figure_views{};  // by the figure's name
  std::optional<FigureDrag> figure_drag{};
  bool export_asked = false;  // the export dialog is to be opened
};

}  // namespace normscope::workspace
