// SPDX-License-Identifier: MIT
#include "app/panels/stage/sheet_statistics.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/panels/held_back.hpp"
#include "app/panels/stage/sheet_grids.hpp"
#include "app/panels/stage/sheet_title.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/math_view.hpp"
#include "app/ui/widgets/text.hpp"

namespace normscope::panels {

using results::SheetStatistic;

namespace {

// In points: of symbols above their columns.
constexpr float kColumnSymbol = 14;

}  // namespace

// A statistic may stand at the input and at the step: the second has an id of its own.
std::string SheetStatistics::id_of(const SheetStatistic& each) {
  std::string id = frame_.side(each.side).id_of(each.card);
  if (std::ranges::find(drawn_, id) != drawn_.end())
    return "stage/focus/" + frame_.side(each.side).card(each.card).id;
  drawn_.push_back(id);
  return id;
}

void SheetStatistics::draw_beside(const PlacedBand& placed, const SheetStatistic& each, ImVec2 at) {
  StageFrame& frame = frame_.side(each.side);
  const results::Slice slice = frame.slice_of(each.card);
  const std::string id = id_of(each);
  if (frame.is_held_back(each.card)) {
    const float height = static_cast<float>(placed.shown_rows) * placed.row_height;
    return draw_held_back(ui_, id, at, {at.x + layout_.statistic_width(each), at.y + height});
  }
  draw_column_symbol(each, {at.x + layout_.statistic_width(each) - layout_.cell(), at.y});
  ui::GridOptions options = frame.options_of(each.card);
  options.column_headers = options.row_headers = false;
  options.bars = false;
  // A statistic of several rows is as high as they are together.
  const std::int64_t span = std::max<std::int64_t>(1, placed.rows / slice.rows);
  options.row_height = placed.row_height / ui_.scale;
  float height = static_cast<float>(std::min(placed.shown_rows, slice.rows)) * placed.row_height;
  if (span > 1 && slice.rows * span == placed.rows && placed.shown_rows == placed.rows) {
    options.row_height *= static_cast<float>(span);
    height = static_cast<float>(placed.shown_rows) * placed.row_height;
  }
  ImGui::SetCursorScreenPos(at);
  if (each.side == results::SheetSide::kA) {
    motion_.place(each.card, at, layout_.cell(), options.row_height * ui_.scale);
  }
  const ImVec2 size{layout_.statistic_width(each), height};
  const double share =
      slice.columns == 1 ? 1
                         : static_cast<double>(slice.columns) / static_cast<double>(placed.columns);
  card_grid(frame, each.card, id, size, options, share);
}

// Above a column of statistics; the step's own one stands out.
void SheetStatistics::draw_column_symbol(const SheetStatistic& each, ImVec2 cells) const {
  const StageFrame& frame = frame_.side(each.side);
  const auto size = static_cast<double>(ui_.px(kColumnSymbol));
  const std::string& symbol = frame.step_of(each.card).symbol;
  auto laid = formula::layout(symbol, size, ui_.measure, formula::Style::kInline);
  if (!laid) return;
  if (laid->width > static_cast<double>(layout_.cell())) {
    laid = formula::layout(symbol, size * static_cast<double>(layout_.cell()) / laid->width,
                           ui_.measure, formula::Style::kInline);
  }
  const bool focus = each.card == frame.focus();
  const float x = cells.x + layout_.cell() - ui_.px(5) - static_cast<float>(laid->width);
  const float base = cells.y - ui_.px(6);
  ui::draw_formula(ui_, *laid, {std::max(cells.x, x), base},
                   focus ? ui_.theme.colors.accent : ui_.theme.colors.text);
  const ImVec2 min{cells.x, base - ui_.px(14)};
  const ImVec2 max{cells.x + layout_.cell(), cells.y};
  if (each.side == results::SheetSide::kA) point_at_title(frame_, each.card, min, max);
  ui::report(ui_,
             {.id = frame.id_of(each.card) + "/symbol",
              .text = symbol,
              .kind = "formula",
              .name = ui::spoken(ui_, symbol)},
             min, max);
}

void SheetStatistics::draw_below(const PlacedBand& placed, const SheetStatistic& each, ImVec2 at,
                                 ImVec2 size) {
  const float height = layout_.below_row();
  StageFrame& frame = frame_.side(each.side);
  const std::string id = id_of(each);
  if (frame.is_held_back(each.card)) {
    const ImVec2 from{at.x + layout_.header(), at.y};
    return draw_held_back(ui_, id, from, {from.x + size.x, from.y + size.y});
  }
  if (placed.compares_statistics()) {
    const ImVec2 end{at.x + layout_.header(), at.y + height};
    const ui::WithFont font(ui_, ui::Face::kTextBold, ui_.theme.metrics.text);
    ui::draw_text(at, end, each.sign, ui_.theme.colors.text, ui::Align::kLeft);
    ui::report(ui_, {.id = id + "/side", .text = std::string(each.sign), .kind = "text"}, at, end);
  } else {
    draw_row_symbol(ui_, frame.step_of(each.card).symbol, at, {layout_.header(), height});
  }
  if (each.side == results::SheetSide::kA) {
    point_at_title(frame_, each.card, at, {at.x + layout_.header(), at.y + height});
  }
  ui::GridOptions options = frame.options_of(each.card);
  options.column_headers = options.row_headers = false;
  options.bars = false;
  options.row_height = height / ui_.scale;
  const ImVec2 from{at.x + layout_.header(), at.y};
  ImGui::SetCursorScreenPos(from);
  if (each.side == results::SheetSide::kA) {
    motion_.place(each.card, from, layout_.cell(), height);
  }
  card_grid(frame, each.card, id, size, options);
}

}  // namespace normscope::panels
