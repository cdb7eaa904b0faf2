// SPDX-License-Identifier: MIT
// Popups anchored to a widget, and dialogs in the middle of the window. Both use the hash of their
// id without ImGui's id stack, so that they can be opened from any panel.
#include <imgui_internal.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <string>
#include <utility>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "core/text/ascii.hpp"

namespace normscope::ui {
namespace {

ImGuiID hash(std::string_view id) {
  return ImHashStr(id.data(), id.size());
}

constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_AlwaysAutoResize |
                                    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoNav;

// In points. A low window keeps its height for what the dialog holds.
constexpr float kLowWindow = 480;
constexpr float kDialogEdge = 12;  // least distance of a dialog from the window's edges
constexpr float kLowDialogEdge = 4;
constexpr float kDialogPadding = 24;
constexpr float kLowDialogPadding = 14;

// Places the popup below its widget, or above it where there is more room; or at its right, else at
// its left. A longer list scrolls.
void place(const PopupPlace& popup, float gap, float width) {
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const Rect& anchor = popup.anchor;
  const float below = window.y - (anchor.y + anchor.h);
  const float room = popup.beside ? window.y : std::max(below, anchor.y) - 2 * gap;
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width > 0 ? width : FLT_MAX, room});
  if (popup.beside) {
    const float after = anchor.x + anchor.w + gap;
    const float x = after + popup.width <= window.x ? after : anchor.x - gap - popup.width;
    const float lowest = window.y - popup.height;
    ImGui::SetNextWindowPos({std::max(0.0F, x), std::max(0.0F, std::min(anchor.y - gap, lowest))});
    return;
  }
  const bool above = popup.height + gap > below && anchor.y > below;
  const float right = std::max(0.0F, window.x - popup.width);
  const float x = std::min(anchor.x, right);
  const float y = above ? std::max(0.0F, anchor.y - gap - popup.height) : anchor.y + anchor.h + gap;
  ImGui::SetNextWindowPos({x, y});
}

// Around the current window, so that it stands out from panels of the same colour.
void draw_shadow(const Context& ui, float rounding) {
  constexpr int kRings = 12;  // each a point wide, from the edge outwards
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 min = ImGui::GetWindowPos();
  const ImVec2 max = {min.x + ImGui::GetWindowWidth(), min.y + ImGui::GetWindowHeight()};
  const Color shadow = ui.theme.colors.shadow;
  list.PushClipRectFullScreen();
  for (int ring = 0; ring < kRings; ++ring) {
    const float out = ui.px(static_cast<float>(ring) + 0.5F);
    const double fades = 1 - static_cast<double>(ring) / kRings;
    list.AddRect({min.x - out, min.y - out}, {max.x + out, max.y + out},
                 imgui_color(figures::faded(shadow, fades * fades)), rounding + out, 0, ui.px(1));
  }
  list.PopClipRect();
}

bool begin(Context& ui, std::string_view id, float padding, ImGuiWindowFlags flags,
           std::string_view name) {
  const auto& metrics = ui.theme.metrics;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.px(padding), ui.px(padding)});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.px(metrics.card_rounding));
  // ImGui draws a dialog's edge as a window's.
  const float edge = std::max(1.0F, std::round(ui.px(1)));
  ImGui::PushStyleVar(ImGuiStyleVar_PopupBorderSize, edge);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, edge);
  const auto& colors = ui.theme.colors;
  ImGui::PushStyleColor(ImGuiCol_Border, imgui_color(mix(colors.border, colors.muted, 0.4)));
  const bool open = ImGui::BeginPopupEx(hash(id), kFlags | flags);
  ImGui::PopStyleColor();
  ImGui::PopStyleVar(4);
  if (open) {
    draw_shadow(ui, ui.px(metrics.card_rounding));
    ui.focus.push_scope();
    const auto place = ui.popups.find(id);
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    if (place != ui.popups.end() &&
        (place->second.width != size.x || place->second.height != size.y)) {
      // The place follows from the size, in the next frame: this one is not shown.
      place->second.width = size.x;
      place->second.height = size.y;
      ui.pacing.activity();
      ui.pacing.outdate();
    }
    report(ui, {.id = std::string(id), .kind = "popup", .name = std::string(name)}, at,
           {at.x + size.x, at.y + size.y});
  }
  return open;
}

// The keys that follow are for what the popup uncovers, which gets keys from the frame after the
// next.
void close_current(Context& ui) {
  ImGui::CloseCurrentPopup();
  ui.input.take_text();
  ui.input.hold_keys();
  ui.pacing.activity();
}

// In a list Home and End lead to its ends, and a letter to the next row that begins with it.
void take_list_keys(Context& ui) {
  if (ui.input.take(Key::kHome)) ui.focus.move_to_end(-1);
  if (ui.input.take(Key::kEnd)) ui.focus.move_to_end(1);
  constexpr char32_t kLastAscii = 0x7F;
  const std::u32string typed = ui.input.take_text();
  if (typed.size() != 1 || typed[0] <= U' ' || typed[0] > kLastAscii) return;
  ui.focus.seek(text::to_lowercase(static_cast<char>(typed[0])));
}

// Handles the keys that the widgets inside did not take, and closes the popup's scope.
void end(Context& ui, std::string_view id, bool is_list) {
  if (!ImGui::IsAnyItemActive()) {
    if (is_list) take_list_keys(ui);
    if (ui.input.take(Key::kDown)) ui.focus.move(1);
    if (ui.input.take(Key::kUp)) ui.focus.move(-1);
  }
  if (ui.input.take(Key::kEscape)) close_current(ui);
  ui.focus.pop_scope();
  ImGui::EndPopup();
  const auto place = ui.popups.find(id);
  if (place == ui.popups.end() || !std::exchange(place->second.fresh, false)) return;
  // A popup opened by key: its first widget receives the focus.
  if (ui.focus.ring() && !ui.focus.claimed()) ui.focus.move_to_end(-1);
  ui.pacing.activity();
}

}  // namespace

void open_popup(Context& ui, std::string_view id, bool at_side) {
  open_popup_at(ui, id, ImGui::GetItemRectMin(), ImGui::GetItemRectSize());
  ui.popups.find(id)->second.beside = at_side;
}

void anchor_popup(Context& ui, std::string_view id) {
  const auto place = ui.popups.find(id);
  if (place == ui.popups.end()) return;
  const ImVec2 min = ImGui::GetItemRectMin();
  const ImVec2 size = ImGui::GetItemRectSize();
  place->second.anchor = {min.x, min.y, size.x, size.y};
}

void open_popup_at(Context& ui, std::string_view id, ImVec2 min, ImVec2 size) {
  ui.popups.insert_or_assign(std::string(id), PopupPlace{{min.x, min.y, size.x, size.y}});
  ImGui::OpenPopup(hash(id));
  ui.focus.note_popup_opens();
  ui.input.hold_keys();
  ui.pacing.activity();
}

bool is_popup_open(std::string_view id) {
  return ImGui::IsPopupOpen(hash(id), ImGuiPopupFlags_None);
}

Popup::Popup(Context& ui, std::string_view id, float width_points, float padding_points)
    : ui_(ui), id_(id) {
  if (!is_popup_open(id)) return;
  const auto where = ui.popups.find(id);
  if (where != ui.popups.end()) place(where->second, ui.px(4), ui.px(width_points));
  open_ = begin(ui, id, padding_points, 0, {});
  if (open_) part_.emplace(ui.map, id);
}

Popup::~Popup() {
  part_.reset();
  if (open_) end(ui_, id_, true);
}

void Popup::close() {
  close_current(ui_);
}

Dialog::Dialog(Context& ui, std::string_view id, std::string_view title_text, float width_points)
    : ui_(ui), id_(id) {
  if (!is_popup_open(id)) return;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const bool low = window.y < ui.px(kLowWindow);
  const float edge = ui.px(low ? kLowDialogEdge : kDialogEdge);
  const float width = std::min(ui.px(width_points), window.x - 2 * edge);
  // A little above the middle, but never beyond the top.
  const auto was = ui.popups.find(id);
  const float height = was == ui.popups.end() ? 0 : was->second.height;
  const float top = std::max(edge, window.y * 0.42F - height / 2);
  ImGui::SetNextWindowPos({window.x / 2, std::min(top, std::max(edge, window.y - edge - height))},
                          ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, window.y - 2 * edge});
  open_ =
      begin(ui, id, low ? kLowDialogPadding : kDialogPadding, ImGuiWindowFlags_Modal, title_text);
  if (!open_) return;
  part_.emplace(ui.map, id);
  // What is behind is dark at once: ImGui takes many frames for it, and none come at rest.
  ImGui::GetCurrentContext()->DimBgRatio = 1;
  title(ui, title_text, std::string(id) + "/title");
}

Dialog::~Dialog() {
  part_.reset();
  if (open_) end(ui_, id_, false);
}

float Dialog::room(float around) const {
  const float window = ImGui::GetIO().DisplaySize.y;
  const bool low = window < ui_.px(kLowWindow);
  const float frame = low ? kLowDialogEdge + kLowDialogPadding : kDialogEdge + kDialogPadding;
  return window - ui_.px(2 * frame + around);
}

void Dialog::close() {
  close_current(ui_);
}

}  // namespace normscope::ui
