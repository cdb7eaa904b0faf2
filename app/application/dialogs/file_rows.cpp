// SPDX-License-Identifier: MIT
#include "app/application/dialogs/file_rows.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/ui/drawing/draw.hpp"
#include "app/ui/widgets/area.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "core/base/memory.hpp"
#include "core/text/ascii.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using open_save::FolderEntry;
using open_save::ListingOrder;
using open_save::SortBy;
using ui::Context;
using ui::Key;

namespace {

// In points.
constexpr float kFileRow = 26;
constexpr float kHeader = 24;
constexpr float kArrow = 9;
constexpr float kGlyph = 14;
constexpr float kKindColumn = 84;
constexpr float kSizeColumn = 84;
constexpr float kDateColumn = 92;
constexpr float kAllColumns = 520;  // a narrower list leaves out kind and date
constexpr std::string_view kRowsId = "dialog/files";

// The columns that the list can be sorted by.
struct Column {
  SortBy by;
  std::string_view id;
  std::string_view label;
  ui::KeyPress press;
};
constexpr ui::Modifiers kSortModifiers{.ctrl = true};
constexpr Column kName{SortBy::kName, "name", tr_later("Name"), {Key::k1, kSortModifiers}};
constexpr Column kSize{SortBy::kSize, "size", tr_later("Size"), {Key::k2, kSortModifiers}};
constexpr Column kTime{SortBy::kTime, "time", tr_later("Changed"), {Key::k3, kSortModifiers}};
constexpr std::array kColumns{kName, kSize, kTime};

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
    const std::string_view kind = entry.is_folder ? tr("folder") : open_save::kind_word(entry.name);
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
              .value = entry.is_folder ? tr("folder") : size},
             min, max);
}

// A column's name, with an arrow where the list is sorted by it. True when it was clicked.
bool draw_column(Context& ui, const Column& column, float width, ListingOrder order) {
  const bool used = order.by == column.by;
  const std::string keys = ui::shortcut_text(column.press);
  // Names fall from a to z unless reversed; of times and sizes the greatest comes first.
  const bool rises = (column.by == SortBy::kName) != order.reversed;
  const std::string id = fmt::format("dialog/sort/{}", column.id);
  const ui::Area here =
      ui::area(ui, id, {width, ui.px(kHeader)},
               {.text = tr(column.label),
                .kind = "button",
                .selected = used,
                .value = used ? std::optional<std::string>(rises ? tr("rising") : tr("falling"))
                              : std::nullopt},
               {.help = {tr_later("Sort the list"),
                         tr_later("By this column; once more turns the order round."), keys,
                         tr_later("Folders always come first.")}});
  const auto& colors = ui.theme.colors;
  const float padding = ui.px(ui.theme.metrics.field_padding);
  if (here.hovered) {
    ui::draw_box(ui, here.min, here.max, colors.hover, {0, 0, 0, 0},
                 ui.px(ui.theme.metrics.rounding));
  }
  const ui::Color color = used ? colors.text : colors.muted;
  const bool left = column.by == SortBy::kName;
  const ImVec2 from{here.min.x + padding, here.min.y};
  const ImVec2 to{here.max.x, here.max.y};
  ui::draw_text(from, to, tr(column.label), color, left ? ui::Align::kLeft : ui::Align::kRight);
  if (used) {
    // Beside the name, on the side where there is room.
    const float half = ui.px(kArrow / 2);
    const float gap = ui.px(kArrow);
    const float text = ui::text_width(tr(column.label));
    const ImVec2 at{left ? from.x + text + gap : to.x - text - gap, (from.y + to.y) / 2};
    const float tip = rises ? -half : half;
    ImGui::GetWindowDrawList()->AddTriangleFilled({at.x - half, at.y - tip / 2},
                                                  {at.x + half, at.y - tip / 2},
                                                  {at.x, at.y + tip / 2}, ui::imgui_color(color));
  }
  ui::draw_focus_ring(ui, here, ui.px(ui.theme.metrics.rounding));
  return here.activated;
}

// The names of the columns above the rows; `bar` is the width of the list's scroll bar.
std::optional<ListingOrder> draw_columns(Context& ui, ListingOrder order, float bar) {
  const ImVec2 at = ImGui::GetCursorPos();
  const float width = ImGui::GetContentRegionAvail().x - bar;
  const bool all = width >= ui.px(kAllColumns);
  const float padding = ui.px(ui.theme.metrics.field_padding);
  const float date = all ? ui.px(kDateColumn) : 0;
  const float dates = width - padding - date;
  const float sizes = dates - ui.px(kSizeColumn);
  std::optional<SortBy> clicked;
  const auto draw = [&](const Column& column, float from, float to) {
    ImGui::SetCursorPos({at.x + from, at.y});
    if (draw_column(ui, column, to - from, order)) clicked = column.by;
  };
  constexpr std::string_view kGroup = "dialog/sort";
  ui.focus.begin_group(kGroup);
  draw(kName, 0, all ? sizes - ui.px(kKindColumn) : sizes);
  draw(kSize, sizes, dates);
  if (all) draw(kTime, dates, dates + date);
  if (ui.focus.end_group()) {
    if (ui.input.take(Key::kRight)) ui.focus.move_in_group(kGroup, 1);
    if (ui.input.take(Key::kLeft)) ui.focus.move_in_group(kGroup, -1);
  }
  for (const Column& column : kColumns) {
    if (ui.input.take(column.press)) clicked = column.by;
  }
  ImGui::SetCursorPos({at.x, at.y + ui.px(kHeader)});
  if (!clicked) return std::nullopt;
  return ListingOrder{*clicked, order.by == *clicked && !order.reversed};
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

std::vector<ui::KeyHelp> file_rows_keys() {
  std::string columns;
  std::string presses;
  for (const Column& column : kColumns) {
    columns = text::listed(columns, tr(column.label));
    presses = text::listed(presses, ui::shortcut_text(column.press));
  }
  return {{tr("A row by its first letter"), tr("letters")},
          {tr("The folder above"), tr("Backspace")},
          {tr("Sort the list by {columns}", arg("columns", columns)), presses, "dialog/sort"},
          {tr("The other way round"), tr("the same again")}};
}

RowsEvent draw_file_rows(Context& ui, const FileRows& rows, float height) {
  RowsEvent event;
  const ui::Region whole(ui, "dialog/columns", {0, height},
                         {.ground = ui::Ground::kNone, .scroll = ui::Scroll::kNone, .padding = 0});
  if (!whole) return event;
  const float row_height = std::round(ui.px(kFileRow));
  const float list_height = height - ui.px(kHeader);
  const bool scrolls = static_cast<float>(rows.shown.size()) * row_height > list_height;
  event.order = draw_columns(ui, rows.order, scrolls ? ImGui::GetStyle().ScrollbarSize : 0);
  const ui::Region region(ui, "dialog/list", {0, list_height},
                          {.ground = ui::Ground::kRaised,
                           .padding = 0,
                           .rounding = ui.theme.metrics.rounding,
                           .border = true,
                           .holds_controls = false});
  if (!region) return event;
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
    const std::string id = fmt::format("dialog/file/{}", row);
    if (ui.input.take(id, ui::Request::kFocus)) event.selected = row;
    if (ui.input.take(id, ui::Request::kPress)) event.activated = row;
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
