// SPDX-License-Identifier: MIT
#include "app/panels/stage/stage_frame.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "app/panels/stage/cell_menu.hpp"
#include "app/panels/stage/inputs_panel.hpp"
#include "app/panels/stage/value_card.hpp"
#include "app/results/jacobian.hpp"
#include "app/results/lost_digits.hpp"
#include "app/results/sheet/step_words.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "app/workspace/stage_walk.hpp"
#include "core/base/ulp.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

using results::Compared;
using results::Relation;
using results::SheetSide;
using tensor::Shape;

namespace {

// How long changed numbers flash, in seconds.
constexpr double kFlash = 0.6;

constexpr ui::Help kCellHelp{
    tr_later("A number of a step"),
    tr_later("A solid outline is around the numbers that it was made from, a dashed one around "
             "those made from it. A corner says that a number lies outside the colours."),
    "", tr_later("Click it: its formula stands below with its own numbers.")};

constexpr ui::Help kDifferenceHelp{
    tr_later("A − B"),
    tr_later("The number of A less the number of B, coloured on a scale of its own. The largest "
             "difference has a corner."),
    tr_later("F3 selects the largest difference")};

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

}  // namespace

StageFrame::StageFrame(ui::Context& ui, workspace::Workspace& workspace)
    : base_(&ui),
      grown_(ui.grown()),
      ui_(&ui),
      workspace_(workspace),
      shown_(workspace.shown),
      focus_(focus_card(workspace)) {
  const auto& document = workspace_.document();
  selected_ = workspace::selected_cell(*shown_, document, workspace_.view);
  workspace::Marked marked = workspace::marked_number(*shown_, document, workspace_.view);
  if (is_held_back(selected_.card)) {
    selected_ = {focus_, results::position_of(shown_->activations->shape(), step_of(focus_).shape,
                                              document.selection)};
  }
  if (is_held_back(marked.cell.card)) marked.cell = selected_;
  target_ = marked.cell;
  workspace_.view.pointed_card = card(target_.card).id;
  if (shown_->activations->size() > 0) {
    provenance_ = marked.provenance(*shown_);
  }
  workspace::StageState& stage = workspace_.view.stage;
  if (stage.seen_revision != shown_->revision) {
    stage.seen_revision = shown_->revision;
    stage.changed = ui_->time;
  }
  const double since = ui_->time - stage.changed;
  if (workspace_.before && !workspace_.view.reduced_motion && since < kFlash) {
    flash_ = static_cast<float>(1 - since / kFlash);
    ui_->pacing.wake_at(ui_->time + 1.0 / 30);
  }
  if (compared() == nullptr) return;
  for (const SheetSide side : {SheetSide::kB, SheetSide::kDifference}) {
    others_[side == SheetSide::kB ? 0 : 1] =
        std::unique_ptr<StageFrame>(new StageFrame(*this, side));
  }
}

// B shows the counterparts of what A shows. Its own steps have a provenance of their own.
StageFrame::StageFrame(const StageFrame& a, SheetSide side)
    : base_(a.base_),
      grown_(a.grown_),
      ui_(a.ui_),
      workspace_(a.workspace_),
      shown_(a.shown_),
      focus_(a.focus_),
      selected_(a.selected_),
      target_(a.target_),
      side_(side) {
  const Compared& compared = *a.compared();
  if (side != SheetSide::kB || !compared.b) return;
  const std::size_t last = compared.b->cards.size() - 1;
  const auto counterpart = [&](std::size_t card) { return compared.pairs[card].b.value_or(last); };
  const results::StepPair& target = compared.pairs[a.target_.card];
  shown_ = compared.b;
  focus_ = counterpart(a.focus_);
  selected_.card = counterpart(a.selected_.card);
  selected_.position = results::position_of(
      shown_->activations->shape(), step_of(selected_.card).shape, workspace_.document().selection);
  if (!target.b || target.parting == results::Parting::kOtherShape) {
    target_ = selected_;
    return;
  }
  target_.card = *target.b;
  if (shown_->activations->size() > 0) {
    provenance_ = results::provenance_of(*shown_, target_.card, target_.position);
  }
}

void StageFrame::grow(bool on) {
  ui_ = on ? &grown_ : base_;
  for (const auto& other : others_) {
    if (other) other->grow(on);
  }
}

StageFrame& StageFrame::side(SheetSide side) {
  return side == SheetSide::kA ? *this : *others_[side == SheetSide::kB ? 0 : 1];
}
const StageFrame& StageFrame::side(SheetSide side) const {
  return side == SheetSide::kA ? *this : *others_[side == SheetSide::kB ? 0 : 1];
}

const Compared* StageFrame::compared() const {
  const auto& compared = workspace_.shown->compared;
  return compared && !compared->failure ? &*compared : nullptr;
}

bool StageFrame::is_held_back(std::size_t at) const {
  if (!holds_back(workspace_)) return false;
  const std::size_t cards = shown_cards(workspace_);
  if (side_ != SheetSide::kB || !compared()->b) return at >= cards;
  const auto pairs = std::span(compared()->pairs).first(cards);
  return std::ranges::find(pairs, std::optional(at), &results::StepPair::b) == pairs.end();
}

std::string StageFrame::id_of(std::size_t at) const {
  constexpr std::array<std::string_view, 3> kSides = {"stage/", "stage/b/", "stage/difference/"};
  return std::string(kSides[static_cast<std::size_t>(side_)]) + card(at).id;
}

float StageFrame::value_of(std::size_t at, std::int64_t position) const {
  const auto of_steps = [&](const results::Evaluation& evaluation, std::size_t card) {
    const results::Card& of = evaluation.cards[card];
    return evaluation.stages[of.stage].trace.value(of.step, position);
  };
  if (compared() == nullptr) return of_steps(*shown_, at);
  const Compared& compared = *this->compared();
  const bool output = at + 1 == shown_->cards.size();
  const auto of_output = [&](std::size_t which) {
    return compared.outputs[which]->values()[static_cast<std::size_t>(position)];
  };
  if (side_ != SheetSide::kDifference) {
    return output ? of_output(side_ == SheetSide::kA ? 0 : 1) : of_steps(*shown_, at);
  }
  const float a = output ? of_output(0) : of_steps(*shown_, at);
  const float b = output ? of_output(1) : of_steps(*compared.b, *compared.pairs[at].b);
  return static_cast<float>(base::difference_of(a, b));
}

std::optional<std::size_t> StageFrame::card_of_a(std::size_t at) const {
  if (side_ != SheetSide::kB || !compared()->b) return at;
  const auto& pairs = compared()->pairs;
  for (std::size_t card = 0; card < pairs.size(); ++card) {
    if (pairs[card].b == at && pairs[card].parting != results::Parting::kOtherShape) return card;
  }
  return std::nullopt;
}

const trace::Trace& StageFrame::trace_of(std::size_t at) const {
  return shown_->stages[card(at).stage].trace;
}

const trace::Step& StageFrame::step_of(std::size_t at) const {
  return trace_of(at).steps()[static_cast<std::size_t>(card(at).step)];
}

bool StageFrame::has_groups(std::size_t at) const {
  const std::size_t operation = shown_->stages.size() - 1;
  return at >= results::card_of(*shown_, operation, 0) &&
         step_of(at).shape == shown_->activations->shape();
}

results::Slice StageFrame::slice_of(std::size_t at) const {
  return results::slice_of_step(shown_->activations->shape(), step_of(at).shape,
                                workspace_.document().view.outer);
}

ui::GridData StageFrame::data_of(std::size_t at) const {
  const results::Slice slice = slice_of(at);
  return {slice.rows, slice.columns,
          [this, at, slice](std::int64_t row, std::int64_t column) {
            return value_of(at, slice.position(row, column));
          },
          trace_of(at).is_late()};
}

results::Scale StageFrame::scale_of(std::size_t at) const {
  // Differences are shown as strong as they are among each other, however small.
  if (side_ == SheetSide::kDifference) {
    const double largest = compared()->pairs[at].largest;
    return {-largest, largest, true};
  }
  return results::scale_for(workspace_.view.stage.scales.scales, *shown_, at);
}

results::Magnitudes StageFrame::magnitudes_of(std::size_t at) const {
  return side_ == SheetSide::kDifference ? results::Magnitudes{} : card(at).magnitudes;
}

ui::GridOptions StageFrame::options_of(std::size_t at) const {
  const results::Slice slice = slice_of(at);
  ui::GridOptions options;
  if (ui_->map.on()) {
    options.name = results::name_of_step(*shown_, card(at).stage, card(at).step);
    options.made = results::made_words(*shown_, at);
  }
  options.digits = workspace_.document().view.digits;
  // The strength of the colour of a single number would say nothing.
  if (tensor::product(step_of(at).shape) > 1) {
    const results::Scale scale = scale_of(at);
    options.heat = scale.diverging ? ui::GridHeat::kDiverging : ui::GridHeat::kSequential;
    options.heat_ends = {{scale.low, scale.high}};
  }
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
  if (shown_->examined && side_ != SheetSide::kDifference) {
    options.event = [this, at, slice](ui::GridCell cell) {
      const auto event = results::event_of(*shown_, card(at).stage, card(at).step,
                                           slice.position(cell.row, cell.column));
      const bool none = event == precision::Event::kNone;
      return ui::GridEvent{
          none ? std::string_view() : base::name_of(precision::event_names(), event),
          event != precision::Event::kEarlier};
    };
  }
  if (side_ == SheetSide::kDifference && at + 1 == shown_->cards.size()) {
    if (const std::int64_t largest = compared()->difference.at; largest >= 0) {
      const auto cell = results::selection_of(step_of(at).shape, largest);
      if (const auto row = slice.own_row(cell)) options.callout = ui::GridCell{*row, cell.column};
    }
    options.help = kDifferenceHelp;
  }
  return options;
}

ui::GridOptions StageFrame::options_of(const ParameterGrid& grid) const {
  ui::GridOptions options;
  if (ui_->map.on()) {
    options.name = results::name_of_step(*shown_, grid.stage, grid.step);
  }
  options.digits = workspace_.document().view.digits;
  options.shows_selection = false;
  if (!provenance_) return options;
  options.mark = [this, grid](ui::GridCell cell) {
    return mark_of(provenance_->of({grid.step, grid.stage, grid.position(cell)}));
  };
  return options;
}

void StageFrame::take_events(const ParameterGrid& grid, const ui::GridEvents& events) {
  if (!events.hovered) return;
  point_at({grid.step, grid.stage, grid.position(*events.hovered)});
}

std::optional<ui::GridChange> StageFrame::change_of(std::size_t at, std::int64_t position) const {
  const auto& before = workspace_.before;
  if (!before) return std::nullopt;
  const results::Card& was = before->cards[at];
  const float old = before->stages[was.stage].trace.value(was.step, position);
  const float now = value_of(at, position);
  if (base::difference_of(old, now) == 0) return std::nullopt;
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
  const auto of_a = card_of_a(at);
  if (of_a) workspace_.view.selected_card = workspace_.shown->cards[*of_a].id;
  workspace_.view.card_selected = true;
  ui_->pacing.activity();
}

void StageFrame::take_events(std::size_t at, const ui::GridEvents& events) {
  const results::Slice slice = slice_of(at);
  const auto of_a = card_of_a(at);
  if (events.hovered && events.hovered_row.h > 0) {
    value_card(*this, at, slice.position(events.hovered->row, events.hovered->column),
               events.hovered_row);
  }
  if (events.hovered && of_a) {
    workspace_.view.pointed_next.cell = {
        workspace_.shown->cards[*of_a].id,
        {events.hovered->row + slice.first_row(), events.hovered->column}};
  }
  if (events.selected) {
    const std::int64_t columns = std::max<std::int64_t>(slice.columns, 1);
    const std::int64_t row = std::min(events.selected->row, slice.rows - 1);
    const std::int64_t column = std::min(events.selected->column, columns - 1);
    select(at, slice.position(row, column));
  }
  if (events.asked && side_ == SheetSide::kA) {
    open_cell_menu(*ui_, workspace_,
                   {card(at).id, {events.asked->row + slice.first_row(), events.asked->column}});
  }
}

std::optional<document::Target> StageFrame::target_of(std::size_t at) const {
  if (side_ != SheetSide::kA) return std::nullopt;
  if (at == 0) return document::Target::kInput;
  const bool upstream = step_of(at).role == trace::Role::kUpstreamGradient;
  if (!upstream || workspace_.document().backward.target) return std::nullopt;
  // A document that goes on may have another shape than what is shown.
  const auto& values = workspace_.document().backward.upstream;
  if (values.shape() != step_of(at).shape) return std::nullopt;
  return document::Target::kUpstream;
}

void StageFrame::take_events_of_edited(std::size_t at, const ui::GridEvents& events) {
  ui::GridEvents rest = events;
  if (events.selected) {
    workspace_.view.selected_card = card(at).id;
    workspace_.view.card_selected = true;
    rest.selected.reset();
  }
  take_events(at, rest);
}

std::function<std::optional<ui::GridChange>(ui::GridCell)> StageFrame::changes_of(
    std::size_t at) const {
  return [this, at, slice = slice_of(at)](ui::GridCell cell) {
    return change_of(at, slice.position(cell.row, cell.column));
  };
}

std::function<std::optional<ui::GridChange>(ui::GridCell)> StageFrame::coefficients_of(
    std::size_t at) const {
  const auto backward = results::backward_cards(*shown_);
  if (side_ != SheetSide::kA || !backward) return {};
  const std::size_t last = shown_->cards.size() - 1;
  const bool of_dy = at == backward->upstream && target_.card == last;
  const bool of_dx = at == last && target_.card == backward->upstream;
  if (!of_dy && !of_dx) return {};
  auto& known = workspace_.view.stage.jacobian;
  if (!known || known->revision != shown_->revision || known->opened != workspace_.opened) {
    known = {shown_->revision, workspace_.opened, results::jacobian_of(*shown_)};
  }
  if (known->values.empty()) return {};
  const std::int64_t columns = tensor::product(step_of(last).shape);
  return [this, of_dy, columns, slice = slice_of(at),
          selected = target_.position](ui::GridCell cell) -> std::optional<ui::GridChange> {
    const std::int64_t position = slice.position(cell.row, cell.column);
    const std::int64_t place =
        of_dy ? position * columns + selected : selected * columns + position;
    const float factor = workspace_.view.stage.jacobian->values[static_cast<std::size_t>(place)];
    if (factor == 0) return std::nullopt;
    return ui::GridChange{"×" + number_of(factor).text(), 0};
  };
}

const results::Overview& StageFrame::map_of(std::size_t at, std::int64_t most_rows,
                                            std::int64_t most_columns) {
  const results::Slice slice = slice_of(at);
  auto& cached =
      workspace_.view.stage.maps[fmt::format("{}/{}/{}", id_of(at), most_rows, most_columns)];
  const bool known = !cached.map.values.empty() && cached.revision == shown_->revision &&
                     cached.opened == workspace_.opened && cached.slice == slice.number;
  if (!known) {
    const results::ReadRun each = [value = data_of(at).value](std::int64_t row, std::int64_t column,
                                                              std::span<float> places) {
      for (float& place : places) place = value(row, column++);
    };
    const auto read =
        compared() == nullptr ? results::runs_of(trace_of(at), card(at).step, slice) : each;
    cached = {shown_->revision, workspace_.opened, slice.number,
              results::overview_of(slice.rows, slice.columns, most_rows, most_columns, read)};
  }
  return cached.map;
}

figures::Image StageFrame::colors_of(std::size_t at, const results::Overview& map) const {
  const results::Scale scale = scale_of(at);
  figures::Image image{map.columns, map.rows, {}};
  image.colors.reserve(map.values.size());
  for (const float number : map.values) {
    const double place = scale.place(static_cast<double>(number));
    image.colors.push_back(ui::heat(ui_->theme.colors, place, scale.diverging));
  }
  return image;
}

std::int64_t StageFrame::selected_element() const {
  const Shape& whole = shown_->activations->shape();
  return results::position_of(whole, whole, workspace_.document().selection);
}

void StageFrame::point_at(std::size_t at, std::int64_t position) {
  const auto of_a = card_of_a(at);
  if (!of_a) return;
  workspace_.view.pointed_next.cell = {workspace_.shown->cards[*of_a].id,
                                       results::selection_of(step_of(at).shape, position)};
}

void StageFrame::point_at(const results::ParameterElement& element) {
  if (side_ != SheetSide::kA) return;  // gamma and beta of B are not on the sheet
  workspace_.view.pointed_next.parameter = element;
}

}  // namespace normscope::panels
