// SPDX-License-Identifier: MIT
#include "app/panels/stage/sheet_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "app/panels/held_back.hpp"
#include "app/panels/stage/inputs_panel.hpp"
#include "app/panels/stage/sheet_grids.hpp"
#include "app/panels/stage/sheet_layout.hpp"
#include "app/panels/stage/sheet_statistics.hpp"
#include "app/panels/stage/sheet_title.hpp"
#include "app/panels/stage/step_motion.hpp"
#include "app/panels/stage/wide_map.hpp"
#include "app/results/hand_written/hand_written.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/layout.hpp"

namespace normscope::panels {

using document::Target;
using results::Sheet;
using results::SheetBand;
using results::SheetPart;
using results::SheetStatistic;
using ui::Context;
using Kind = results::SheetBand::Kind;

namespace {

// In points.
constexpr float kLeastFocus = 64;  // the middle is left out below this height

class View {
 public:
  View(StageFrame& frame, ImVec2 size)
      : frame_(frame),
        ui_(frame.ui()),
        sheet_(results::sheet_of(frame.shown(), frame.focus())),
        from_(ImGui::GetCursorScreenPos()),
        size_(size),
        motion_(frame) {
    lay_out();
  }

  void draw() {
    note_heights();
    statistics_.emplace(frame_, *layout_, motion_);
    const float top = layout_->height_of(SheetPart::kTop);
    const float bottom = layout_->height_of(SheetPart::kBottom);
    const float wanted = layout_->height_of(SheetPart::kFocus);
    const bool needed = !is_pinned(frame_.focus());
    const float middle_room = low_ && needed ? wanted : room_of_middle();
    const bool shown = middle_room >= std::min(wanted, ui_.px(kLeastFocus));
    const float middle = shown ? std::min(wanted, middle_room) : 0;
    used_ = low_ ? size_.y : top + middle + bottom;
    const float bar = low_ ? ui_.px(14) : 0;
    const ui::Region region(ui_, "stage/sheet", {size_.x + bar, used_},
                            {.ground = ui::Ground::kNone,
                             .scroll = low_ ? ui::Scroll::kVertical : ui::Scroll::kNone,
                             .padding = 0});
    if (!region) return;
    from_ = ImGui::GetCursorScreenPos();
    draw_part(SheetPart::kTop, from_.y);
    if (middle > 0) draw_focus({from_.x, from_.y + top}, middle, wanted);
    draw_part(SheetPart::kBottom, from_.y + top + middle);
    motion_.draw();
    ImGui::SetCursorScreenPos(from_);
    ImGui::Dummy({1, top + middle + bottom});
  }

  float used() const { return used_; }

 private:
  void lay_out() {
    layout_.emplace(frame_, sheet_, size_);
    low_ = room_of_middle() < least_middle();
    if (!low_) return;
    size_.x -= ui_.px(14);  // the scroll bar
    layout_.emplace(frame_, sheet_, size_);
  }

  // The height that input and output leave to the middle, and the least that the step needs: in a
  // low window the operands of the output give way; where that is not enough, or the step itself
  // stands in the middle, the whole sheet scrolls.
  float room_of_middle() const {
    return size_.y - layout_->height_of(SheetPart::kTop) - layout_->height_of(SheetPart::kBottom);
  }
  float least_middle() const {
    if (is_pinned(frame_.focus())) return 0;
    return std::min(layout_->height_of(SheetPart::kFocus), ui_.px(kLeastFocus));
  }

  // The heights that the highest step would like to have: the room of the sheet stays the same
  // while one steps through the operation. The weights of a layer may scroll in a tight sheet, as
  // long batches do anyway. Measured without growth, so that nothing depends on its own
  // consequence.
  void note_heights() const {
    frame_.grow(false);
    const float scale = frame_.ui().scale;
    float wanted = 0;
    float tight = 0;
    float width = 0;
    float presented = 0;
    ImVec2 whole{};
    for (std::size_t card = 0; card < frame_.shown().cards.size(); ++card) {
      const Sheet sheet = results::sheet_of(frame_.shown(), card);
      const SheetLayout layout(frame_, sheet, size_);
      wanted = std::max(wanted, layout.wanted_height());
      const bool layer = frame_.card(card).stage + 1 < frame_.shown().stages.size();
      width = std::max(width, layout.wanted_width());
      const bool output = card + 1 == frame_.shown().cards.size();
      presented = std::max(presented, output ? layout.wanted_height() : layout.tight_height());
      if (!layer && layout.shows_all_rows()) tight = std::max(tight, layout.tight_height());
      whole.x = std::max(whole.x, layout.whole().x);
      if (!layer) whole.y = std::max(whole.y, layout.whole().y);
    }
    frame_.grow(true);
    workspace::StageState& stage = frame_.workspace().view.stage;
    stage.presented_sheet_width = width / scale;
    stage.presented_sheet_height = presented / scale;
    stage.whole_sheet_width = whole.x / scale;
    stage.whole_sheet_height = whole.y / scale;
    stage.sheet_height = wanted / scale;
    stage.tight_sheet_height = std::min(wanted, tight) / scale;
  }

  // Whether a card stays in sight whatever step is looked at.
  bool is_pinned(std::size_t card) const {
    return std::ranges::any_of(sheet_.bands, [&](const SheetBand& band) {
      const bool stays = band.part != SheetPart::kFocus;
      const bool beside = std::ranges::any_of(
          band.statistics, [&](const SheetStatistic& each) { return each.card == card; });
      return stays && ((band.kind == Kind::kCard && band.card == card) || beside);
    });
  }

  void draw_part(SheetPart part, float y) {
    for (const PlacedBand& each : layout_->bands()) {
      if (each.band->part == part) y = draw_band(each, {from_.x, y}) + layout_->gap();
    }
  }

  // The middle, which scrolls where it has less than the wanted height.
  void draw_focus(ImVec2 at, float height, float wanted) {
    ImGui::SetCursorScreenPos(at);
    const ui::Region region(
        ui_, "stage/middle", {size_.x, height},
        {.ground = ui::Ground::kNone,
         .scroll = wanted > height + 1 ? ui::Scroll::kVertical : ui::Scroll::kNone,
         .padding = 0});
    if (!region) return;
    const float begin = first_whole(wanted - height);
    show_result(begin);
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 before = std::exchange(from_, from);
    draw_part(SheetPart::kFocus, from.y);
    from_ = before;
    const float end = std::max(wanted - layout_->gap(), begin + height - 1);
    ImGui::SetCursorScreenPos({from.x, from.y + end});
    ImGui::Dummy({1, 1});
  }

  // Where the middle begins when so many pixels of its upper end have no room: with a whole band,
  // so that none seems to lie over the input.
  float first_whole(float hidden) const {
    float top = 0;
    float last = 0;
    for (const PlacedBand& each : layout_->bands()) {
      if (each.band->part != SheetPart::kFocus) continue;
      last = top;
      if (top + 1 >= hidden) return top;
      top += each.height + layout_->gap();
    }
    return last;
  }

  // A new step, or another height of the window, brings the result into sight, below its operands.
  void show_result(float hidden) {
    const workspace::MiddleShown now{frame_.card(frame_.focus()).id, hidden};
    if (std::exchange(frame_.workspace().view.stage.middle, now) == now) return;
    ImGui::SetScrollY(std::max(hidden, 0.0F));
    ui_.pacing.activity();
  }

  // Draws a band; returns its lower end.
  float draw_band(const PlacedBand& placed, ImVec2 at) {
    const SheetBand& band = *placed.band;
    draw_band_title(frame_, sheet_, *layout_, placed, at, size_.x);
    float y = at.y + layout_->title() + layout_->note(placed);
    const float width = layout_->cells_width(placed);
    const bool held = band.kind == Kind::kCard && frame_.side(band.side).is_held_back(band.card);
    if (placed.map > 0 && !held) {
      ImGui::SetCursorScreenPos({at.x + layout_->header(), y});
      wide_map(frame_.side(band.side), band.card, {width, placed.map - ui_.px(4)},
               {layout_->cell(), static_cast<float>(placed.shown_rows)});
    }
    y += placed.map;
    const float headers = layout_->headers_height(placed);
    const float cells = static_cast<float>(placed.shown_rows) * placed.row_height;
    if (band.kind != Kind::kStatistics) {
      ImGui::SetCursorScreenPos({at.x, y});
      const ImVec2 size{layout_->header() + width, headers + cells};
      held ? hold_back(band, size) : draw_numbers(placed, size);
    }
    // Where it is narrow, what is said of a step that is held back takes two lines.
    const float told = held ? ImGui::GetCursorScreenPos().y : y;
    float x = at.x + layout_->header() + (band.kind == Kind::kStatistics ? 0 : width);
    for (const SheetStatistic& each : placed.beside) {
      const bool first = band.kind == Kind::kStatistics && &each == &placed.beside.front();
      if (!first) x += ui_.px(kSheetSideGap);
      if (!each.sign.empty()) {
        const float sign = layout_->sign_width(each);
        draw_sign(ui_, each.sign, {x, y + headers},
                  {x + sign - ui_.px(kSheetSideGap), y + headers + cells});
        x += sign;
      }
      statistics_->draw_beside(placed, each, {x, y + headers});
      x += layout_->statistic_width(each);
    }
    y = std::max(y + headers + cells, told);
    if (!placed.below.empty()) y += std::round(ui_.px(kSheetBelowGap));
    for (const SheetStatistic& each : placed.below) {
      const float height = layout_->below_height(each, placed.shown_rows);
      statistics_->draw_below(placed, each, {at.x, y}, {width, height});
      y += height;
    }
    return y;
  }

  ui::GridOptions shared_options(const PlacedBand& placed, ui::GridOptions options) const {
    options.column_headers = placed.headers;
    options.row_headers = true;
    options.header_width = layout_->header();
    options.bars = false;
    options.row_height = placed.row_height / ui_.scale;
    options.cell_width = layout_->cell();
    return options;
  }

  void draw_numbers(const PlacedBand& placed, ImVec2 size) {
    const SheetBand& band = *placed.band;
    switch (band.kind) {
      case Kind::kCard:
        draw_card(placed, size);
        break;
      case Kind::kParameter:
        draw_parameter(placed, size);
        break;
      case Kind::kStatistics:
        break;
    }
  }

  // The first step that is held back says so.
  void hold_back(const SheetBand& band, ImVec2 size) {
    if (!std::exchange(noted_, true)) return note_held_back(ui_, frame_.workspace(), "stage");
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_held_back(ui_, frame_.side(band.side).id_of(band.card), {at.x + layout_->header(), at.y},
                   {at.x + size.x, at.y + size.y});
  }

  void draw_card(const PlacedBand& placed, ImVec2 size) {
    const std::size_t card = placed.band->card;
    StageFrame& frame = frame_.side(placed.band->side);
    const std::string id = frame.id_of(card);
    ui::GridOptions options = shared_options(placed, frame.options_of(card));
    if (placed.changes) {
      options.change = frame.coefficients_of(card);
      if (!options.change) options.change = frame.changes_of(card);
    }
    if (placed.band->side == results::SheetSide::kA) {
      motion_.place(card, cells_at(size, placed), layout_->cell(), placed.row_height);
    }
    if (frame.has_groups(card)) draw_slices_behind(cells_at(size, placed), size, placed);
    const std::optional<Target> target = frame.target_of(card);
    if (!target) return card_grid(frame, card, id, size, options);
    linked(frame_, id, [&](ui::GridState& state) {
      frame_.take_events_of_edited(
          card, edit_numbers(ui_, id, frame_.workspace(), {*target}, size, state, options));
    });
  }

  // The edges of other slices behind the one that is shown, where groups reach into them.
  void draw_slices_behind(ImVec2 cells, ImVec2 size, const PlacedBand& placed) const {
    const std::int64_t others = frame_.groups().slices - 1;
    const auto& palette = ui_.theme.colors;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end{cells.x + size.x - layout_->header(),
                     cells.y + static_cast<float>(placed.shown_rows) * placed.row_height};
    for (auto page = std::min<std::int64_t>(others, 2); page > 0; --page) {
      const float off = std::round(ui_.px(3.5F)) * static_cast<float>(page);
      const ImVec2 low{cells.x + off, cells.y + off};
      const ImVec2 high{end.x + off, end.y + off};
      list.AddRectFilled(low, high, ui::imgui_color(palette.raised));
      list.AddRect(low, high, ui::imgui_color(palette.muted), 0, 0,
                   std::max(1.0F, std::round(ui_.px(1))));
    }
  }

  ImVec2 cells_at(ImVec2 size, const PlacedBand& placed) const {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float cells = static_cast<float>(placed.shown_rows) * placed.row_height;
    return {from.x + layout_->header(), from.y + size.y - cells};
  }

  // What an edit of a parameter changes; nothing for one of a layer, drawn from its seed.
  std::optional<Target> target_of(trace::Role role, std::string_view name) const {
    if (const auto* const row = document::parameter_row(role)) return row->target;
    if (role != trace::Role::kNone) return std::nullopt;
    const auto step = results::chain_step(frame_.workspace().document(), name);
    return step ? std::optional(Target(Target::kStep, *step)) : std::nullopt;
  }

  void draw_parameter(const PlacedBand& placed, ImVec2 size) {
    const trace::Role role = placed.band->parameter;
    const trace::Trace& trace = frame_.shown().stages[placed.band->stage].trace;
    std::string id = "stage/" + trace.program().step(placed.band->step).name;
    std::ranges::replace(id, ' ', '-');
    const trace::TensorRef values = trace.parts().given_of(placed.band->step);
    const bool transposed = role == trace::Role::kWeight;
    const ParameterGrid grid{role, placed.band->step, placed.band->stage, placed.columns,
                             transposed ? values->shape()[1] : 0};
    linked(frame_, id, [&](ui::GridState& state) {
      if (const auto target = target_of(role, trace.program().step(placed.band->step).name)) {
        frame_.take_events(grid, edit_numbers(ui_, id, frame_.workspace(), {*target}, size, state,
                                              shared_options(placed, frame_.options_of(grid))));
        return;
      }
      const ui::GridData data{placed.rows, placed.columns,
                              [&values, grid](std::int64_t row, std::int64_t column) {
                                const std::int64_t at = grid.position({row, column});
                                return values->values()[static_cast<std::size_t>(at)];
                              }};
      draw_fixed(id, placed, grid, data, size, state);
    });
  }

  // A parameter that cannot be edited.
  void draw_fixed(const std::string& id, const PlacedBand& placed, const ParameterGrid& grid,
                  const ui::GridData& data, ImVec2 size, ui::GridState& state) {
    const ui::GridEvents events =
        ui::grid(ui_, id, data, size, state, shared_options(placed, frame_.options_of(grid)));
    copy_numbers(data, events);
    frame_.take_events(grid, events);
  }

  StageFrame& frame_;
  Context& ui_;
  Sheet sheet_;
  ImVec2 from_;
  ImVec2 size_;
  std::optional<SheetLayout> layout_{};
  bool low_ = false;    // the whole sheet scrolls
  bool noted_ = false;  // a step that is held back was drawn
  StepMotionView motion_;
  float used_ = 0;
  std::optional<SheetStatistics> statistics_{};
};

}  // namespace

float draw_sheet(StageFrame& frame, ImVec2 size) {
  View view(frame, size);
  view.draw();
  return view.used();
}

}  // namespace normscope::panels
