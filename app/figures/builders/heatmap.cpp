// SPDX-License-Identifier: MIT
#include "app/figures/builders/heatmap.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/figures/ticks.hpp"

namespace normscope::figures {
namespace {

/// Numbers of one sign whose range is below this share of their magnitude would all have nearly the
/// same colour if the colours began at 0.
constexpr double kFarFromZero = 0.1;

std::int64_t ceil_divide(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

bool outweighs(float value, float other) {
  if (std::isnan(other)) return false;
  return std::isnan(value) || std::abs(value) > std::abs(other);
}

void set_ends(HeatBlocks& blocks, HeatEnds ends) {
  HeatMap& map = blocks.map;
  const double limit = std::max(std::abs(blocks.least), std::abs(blocks.most));
  const double reach = limit > 0 ? limit : 1;  // all zeros: the middle colour
  map.diverging = true;
  map.low = -reach;
  map.high = reach;
  if (ends == HeatEnds::kSigned || limit == 0) return;
  const double spread = blocks.most - blocks.least;
  if (spread > 0 && spread < kFarFromZero * limit) {
    map.diverging = false;
    map.low = blocks.least;
    map.high = blocks.most;
  } else if (blocks.least >= 0) {
    map.diverging = false;
    map.low = 0;
  }
}

Axis index_axis(std::string_view what, std::int64_t count, std::int64_t block) {
  const std::string label =
      block == 1 ? std::string(what) : fmt::format("block of {} {}s", block, what);
  return {.label = label,
          .ticks = TickStyle::kSi,
          .low = -0.5,
          .high = static_cast<double>(std::max<std::int64_t>(count, 1)) - 0.5};
}

}  // namespace

BlockSize blocks_of(std::int64_t rows, std::int64_t columns) {
  constexpr std::int64_t kSide = 512;  // kMostCells is its square
  const std::int64_t wide = columns <= kSide ? columns : std::max(kSide, kMostCells / rows);
  const std::int64_t high = rows <= kSide ? rows : std::max(kSide, kMostCells / columns);
  return {std::max<std::int64_t>(1, ceil_divide(rows, high)),
          std::max<std::int64_t>(1, ceil_divide(columns, wide))};
}

HeatBlocks heat_blocks(const MatrixView& matrix, HeatEnds ends, const ElementOf& element_of) {
  HeatBlocks blocks;
  if (matrix.rows == 0 || matrix.columns == 0) return blocks;
  const auto [down, across] = blocks_of(matrix.rows, matrix.columns);
  blocks.block_rows = down;
  blocks.block_columns = across;
  HeatMap& map = blocks.map;
  map.rows = ceil_divide(matrix.rows, down);
  map.columns = ceil_divide(matrix.columns, across);
  const auto cells = static_cast<std::size_t>(map.rows * map.columns);
  std::vector<std::int64_t> positions(cells, -1);
  map.values.resize(cells);
  for (std::int64_t row = 0; row < matrix.rows; ++row) {
    for (std::int64_t column = 0; column < matrix.columns; ++column) {
      const std::int64_t at = row * matrix.columns + column;
      const float value = matrix.values[static_cast<std::size_t>(at)];
      const auto cell = static_cast<std::size_t>(row / down * map.columns + column / across);
      if (positions[cell] < 0 || outweighs(value, map.values[cell])) {
        map.values[cell] = value;
        positions[cell] = at;
      }
      const auto number = static_cast<double>(value);
      if (!std::isfinite(number)) {
        blocks.non_finite.add(number);
        continue;
      }
      blocks.least = blocks.finite > 0 ? std::min(blocks.least, number) : number;
      blocks.most = blocks.finite > 0 ? std::max(blocks.most, number) : number;
      ++blocks.finite;
    }
  }
  if (element_of) {
    for (std::int64_t& position : positions) position = element_of(position);
    map.elements = std::move(positions);
  }
  set_ends(blocks, ends);
  return blocks;
}

Panel heat_panel(HeatBlocks blocks, std::vector<std::string>& notes) {
  Panel panel;
  HeatMap& map = blocks.map;
  panel.x = index_axis("column", map.columns, blocks.block_columns);
  panel.y = index_axis("row", map.rows, blocks.block_rows);
  if (map.values.empty()) {
    panel.message = "no values";
    return panel;
  }
  if (blocks.block_rows > 1 || blocks.block_columns > 1) {
    notes.push_back(fmt::format("Each cell is the number of largest magnitude of {} by {}.",
                                count_text(blocks.block_rows, "row"),
                                count_text(blocks.block_columns, "column")));
  }
  const NonFiniteCounts& non_finite = blocks.non_finite;
  if (non_finite.nan > 0) notes.push_back(fmt::format("Grey: {} nan.", non_finite.nan));
  if (non_finite.infinite + non_finite.minus_infinite > 0) {
    notes.push_back(
        fmt::format("Coloured as the ends: {}.",
                    non_finite_text({0, non_finite.infinite, non_finite.minus_infinite})));
  }
  panel.series.push_back({{}, 0, std::move(map)});
  return panel;
}

void highlight_cell(HeatMap& map, const MatrixView& matrix, std::int64_t row, std::int64_t column) {
  map.selected.reset();
  if (row < 0 || row >= matrix.rows || column < 0 || column >= matrix.columns) return;
  const auto [down, across] = blocks_of(matrix.rows, matrix.columns);
  map.selected = static_cast<std::size_t>(row / down * map.columns + column / across);
}

namespace {

/// Adds notes about unusual values: none finite, all equal, or all far from 0.
void describe(const HeatBlocks& blocks, int decimals, std::vector<std::string>& notes) {
  if (blocks.map.values.empty()) return;
  if (blocks.finite == 0) {
    notes.emplace_back("There is no finite value.");
  } else if (blocks.least == blocks.most && blocks.finite > 1) {
    notes.push_back(fmt::format("All {} are {}.", count_text(blocks.finite, "value"),
                                value_text(blocks.least, decimals)));
  }
  if (!blocks.map.diverging && blocks.map.low != 0) {
    notes.emplace_back(kColorsBeginElsewhere);
  }
}

}  // namespace

base::Expected<Figure> heatmap(const HeatmapData& data) {
  const MatrixView& matrix = data.matrix;
  const auto values = static_cast<std::int64_t>(matrix.values.size());
  if (matrix.rows < 0 || matrix.columns < 0 || matrix.rows * matrix.columns != values) {
    return base::fail(
        base::ErrorKind::kInvalidArgument,
        fmt::format("a heat map of {} by {} needs as many values, but got {}",
                    count_text(matrix.rows, "row"), count_text(matrix.columns, "column"), values));
  }
  Figure figure{.name = "heatmap", .title = data.title, .decimals = data.decimals};
  HeatBlocks blocks = heat_blocks(matrix, HeatEnds::kAutomatic, data.element_of);
  std::vector<std::string> odd;
  describe(blocks, data.decimals, odd);
  Panel panel = heat_panel(std::move(blocks), figure.notes);
  for (std::string& note : odd) figure.notes.push_back(std::move(note));
  panel.title = data.step;
  panel.formula = data.formula;
  panel.detail = data.detail;
  figure.panels.push_back(std::move(panel));
  return figure;
}

}  // namespace normscope::figures
