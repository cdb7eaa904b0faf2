// SPDX-License-Identifier: MIT
#include "app/panels/stage_frame.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/panels/inputs_panel.hpp"

namespace normscope::panels {

using results::Relation;
using tensor::Shape;
using workspace::Workspace;

namespace {

// How long changed numbers flash, in seconds.
constexpr double kFlash = 0.6;

constexpr ui::Help kCellHelp{"A number of a step",
                             "Solid frames are the numbers that it was made from, dashed frames "
                             "those made from it. Blue is above zero, orange below.",
                             "", "Click it: its formula stands below with its own numbers."};

ui::GridMark mark_of(Relation relation) {
  switch (relation) {
    case Relation::kNone:
      break;
    case Relation::kSelf:
      return ui::GridMark::kSelf;
    case Relation::kSource:
      return ui::GridMark::kSource;
    case Relation::kMadeFrom:
      return ui::GridMark::kMade;
  }
  return ui::GridMark::kNone;
}

// The scales are held until another document or operation comes, or the user fits the colours.
void hold_scales(Workspace& workspace, const results::Evaluation& shown) {
  workspace::HeldScales& held = workspace.view.stage.scales;
  const document::Subject subject = workspace.document().subject;
  const results::Scales suits = results::scales_of(shown);
  if (held.fit || held.opened != workspace.opened || held.subject != subject) {
    held = {suits, workspace.opened, subject, workspace.stale()};
  }
  // A quantity without a scale so far, such as the numbers after a new layer, gets one.
  for (std::size_t i = 0; i < suits.size(); ++i) {
    if (held.ends[i] == 0) held.ends[i] = suits[i];
  }
}

}  // namespace

StageFrame::StageFrame(ui::Context& ui, workspace::Workspace& workspace)
    : ui_(ui), workspace_(workspace), shown_(workspace.shown), focus_(workspace.focus_card()) {
  hold_scales(workspace_, *shown_);
  const auto& document = workspace_.document();
  selected_ = workspace::selected_cell(*shown_, document, workspace_.view);
  const workspace::Marked marked = workspace::marked_number(*shown_, document, workspace_.view);
  target_ = marked.cell;
  workspace_.view.pointed_card = card(target_.card).id;
  if (shown_->activations->size() > 0) {
    provenance_ = marked.provenance(*shown_);
  }
  workspace::StageState& stage = workspace_.view.stage;
  if (stage.seen_revision != shown_->revision) {
    stage.seen_revision = shown_->revision;
    stage.changed = ui_.time;
  }
  const double since = ui_.time - stage.changed;
  if (workspace_.before && !workspace_.view.reduced_motion && since < kFlash) {
    flash_ = static_cast<float>(1 - since / kFlash);
    ui_.pacing.wake_at(ui_.time + 1.0 / 30);
  }
}

const trace::Trace& StageFrame::trace_of(std::size_t at) const {
  return shown_->stages[card(at).stage].trace;
}

const trace::Step& StageFrame::step_of(std::size_t at) const {
  return trace_of(at).steps()[static_cast<std::size_t>(card(at).step)];
}

results::Slice StageFrame::slice_of(std::size_t at) const {
  return results::slice_of_step(shown_->activations->shape(), step_of(at).shape,
                                workspace_.document().view.outer);
}

ui::GridData StageFrame::data_of(std::size_t at) const {
  const results::Slice slice = slice_of(at);
  return {
      slice.rows, slice.columns,
      [&trace = trace_of(at), step = card(at).step, slice](std::int64_t row, std::int64_t column) {
        return trace.value(step, slice.position(row, column));
      }};
}

double StageFrame::scale_of(std::size_t at) const {
  return workspace_.view.stage.scales
      .ends[static_cast<std::size_t>(results::quantity_of(*shown_, at))];
}

ui::GridOptions StageFrame::options_of(std::size_t at) const {
  const results::Slice slice = slice_of(at);
  ui::GridOptions options;
  options.digits = workspace_.document().view.digits;
  // The strength of the colour of a single number would say nothing.
  options.heat =
      tensor::product(step_of(at).shape) > 1 ? ui::GridHeat::kDiverging : ui::GridHeat::kNone;
  options.heat_ends = {{-scale_of(at), scale_of(at)}};
  options.help = kCellHelp;
  const document::Selection own = results::selection_of(
      step_of(at).shape, results::position_of(shown_->activations->shape(), step_of(at).shape,
                                              workspace_.document().selection));
  if (const auto row = slice.own_row(own)) options.selected = ui::GridCell{*row, own.column};
  options.shows_selection = at == selected_.card;
  if (provenance_) {
    options.mark = [this, at, slice](ui::GridCell cell) {
      return mark_of(provenance_->of_cell(at, slice.position(cell.row, cell.column)));
    };
  }
  return options;
}

ui::GridOptions StageFrame::options_of(const ParameterGrid& grid) const {
  ui::GridOptions options;
  options.digits = workspace_.document().view.digits;
  options.shows_selection = false;
  if (!provenance_) return options;
  options.mark = [this, grid](ui::GridCell cell) {
    return mark_of(provenance_->of({grid.parameter, grid.stage, grid.position(cell)}));
  };
  return options;
}

void StageFrame::take_events(const ParameterGrid& grid, const ui::GridEvents& events) {
  if (!events.hovered) return;
  point_at({grid.parameter, grid.stage, grid.position(*events.hovered)});
}

std::optional<ui::GridChange> StageFrame::change_of(std::size_t at, std::int64_t position) const {
  const auto& before = workspace_.before;
  if (!before) return std::nullopt;
  const results::Card& was = before->cards[at];
  const float old = before->stages[was.stage].trace.value(was.step, position);
  const float now = trace_of(at).value(card(at).step, position);
  if (old == now || (std::isnan(old) && std::isnan(now))) return std::nullopt;
  const std::string text = number_of(now - old).text();
  const bool signless = text.starts_with('-') || text == "nan" || text == "inf";
  return ui::GridChange{signless ? text : "+" + text, flash_};
}

ui::NumberText StageFrame::number_of(float value) const {
  tensor::FloatRange range;
  range.add(static_cast<double>(value));
  return ui::GridFormat(workspace_.document().view.digits, range, false).number(value);
}

void StageFrame::select(std::size_t at, std::int64_t position) {
  workspace_.history.change_view([&](document::Document& document) {
    document.selection = results::selection_for(shown_->activations->shape(), step_of(at).shape,
                                                position, document.selection);
  });
  workspace_.view.selected_card = card(at).id;
  workspace_.view.card_selected = true;
  ui_.pacing.activity();
}

void StageFrame::take_events(std::size_t at, const ui::GridEvents& events) {
  const results::Slice slice = slice_of(at);
  if (events.hovered) {
    workspace_.view.pointed_next.cell = {
        card(at).id, {events.hovered->row + slice.first_row(), events.hovered->column}};
  }
  if (events.selected) {
    const std::int64_t columns = std::max<std::int64_t>(slice.columns, 1);
    const std::int64_t row = std::min(events.selected->row, slice.rows - 1);
    const std::int64_t column = std::min(events.selected->column, columns - 1);
    select(at, slice.position(row, column));
  }
  if (events.asked) {
    ui_.pacing.activity();
    workspace_.view.stage.menu = {card(at).id,
                                  {events.asked->row + slice.first_row(), events.asked->column}};
    workspace_.view.stage.menu_asked = true;
  }
}

void StageFrame::take_events_of_input(const ui::GridEvents& events) {
  ui::GridEvents rest = events;
  if (events.selected) {
    workspace_.view.selected_card = card(0).id;
    workspace_.view.card_selected = true;
    rest.selected.reset();
  }
  take_events(0, rest);
}

std::function<std::optional<ui::GridChange>(ui::GridCell)> StageFrame::changes_of(
    std::size_t at) const {
  return [this, at, slice = slice_of(at)](ui::GridCell cell) {
    return change_of(at, slice.position(cell.row, cell.column));
  };
}

const results::Overview& StageFrame::map_of(std::size_t at, std::int64_t most_rows,
                                            std::int64_t most_columns) {
  const results::Slice slice = slice_of(at);
  auto& cached =
      workspace_.view.stage.maps[fmt::format("{}/{}/{}", card(at).id, most_rows, most_columns)];
  const bool known = !cached.map.values.empty() && cached.revision == shown_->revision &&
                     cached.opened == workspace_.opened && cached.slice == slice.number;
  if (!known) {
    const ui::GridData data = data_of(at);
    cached = {shown_->revision, workspace_.opened, slice.number,
              results::overview_of(data.rows, data.columns, most_rows, most_columns, data.value)};
  }
  return cached.map;
}

std::int64_t StageFrame::selected_element() const {
  const Shape& whole = shown_->activations->shape();
  return results::position_of(whole, whole, workspace_.document().selection);
}

void StageFrame::point_at(std::size_t at, std::int64_t position) {
  workspace_.view.pointed_next.cell = {card(at).id,
                                       results::selection_of(step_of(at).shape, position)};
}

void StageFrame::point_at(const results::ParameterElement& element) {
  workspace_.view.pointed_next.parameter = element;
}

}  // namespace normscope::panels
