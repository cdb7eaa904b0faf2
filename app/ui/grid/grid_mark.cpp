// SPDX-License-Identifier: MIT
#include "app/ui/grid/grid_mark.hpp"

#include <algorithm>
#include <cmath>

namespace normscope::ui {
namespace {

// In points.
constexpr float kOutline = 2;
constexpr float kOutlineDash = 5;

}  // namespace

void draw_outline(const Context& ui, ImDrawList& list, GridMark mark, ImVec2 low, ImVec2 high,
                  const OutlineEdges& edges) {
  const bool source = mark == GridMark::kSource;
  const auto& palette = ui.theme.colors;
  const float thick = std::max(1.0F, std::round(ui.px(kOutline)));
  const float rim = std::max(1.0F, std::floor(ui.px(1)));
  const float dash = std::round(ui.px(kOutlineDash));
  // The edge of `width` at one side, whole or in dashes from its first end.
  const auto edge = [&](ImVec2 min, ImVec2 max, bool across, bool dashed, Color color) {
    const float length = across ? max.x - min.x : max.y - min.y;
    const float part = dashed ? dash : length;
    for (float at = 0; at < length; at += 2 * part) {
      const float end = std::min(at + part, length);
      const ImVec2 from = across ? ImVec2{min.x + at, min.y} : ImVec2{min.x, min.y + at};
      const ImVec2 to = across ? ImVec2{min.x + end, max.y} : ImVec2{max.x, min.y + end};
      list.AddRectFilled(from, to, imgui_color(color));
    }
  };
  const auto lines = [&](float width, bool dashed, Color color) {
    if (edges.top) edge(low, {high.x, low.y + width}, true, dashed, color);
    if (edges.bottom) edge({low.x, high.y - width}, high, true, dashed, color);
    if (edges.left) edge(low, {low.x + width, high.y}, false, dashed, color);
    if (edges.right) edge({high.x - width, low.y}, high, false, dashed, color);
  };
  lines(thick + rim, false, palette.panel);
  lines(thick, !source, source ? palette.source : palette.made);
}

}  // namespace normscope::ui
