// SPDX-License-Identifier: MIT
// What the views of the stage share in one frame: the evaluation, the step on the sheet, the cell
// that is pointed at or selected with its provenance, and the look of every grid. A comparison has
// one of these for each side: A, B, and A - B.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/figures/painter.hpp"
#include "app/results/derivation/provenance.hpp"
#include "app/results/sheet/scales.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/results/sheet/slice.hpp"
#include "app/ui/grid/grid.hpp"
#include "app/ui/grid/grid_format.hpp"
#include "app/workspace/marked.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::panels {

/// A parameter as a grid on the sheet. A weight is shown transposed.
struct ParameterGrid {
  trace::Role parameter = trace::Role::kGamma;
  int step = 0;
  std::size_t stage = 0;
  std::int64_t columns = 0;
  std::int64_t in_features = 0;  // of a weight

  std::int64_t position(ui::GridCell cell) const {
    return parameter == trace::Role::kWeight ? cell.column * in_features + cell.row
                                             : cell.row * columns + cell.column;
  }
};

/// The numbers of the stage grow by steps of this size.
inline constexpr float kGrowthStep = 0.125F;

class StageFrame {
 public:
  /// shape   something is shown and has cards
  StageFrame(ui::Context& ui, workspace::Workspace& workspace);

  /// The frame of a side; of kB and kDifference only where the sheet has their numbers. Cards of kB
  /// are those of Compared::b, or, where B has no steps, those of A.
  StageFrame& side(results::SheetSide side);
  const StageFrame& side(results::SheetSide side) const;
  /// What is compared; null without a comparison that could be computed.
  const results::Compared* compared() const;

  ui::Context& ui() const { return *ui_; }
  /// The same without growth.
  ui::Context& base() const { return *base_; }
  /// Whether what is drawn from here on is as large as the faces that have grown, or as all else.
  void grow(bool on);
  workspace::Workspace& workspace() const { return workspace_; }
  const results::Evaluation& shown() const { return *shown_; }
  /// The card of the step on the sheet.
  std::size_t focus() const { return focus_; }

  const results::Card& card(std::size_t at) const { return shown_->cards[at]; }
  /// Whether the lesson has not come to a card. A step of B comes with its counterpart in A.
  bool is_held_back(std::size_t at) const;
  /// What an edit of a card's numbers changes: the input, and the upstream gradient unless it
  /// follows from a target.
  std::optional<document::Target> target_of(std::size_t at) const;
  /// The id of a card's grid: "stage/mean", "stage/b/mean", "stage/difference/mean".
  std::string id_of(std::size_t at) const;
  const trace::Trace& trace_of(std::size_t at) const;
  const trace::Step& step_of(std::size_t at) const;

  /// The slice of a card's values that is on the stage.
  results::Slice slice_of(std::size_t at) const;
  ui::GridData data_of(std::size_t at) const;
  /// Digits, colours, the selected cell, marks and changes of a card's grid.
  ui::GridOptions options_of(std::size_t at) const;
  /// The same for a parameter, which has marks only.
  ui::GridOptions options_of(const ParameterGrid& grid) const;

  /// How the groups of the operation lie in the slices, of which the stage shows one.
  results::GroupInSlices groups() const {
    return results::group_in_slices(shown_->activations->shape(), shown_->layout.reduced_shape);
  }
  /// Whether a card has the elements of these groups: the operation's input and what is made of it.
  bool has_groups(std::size_t at) const;
  /// Whether cells that are related to the target have outlines.
  bool has_marks() const { return provenance_.has_value(); }
  /// The cell that is pointed at, else the selected one.
  std::size_t target_card() const { return target_.card; }
  std::int64_t target_position() const { return target_.position; }
  /// The selected cell, whatever is pointed at.
  std::size_t selected_card() const { return selected_.card; }
  std::int64_t selected_position() const { return selected_.position; }
  /// The selected element of the operation's input.
  std::int64_t selected_element() const;

  /// Notes what happened on a card's grid: the pointed cell, the selection, copying, its menu.
  void take_events(std::size_t at, const ui::GridEvents& events);
  void take_events(const ParameterGrid& grid, const ui::GridEvents& events);
  /// The same for a card whose selection and copies edit_numbers has handled already.
  void take_events_of_edited(std::size_t at, const ui::GridEvents& events);
  /// What the last edit changed on a card; null where nothing can be compared.
  std::function<std::optional<ui::GridChange>(ui::GridCell)> changes_of(std::size_t at) const;
  /// Of a backward pass: what a number of dy is multiplied by in the selected number of dx, and how
  /// much each number of dx grows with the selected one of dy. Null for other cards.
  std::function<std::optional<ui::GridChange>(ui::GridCell)> coefficients_of(std::size_t at) const;
  /// A small map of a card's slice, computed once for each evaluation.
  const results::Overview& map_of(std::size_t at, std::int64_t most_rows,
                                  std::int64_t most_columns);
  /// Its colours, on the scale of the card's numbers.
  figures::Image colors_of(std::size_t at, const results::Overview& map) const;
  /// Points at a cell or a parameter from outside of its grid.
  void point_at(std::size_t at, std::int64_t position);
  void point_at(const results::ParameterElement& element);
  /// Selects a cell of a card.
  void select(std::size_t at, std::int64_t position);

  /// The colours of a card.
  results::Scale scale_of(std::size_t at) const;
  /// How far a card's numbers reach; of a difference as far as its colours.
  results::Magnitudes magnitudes_of(std::size_t at) const;
  /// The number at a position of a card.
  float value_of(std::size_t at, std::int64_t position) const;
  /// Whether this is the side of A - B.
  bool is_difference() const { return side_ == results::SheetSide::kDifference; }
  /// A number as the cards show it.
  ui::NumberText number_of(float value) const;

 private:
  StageFrame(const StageFrame& a, results::SheetSide side);
  // The card of A that stands beside a card of this side.
  std::optional<std::size_t> card_of_a(std::size_t at) const;
  std::optional<ui::GridChange> change_of(std::size_t at, std::int64_t position) const;

  ui::Context* base_;
  ui::Context grown_;
  ui::Context* ui_;  // one of the two
  workspace::Workspace& workspace_;
  // The pointer keeps the evaluation while an edit changes the document.
  std::shared_ptr<const results::Evaluation> shown_;
  std::size_t focus_;
  results::Cell selected_{};
  results::Cell target_{};
  std::optional<results::Provenance> provenance_{};
  float flash_ = 0;  // of changed numbers, from 1 to 0
  results::SheetSide side_ = results::SheetSide::kA;
  std::array<std::unique_ptr<StageFrame>, 2> others_{};  // of A: kB and kDifference
};

}  // namespace normscope::panels
