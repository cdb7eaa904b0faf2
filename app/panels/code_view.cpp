// SPDX-License-Identifier: MIT
#include "app/panels/code_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <functional>
#include <string>

#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "core/text/lines.hpp"

namespace normscope::panels {

using ui::Context;

namespace {

constexpr ui::Help kLineHelp{"A step on the stage", "This line made a card.", "",
                             "Click it: the card comes into view."};

// Draws text on a background of the same height; `below` draws behind the text in the same region.
void draw_lines(Context& ui, std::string_view id, std::string_view text, float pad, ui::Color color,
                ui::Ground ground, const std::function<void()>& below = {}) {
  const float room = ImGui::GetContentRegionAvail().x;
  const ImVec2 size = ImGui::CalcTextSize(text.data(), text.data() + text.size());
  const bool wide = size.x + 2 * pad > room;
  const float bar = wide ? ImGui::GetStyle().ScrollbarSize : 0;
  const ui::Region lines(ui, id, {0, size.y + 2 * pad + bar},
                         {.ground = ground,
                          .scroll = wide ? ui::Scroll::kBoth : ui::Scroll::kNone,
                          .padding = pad / ui.scale,
                          .rounding = 6});
  if (!lines) return;
  const ImVec2 at = ImGui::GetCursorPos();
  if (below) below();
  ImGui::SetCursorPos(at);
  ImGui::PushStyleColor(ImGuiCol_Text, ui::imgui_color(color));
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  ImGui::PopStyleColor();
}

}  // namespace

CodeEvents draw_code(Context& ui, std::string_view id, std::string_view code,
                     std::span<const LinkedLine> linked) {
  const ui::WithFont font(ui, ui::Face::kNumber, ui.theme.metrics.number);
  while (code.ends_with('\n')) code.remove_suffix(1);
  const float pad = ui.px(10);
  CodeEvents events;
  draw_lines(ui, fmt::format("{}/code", id), code, pad, ui.theme.colors.text,
             ui::Ground::kBackground, [&] {
               const ImVec2 from = ImGui::GetCursorPos();
               const float step = ImGui::GetTextLineHeight();
               for (const LinkedLine& mark : linked) {
                 ImGui::SetCursorPos({from.x, from.y + step * static_cast<float>(mark.line - 1)});
                 const std::string_view text = text::nth_line(code, mark.line);
                 const float width =
                     std::max(ImGui::GetContentRegionAvail().x,
                              ImGui::CalcTextSize(text.data(), text.data() + text.size()).x);
                 const ui::Area here =
                     ui::area(ui, fmt::format("{}/line/{}", id, mark.line), {width, step},
                              {.text = std::string(text), .kind = "line", .selected = mark.lit},
                              {.help = kLineHelp});
                 const auto& colors = ui.theme.colors;
                 ImDrawList* const draw = ImGui::GetWindowDrawList();
                 if (mark.lit || here.hovered) {
                   draw->AddRectFilled({here.min.x - pad, here.min.y},
                                       {here.max.x + pad, here.max.y},
                                       ui::imgui_color(colors.selection));
                 }
                 // Nearer to the edge the bar would be cut off.
                 draw->AddRectFilled({here.min.x - ui.px(5), here.min.y + ui.px(1)},
                                     {here.min.x - ui.px(3), here.max.y - ui.px(1)},
                                     ui::imgui_color(colors.accent));
                 ui::draw_focus_ring(ui, here, ui.px(2));
                 if (here.hovered) {
                   ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
                   events.hovered = mark.line;
                 }
                 if (here.activated) events.clicked = mark.line;
                 if (mark.reveal && !ImGui::IsItemVisible()) {
                   ImGui::SetScrollHereY();
                   ui.pacing.activity();
                 }
               }
             });
  return events;
}

void draw_output(Context& ui, std::string_view id, std::string_view text, ui::Tone tone) {
  const ui::WithFont font(ui, ui::Face::kNumber, ui.theme.metrics.small);
  while (text.ends_with('\n')) text.remove_suffix(1);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const auto& colors = ui.theme.colors;
  const ui::Color bar = tone == ui::Tone::kText ? colors.accent : ui::tone_color(colors, tone);
  draw_lines(ui, fmt::format("{}/lines", id), text, ui.px(8),
             tone == ui::Tone::kError ? colors.error : colors.text, ui::Ground::kNone);
  const ImVec2 end = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + ui.px(2), end.y}, ui::imgui_color(bar));
  ui::report(ui, {.id = std::string(id), .text = std::string(text), .kind = "text"}, at, end);
}

}  // namespace normscope::panels
