// SPDX-License-Identifier: MIT
#include "app/application/file_rows.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "core/base/memory.hpp"
#include "core/text/ascii.hpp"

namespace normscope::application {

using open_save::FolderEntry;
using ui::Context;
using ui::Key;

namespace {

// In points.
constexpr float kFileRow = 26;
constexpr float kGlyph = 14;
constexpr float kKindColumn = 84;
constexpr float kSizeColumn = 84;
constexpr float kDateColumn = 92;
constexpr float kAllColumns = 520;  // a narrower list leaves out kind and date
constexpr std::string_view kRowsId = "dialog/files";

const FolderEntry& entry_of(const FileRows& rows, std::size_t row) {
  return rows.listing.entries[rows.shown[row]];
}

// The row that a key leads to.
std::optional<std::size_t> row_by_key(Context& ui, const FileRows& rows, std::size_t page) {
  const std::size_t count = rows.shown.size();
  const std::size_t last = count - 1;
  const auto at = rows.cursor;
  if (ui.input.take(Key::kHome)) return 0;
  if (ui.input.take(Key::kEnd)) return last;
  if (ui.input.take(Key::kDown)) return at ? std::min(*at + 1, last) : 0;
  if (ui.input.take(Key::kPageDown)) return std::min(at.value_or(0) + page, last);
  if (ui.input.take(Key::kPageUp)) return at.value_or(0) > page ? *at - page : 0;
  if (at.value_or(0) > 0 && ui.input.take(Key::kUp)) return *at - 1;
  const std::u32string typed = ui.input.take_text();
  if (typed.size() != 1 || typed[0] > 0x7F) return std::nullopt;
  const char letter = text::to_lowercase(static_cast<char>(typed[0]));
  for (std::size_t step = 1; step <= count; ++step) {
    const std::size_t row = (at.value_or(last) + step) % count;
    if (text::to_lowercase(entry_of(rows, row).name.front()) == letter) return row;
  }
  return std::nullopt;
}

void draw_glyph(const Context& ui, ImVec2 middle, bool is_folder) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 color = ui::imgui_color(is_folder ? ui.theme.colors.accent : ui.theme.colors.muted);
  const float line = std::max(1.0F, ui.px(1.2F));
  const float half = ui.px(kGlyph / 2);
  if (is_folder) {
    const ImVec2 min{middle.x - half, middle.y - half * 0.6F};
    const ImVec2 max{middle.x + half, middle.y + half * 0.8F};
    list.AddRectFilled({min.x, min.y - half * 0.3F}, {middle.x, min.y + line}, color, line);
    list.AddRectFilled(min, max, color, line);
    return;
  }
  list.AddRect({middle.x - half * 0.65F, middle.y - half * 0.85F},
               {middle.x + half * 0.65F, middle.y + half * 0.85F}, color, line, 0, line);
}

void draw_file_row(Context& ui, const FileRows& rows, std::size_t row, ImVec2 min, ImVec2 max,
                   bool lit) {
  const auto& colors = ui.theme.colors;
  const FolderEntry& entry = entry_of(rows, row);
  const bool chosen = rows.cursor == row;
  if (chosen || lit) {
    ui::draw_box(ui, min, max, chosen ? colors.selection : colors.hover, {0, 0, 0, 0}, 0);
  }
  const float padding = ui.px(ui.theme.metrics.field_padding);
  draw_glyph(ui, {min.x + padding + ui.px(kGlyph / 2), (min.y + max.y) / 2}, entry.is_folder);
  const float left = min.x + 2 * padding + ui.px(kGlyph);
  float right = max.x - padding;
  const bool all = max.x - min.x >= ui.px(kAllColumns);
  const ui::Color quiet = chosen ? colors.text : colors.muted;
  if (all) {
    ui::draw_text({right - ui.px(kDateColumn), min.y}, {right, max.y},
                  open_save::date_words(entry.changed, rows.now), quiet, ui::Align::kRight);
    right -= ui.px(kDateColumn);
  }
  const std::string size = entry.is_folder ? std::string() : base::bytes_to_text(entry.bytes);
  ui::draw_text({right - ui.px(kSizeColumn), min.y}, {right, max.y}, size, quiet,
                ui::Align::kRight);
  right -= ui.px(kSizeColumn);
  if (all) {
    const std::string_view kind =
        entry.is_folder ? std::string_view("folder") : open_save::kind_word(entry.name);
    ui::draw_text({right - ui.px(kKindColumn), min.y}, {right, max.y}, kind, quiet,
                  ui::Align::kLeft);
    right -= ui.px(kKindColumn);
  }
  ui::draw_text({left, min.y}, {right - padding, max.y}, entry.name, colors.text, ui::Align::kLeft);
  ui::report(ui,
             {.id = fmt::format("dialog/file/{}", row),
              .text = entry.name,
              .kind = "row",
              .selected = chosen,
              .value = entry.is_folder ? std::string("folder") : size},
             min, max);
}

// Brings a row into the part that is seen.
void scroll_to_row(Context& ui, std::size_t row, float row_height, float room) {
  const float top = static_cast<float>(row) * row_height;
  const float scroll = ImGui::GetScrollY();
  const float next = std::clamp(scroll, top + row_height - room, top);
  if (next == scroll) return;
  ImGui::SetScrollY(next);
  ui.pacing.activity();
}

}  // namespace

RowsEvent draw_file_rows(Context& ui, const FileRows& rows, float height) {
  RowsEvent event;
  const ui::Region region(ui, "dialog/list", {0, height},
                          {.ground = ui::Ground::kRaised,
                           .padding = 0,
                           .rounding = ui.theme.metrics.rounding,
                           .border = true,
                           .holds_controls = false});
  if (!region) return event;
  const float row_height = std::round(ui.px(kFileRow));
  if (rows.to_top) ImGui::SetScrollY(0);
  const float scroll = ImGui::GetScrollY();
  const float room = ImGui::GetWindowHeight();
  const std::size_t count = rows.shown.size();
  // The control fills the part that is seen, wherever the list is scrolled to.
  ImGui::SetCursorPos({0, scroll});
  const ui::Area here = ui::area(
      ui, kRowsId, {ImGui::GetContentRegionAvail().x, room},
      {.text = rows.listing.folder.string(), .kind = "list", .value = std::to_string(count)});
  if (count == 0) {
    const float padding = ui.px(ui.theme.metrics.field_padding);
    ui::draw_text({here.min.x + padding, here.min.y}, {here.max.x, here.min.y + 2 * row_height},
                  rows.empty_words, ui.theme.colors.muted, ui::Align::kLeft);
    ui::report(ui, {.id = "dialog/empty", .text = std::string(rows.empty_words), .kind = "text"},
               here.min, {here.max.x, here.min.y + 2 * row_height});
  }
  const float top = here.min.y - scroll;
  const float at = (ImGui::GetIO().MousePos.y - top) / row_height;
  const auto pointed = at >= 0 && at < static_cast<float>(count)
                           ? std::optional(static_cast<std::size_t>(at))
                           : std::nullopt;
  if (here.pressed && pointed) event.selected = pointed;
  if (here.doubled && pointed) event.activated = pointed;
  if (here.focused && !here.held) {
    const bool by_key = here.activated && !here.released;
    if (by_key) event.activated = rows.cursor;
    event.up = ui.input.take(Key::kBackspace);
    if (count > 0) {
      const auto page = static_cast<std::size_t>(std::max(1.0F, room / row_height - 1));
      event.selected = row_by_key(ui, rows, page);
      if (event.selected) scroll_to_row(ui, *event.selected, row_height, room);
    }
    event.leaves = !event.selected && ui.input.take(Key::kUp);
  }
  const auto first = static_cast<std::size_t>(std::max(0.0F, scroll / row_height));
  const auto end = std::min(count, first + static_cast<std::size_t>(room / row_height) + 2);
  for (std::size_t row = first; row < end; ++row) {
    const ImVec2 min{here.min.x, top + static_cast<float>(row) * row_height};
    draw_file_row(ui, rows, row, min, {here.max.x, min.y + row_height},
                  here.hovered && pointed == row);
  }
  ui::draw_focus_ring(ui,
                      {.min = {here.min.x + ui.px(3), here.min.y + ui.px(3)},
                       .max = {here.max.x - ui.px(3), here.max.y - ui.px(3)},
                       .focused = here.focused},
                      ui.px(ui.theme.metrics.rounding));
  ImGui::SetCursorPos({0, static_cast<float>(count) * row_height});
  ImGui::Dummy({1, 0});
  return event;
}

}  // namespace normscope::application
