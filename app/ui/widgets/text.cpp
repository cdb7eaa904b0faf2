// SPDX-License-Identifier: MIT
// Text on a panel.
#include "app/ui/widgets/text.hpp"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "core/text/utf8.hpp"

namespace normscope::ui {
namespace {

// The line spacing of running text as a multiple of the face's: about 1.45 em.
constexpr float kLineStep = 1.2F;

void write(Context& ui, std::string_view text, Color color, std::string_view id,
           std::string_view kind) {
  const std::string shown = text::shortened(text, seen_of(text).size());
  ImGui::PushStyleColor(ImGuiCol_Text, imgui_color(color));
  ImGui::TextUnformatted(shown.data(), shown.data() + shown.size());
  ImGui::PopStyleColor();
  if (ui.map.on() && !kind.empty()) {
    // The title of a page is told when the page is turned; that of a dialog comes with its focus.
    const bool page = (ImGui::GetCurrentWindowRead()->Flags & ImGuiWindowFlags_Popup) == 0;
    report(ui,
           {.id = std::string(id),
            .text = shown,
            .kind = std::string(kind),
            .live = kind == "title" && page},
           ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  }
}

// From one line of a paragraph to the next, in pixels.
float line_step() {
  return std::round(ImGui::GetFontSize() * kLineStep);
}

// The lines of a paragraph in the room that is left.
std::vector<std::string_view> lines_of(std::string_view text) {
  const ImFont& font = *ImGui::GetFont();
  // A card may have set its own wrap width.
  const float wrap = ImGui::GetCurrentWindow()->DC.TextWrapPos;
  const float room =
      std::max(1.0F, wrap > 0 ? wrap - ImGui::GetCursorPosX() : ImGui::GetContentRegionAvail().x);
  std::vector<std::string_view> lines;
  const char* at = text.data();
  const char* const end = at + text.size();
  do {
    const char* const newline = std::find(at, end, '\n');
    const float scale = ImGui::GetFontSize() / font.FontSize;
    const char* stop = font.CalcWordWrapPositionA(scale, at, newline, room);
    // At least one character per line, however narrow the room.
    if (stop == at && at != newline) ++stop;
    lines.emplace_back(at, static_cast<std::size_t>(stop - at));
    at = stop;
    while (at != end && *at == ' ') ++at;
    if (at != end && *at == '\n') ++at;
  } while (at != end);
  return lines;
}

}  // namespace

WithFont::WithFont(const Context& ui, Face face, float points) {
  ImGui::PushFont(ui.fonts.at(face, points * ui.scale / ui.fonts.scale()));
}
WithFont::~WithFont() {
  ImGui::PopFont();
}

Color tone_color(const Palette& palette, Tone tone) {
  switch (tone) {
    case Tone::kMuted:
      return palette.muted;
    case Tone::kAccent:
      return palette.accent;
    case Tone::kGood:
      return palette.good;
    case Tone::kWarning:
      return palette.warning;
    case Tone::kError:
      return palette.error;
    case Tone::kText:
      break;
  }
  return palette.text;
}

void line(Context& ui, std::string_view text, Tone tone, std::string_view id) {
  write(ui, text, tone_color(ui.theme.colors, tone), id, "text");
}

void paragraph(Context& ui, std::string_view text, Tone tone, std::string_view id) {
  const float step = line_step();
  const ImU32 color = imgui_color(tone_color(ui.theme.colors, tone));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  float width = 0;
  float y = from.y + (step - ImGui::GetFontSize()) / 2;
  const std::string shown = text::shortened(text, seen_of(text).size());
  const std::vector<std::string_view> lines = lines_of(shown);
  for (const std::string_view line : lines) {
    const char* const end = line.data() + line.size();
    list.AddText({from.x, std::round(y)}, color, line.data(), end);
    width = std::max(width, ImGui::CalcTextSize(line.data(), end).x);
    y += step;
  }
  ImGui::Dummy({width, step * static_cast<float>(lines.size())});
  if (ui.map.on()) {
    // What went wrong is told at once.
    report(ui,
           {.id = std::string(id),
            .text = shown,
            .kind = "text",
            .live = tone == Tone::kError || tone == Tone::kWarning},
           ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
  }
}

void caption(Context& ui, std::string_view text, std::string_view id) {
  const WithFont font(ui, Face::kText, ui.theme.metrics.small);
  paragraph(ui, text, Tone::kMuted, id);
}

float caption_height(const Context& ui, std::string_view text) {
  const WithFont font(ui, Face::kText, ui.theme.metrics.small);
  return line_step() *
         static_cast<float>(lines_of(text::shortened(text, seen_of(text).size())).size());
}

void number(Context& ui, std::string_view digits, Tone tone, std::string_view id) {
  const WithFont font(ui, Face::kNumber, ui.theme.metrics.number);
  write(ui, digits, tone_color(ui.theme.colors, tone), id, "number");
}

void heading(Context& ui, std::string_view text, const Help& help, std::string_view id) {
  const WithFont font(ui, Face::kTextBold, ui.theme.metrics.heading);
  write(ui, text, ui.theme.colors.text, id, "heading");
  hover_card(ui, text, help, ImGui::IsItemHovered());
  space(ui, 2);
}

void title(Context& ui, std::string_view text, std::string_view id) {
  const WithFont font(ui, Face::kTextBold, ui.theme.metrics.title);
  ImGui::PushTextWrapPos(0);
  write(ui, text, ui.theme.colors.text, id, "title");
  ImGui::PopTextWrapPos();
  space(ui, 4);
}

void label(Context& ui, std::string_view text, const Help& help) {
  const float left = ImGui::GetCursorPosX();
  const float top = ImGui::GetCursorPosY();
  // Vertically centred on the control that follows.
  const float down = (ui.px(ui.theme.metrics.control) - ImGui::GetTextLineHeight()) / 2;
  ImGui::SetCursorPosY(top + down);
  write(ui, text, ui.theme.colors.muted, {}, {});  // not in the map, where it is a name
  ui.map.label(text);
  const float width = ImGui::GetItemRectSize().x + ui.px(ui.theme.metrics.gap);
  hover_card(ui, text, help, ImGui::IsItemHovered());
  // Not on the label's line, which is lower: from ImGui 1.89 on, what stands beside the control
  // would be, too.
  ImGui::SetCursorPos({left + std::max(ui.px(ui.theme.metrics.label_column), width), top});
}

void separator(Context& ui) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float gap = ui.px(ui.theme.metrics.gap);
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::GetWindowDrawList()->AddLine({at.x, at.y + gap}, {at.x + width, at.y + gap},
                                      imgui_color(ui.theme.colors.border),
                                      ImGui::GetStyle().ChildBorderSize);
  ImGui::Dummy({1, 2 * gap});
}

void space(Context& ui, float points) {
  ImGui::Dummy({1, ui.px(points)});
}

void beside(Context& ui, float points) {
  ImGui::SameLine(0, points < 0 ? ui.px(ui.theme.metrics.gap) : ui.px(points));
}

void beside_if_room(Context& ui, float pixels) {
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  const float free = right - ImGui::GetItemRectMax().x - ui.px(ui.theme.metrics.gap);
  if (pixels <= free) beside(ui);
}

}  // namespace normscope::ui
