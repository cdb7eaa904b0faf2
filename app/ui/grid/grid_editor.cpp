// SPDX-License-Identifier: MIT
// Typing into a cell.
#include "app/ui/grid/grid_editor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>

#include "app/document/number_expression.hpp"
#include "app/ui/widgets/text.hpp"
#include "core/text/utf8.hpp"

namespace normscope::ui {
namespace {

constexpr float kPadding = 6;       // points, left and right of the text
constexpr float kErrorWidth = 260;  // points

void insert(GridState::Editor& editor, std::string_view typed) {
  if (editor.all) {
    editor.text.clear();
    editor.caret = 0;
    editor.all = false;
  }
  editor.text.insert(editor.caret, typed);
  editor.caret += typed.size();
}

void erase(GridState::Editor& editor, std::size_t from, std::size_t to) {
  if (editor.all) {
    from = 0;
    to = editor.text.size();
    editor.all = false;
  }
  editor.text.erase(from, to - from);
  editor.caret = from;
}

void move(GridState::Editor& editor, std::size_t to) {
  editor.caret = to;
  editor.all = false;
}

void use_clipboard(Context& ui, GridState::Editor& editor) {
  constexpr Modifiers kCtrl{.ctrl = true};
  const bool cut = ui.input.take({Key::kX, kCtrl});
  if (cut || ui.input.take({Key::kC, kCtrl})) ImGui::SetClipboardText(editor.text.c_str());
  if (cut) erase(editor, 0, editor.text.size());
  if (ui.input.take({Key::kV, kCtrl})) {
    const char* const held = ImGui::GetClipboardText();
    std::string_view line = held == nullptr ? std::string_view() : held;
    // A cell holds one line.
    line = line.substr(0, line.find_first_of("\r\n\t"));
    insert(editor, line);
  }
}

}  // namespace

void open_editor(GridState& state, GridCell cell, std::string_view text, bool typed) {
  state.anchor.reset();
  state.editor = {.cell = cell,
                  .text = std::string(text),
                  .before = std::string(typed ? std::string_view() : text),
                  .caret = text.size(),
                  .all = !typed,
                  .error = {}};
}

void edit_by_keys(Context& ui, GridState::Editor& editor) {
  Input& input = ui.input;
  const std::string as_it_was = editor.text;
  constexpr Modifiers kCtrl{.ctrl = true};
  for (const char32_t c : input.take_text()) {
    if (c < U' ') continue;
    std::string typed;
    text::append(typed, c);
    insert(editor, typed);
  }
  input.take(Key::kSpace);  // Space also arrives as text
  if (input.take(Key::kBackspace)) {
    erase(editor, text::previous(editor.text, editor.caret), editor.caret);
  }
  if (input.take(Key::kDelete)) erase(editor, editor.caret, text::next(editor.text, editor.caret));
  if (input.take(Key::kLeft)) move(editor, text::previous(editor.text, editor.caret));
  if (input.take(Key::kRight)) move(editor, text::next(editor.text, editor.caret));
  if (input.take(Key::kHome)) move(editor, 0);
  if (input.take(Key::kEnd)) move(editor, editor.text.size());
  if (input.take({Key::kA, kCtrl})) editor.all = true;
  if (input.take({Key::kZ, kCtrl})) {
    erase(editor, 0, editor.text.size());
    insert(editor, editor.before);
  }
  use_clipboard(ui, editor);
  if (editor.text != as_it_was) editor.error.clear();
}

void place_caret(Context& ui, GridState::Editor& editor, float x) {
  const WithFont font(ui, Face::kNumber, ui.theme.metrics.number);
  const auto width = [&](std::size_t bytes) {
    return bytes == 0 ? 0 : ImGui::CalcTextSize(editor.text.data(), editor.text.data() + bytes).x;
  };
  x -= ui.px(kPadding);
  std::size_t caret = 0;
  while (caret < editor.text.size()) {
    const std::size_t next = text::next(editor.text, caret);
    if (x < (width(caret) + width(next)) / 2) break;
    caret = next;
  }
  move(editor, caret);
}

std::optional<double> read_editor(GridState::Editor& editor) {
  const auto value = document::parse_number_expression(editor.text);
  if (value) return *value;
  editor.error = value.error().sentence;
  return std::nullopt;
}

void draw_editor(Context& ui, std::string_view id, const GridState::Editor& editor, ImVec2 min,
                 ImVec2 max, bool focused) {
  const Palette& palette = ui.theme.colors;
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  const bool refused = !editor.error.empty();
  {
    const WithFont font(ui, Face::kNumber, ui.theme.metrics.number);
    const auto width = [](std::string_view part) {
      return part.empty() ? 0 : ImGui::CalcTextSize(part.data(), part.data() + part.size()).x;
    };
    const float padding = ui.px(kPadding);
    max.x = std::max(max.x, min.x + width(editor.text) + 2 * padding);
    const float rounding = ui.px(3);
    const ImU32 edge = imgui_color(refused ? palette.error : palette.accent);
    list.AddRectFilled(min, max, imgui_color(palette.panel), rounding);
    list.AddRect(min, max, edge, rounding, 0, ui.px(2));
    const ImVec2 at{min.x + padding, min.y + (max.y - min.y - ImGui::GetFontSize()) / 2};
    if (editor.all && focused) {
      list.AddRectFilled(at, {at.x + width(editor.text), at.y + ImGui::GetFontSize()},
                         imgui_color(figures::faded(palette.accent, 0.3)));
    }
    list.AddText(at, imgui_color(palette.text), editor.text.data(),
                 editor.text.data() + editor.text.size());
    if (focused) {
      const float caret = at.x + width(std::string_view(editor.text).substr(0, editor.caret));
      list.AddLine({caret, at.y}, {caret, at.y + ImGui::GetFontSize()}, imgui_color(palette.text),
                   std::max(1.0F, ui.px(1)));
    }
  }
  const auto describe = [&](std::string_view part, std::string_view text, std::string_view kind,
                            ImVec2 low, ImVec2 high) {
    if (!ui.map.on()) return;
    const bool typed = focused && kind == "text";
    const std::string_view before = std::string_view(editor.text).substr(0, editor.caret);
    ui.map.add({.id = fmt::format("{}/{}", id, part),
                .rect = {low.x, low.y, high.x - low.x, high.y - low.y},
                .text = std::string(text),
                .kind = std::string(kind),
                .focused = typed,
                .value = std::string(text),
                .caret = typed ? static_cast<int>(text::length(before)) : -1});
  };
  describe("edit", editor.text, "text", min, max);
  if (!refused) return;

  const WithFont font(ui, Face::kText, ui.theme.metrics.small);
  const float padding = ui.px(8);
  const float wrap = ui.px(kErrorWidth);
  const char* const first = editor.error.data();
  const char* const last = first + editor.error.size();
  const ImVec2 text_size = ImGui::CalcTextSize(first, last, false, wrap);
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const ImVec2 size{text_size.x + 2 * padding, text_size.y + 2 * padding};
  const float x = std::max(0.0F, std::min(min.x, window.x - size.x));
  const bool below = max.y + ui.px(4) + size.y <= window.y;
  const float y = below ? max.y + ui.px(4) : min.y - ui.px(4) - size.y;
  const ImVec2 box_max{x + size.x, y + size.y};
  list.AddRectFilled({x, y}, box_max, imgui_color(palette.panel), ui.px(4));
  list.AddRect({x, y}, box_max, imgui_color(palette.error), ui.px(4), 0, std::max(1.0F, ui.px(1)));
  list.AddText(ImGui::GetFont(), ImGui::GetFontSize(), {x + padding, y + padding},
               imgui_color(palette.error), first, last, wrap);
  describe("complaint", editor.error, "error", {x, y}, box_max);
}

}  // namespace normscope::ui
