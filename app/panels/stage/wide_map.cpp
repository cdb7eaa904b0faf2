// SPDX-License-Identifier: MIT
#include "app/panels/stage/wide_map.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"

namespace normscope::panels {

namespace {

// In points.
constexpr float kMapRow = 5;
constexpr float kLeastMap = 14;
constexpr float kMostMap = 44;
constexpr float kMapGap = 4;
constexpr float kMapBlock = 3;  // the smallest block that can be seen

constexpr ui::Help kMapHelp{
    "All columns",
    "The whole matrix as colours; a block shows its largest number. The frame "
    "is what the digits below show.",
    "", "Click or drag to go there."};

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
  const double scale = frame.scale_of(card);
  const auto at = [](float from, float whole, std::int64_t part, std::int64_t parts) {
    return std::round(from + whole * static_cast<float>(part) / static_cast<float>(parts));
  };
  for (std::int64_t row = 0; row < map.rows; ++row) {
    for (std::int64_t column = 0; column < map.columns; ++column) {
      const auto value = static_cast<double>(map.at(row, column));
      const double share = scale > 0 ? std::clamp(value / scale, -1.0, 1.0) : 0;
      list.AddRectFilled(
          {at(here.min.x, size.x, column, map.columns), at(here.min.y, size.y, row, map.rows)},
          {at(here.min.x, size.x, column + 1, map.columns),
           at(here.min.y, size.y, row + 1, map.rows)},
          ui::imgui_color(heat(palette, std::isnan(value) ? value : share)));
    }
  }

  workspace::StageState& stage = frame.workspace().view.stage;
  const auto columns = static_cast<double>(slice.columns);
  const auto rows = static_cast<double>(slice.rows);
  const double shown = std::min(columns, static_cast<double>(size.x / digits.cell));
  const double shown_rows = std::min(rows, static_cast<double>(digits.rows));
  if (here.held) {
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const auto x = static_cast<double>((pointer.x - here.min.x) / size.x);
    const auto y = static_cast<double>((pointer.y - here.min.y) / size.y);
    stage.column = std::clamp(x * columns - shown / 2, 0.0, columns - shown);
    stage.row = std::clamp(y * rows - shown_rows / 2, 0.0, rows - shown_rows);
    ui.pacing.activity();
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
