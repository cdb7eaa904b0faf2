// SPDX-License-Identifier: MIT
#include "app/panels/start_panel.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::panels {

using ui::Context;
using workspace::Workspace;

namespace {

// In points.
constexpr float kTileWidth = 250;  // at least
constexpr float kTileHeight = 104;
constexpr float kTilePadding = 14;
constexpr float kTileGap = 12;
constexpr float kDash = 5;

constexpr ui::Help kOpenHelp{"Open a file",
                             "A session, a lesson, a notebook or script, an exported figure, or "
                             "numbers (.npy, .csv).",
                             "", ""};
constexpr ui::Help kNumbersHelp{"These numbers", "The batch below is real: closes this page.", "",
                                "Click a number and type another one."};
constexpr ui::Help kCloseHelp{"Close", "Help, Start page brings it back.", "", ""};

// Draws text in two lines, the second cut off with "…" where it is too long.
void draw_two_lines(ImVec2 min, ImVec2 max, std::string_view text, ui::Color color) {
  ImFont* const font = ImGui::GetFont();
  const char* const end = text.data() + text.size();
  const float step = ImGui::GetTextLineHeight() * 1.2F;
  const char* cut = font->CalcWordWrapPositionA(ImGui::GetFontSize() / font->FontSize, text.data(),
                                                end, max.x - min.x);
  const auto length = static_cast<std::size_t>(cut - text.data());
  ui::draw_text(min, {max.x, min.y + step}, text.substr(0, length), color, ui::Align::kLeft);
  std::string_view rest = text.substr(length);
  while (rest.starts_with(' ')) rest.remove_prefix(1);
  ui::draw_text({min.x, min.y + step}, {max.x, min.y + 2 * step}, rest, color, ui::Align::kLeft);
}

void draw_lesson_card(Context& ui, Workspace& workspace, const lessons::Lesson& lesson,
                      float width) {
  const auto& colors = ui.theme.colors;
  const ui::Area here = ui::area(ui, "welcome/lesson/" + lesson.id, {width, ui.px(kTileHeight)},
                                 {.text = lesson.title, .kind = "button"});
  const float rounding = ui.px(ui.theme.metrics.card_rounding);
  ui::draw_box(ui, here.min, here.max, here.hovered ? colors.hover : colors.raised,
               here.hovered ? colors.accent : colors.border, rounding);
  const float pad = ui.px(kTilePadding);
  const ImVec2 min{here.min.x + pad, here.min.y + pad};
  const ImVec2 max{here.max.x - pad, here.max.y - pad};
  {
    const ui::WithFont font(ui, ui::Face::kTextBold, ui.theme.metrics.heading);
    ui::draw_text(min, {max.x, min.y + ImGui::GetTextLineHeight()}, lesson.title, colors.text,
                  ui::Align::kLeft);
  }
  const ui::WithFont font(ui, ui::Face::kText, ui.theme.metrics.small);
  const float line = ImGui::GetTextLineHeight();
  draw_two_lines({min.x, min.y + ui.px(24)}, max, lesson_summary(lesson), colors.muted);
  const std::size_t steps = lesson.steps.size();
  ui::draw_text({min.x, max.y - line}, max, fmt::format("{} step{}", steps, steps == 1 ? "" : "s"),
                colors.accent, ui::Align::kLeft);
  ui::draw_focus_ring(ui, here, rounding);
  if (here.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (here.activated) workspace.lesson_asked = lesson.id;
}

// As many cards in a row as fit, all of one width.
void draw_gallery(Context& ui, Workspace& workspace) {
  const float room = ImGui::GetContentRegionAvail().x;
  const float gap = ui.px(kTileGap);
  const auto fitting = std::floor((room + gap) / (ui.px(kTileWidth) + gap));
  const auto columns = std::max(fitting, 1.0F);
  const float width = std::min((room + gap) / columns - gap, ui.px(2 * kTileWidth));
  int column = 0;
  for (const lessons::Lesson& lesson : workspace.lessons) {
    if (column > 0) ui::beside(ui, kTileGap);
    draw_lesson_card(ui, workspace, lesson, width);
    column = (column + 1) % static_cast<int>(columns);
    if (column == 0) ui::space(ui, kTileGap - ImGui::GetStyle().ItemSpacing.y / ui.scale);
  }
}

void draw_dashes(Context& ui, ImVec2 min, ImVec2 max, ui::Color color) {
  const float dash = ui.px(kDash);
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  const float thick = std::max(1.0F, ui.px(1));
  const auto count = [dash](float length) {
    return static_cast<int>(std::ceil(length / (2 * dash)));
  };
  for (int i = 0; i < count(max.x - min.x); ++i) {
    const float x = min.x + static_cast<float>(2 * i) * dash;
    const float end = std::min(x + dash, max.x);
    draw->AddLine({x, min.y}, {end, min.y}, ui::imgui_color(color), thick);
    draw->AddLine({x, max.y}, {end, max.y}, ui::imgui_color(color), thick);
  }
  for (int i = 0; i < count(max.y - min.y); ++i) {
    const float y = min.y + static_cast<float>(2 * i) * dash;
    const float end = std::min(y + dash, max.y);
    draw->AddLine({min.x, y}, {min.x, end}, ui::imgui_color(color), thick);
    draw->AddLine({max.x, y}, {max.x, end}, ui::imgui_color(color), thick);
  }
}

// A hint that files can be dropped, anywhere on the window.
void draw_drop(Context& ui) {
  constexpr std::string_view kDropHint = "or drop a file here";
  const float least = ui::text_width(kDropHint) + ui.px(40);
  ui::beside_if_room(ui, least);
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float width = std::max(least, std::min(ImGui::GetContentRegionAvail().x, ui.px(420)));
  const ImVec2 max{min.x + width, min.y + ui.px(ui.theme.metrics.control)};
  ImGui::Dummy({width, max.y - min.y});
  draw_dashes(ui, min, max, ui.theme.colors.muted);
  ui::draw_text(min, max, kDropHint, ui.theme.colors.muted, ui::Align::kCenter);
  ui::report(ui, {.id = "welcome/drop", .text = std::string(kDropHint), .kind = "text"}, min, max);
}

void draw_start(Context& ui, Workspace& workspace) {
  const ImVec2 top = ImGui::GetCursorPos();
  const float right = top.x + ImGui::GetContentRegionAvail().x;
  ui::title(ui, "Normscope", "welcome/title");
  const ImVec2 below = ImGui::GetCursorPos();
  ImGui::SetCursorPos({right - ui::button_width(ui, "Close"), top.y});
  if (ui::button(ui, "welcome/close", "Close", ui::ButtonLook::kQuiet, {.help = kCloseHelp})) {
    workspace.view.start_page = false;
  }
  ImGui::SetCursorPos(below);
  ui::paragraph(ui,
                "Layer normalization and softmax on numbers that you can change: every step is "
                "there to be seen, and every number is real.",
                ui::Tone::kMuted, "welcome/words");
  ui::space(ui, 4);
  draw_gallery(ui, workspace);
  ui::space(ui, 4);
  if (ui::button(ui, "welcome/open", "Open a file...", ui::ButtonLook::kPlain,
                 {.help = kOpenHelp})) {
    workspace.view.open_asked = true;
  }
  ui::beside_if_room(ui, ui::button_width(ui, "Start with these numbers"));
  if (ui::button(ui, "welcome/numbers", "Start with these numbers", ui::ButtonLook::kPlain,
                 {.help = kNumbersHelp})) {
    workspace.view.start_page = false;
    ui.focus.set("stage/input");
  }
  draw_drop(ui);
}

}  // namespace

std::string lesson_summary(const lessons::Lesson& lesson) {
  std::string summary;
  for (const lessons::Block& block : lesson.steps.front().blocks) {
    if (block.kind != lessons::BlockKind::kParagraph) continue;
    for (const lessons::Inline& part : block.inlines) {
      if (!part.formula) summary += part.text;
    }
    break;
  }
  std::replace(summary.begin(), summary.end(), '\n', ' ');
  return summary;
}

ui::Panel<Workspace> start_panel() {
  return {"welcome", "Start page",
          "Lessons to begin with, and files to open. The numbers below can be used meanwhile.",
          draw_start};
}

}  // namespace normscope::panels
