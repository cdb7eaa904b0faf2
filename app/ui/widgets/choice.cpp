// SPDX-License-Identifier: MIT
// Controls that choose one of several options.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/translate.hpp"

namespace normscope::ui {
namespace {

// The row that an arrow key leads to; nullopt at an end.
std::optional<std::size_t> neighbour(Context& ui, std::size_t chosen, std::size_t count, Key back,
                                     Key on) {
  if (ui.input.take(back) && chosen > 0) return chosen - 1;
  if (ui.input.take(on) && chosen + 1 < count) return chosen + 1;
  return std::nullopt;
}

void draw_segment(Context& ui, const Area& here, std::string_view text, bool chosen, bool enabled) {
  const auto& palette = ui.theme.colors;
  const float rounding = ui.px(ui.theme.metrics.rounding);
  const float inset = ui.px(2);
  const ImVec2 min = {here.min.x + inset, here.min.y + inset};
  const ImVec2 max = {here.max.x - inset, here.max.y - inset};
  if (chosen) {
    draw_box(ui, min, max, palette.panel, palette.border, rounding - inset);
  } else if (here.hovered && enabled) {
    draw_box(ui, min, max, palette.hover, {0, 0, 0, 0}, rounding - inset);
  }
  Color color = chosen ? palette.text : palette.muted;
  if (!enabled) color = figures::faded(palette.muted, 0.6);
  draw_text(min, max, text, color, Align::kCenter);
  draw_focus_ring(ui, here, rounding);
}

// Above a group of rows, at the edge of their text.
void draw_heading(Context& ui, std::string_view title) {
  space(ui, 8);
  ImGui::Indent(ui.px(ui.theme.metrics.field_padding));
  caption(ui, title);
  ImGui::Unindent(ui.px(ui.theme.metrics.field_padding));
  space(ui, 2);
}

std::string_view chosen_text(std::span<const std::string_view> rows, std::size_t chosen) {
  return chosen < rows.size() ? rows[chosen] : std::string_view{};
}

}  // namespace

std::optional<std::size_t> choice(Context& ui, std::string_view id,
                                  std::span<const std::string_view> rows, std::size_t chosen,
                                  const Extras& extras, std::span<const Heading> headings) {
  const auto& palette = ui.theme.colors;
  const auto& metrics = ui.theme.metrics;
  const float width =
      extras.width > 0 ? ui.px(extras.width) : std::max(1.0F, ImGui::GetContentRegionAvail().x);
  const std::string text(chosen_text(rows, chosen));
  const Area here = area(ui, id, {width, ui.px(metrics.control)},
                         {.text = text, .kind = "choice", .value = text}, extras);
  const float rounding = ui.px(metrics.rounding);
  const float padding = ui.px(metrics.field_padding);
  draw_box(ui, here.min, here.max, here.hovered ? palette.hover : palette.raised, palette.border,
           rounding);
  const Color color = extras.enabled ? palette.text : figures::faded(palette.muted, 0.6);
  draw_text({here.min.x + padding, here.min.y}, {here.max.x - ui.px(28), here.max.y}, text, color,
            Align::kLeft);
  draw_chevron(ui, {here.max.x - ui.px(15), (here.min.y + here.max.y) / 2}, palette.muted);
  draw_focus_ring(ui, here, rounding);

  std::optional<std::size_t> result;
  const std::string popup = fmt::format("{}/list", id);
  const bool listens = here.focused && !ui.focus.in_popup();
  const bool opened =
      listens && extras.arrows_open && (ui.input.take(Key::kDown) || ui.input.take(Key::kUp));
  if (opened) ui.focus.show_ring(true);
  if (here.activated || opened) {
    open_popup(ui, popup);
  } else if (listens) {
    result = neighbour(ui, chosen, rows.size(), Key::kUp, Key::kDown);
  }
  if (Popup list(ui, popup); list) {
    // A list opened by key begins at the chosen row.
    const auto place = ui.popups.find(popup);
    if (place->second.fresh && ui.focus.ring() && chosen < rows.size()) {
      ui.focus.set(fmt::format("{}/{}", id, chosen));
    }
    const float room = width / ui.scale - 12;
    // A long list stands close together, so that more of it is in sight.
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing,
                        {spacing.x, headings.empty() ? spacing.y : 0.0F});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!headings.empty() && headings.front().before == i) {
        draw_heading(ui, headings.front().title);
        headings = headings.subspan(1);
      }
      const std::string row = fmt::format("{}/{}", id, i);
      const float natural =
          (text_width(rows[i]) + ui.px(20)) / ui.scale + 2 * metrics.field_padding;
      if (menu_row(ui, row, rows[i], {}, i == chosen, {.width = std::max(room, natural)})) {
        if (i != chosen) result = i;
        list.close();
      }
    }
    ImGui::PopStyleVar();
  }
  return result;
}

std::optional<std::size_t> segments(Context& ui, std::string_view id,
                                    std::span<const std::string_view> rows, std::size_t chosen,
                                    const Extras& extras) {
  const auto& palette = ui.theme.colors;
  const auto& metrics = ui.theme.metrics;
  const float height = ui.px(metrics.control);
  const float rounding = ui.px(metrics.rounding);
  const auto count = static_cast<float>(std::max<std::size_t>(rows.size(), 1));
  const float least = ui.px(6);  // beside the text of each
  float needed = 0;
  for (const auto row : rows) needed += text_width(row);
  // Beside a label that leaves too little room they stand below it.
  const bool beside = ImGui::GetCursorPosX() > ImGui::GetCursorStartPos().x;
  if (extras.width <= 0 && beside &&
      needed + 2 * least * count > ImGui::GetContentRegionAvail().x) {
    ImGui::SetCursorPos({ImGui::GetCursorStartPos().x, ImGui::GetCursorPosY() + height});
  }
  const float total =
      extras.width > 0 ? ui.px(extras.width) : std::max(1.0F, ImGui::GetContentRegionAvail().x);
  // Each segment gets the width of its text and an equal share of the rest.
  const float padding = std::max(least, (total - needed) / count / 2);

  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float full = needed + 2 * padding * count;
  draw_box(ui, from, {from.x + full, from.y + height}, palette.background, palette.border,
           rounding);
  const UiMap::Part group(ui.map, {.id = std::string(id),
                                   .kind = "group",
                                   .enabled = extras.enabled,
                                   .name = text::tr(extras.help.title),
                                   .about = text::tr(extras.help.what)});
  std::optional<std::size_t> result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i > 0) ImGui::SameLine(0, 0);
    // One stop of Tab for the whole: the chosen segment, or the first where none is.
    Extras part = extras;
    part.tab_stop = extras.tab_stop && i == (chosen < rows.size() ? chosen : 0);
    const Area here =
        area(ui, fmt::format("{}/{}", id, i), {text_width(rows[i]) + 2 * padding, height},
             {.text = std::string(rows[i]), .kind = "segment", .selected = i == chosen}, part);
    draw_segment(ui, here, rows[i], i == chosen, extras.enabled);
    if (here.activated && i != chosen) result = i;
    if (here.focused) {
      if (const auto next = neighbour(ui, i, rows.size(), Key::kLeft, Key::kRight)) {
        result = next;
        ui.focus.set(fmt::format("{}/{}", id, *next));
      }
    }
  }
  return result;
}

}  // namespace normscope::ui
