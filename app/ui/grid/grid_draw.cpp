// SPDX-License-Identifier: MIT
// Drawing of a grid, and its entries in the UI map.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "app/ui/grid/grid_frame.hpp"
#include "app/ui/grid/grid_headers.hpp"
#include "app/ui/grid/grid_mark.hpp"
#include "app/ui/widgets/text.hpp"
#include "core/stats/outside.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"
#include "core/text/utf8.hpp"

namespace normscope::ui {

namespace {

// The share of the selection's colour in the cells of a selected range.
constexpr double kRangeTint = 0.75;
// In points: the text of a change, and the corner of a number outside the colours.
constexpr float kChangePoints = 10;
constexpr float kChangeHeight = 16;
constexpr float kCornerPoints = 6;

class Picture {
 public:
  Picture(GridFrame& frame, const Area& area)
      : frame_(frame),
        ui_(frame.ui),
        palette_(frame.ui.theme.colors),
        list_(*ImGui::GetWindowDrawList()),
        area_(area),
        range_(frame.range()) {}

  void draw() {
    const GridView& view = frame_.view;
    const GridRange& seen = view.seen;
    ImGui::PushClipRect(view.cells_min, view.cells_max, true);
    {
      const WithFont font(ui_, Face::kNumber, ui_.theme.metrics.number);
      for (std::int64_t row = seen.row; row < seen.row + seen.rows; ++row) {
        for (std::int64_t column = seen.column; column < seen.column + seen.columns; ++column) {
          draw_cell({row, column});
        }
      }
    }
    draw_marks();
    ImGui::PopClipRect();
    draw_headers();
    draw_bar(view.horizontal, true);
    draw_bar(view.vertical, false);
    if (frame_.focused && ui_.focus.ring()) draw_focus_ring(ui_, area_, ui_.px(2));
  }

 private:
  Color ground(float value) const {
    const GridOptions& options = frame_.options;
    if (std::isnan(value)) return heat(palette_, static_cast<double>(value));
    if (options.heat == GridHeat::kNone) return palette_.panel;
    const auto [low, high] = frame_.measures.ends;
    const auto x = static_cast<double>(value);
    if (options.heat == GridHeat::kSequential) {
      if (std::isinf(value)) return heat(palette_, value > 0 ? 1 : 0, false);
      return heat(palette_, high > low ? (x - low) / (high - low) : 0, false);
    }
    if (options.heat == GridHeat::kSymmetricLog) {
      if (std::isinf(value)) return heat(palette_, value > 0 ? 1 : -1);
      if (!(high > low && low > 0)) return heat(palette_, 0);
      const double share = std::log1p(std::abs(x) / low) / std::log1p(high / low);
      return heat(palette_, std::copysign(share, x));
    }
    const double limit = std::max(std::abs(low), std::abs(high));
    if (std::isinf(value)) return heat(palette_, value > 0 ? 1 : -1);
    return heat(palette_, limit > 0 ? x / limit : 0);
  }

  // The text of a number, centred between two heights. Longer texts than the cell has room for are
  // drawn smaller.
  void draw_number(const std::string& text, ImVec2 low, ImVec2 high, Color color) {
    std::size_t length = 0;
    for (std::string_view rest = text; !rest.empty(); ++length) {
      rest.remove_prefix(text::first_character(rest).bytes);
    }
    const auto room = static_cast<float>(frame_.measures.format.width());
    const float share = std::min(1.0F, room / static_cast<float>(std::max<std::size_t>(length, 1)));
    const float size = ImGui::GetFontSize() * share;
    const float width = static_cast<float>(length) * frame_.measures.digit * share;
    // In a narrow cell the number stands in the middle.
    const float padding =
        std::min(ui_.px(kGridCellPadding), std::max((high.x - low.x - width) / 2, 0.0F));
    const ImVec2 at{std::round(high.x - padding - width),
                    std::round(low.y + (high.y - low.y - size) / 2)};
    list_.AddText(ImGui::GetFont(), size, at, imgui_color(color), text.data(),
                  text.data() + text.size());
  }

  // Draws the change below the number, where the row is high enough, and a flash behind the number.
  void draw_change(GridCell cell, ImVec2 low, ImVec2 high, Color ground) {
    if (!frame_.options.change) return;
    const auto change = frame_.options.change(cell);
    if (!change) return;
    const WithFont font(ui_, Face::kNumber, kChangePoints);
    // Longer texts than the cell has room for are drawn smaller, as numbers are.
    const float wide = ImGui::CalcTextSize(change->text.c_str()).x;
    const float share = std::min(1.0F, (high.x - low.x - ui_.px(kGridCellPadding + 2)) / wide);
    const float size = ImGui::GetFontSize() * share;
    const ImVec2 at{std::round(high.x - ui_.px(kGridCellPadding) - wide * share),
                    std::round(high.y - ui_.px(kChangeHeight) + (ImGui::GetFontSize() - size) / 2)};
    list_.AddText(ImGui::GetFont(), size, at, imgui_color(text_on(palette_, ground)),
                  change->text.c_str());
    if (change->strength > 0) {
      const float inset = ui_.px(1.5F);
      list_.AddRect({low.x + inset, low.y + inset}, {high.x - inset, high.y - inset},
                    imgui_color(figures::faded(palette_.accent, change->strength)), ui_.px(3), 0,
                    ui_.px(2));
    }
    if (!ui_.map.on()) return;
    report(ui_,
           {.id = fmt::format("{}/change/{}/{}", frame_.id, cell.row, cell.column),
            .text = change->text,
            .kind = "change"},
           at, high);
  }

  // A frame for the pointed cell, which may be pointed at from a text. An outline around neighbours
  // of one mark: solid around sources of the pointed cell, dashed around cells made from it, so
  // that no colour is needed to tell them apart. It lies at the cells' edges, away from the digits.
  void draw_mark(GridCell cell, ImVec2 low, ImVec2 high) {
    if (!frame_.options.mark) return;
    const GridMark mark = frame_.options.mark(cell);
    if (mark == GridMark::kSelf) frame_cell(cell, cell, palette_.text, 1);
    if (mark != GridMark::kSource && mark != GridMark::kMade) return;
    const auto ends_at = [&](std::int64_t down, std::int64_t across) {
      const GridCell next{cell.row + down, cell.column + across};
      return next.row < 0 || next.row >= frame_.data.rows || next.column < 0 ||
             next.column >= frame_.data.columns || frame_.options.mark(next) != mark;
    };
    draw_outline(ui_, list_, mark, low, high,
                 {.top = ends_at(-1, 0),
                  .bottom = ends_at(1, 0),
                  .left = ends_at(0, -1),
                  .right = ends_at(0, 1)});
  }

  // A corner, at the upper edge for a number above the colours' end, at the lower one below it.
  void draw_outside(GridCell cell, float value, ImVec2 low, ImVec2 high, Color ground) {
    const GridOptions& options = frame_.options;
    const bool fixed = options.heat_ends && (options.heat == GridHeat::kDiverging ||
                                             options.heat == GridHeat::kSequential);
    const auto [least, most] = frame_.measures.ends;
    const int outside = fixed ? stats::outside(static_cast<double>(value), least, most) : 0;
    if (outside == 0) return;
    const bool above = outside > 0;
    const float side = std::round(ui_.px(kCornerPoints));
    const float edge = above ? low.y : high.y;
    const float inner = above ? low.y + side : high.y - side;
    list_.AddTriangleFilled({low.x, edge}, {low.x + side, edge}, {low.x, inner},
                            imgui_color(text_on(palette_, ground)));
    if (!ui_.map.on()) return;
    report(ui_,
           {.id = fmt::format("{}/outside/{}/{}", frame_.id, cell.row, cell.column),
            .text = above ? tr("above {most:.3g}, the end of the colours", arg("most", most))
                          : tr("below {least:.3g}, the end of the colours", arg("least", least)),
            .kind = "outside"},
           low, high);
  }

  // A corner at the lower left, away from the digits and from that of the largest difference.
  void draw_event(GridCell cell, ImVec2 low, ImVec2 high) {
    if (!frame_.options.event) return;
    const GridEvent event = frame_.options.event(cell);
    if (event.name.empty()) return;
    const float side = std::round(ui_.px(event.here ? 8 : 6));
    list_.AddTriangleFilled({low.x, high.y - side}, {low.x + side, high.y}, {low.x, high.y},
                            imgui_color(event.here ? palette_.warning : palette_.muted));
  }

  std::string_view mark_name(GridCell cell) const {
    if (frame_.options.callout == cell) return "largest";
    if (frame_.options.event) {
      if (const GridEvent event = frame_.options.event(cell); !event.name.empty()) {
        return event.name;
      }
    }
    if (!frame_.options.mark) return {};
    switch (frame_.options.mark(cell)) {
      case GridMark::kNone:
        break;
      case GridMark::kSelf:
        return "self";
      case GridMark::kSource:
        return "source";
      case GridMark::kMade:
        return "made";
    }
    return {};
  }

  // "normalized, row 0, column 3"; of a statistic "mean, row 0".
  std::string cell_name(GridCell cell) const {
    const GridOptions& options = frame_.options;
    const auto of = [](std::int64_t at, std::span<const std::string> names) {
      return names.empty() ? fmt::format("{}", at) : names[static_cast<std::size_t>(at)];
    };
    const std::string row = of(cell.row, options.row_names);
    const std::string column = of(cell.column, options.column_names);
    const bool one_row = frame_.data.rows == 1 && !options.row_headers;
    const bool one_column = frame_.data.columns == 1 && !options.column_headers;
    const auto name = arg("name", options.name);
    if (one_row && one_column) return options.name;
    if (one_column) return tr("{name}, row {row}", name, arg("row", row));
    if (one_row) return tr("{name}, column {column}", name, arg("column", column));
    return tr("{name}, row {row}, column {column}", name, arg("row", row), arg("column", column));
  }

  // Of a number that can be typed over.
  static constexpr std::pair<double, double> kAnyNumber{-HUGE_VAL, HUGE_VAL};

  void draw_cell(GridCell cell) {
    const float value = frame_.data.value(cell.row, cell.column);
    const ImVec2 low = frame_.low_of(cell);
    const ImVec2 high = frame_.high_of(cell);
    Color color = ground(value);
    const bool selected = contains(range_, cell);
    // A single selected cell keeps its own colour; its frame and headers show the selection.
    if (selected && range_.rows * range_.columns > 1) {
      color = mix(color, palette_.selection, kRangeTint);
    }
    list_.AddRectFilled(low, high, imgui_color(color));
    const float hair = std::max(1.0F, std::floor(ui_.scale));
    list_.AddRectFilled({low.x, high.y - hair}, high,
                        imgui_color(figures::faded(palette_.border, 0.6)));

    const std::string text = frame_.measures.format.text(value);
    const bool two_lines = frame_.options.change != nullptr;
    const ImVec2 below{high.x, two_lines ? high.y - ui_.px(kChangeHeight - 3) : high.y};
    draw_number(text, low, below, text_on(palette_, color));
    draw_change(cell, low, high, color);
    draw_outside(cell, value, low, high, color);
    draw_mark(cell, low, high);
    if (frame_.options.callout == cell) {
      const float side = std::round(ui_.px(8));
      list_.AddTriangleFilled({high.x - side, low.y}, {high.x, low.y}, {high.x, low.y + side},
                              imgui_color(palette_.warning));
    }
    draw_event(cell, low, high);
    // NaN and infinities also get a frame, for readers who cannot tell the colours apart.
    if (!std::isfinite(value)) {
      list_.AddRect({low.x + hair, low.y + hair}, {high.x - hair, high.y - hair},
                    imgui_color(palette_.warning), ui_.px(3), 0, hair);
    }
    if (!ui_.map.on()) return;
    report(ui_,
           {.id = fmt::format("{}/cell/{}/{}", frame_.id, cell.row, cell.column),
            .text = text,
            .kind = "cell",
            .focused = frame_.focused && cell == frame_.cursor,
            .selected = selected && frame_.options.shows_selection,
            .mark = std::string(mark_name(cell)),
            .value = text::float_to_text(value),
            .name = cell_name(cell),
            .about = frame_.options.made,
            .place = {cell.row, cell.column},
            .ends = frame_.options.editable ? std::optional(kAnyNumber) : std::nullopt},
           low, high);
  }

  void frame_cell(GridCell from, GridCell to, Color color, float points) {
    const float thick = std::max(1.0F, std::round(ui_.px(points)));
    const ImVec2 low = frame_.low_of(from);
    const ImVec2 high = frame_.high_of(to);
    const float half = thick / 2;
    list_.AddRect({low.x + half, low.y + half}, {high.x - half, high.y - half}, imgui_color(color),
                  ui_.px(2), 0, thick);
  }

  // Two lines of which one stands out from any colour of the map.
  void frame_selected(GridCell cell) {
    const auto [outer, inner] = selection_frame(palette_);
    const float thick = std::max(1.0F, std::round(ui_.px(frame_.focused ? 2 : 1.5F)));
    const ImVec2 low = frame_.low_of(cell);
    const ImVec2 high = frame_.high_of(cell);
    const auto frame = [&](float inset, float width, Color color) {
      list_.AddRect({low.x + inset, low.y + inset}, {high.x - inset, high.y - inset},
                    imgui_color(color), ui_.px(2), 0, width);
    };
    frame(thick / 2, thick, outer);
    frame(thick + 0.5F, 1, inner);
  }

  void draw_marks() {
    draw_handle();
    const auto& hovered = frame_.events.hovered;
    if (hovered && !area_.held && contains(frame_.view.seen, *hovered)) {
      frame_cell(*hovered, *hovered, palette_.muted, 1);
    }
    if (!frame_.cursor || !(frame_.options.shows_selection || frame_.focused)) return;
    if (range_.rows > 1 || range_.columns > 1) {
      frame_cell({range_.row, range_.column},
                 {range_.row + range_.rows - 1, range_.column + range_.columns - 1},
                 palette_.accent, 1);
    }
    frame_selected(*frame_.cursor);
  }

  // Two small triangles, where a number can be dragged: under the pointer, else in the selected
  // cell of the grid with the focus.
  void draw_handle() {
    const auto cell = frame_.events.hovered ? frame_.events.hovered
                      : frame_.focused      ? frame_.cursor
                                            : std::nullopt;
    if (!frame_.options.editable || frame_.state.editor || !cell) return;
    if (!contains(frame_.view.seen, *cell)) return;
    const ImVec2 low = frame_.low_of(*cell);
    const ImVec2 high = {low.x + ui_.px(13), frame_.high_of(*cell).y};
    const float x = (low.x + high.x) / 2 + ui_.px(0.5F);
    const float y = (low.y + high.y) / 2;
    const float gap = ui_.px(1.5F);
    const float w = ui_.px(3.5F);
    const float h = ui_.px(2.5F);
    const ImU32 color = imgui_color(palette_.accent);
    list_.AddTriangleFilled({x - gap, y - h}, {x - gap, y + h}, {x - gap - w, y}, color);
    list_.AddTriangleFilled({x + gap, y - h}, {x + gap + w, y}, {x + gap, y + h}, color);
    if (!ui_.map.on()) return;
    report(ui_, {.id = fmt::format("{}/handle", frame_.id), .kind = "handle"}, low, high);
  }

  void draw_headers() {
    const GridView& view = frame_.view;
    const GridRange& seen = view.seen;
    const WithFont font(ui_, Face::kNumber, kGridHeaderPoints);
    report_hidden_headers(frame_);
    if (frame_.options.column_headers) {
      ImGui::PushClipRect({view.cells_min.x, view.min.y}, {view.cells_max.x, view.cells_min.y},
                          true);
      for (std::int64_t column = seen.column; column < seen.column + seen.columns; ++column) {
        const float left = frame_.low_of({0, column}).x;
        const bool lit = column >= range_.column && column < range_.column + range_.columns;
        draw_header("column", column, frame_.options.column_names, {left, view.min.y},
                    {left + view.cell_width, view.cells_min.y}, lit, kGridCellPadding);
      }
      ImGui::PopClipRect();
    }
    if (!frame_.options.row_headers) return;
    ImGui::PushClipRect({view.min.x, view.cells_min.y}, {view.cells_min.x, view.cells_max.y}, true);
    for (std::int64_t row = seen.row; row < seen.row + seen.rows; ++row) {
      const float top = frame_.low_of({row, 0}).y;
      const bool lit = row >= range_.row && row < range_.row + range_.rows;
      draw_header("row", row, frame_.options.row_names, {view.min.x, top},
                  {view.cells_min.x, top + view.row_height}, lit, kGridCellPadding);
    }
    ImGui::PopClipRect();
  }

  void draw_header(std::string_view kind, std::int64_t at, std::span<const std::string> names,
                   ImVec2 low, ImVec2 high, bool lit, float padding) {
    lit = lit && (frame_.options.shows_selection || frame_.focused);
    if (lit && frame_.cursor) list_.AddRectFilled(low, high, imgui_color(palette_.selection));
    const std::string text =
        names.empty() ? fmt::format("{}", at) : names[static_cast<std::size_t>(at)];
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    const Color color = lit ? text_on(palette_, palette_.selection) : palette_.muted;
    // Names in front of rows begin at one edge, numbers end at one.
    const bool name = kind == "row" && !names.empty();
    list_.AddText({name ? low.x + ui_.px(2) : std::round(high.x - ui_.px(padding) - width),
                   std::round(low.y + (high.y - low.y - ImGui::GetFontSize()) / 2)},
                  imgui_color(color), text.data(), text.data() + text.size());
    if (!ui_.map.on()) return;
    report_header(frame_, kind, at, {text, {}}, low, high, lit && frame_.cursor.has_value());
  }

  // In place of a bar, a thin line over the cells' edge: there is more, and the wheel leads there.
  void draw_thumb(const GridBar& bar, bool horizontal) {
    const float thick = std::max(2.0F, std::round(ui_.px(3)));
    const auto from = static_cast<float>(bar.grab_from);
    const auto size = static_cast<float>(bar.grab_size);
    const ImVec2 low = horizontal ? ImVec2{bar.min.x + from, bar.min.y - thick}
                                  : ImVec2{bar.min.x - thick, bar.min.y + from};
    const ImVec2 high =
        horizontal ? ImVec2{low.x + size, bar.min.y} : ImVec2{bar.min.x, low.y + size};
    list_.AddRectFilled(low, high, imgui_color(figures::faded(palette_.text, 0.45)), thick / 2);
  }

  void draw_bar(const GridBar& bar, bool horizontal) {
    if (!bar.shown) return;
    if (!frame_.options.bars) {
      draw_thumb(bar, horizontal);
      return;
    }
    const auto from = static_cast<float>(bar.grab_from);
    const auto size = static_cast<float>(bar.grab_size);
    const float inset = ui_.px(2);
    ImVec2 low = bar.min;
    ImVec2 high = bar.max;
    if (horizontal) {
      low = {bar.min.x + from, bar.min.y + inset};
      high = {low.x + size, bar.max.y - inset};
    } else {
      low = {bar.min.x + inset, bar.min.y + from};
      high = {bar.max.x - inset, low.y + size};
    }
    const auto grasp =
        horizontal ? GridState::Grasp::kHorizontalBar : GridState::Grasp::kVerticalBar;
    const double strength = frame_.state.grasp == grasp ? 0.8 : area_.hovered ? 0.5 : 0.35;
    list_.AddRectFilled(low, high, imgui_color(figures::faded(palette_.muted, strength)),
                        ui_.px(3));
    if (!ui_.map.on()) return;
    report(ui_,
           {.id = fmt::format("{}/bar/{}", frame_.id, horizontal ? "horizontal" : "vertical"),
            .kind = "scroll bar"},
           low, high);
  }

  GridFrame& frame_;
  Context& ui_;
  const Palette& palette_;
  ImDrawList& list_;
  const Area& area_;
  GridRange range_;
};

}  // namespace

void draw_grid(GridFrame& frame, const Area& area) {
  Picture(frame, area).draw();
}

}  // namespace normscope::ui
