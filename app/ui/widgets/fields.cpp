// SPDX-License-Identifier: MIT
// Text and number fields. ImGui edits the text; frame, focus and reading the text are done here.
#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/imgui_version.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/hover_card.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {

namespace {

// The text that ImGui edits, and what is to take its place.
struct EditedText {
  std::string& text;
  std::optional<std::string> put{};
  int length = 0;  // before the edit, in bytes
};

// After a line break the line begins below the one before it.
void indent_line(ImGuiInputTextCallbackData* data) {
  const std::string_view before(data->Buf, static_cast<std::size_t>(data->CursorPos));
  if (!before.ends_with('\n')) return;
  const std::size_t end = before.size() - 1;
  const std::size_t begin = before.substr(0, end).rfind('\n') + 1;  // 0 in the first line
  const std::string_view line = before.substr(begin, end - begin);
  std::string indent(line.substr(0, std::min(line.find_first_not_of(' '), line.size())));
  if (line.ends_with(':')) indent += "    ";
  data->InsertChars(data->CursorPos, indent.c_str());
}

int follow_edit(ImGuiInputTextCallbackData* data) {
  auto& edited = *static_cast<EditedText*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackEdit) {
    if (edited.length + 1 == data->BufTextLen) indent_line(data);
    return 0;
  }
  if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
    edited.text.resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = edited.text.data();
  } else if (const auto put = std::exchange(edited.put, std::nullopt)) {
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, put->c_str());
  }
  return 0;
}

struct FieldLook {
  std::string_view kind;
  std::string_view hint{};
  Face face = Face::kText;
  bool select_all = false;
  bool takes_escape = true;  // false: Escape is left to what the field is in
  int lines = 1;             // more: Enter begins another line, and Escape keeps what was typed
};

struct FieldResult {
  bool editing = false;
  bool changed = false;
  bool submitted = false;
  bool cancelled = false;
};

// ImGui keeps what could be undone in the field that was edited last, though its text may be
// another by now.
void forget_last_edit(const std::string& label) {
  const ImGuiID number = ImGui::GetID(label.c_str());
  ImGuiInputTextState* const last = ImGui::GetInputTextState(number);
  if (last != nullptr && ImGui::GetActiveID() != number) last->ID = 0;
}

// How many characters of the field that is edited stand before its caret.
int caret_in(const std::string& label) {
  const ImGuiInputTextState* const state = ImGui::GetInputTextState(ImGui::GetID(label.c_str()));
  return state == nullptr ? -1 : state->Stb.cursor;
}

// Begins to edit the field that has the focus, when it is to be edited now.
void begin_edit(Context& ui, std::string_view id, ImVec2 min, ImVec2 max, bool was_editing) {
  // The focus arrived by Tab, or stayed after an edit and Enter starts another one.
  const bool visible = is_in_sight(min, max) || ui.focus.scrolls();
  const bool arrived = visible && ui.focus.arrived(id);
  if (!arrived && (was_editing || !ui.input.take(Key::kEnter))) return;
  if (ui.focus.ring()) scroll_into_view(ui, min, max);
  imgui_version::edit_next_field();
  ui.input.hold_keys();
  ui.pacing.activity();
}

// The keys that move within lines and change them.
void take_editing_keys(Context& ui) {
  for (const auto& [key, imgui] : imgui_version::kEditingKeys) {
    if (key == Key::kEscape) continue;
    for (const bool shift : {false, true}) ui.input.take(KeyPress{key, {.shift = shift}});
  }
}

bool is_code(const FieldLook& look) {
  return look.lines > 1;
}

float height_of(const Context& ui, const FieldLook& look) {
  const auto& metrics = ui.theme.metrics;
  if (!is_code(look)) return ui.px(metrics.control);
  return static_cast<float>(look.lines) * ImGui::GetTextLineHeight() +
         2 * ui.px(metrics.field_padding);
}

// ImGui's own field, of this size.
void edit_text(Context& ui, const std::string& hidden, std::string& text, const FieldLook& look,
               ImVec2 size, bool was_editing) {
  const float padding = ui.px(ui.theme.metrics.field_padding);
  ImGui::SetNextItemWidth(size.x);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding,
                      {padding, is_code(look) ? padding : (size.y - ImGui::GetFontSize()) / 2});
  ImGuiInputTextFlags flags = ImGuiInputTextFlags_CallbackResize;
  // Who comes by the keyboard replaces the text; a click sets the caret.
  if (look.select_all || !ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
    flags |= ImGuiInputTextFlags_AutoSelectAll;
  }
  EditedText edited{text};
  if (was_editing) {
    edited.put = std::exchange(ui.draft.put, std::nullopt);
    if (edited.put) flags |= ImGuiInputTextFlags_CallbackAlways;
  }
  if (is_code(look)) {
    edited.length = static_cast<int>(text.size());
    ImGui::InputTextMultiline(hidden.c_str(), text.data(), text.capacity() + 1, size,
                              flags | ImGuiInputTextFlags_CallbackEdit, follow_edit, &edited);
  } else {
    const std::string hint(look.hint);
    ImGui::InputTextWithHint(hidden.c_str(), hint.c_str(), text.data(), text.capacity() + 1, flags,
                             follow_edit, &edited);
  }
  ImGui::PopStyleVar();
}

FieldResult field(Context& ui, std::string_view id, std::string& text, const FieldLook& look,
                  const Extras& extras) {
  const auto& palette = ui.theme.colors;
  const auto& metrics = ui.theme.metrics;
  const float width =
      extras.width > 0 ? ui.px(extras.width) : std::max(1.0F, ImGui::GetContentRegionAvail().x);
  const float points = look.face == Face::kNumber ? metrics.number : metrics.text;
  const WithFont font(ui, look.face, points);
  const bool code = is_code(look);
  const float height = height_of(ui, look);
  const bool refused = ui.draft.error_id == id;

  const ImVec2 min = ImGui::GetCursorScreenPos();
  const ImVec2 max = {min.x + width, min.y + height};
  const bool was_editing = ui.draft.id == id;
  const Color edge = refused ? palette.error : was_editing ? palette.accent : palette.border;
  draw_box(ui, min, max, palette.raised, edge, ui.px(metrics.rounding));
  if (!extras.enabled) {
    area(ui, id, {width, height}, {.text = text, .kind = std::string(look.kind), .value = text},
         extras);
    draw_text({min.x + ui.px(metrics.field_padding), min.y}, max, text,
              figures::faded(palette.muted, 0.6), Align::kLeft);
    return {};
  }

  if (ui.input.take(id, Request::kPress) || ui.input.take(id, Request::kFocus)) {
    ui.focus.set(id);
    ui.focus.show_ring(true);
  }
  const bool focused = ui.focus.stop(id);
  ui.focus.note_sight(is_in_sight(min, max));
  if (focused) begin_edit(ui, id, min, max, was_editing);
  const std::string name(id);
  const std::string before = text;
  // ImGui would draw a label before ## beside the field.
  const std::string hidden = "##" + name;
  forget_last_edit(hidden);
  edit_text(ui, hidden, text, look, {width, height}, was_editing);

  FieldResult result;
  result.editing = ImGui::IsItemActive();
  result.changed = text != before;
  const bool hovered = ImGui::IsItemHovered();
  // A click into the field that is being edited only moves the caret, but keeps the focus.
  const bool clicked = hovered && ImGui::IsMouseClicked(ImGuiMouseButton_Left);
  if (ImGui::IsItemActivated() || (result.editing && clicked)) ui.focus.take(id);
  // The focus moved elsewhere by Tab; ImGui would continue the edit.
  if (result.editing && !focused && ui.focus.id() != id) {
    ImGui::ClearActiveID();
    result.editing = false;
  }
  // Enter and Escape end the edit: ImGui reads the key state, this code the key presses.
  const bool ours = result.editing || was_editing;
  const KeyPress submit{Key::kEnter, {.ctrl = code}};
  result.submitted = ours && ui.focus.id() == id && ui.input.take(submit);
  result.cancelled =
      ours && ui.focus.id() == id && look.takes_escape && ui.input.take(Key::kEscape);
  if (result.editing) ui.input.take_text();
  if (result.editing && code) take_editing_keys(ui);
  if (code && result.cancelled) text = before;
  Widget widget{.id = name,
                .text = text,
                .kind = std::string(look.kind),
                .focused = ui.focus.id() == id,
                .value = text,
                .caret = result.editing ? caret_in(hidden) : -1};
  if (ui.map.on()) explain(widget, extras);
  if (widget.name.empty()) widget.name = look.hint;
  report(ui, std::move(widget), min, max);
  hover_card(ui, id, extras.help, hovered && !result.editing);
  return result;
}

}  // namespace

TextEdit text_field(Context& ui, std::string_view id, std::string& text, std::string_view hint,
                    const Extras& extras) {
  const std::string before = ui.draft.id == id ? ui.draft.text : text;
  // Where nothing was typed Escape closes the dialog around the field.
  const bool untouched = before == text && ui.focus.in_popup();
  const FieldResult result =
      field(ui, id, text, {.kind = "text", .hint = hint, .takes_escape = !untouched}, extras);
  if (result.editing && ui.draft.id != id) ui.draft = {.id = std::string(id), .text = before};
  if (result.cancelled && ui.draft.id == id) text = ui.draft.text;
  if (!result.editing && ui.draft.id == id) ui.draft = {};
  return {.changed = result.changed || result.cancelled,
          .submitted = result.submitted,
          .cancelled = result.cancelled,
          .editing = result.editing};
}

TextEdit code_field(Context& ui, std::string_view id, std::string& text, int lines,
                    const Extras& extras) {
  const FieldResult result = field(
      ui, id, text, {.kind = "code", .face = Face::kNumber, .lines = std::max(lines, 2)}, extras);
  if (result.editing && ui.draft.id != id) ui.draft = {.id = std::string(id)};
  if (!result.editing && ui.draft.id == id) ui.draft = {};
  return {.changed = result.changed,
          .submitted = result.submitted,
          .cancelled = result.cancelled,
          .editing = result.editing};
}

std::optional<double> number_field(Context& ui, std::string_view id, double value,
                                   const Extras& extras, const ReadNumber& read) {
  std::string text = fmt::format("{}", value);
  const std::string shown = text;
  const bool was_editing = ui.draft.id == id;
  if (was_editing) text = ui.draft.text;
  const FieldResult result =
      field(ui, id, text, {.kind = "number", .face = Face::kNumber, .select_all = true}, extras);
  if (result.editing && !result.cancelled && !result.submitted) {
    if (result.changed || !was_editing) {
      ui.draft = {.id = std::string(id), .text = text};
    }
    return std::nullopt;
  }
  if (ui.draft.error_id == id && !ui.draft.error.empty()) {
    const WithFont small(ui, Face::kText, ui.theme.metrics.small);
    paragraph(ui, ui.draft.error, Tone::kError, fmt::format("{}/trouble", id));
  }
  if (!was_editing) return std::nullopt;

  const std::string typed = result.editing ? text : ui.draft.text;
  ui.draft = {};
  ui.pacing.activity();
  if (result.cancelled || typed == shown) return std::nullopt;
  auto number = read ? read(typed) : [&]() -> base::Expected<double> {
    if (const auto plain = text::parse_double(typed)) return *plain;
    return base::fail(base::ErrorKind::kMalformed,
                      tr("expected a number, but got \"{typed}\"", arg("typed", typed)));
  }();
  if (number) return *number;
  ui.draft.error_id = id;
  ui.draft.error = number.error().sentence;
  return std::nullopt;
}

}  // namespace normscope::ui
