// SPDX-License-Identifier: MIT
// Measures, layout and scrolling of a grid.
#include "app/ui/grid/grid_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "app/ui/widgets/text.hpp"

namespace normscope::ui {
namespace {

// In points.
constexpr float kHeaderHeight = 20;
constexpr float kBar = 10;
constexpr float kLeastGrab = 24;
// One notch of the wheel scrolls three rows or one column.
constexpr double kWheelRows = 3;
constexpr double kWheelColumns = 1;

struct ReadValues {
  tensor::FloatRange range{};
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();
};

ReadValues read_values(const GridData& data, const GridRange& cells) {
  ReadValues read;
  for (std::int64_t row = cells.row; row < cells.row + cells.rows; ++row) {
    for (std::int64_t column = cells.column; column < cells.column + cells.columns; ++column) {
      const auto value = static_cast<double>(data.value(row, column));
      read.range.add(value);
      if (!std::isfinite(value)) continue;
      read.least = std::min(read.least, value);
      read.greatest = std::max(read.greatest, value);
    }
  }
  return read;
}

std::pair<double, double> ends_of(const ReadValues& read, const GridOptions& options) {
  if (options.heat_ends) return *options.heat_ends;
  return read.least <= read.greatest ? std::pair{read.least, read.greatest} : std::pair{0.0, 0.0};
}

bool is_small(const GridData& data) {
  return data.columns == 0 || (!data.costly && data.rows <= kGridWholeValues / data.columns);
}

// Sets the length and the position of the grab; `shown` of `total` are visible, from `first` on.
void place_grab(GridBar& bar, double track, double least, double shown, double total, double first,
                double last) {
  bar.grab_size = std::min(track, std::max(least, track * shown / total));
  bar.grab_from = last > 0 ? (track - bar.grab_size) * first / last : 0;
}

double along(double pointer, double grasped_at, double track, const GridBar& bar, double last) {
  const double room = std::max(track - bar.grab_size, 1.0);
  return std::clamp((pointer - grasped_at) / room, 0.0, 1.0) * last;
}

// ImGui rounds the width of a text up, so one digit alone would be too wide.
float digit_width(const Context& ui) {
  const WithFont font(ui, Face::kNumber, ui.theme.metrics.number);
  return ImGui::CalcTextSize("00000000").x / 8;
}

}  // namespace

float grid_header_height(const Context& ui) {
  return std::round(ui.px(kHeaderHeight));
}

float grid_cell_width(const Context& ui, document::Digits digits) {
  const int width = GridFormat(digits, {}, false).width();
  return std::ceil(static_cast<float>(width) * digit_width(ui)) +
         std::round(ui.px(2 * kGridCellPadding));
}

float grid_least_cell_width(const Context& ui, document::Digits digits) {
  return grid_cell_width(ui, digits) - std::round(ui.px(2 * kGridCellPadding)) + ui.px(2);
}

float grid_row_header_width(const Context& ui, std::int64_t rows) {
  const std::string last = fmt::format("{}", std::max<std::int64_t>(rows - 1, 0));
  const WithFont font(ui, Face::kNumber, kGridHeaderPoints);
  return std::ceil(ImGui::CalcTextSize(last.c_str()).x) + std::round(ui.px(14));
}

GridMeasures measure_grid(const Context& ui, const GridData& data, const GridOptions& options) {
  const bool small = is_small(data);
  const ReadValues read = small ? read_values(data, {0, 0, data.rows, data.columns}) : ReadValues{};
  GridMeasures measures{GridFormat(options.digits, read.range, small), small};
  measures.ends = ends_of(read, options);
  measures.digit = digit_width(ui);
  measures.cell_width = options.cell_width.value_or(grid_cell_width(ui, options.digits));
  measures.row_height = std::round(ui.px(options.row_height));
  if (options.column_headers) {
    measures.header_height = grid_header_height(ui);
  }
  if (options.row_headers) {
    measures.header_width = options.header_width.value_or(grid_row_header_width(ui, data.rows));
  }
  measures.bar = options.bars ? std::round(ui.px(kBar)) : 0;
  return measures;
}

void measure_visible(const GridData& data, const GridOptions& options, const GridRange& seen,
                     GridMeasures& measures) {
  if (measures.whole) return;
  const ReadValues read = read_values(data, seen);
  measures.format = GridFormat(options.digits, read.range, false);
  measures.ends = ends_of(read, options);
}

GridView lay_out_grid(const GridData& data, const GridMeasures& measures, ImVec2 min, ImVec2 size,
                      GridState& state) {
  GridView view;
  view.min = min;
  view.cells_min = {min.x + measures.header_width, min.y + measures.header_height};
  view.cell_width = measures.cell_width;
  view.row_height = measures.row_height;
  const double width = static_cast<double>(data.columns) * measures.cell_width;
  const double height = static_cast<double>(data.rows) * measures.row_height;
  // A difference of half a pixel is rounding, not hidden content.
  constexpr double kSlack = 0.5;
  double room_x = std::max(1.0F, size.x - measures.header_width);
  double room_y = std::max(1.0F, size.y - measures.header_height);
  // A scroll bar takes room from the other axis, which may then need one, too.
  for (int pass = 0; pass < 2; ++pass) {
    if (!view.horizontal.shown && width > room_x + kSlack) {
      view.horizontal.shown = true;
      room_y = std::max(1.0, room_y - measures.bar);
    }
    if (!view.vertical.shown && height > room_y + kSlack) {
      view.vertical.shown = true;
      room_x = std::max(1.0, room_x - measures.bar);
    }
  }
  const auto shown_x = static_cast<float>(std::min(width, room_x));
  const auto shown_y = static_cast<float>(std::min(height, room_y));
  view.cells_max = {view.cells_min.x + shown_x, view.cells_min.y + shown_y};
  view.columns_shown = static_cast<double>(shown_x) / measures.cell_width;
  view.rows_shown = static_cast<double>(shown_y) / measures.row_height;
  view.last_column =
      view.horizontal.shown ? static_cast<double>(data.columns) - view.columns_shown : 0;
  view.last_row = view.vertical.shown ? static_cast<double>(data.rows) - view.rows_shown : 0;
  state.column = std::clamp(state.column, 0.0, std::max(view.last_column, 0.0));
  state.row = std::clamp(state.row, 0.0, std::max(view.last_row, 0.0));

  const double least = kLeastGrab / kBar * static_cast<double>(measures.bar);
  // The room of the bars was taken above; a bar without thickness is not drawn.
  view.horizontal.min = {view.cells_min.x, view.cells_max.y};
  view.horizontal.max = {view.cells_max.x, view.cells_max.y + measures.bar};
  view.vertical.min = {view.cells_max.x, view.cells_min.y};
  view.vertical.max = {view.cells_max.x + measures.bar, view.cells_max.y};
  place_grab(view.horizontal, shown_x, least, view.columns_shown, static_cast<double>(data.columns),
             state.column, view.last_column);
  place_grab(view.vertical, shown_y, least, view.rows_shown, static_cast<double>(data.rows),
             state.row, view.last_row);

  const auto part = [](double first, double shown, std::int64_t count) {
    const auto from = static_cast<std::int64_t>(std::floor(first));
    const auto to = static_cast<std::int64_t>(std::ceil(first + shown));
    return std::pair{from, std::clamp<std::int64_t>(to - from, 0, count - from)};
  };
  std::tie(view.seen.row, view.seen.rows) = part(state.row, view.rows_shown, data.rows);
  std::tie(view.seen.column, view.seen.columns) =
      part(state.column, view.columns_shown, data.columns);
  return view;
}

GridCell nearest_cell(const GridView& view, const GridState& state, const GridData& data,
                      ImVec2 point) {
  const float x = std::clamp(point.x, view.cells_min.x, view.cells_max.x - 1) - view.cells_min.x;
  const float y = std::clamp(point.y, view.cells_min.y, view.cells_max.y - 1) - view.cells_min.y;
  const auto column = static_cast<std::int64_t>(
      std::floor(state.column + static_cast<double>(x) / view.cell_width));
  const auto row =
      static_cast<std::int64_t>(std::floor(state.row + static_cast<double>(y) / view.row_height));
  return {std::clamp<std::int64_t>(row, 0, std::max<std::int64_t>(data.rows - 1, 0)),
          std::clamp<std::int64_t>(column, 0, std::max<std::int64_t>(data.columns - 1, 0))};
}

void bring_into_view(const GridView& view, GridCell cell, GridState& state) {
  const auto follow = [](double first, double shown, double last, std::int64_t at) {
    const auto place = static_cast<double>(at);
    // A view narrower than a cell shows the cell's right end, where the digits are.
    const double lowest = place + 1 - shown;
    return std::clamp(std::clamp(first, lowest, std::max(lowest, place)), 0.0, std::max(last, 0.0));
  };
  state.row = follow(state.row, view.rows_shown, view.last_row, cell.row);
  state.column = follow(state.column, view.columns_shown, view.last_column, cell.column);
}

void drag_bars(const GridView& view, bool pressed, bool held, GridState& state) {
  using Grasp = GridState::Grasp;
  const ImVec2 pointer = ImGui::GetIO().MousePos;
  const double x = static_cast<double>(pointer.x) - view.horizontal.min.x;
  const double y = static_cast<double>(pointer.y) - view.vertical.min.y;
  const auto grasp = [&](const GridBar& bar, double at, Grasp which) {
    const bool inside = bar.shown && pointer.x >= bar.min.x && pointer.x < bar.max.x &&
                        pointer.y >= bar.min.y && pointer.y < bar.max.y;
    if (!inside) return;
    const bool on_grab = at >= bar.grab_from && at < bar.grab_from + bar.grab_size;
    state.grasp = which;
    state.grasped_at = on_grab ? at - bar.grab_from : bar.grab_size / 2;
  };
  if (pressed) {
    grasp(view.horizontal, x, Grasp::kHorizontalBar);
    grasp(view.vertical, y, Grasp::kVerticalBar);
  }
  if (!held) return;
  if (state.grasp == Grasp::kHorizontalBar) {
    const double track = static_cast<double>(view.horizontal.max.x) - view.horizontal.min.x;
    state.column = along(x, state.grasped_at, track, view.horizontal, view.last_column);
  }
  if (state.grasp == Grasp::kVerticalBar) {
    const double track = static_cast<double>(view.vertical.max.y) - view.vertical.min.y;
    state.row = along(y, state.grasped_at, track, view.vertical, view.last_row);
  }
}

void scroll_by_wheel(const GridView& view, GridState& state) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool sideways = io.KeyShift || !view.vertical.shown;
  double columns = -static_cast<double>(io.MouseWheelH) * kWheelColumns;
  double rows = 0;
  if (sideways && io.KeyShift) {
    columns -= static_cast<double>(io.MouseWheel) * kWheelColumns;
  } else if (!sideways) {
    rows -= static_cast<double>(io.MouseWheel) * kWheelRows;
  }
  state.column = std::clamp(state.column + columns, 0.0, std::max(view.last_column, 0.0));
  state.row = std::clamp(state.row + rows, 0.0, std::max(view.last_row, 0.0));
}

}  // namespace normscope::ui
