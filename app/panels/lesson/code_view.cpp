// SPDX-License-Identifier: MIT
#include "app/panels/lesson/code_view.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/lessons/code_rows.hpp"
#include "app/lessons/python_colors.hpp"
#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "core/text/lines.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::panels {

using lessons::code_rows;
using lessons::CodeKind;
using lessons::CodeRow;
using lessons::CodeSpan;
using ui::Context;

namespace {

constexpr ui::Help kLineHelp{tr_later("A step on the stage"), tr_later("This line made a card."),
                             "", tr_later("Click it: the card comes into view.")};

ui::Color code_color(const ui::Palette& colors, CodeKind kind) {
  switch (kind) {
    case CodeKind::kKeyword:
      return colors.accent;
    case CodeKind::kString:
      return colors.good;
    case CodeKind::kNumber:
      return ui::mix(colors.text, colors.accent, 0.55);
    case CodeKind::kComment:
      return colors.muted;
    case CodeKind::kCall:
      return ui::mix(colors.text, colors.warning, 0.55);
    case CodeKind::kPlain:
      break;
  }
  return colors.text;
}

void draw_row(const Context& ui, std::string_view code, const CodeRow& row,
              std::span<const CodeSpan> spans, ImVec2 at) {
  auto next = std::ranges::upper_bound(spans, row.begin, {}, &CodeSpan::end);
  for (; next != spans.end() && next->begin < row.end; ++next) {
    const CodeSpan& span = *next;
    const std::size_t begin = std::max(span.begin, row.begin);
    const std::size_t end = std::min(span.end, row.end);
    const std::string_view part = code.substr(begin, end - begin);
    ImGui::GetWindowDrawList()->AddText(at, ui::imgui_color(code_color(ui.theme.colors, span.kind)),
                                        part.data(), part.data() + part.size());
    at.x += ui::text_width(part);
  }
}

// Draws the place of a line that made a card; tells where the pointer is on it.
void draw_link(Context& ui, std::string_view id, const LinkedLine& mark, std::string_view text,
               ImVec2 size, float pad, CodeEvents& events) {
  const ui::Area here = ui::area(ui, fmt::format("{}/line/{}", id, mark.line), size,
                                 {.text = std::string(text), .kind = "line", .selected = mark.lit},
                                 {.help = kLineHelp});
  const auto& colors = ui.theme.colors;
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  if (mark.lit || here.hovered) {
    draw->AddRectFilled({here.min.x - pad, here.min.y}, {here.max.x + pad, here.max.y},
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
  if (mark.reveal) ui::scroll_into_view(ui, here.min, here.max);
}

// An error without the marks below a line of code that is wrapped: they would stand below other
// words.
std::string without_lost_marks(std::string_view text, float columns) {
  std::string kept;
  std::string_view before;
  while (!text.empty()) {
    const std::string_view line = text::take_line(text);
    const bool marks = !line.empty() && line.find_first_not_of(" ^~") == std::string_view::npos;
    const bool lost = static_cast<float>(std::max(line.size(), before.size())) > columns;
    if (!marks || !lost) kept.append(line).append("\n");
    before = line;
  }
  if (!kept.empty()) kept.pop_back();
  return kept;
}

// Draws printed text in a region of its own, which scrolls sideways where the text is wide; the
// lines of an error are wrapped instead, since one is a sentence that says what to do.
void draw_lines(Context& ui, std::string_view id, std::string_view text, float pad, ui::Color color,
                bool wrapped) {
  const float room = ImGui::GetContentRegionAvail().x;
  const float width = wrapped ? std::max(room - 2 * pad, 1.0F) : -1.0F;
  const ImVec2 size = ImGui::CalcTextSize(text.data(), text.data() + text.size(), false, width);
  const bool wide = !wrapped && size.x + 2 * pad > room;
  const float bar = wide ? ImGui::GetStyle().ScrollbarSize : 0;
  const ui::Region lines(ui, id, {0, size.y + 2 * pad + bar},
                         {.ground = ui::Ground::kNone,
                          .scroll = wide ? ui::Scroll::kBoth : ui::Scroll::kNone,
                          .padding = pad / ui.scale,
                          .rounding = 6,
                          .holds_controls = false});
  if (!lines) return;
  ImGui::PushStyleColor(ImGuiCol_Text, ui::imgui_color(color));
  if (wrapped) ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
  ImGui::TextUnformatted(text.data(), text.data() + text.size());
  if (wrapped) ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

// The code that is shown, and how much is left out.
struct ShownCode {
  std::string_view code;
  std::string left_out{};
};

ShownCode shown_code(std::string_view code) {
  constexpr std::size_t kMostShown = std::size_t{128} << 10;  // some 4000 lines
  while (code.ends_with('\n')) code.remove_suffix(1);
  if (code.size() <= kMostShown) return {code};
  const std::size_t line = code.rfind('\n', kMostShown);
  const std::size_t end =
      line == std::string_view::npos ? text::whole_characters(code, kMostShown) : line;
  return {code.substr(0, end),
          tr("and {n} more bytes",
             arg("n", text::grouped_digits(static_cast<std::int64_t>(code.size() - end))))};
}

CodeEvents draw_shown(Context& ui, std::string_view id, std::string_view code,
                      std::span<const LinkedLine> linked, bool python) {
  const ui::WithFont font(ui, ui::Face::kNumber, ui.theme.metrics.number);
  constexpr float kLeastColumns = 16;
  const float pad = ui.px(10);
  const float step = ImGui::GetTextLineHeight();
  const float character = ui::text_width("0");
  const ImVec2 at = ImGui::GetCursorPos();
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float columns = std::max(kLeastColumns, std::floor((width - 2 * pad) / character));
  const std::vector<CodeRow> rows = code_rows(code, static_cast<std::size_t>(columns));
  const float height = step * static_cast<float>(rows.size()) + 2 * pad;
  ui::draw_box(ui, from, {from.x + width, from.y + height}, ui.theme.colors.background,
               {0, 0, 0, 0}, ui.px(6));
  const auto top = [&](std::size_t row) { return pad + step * static_cast<float>(row); };

  CodeEvents events;
  std::optional<ui::ArrowGroup> lines(std::in_place, ui, id);
  for (const LinkedLine& mark : linked) {
    const auto first = std::ranges::find(rows, mark.line, &CodeRow::line);
    if (first == rows.end()) continue;
    const auto count = std::ranges::count(rows, mark.line, &CodeRow::line);
    const auto row = static_cast<std::size_t>(first - rows.begin());
    ImGui::SetCursorPos({at.x + pad, at.y + top(row)});
    draw_link(ui, id, mark, text::nth_line(code, mark.line),
              {width - 2 * pad, step * static_cast<float>(count)}, pad, events);
  }
  lines.reset();
  const std::vector<CodeSpan> spans =
      python ? lessons::python_spans(code)
             : std::vector<CodeSpan>{{0, code.size(), CodeKind::kPlain}};
  const ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const float y = from.y + top(i);
    if (y + step < list.GetClipRectMin().y || y > list.GetClipRectMax().y) continue;
    const float x = from.x + pad + character * static_cast<float>(rows[i].indent);
    draw_row(ui, code, rows[i], spans, {x, y});
  }
  ImGui::SetCursorPos(at);
  ImGui::Dummy({width, height});
  ui::report(ui, {.id = fmt::format("{}/code", id), .text = std::string(code), .kind = "code"},
             from, {from.x + width, from.y + height});
  return events;
}

}  // namespace

CodeEvents draw_code(Context& ui, std::string_view id, std::string_view code,
                     std::span<const LinkedLine> linked, bool python) {
  const ShownCode shown = shown_code(code);
  CodeEvents events = draw_shown(ui, id, shown.code, linked, python);
  if (!shown.left_out.empty()) ui::caption(ui, shown.left_out, fmt::format("{}/left-out", id));
  return events;
}

void draw_output(Context& ui, std::string_view id, std::string_view text, ui::Tone tone) {
  const ui::WithFont font(ui, ui::Face::kNumber, ui.theme.metrics.small);
  while (text.ends_with('\n')) text.remove_suffix(1);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const auto& colors = ui.theme.colors;
  const ui::Color bar = tone == ui::Tone::kText ? colors.accent : ui::tone_color(colors, tone);
  const bool error = tone == ui::Tone::kError;
  const float columns = (ImGui::GetContentRegionAvail().x - 2 * ui.px(8)) / ui::text_width("0");
  const std::string shown = error ? without_lost_marks(text, columns) : std::string(text);
  draw_lines(ui, fmt::format("{}/lines", id), shown, ui.px(8), error ? colors.error : colors.text,
             error);
  const ImVec2 end = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + ui.px(2), end.y}, ui::imgui_color(bar));
  ui::report(ui, {.id = std::string(id), .text = std::string(text), .kind = "text"}, at, end);
}

}  // namespace normscope::panels
