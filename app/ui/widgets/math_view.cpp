// SPDX-License-Identifier: MIT
// Formulas on a panel.
#include "app/ui/widgets/math_view.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/formula/speech.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/text.hpp"

namespace normscope::ui {
namespace {

ImVec2 offset(ImVec2 from, double x, double y) {
  return {from.x + static_cast<float>(x), from.y + static_cast<float>(y)};
}

bool has_any(const formula::Run& run, std::span<const std::string> lit) {
  return std::any_of(lit.begin(), lit.end(), [&](const std::string& tag) {
    return std::find(run.tags.begin(), run.tags.end(), tag) != run.tags.end();
  });
}

// The box of a run, with the height of letters: the line height of the face would overlap
// neighbours.
struct Box {
  ImVec2 min;
  ImVec2 max;
};
Box box_of(const Context& ui, const formula::Run& run, ImVec2 origin) {
  constexpr double kAbove = 0.75;
  constexpr double kBelow = 0.22;
  const double width = ui.measure.measure(run.text, run.face, run.size).advance;
  return {offset(origin, run.x, run.y - kAbove * run.size),
          offset(origin, run.x + width, run.y + kBelow * run.size)};
}

}  // namespace

void draw_formula(const Context& ui, const formula::Layout& layout, ImVec2 origin, Color color,
                  std::span<const std::string> lit) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto& palette = ui.theme.colors;
  for (const auto& run : layout.runs) {
    if (!has_any(run, lit)) continue;
    const Box box = box_of(ui, run, origin);
    const float out = ui.px(1.5F);
    draw_box(ui, {box.min.x - out, box.min.y - out}, {box.max.x + out, box.max.y + out},
             palette.selection, {0, 0, 0, 0}, ui.px(3));
  }
  for (const auto& run : layout.runs) {
    draw_run(ui, list, run.text, run.face, offset(origin, run.x, run.y),
             static_cast<float>(run.size), has_any(run, lit) ? palette.text : color);
  }
  for (const auto& rule : layout.rules) {
    const ImVec2 from = offset(origin, rule.x, rule.y);
    // A fraction bar thinner than a pixel would look faded.
    const float height = std::max(1.0F, static_cast<float>(rule.height));
    const float top = std::round(from.y);
    list.AddRectFilled({from.x, top}, {from.x + static_cast<float>(rule.width), top + height},
                       imgui_color(color));
  }
  for (const auto& stroke : layout.strokes) {
    std::vector<ImVec2> points;
    points.reserve(stroke.points.size());
    for (const auto& point : stroke.points) points.push_back(offset(origin, point.x, point.y));
    list.AddPolyline(points.data(), static_cast<int>(points.size()), imgui_color(color), 0,
                     std::max(1.0F, static_cast<float>(stroke.width)));
  }
}

std::string_view formula_tag_at(const Context& ui, const formula::Layout& layout, ImVec2 origin,
                                ImVec2 at) {
  for (const auto& run : layout.runs) {
    const Box box = box_of(ui, run, origin);
    const bool inside =
        at.x >= box.min.x && at.x < box.max.x && at.y >= box.min.y && at.y < box.max.y;
    if (inside && !run.tags.empty()) return run.tags.front();
  }
  return {};
}

std::string spoken(const Context& ui, std::string_view source) {
  return ui.map.on() ? formula::spoken(source) : std::string();
}

std::string formula(Context& ui, std::string_view id, std::string_view source,
                    std::span<const std::string> lit, float points, formula::Style style) {
  const auto size = static_cast<double>(ui.px(points > 0 ? points : ui.theme.metrics.math));
  auto layout = formula::layout(source, size, ui.measure, style);
  if (!layout) {
    number(ui, source, Tone::kError, id);
    caption(ui, layout.error().sentence);
    return {};
  }
  const auto room = static_cast<double>(std::max(1.0F, ImGui::GetContentRegionAvail().x));
  if (layout->width > room) {
    layout = formula::layout(source, size * room / layout->width, ui.measure, style);
    if (!layout) return {};
  }
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 origin = offset(from, 0, layout->ascent);
  ImGui::Dummy(
      {static_cast<float>(layout->width), static_cast<float>(layout->ascent + layout->descent)});
  const bool hovered = ImGui::IsItemHovered();
  report(ui,
         {.id = std::string(id),
          .text = std::string(source),
          .kind = "formula",
          .name = spoken(ui, source)},
         ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  draw_formula(ui, *layout, origin, ui.theme.colors.text, lit);
  return hovered ? std::string(formula_tag_at(ui, *layout, origin, ImGui::GetMousePos()))
                 : std::string();
}

}  // namespace normscope::ui
