// SPDX-License-Identifier: MIT
#include "app/panels/stage/wide_map.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "core/text/translate.hpp"

namespace normscope::panels {

namespace {

// In points.
constexpr float kMapRow = 5;
constexpr float kLeastMap = 14;
constexpr float kMostMap = 44;
constexpr float kMapGap = 4;
constexpr float kMapBlock = 3;  // the smallest block that can be seen

constexpr ui::Help kMapHelp{tr_later("All columns"),
                            tr_later("The whole matrix as colours; a block shows its largest "
                                     "number. The frame is what the digits below show."),
                            "", tr_later("Click or drag to go there.")};

}  // namespace

float wide_map_height(const ui::Context& ui, std::int64_t rows) {
  const float wanted = kMapRow * static_cast<float>(std::min<std::int64_t>(rows, 1000));
  return std::round(ui.px(std::clamp(wanted, kLeastMap, kMostMap) + kMapGap));
}

void wide_map(StageFrame& frame, std::size_t card, ImVec2 size, const DigitsInView& digits) {
  ui::Context& ui = frame.ui();
  const auto& palette = ui.theme.colors;
  const results::Slice slice = frame.slice_of(card);
  const auto most_columns = static_cast<std::int64_t>(size.x / ui.px(kMapBlock));
  const auto most_rows = static_cast<std::int64_t>(size.y / ui.px(kMapBlock));
  const std::string id = "stage/" + frame.card(card).id + "/map";
  const ui::Area here = ui::area(ui, id, size, {.kind = "map"}, {.help = kMapHelp});
  const results::Overview& map = frame.map_of(card, std::max<std::int64_t>(most_rows, 1),
                                              std::max<std::int64_t>(most_columns, 1));
  if (map.values.empty() || slice.columns == 0) return;

  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui::draw_cells(ui, {std::round(here.min.x), std::round(here.min.y)},
                 {std::round(here.min.x + size.x), std::round(here.min.y + size.y)},
                 frame.colors_of(card, map));

  workspace::StageState& stage = frame.workspace().view.stage;
  const auto columns = static_cast<double>(slice.columns);
  const auto rows = static_cast<double>(slice.rows);
  const double shown = std::min(columns, static_cast<double>(size.x / digits.cell));
  const double shown_rows = std::min(rows, static_cast<double>(digits.rows));
  if (here.held) {
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const auto x = static_cast<double>((pointer.x - here.min.x) / size.x);
    const auto y = static_cast<double>((pointer.y - here.min.y) / size.y);
    const double column = std::clamp(x * columns - shown / 2, 0.0, columns - shown);
    const double row = std::clamp(y * rows - shown_rows / 2, 0.0, rows - shown_rows);
    if (column != stage.column || row != stage.row) ui.pacing.activity();
    stage.column = column;
    stage.row = row;
  }
  // The frame around the cells whose digits are shown; never too small to be seen.
  const auto [outer, inner] = selection_frame(palette);
  const auto span = [&](float from, float whole, double first, double part, double count) {
    const auto low = static_cast<float>(first / count) * whole;
    const float length = std::max(static_cast<float>(part / count) * whole, ui.px(6));
    const float start = std::clamp(low, 0.0F, std::max(whole - length, 0.0F));
    return ImVec2{from + start, from + start + length};
  };
  const ImVec2 across = span(here.min.x, size.x, stage.column, shown, columns);
  const ImVec2 down = span(here.min.y, size.y, stage.row, shown_rows, rows);
  list.AddRect({across.x, down.x}, {across.y, down.y}, ui::imgui_color(outer), 0, 0, ui.px(2));
  list.AddRect({across.x + ui.px(1.5F), down.x + ui.px(1.5F)},
               {across.y - ui.px(1.5F), down.y - ui.px(1.5F)}, ui::imgui_color(inner));
}

}  // namespace normscope::panels
