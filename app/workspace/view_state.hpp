// SPDX-License-Identifier: MIT
// The part of the view that no document holds: what is shown and pointed at. The panels read and
// change it; it lasts until the program ends.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "app/figures/builders/distribution.hpp"
#include "app/figures/layout/hold.hpp"
#include "app/figures/layout/view.hpp"
#include "app/ui/grid_state/grid_state.hpp"

namespace normscope::workspace {

/// Choices about the figure that the document does not hold.
struct FigureChoice {
  bool of_group = false;  // distribution: of the selected group, else of the whole batch
  figures::DistributionShow show = figures::DistributionShow::kBoth;
  std::string step{};  // heatmap: a card's id; empty: the output
  bool operator==(const FigureChoice&) const = default;
};

/// A drag of the pointer on the figure.
struct FigureDrag {
  std::optional<std::size_t> panel{};  // the panel in whose plot the drag began
  figures::Point from{};
  figures::Point last{};
  bool box = false;  // the drag selects a part to zoom to instead of moving the view
  bool moved = false;
};

/// A line of a lesson's cell; cells and lines count from 1.
struct CodeLine {
  int cell = 0;
  int line = 0;
  bool operator==(const CodeLine&) const = default;
};

struct ViewState {
  /// Shows all of a figure, with axes and colours as it was built. Hidden series stay hidden.
  void fit_figure(const std::string& name) {
    figure_holds.erase(name);
    figure_views[name].panels.clear();
  }

  std::map<std::string, ui::GridState> grids{};  // key: the grid's id
  std::optional<ui::GridCell> hovered{};         // the cell under the pointer, on any card
  std::string focus{};                           // the id of the card to scroll into view
  bool waiting = false;  // the newest result takes long or was stopped: the older one is greyed

  // A step's card and its line of code are highlighted together.
  std::string pointed_card{};   // the card under the pointer, else selected_card
  std::string selected_card{};  // the card of the last selection
  bool card_selected = false;   // a card was selected in the last frame: scroll its line into view
  std::optional<CodeLine> pointed_line{};  // the line under the pointer

  FigureChoice figure_choice{};
  std::map<std::string, figures::FigureView> figure_views{};  // key: the figure's name
  std::map<std::string, figures::FigureHold> figure_holds{};  // the same; none: shown as built
  std::optional<FigureDrag> figure_drag{};
  bool export_asked = false;  // the export dialog opens in the next frame
};

}  // namespace normscope::workspace
