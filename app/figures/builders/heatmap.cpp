// SPDX-License-Identifier: MIT
#include "app/figures/builders/heatmap.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "app/figures/ticks.hpp"
#include "core/base/parallel.hpp"
#include "core/text/translate.hpp"

namespace normscope::figures {

namespace {

/// Numbers of one sign whose range is below this share of their magnitude would all have nearly the
/// same colour if the colours began at 0.
constexpr double kFarFromZero = 0.1;

std::int64_t ceil_divide(std::int64_t a, std::int64_t b) {
  return (a + b - 1) / b;
}

/// Magnitudes in order as integers, which compilers vectorize: NaN above infinity.
std::uint32_t weight_of(float value) {
  constexpr std::uint32_t kNan = 0x7f800001;
  return std::min(std::bit_cast<std::uint32_t>(value) & 0x7fffffffU, kNan);
}
constexpr std::uint32_t kInfiniteWeight = 0x7f800000;

/// A coarse map reads at most as many rows and columns of a block.
constexpr std::int64_t kCoarseReads = 4;

/// Values of one piece of parallel work: enough to outweigh scheduling it.
constexpr std::int64_t kGrain = std::int64_t{1} << 16;

/// What the numbers of some rows are like.
struct Seen {
  std::int64_t read = 0;
  std::int64_t finite = 0;
  NonFiniteCounts non_finite{};
  float least = std::numeric_limits<float>::infinity();  // of the finite ones
  float most = -std::numeric_limits<float>::infinity();

  void add(const Seen& other) {
    read += other.read;
    finite += other.finite;
    non_finite.nan += other.non_finite.nan;
    non_finite.infinite += other.non_finite.infinite;
    non_finite.minus_infinite += other.non_finite.minus_infinite;
    least = std::min(least, other.least);
    most = std::max(most, other.most);
  }
  void add(float value) {
    if (!std::isfinite(value)) return non_finite.add(static_cast<double>(value));
    ++finite;
    least = std::min(least, value);
    most = std::max(most, value);
  }
};

/// Reads a run of numbers, each `step` apart; returns the largest weight.
std::uint32_t read_run(std::span<const float> run, std::size_t step, Seen& seen) {
  std::uint32_t heaviest = 0;
  for (std::size_t i = 0; i < run.size(); i += step) {
    heaviest = std::max(heaviest, weight_of(run[i]));
  }
  const std::size_t count = (run.size() + step - 1) / step;
  seen.read += static_cast<std::int64_t>(count);
  if (heaviest >= kInfiniteWeight) {
    for (std::size_t i = 0; i < run.size(); i += step) seen.add(run[i]);
    return heaviest;
  }
  float least = seen.least;
  float most = seen.most;
  for (std::size_t i = 0; i < run.size(); i += step) {
    least = run[i] < least ? run[i] : least;
    most = run[i] > most ? run[i] : most;
  }
  seen.least = least;
  seen.most = most;
  seen.finite += static_cast<std::int64_t>(count);
  return heaviest;
}

/// Finds the position of the first number of largest weight in each block of one row of blocks;
/// reads the rows and columns of a block that are `step` apart.
Seen read_blocks(const MatrixView& matrix, BlockSize size, BlockSize step, std::int64_t block_row,
                 std::span<std::int64_t> positions) {
  Seen seen;
  std::vector<std::uint32_t> heaviest(positions.size());
  const std::int64_t first = block_row * size.rows;
  const std::int64_t end = std::min(first + size.rows, matrix.rows);
  for (std::int64_t row = first; row < end; row += step.rows) {
    for (std::size_t block = 0; block < positions.size(); ++block) {
      const std::int64_t column = static_cast<std::int64_t>(block) * size.columns;
      const std::int64_t count = std::min(size.columns, matrix.columns - column);
      const std::int64_t at = row * matrix.columns + column;
      const auto run =
          matrix.values.subspan(static_cast<std::size_t>(at), static_cast<std::size_t>(count));
      const auto apart = static_cast<std::size_t>(step.columns);
      const std::uint32_t weight = read_run(run, apart, seen);
      if (row > first && weight <= heaviest[block]) continue;
      heaviest[block] = weight;
      std::size_t place = 0;
      while (weight_of(run[place]) != weight) place += apart;
      positions[block] = at + static_cast<std::int64_t>(place);
    }
  }
  return seen;
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

Axis index_axis(std::string label, std::int64_t count) {
  return {.label = std::move(label),
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

Annotation annotation_of(const BlockSize& block, const document::Selection& cell,
                         std::string text) {
  const std::int64_t across = cell.column / block.columns;
  const std::int64_t down = cell.row / block.rows;
  return {static_cast<double>(across), static_cast<double>(down), std::move(text)};
}

HeatBlocks heat_blocks(const MatrixView& matrix, HeatEnds ends, const ElementOf& element_of,
                       bool coarse) {
  HeatBlocks blocks;
  if (matrix.rows == 0 || matrix.columns == 0) return blocks;
  const BlockSize size = blocks_of(matrix.rows, matrix.columns);
  blocks.block_rows = size.rows;
  blocks.block_columns = size.columns;
  HeatMap& map = blocks.map;
  map.rows = ceil_divide(matrix.rows, size.rows);
  map.columns = ceil_divide(matrix.columns, size.columns);
  const auto cells = static_cast<std::size_t>(map.rows * map.columns);
  std::vector<std::int64_t> positions(cells);
  map.values.resize(cells);
  const BlockSize step = coarse ? BlockSize{ceil_divide(size.rows, kCoarseReads),
                                            ceil_divide(size.columns, kCoarseReads)}
                                : BlockSize{};
  std::vector<Seen> seen(static_cast<std::size_t>(map.rows));
  base::parallel_for(map.rows, std::max<std::int64_t>(1, kGrain / (size.rows * matrix.columns)), 0,
                     [&](std::int64_t first, std::int64_t last) {
                       for (std::int64_t row = first; row < last; ++row) {
                         const auto at = static_cast<std::size_t>(row * map.columns);
                         const auto count = static_cast<std::size_t>(map.columns);
                         seen[static_cast<std::size_t>(row)] = read_blocks(
                             matrix, size, step, row, std::span(positions).subspan(at, count));
                       }
                     });
  Seen all;
  for (const Seen& row : seen) all.add(row);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    map.values[cell] = matrix.values[static_cast<std::size_t>(positions[cell])];
  }
  blocks.finite = all.finite;
  blocks.non_finite = all.non_finite;
  blocks.least = all.finite > 0 ? static_cast<double>(all.least) : 0;
  blocks.most = all.finite > 0 ? static_cast<double>(all.most) : 0;
  blocks.all = matrix.rows * matrix.columns;
  if (all.read < blocks.all) blocks.read = all.read;
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
  panel.x = index_axis(blocks.block_columns == 1
                           ? tr("column")
                           : tr("block of {n} columns", arg("n", blocks.block_columns)),
                       map.columns);
  panel.y = index_axis(
      blocks.block_rows == 1 ? tr("row") : tr("block of {n} rows", arg("n", blocks.block_rows)),
      map.rows);
  if (map.values.empty()) {
    panel.message = tr("no values");
    return panel;
  }
  if (blocks.block_rows > 1 || blocks.block_columns > 1) {
    notes.push_back(
        tr("Each cell is the number of largest magnitude of {block_rows} by {block_columns}.",
           arg("block_rows", rows_text(blocks.block_rows)),
           arg("block_columns", columns_text(blocks.block_columns))));
  }
  if (blocks.read) {
    notes.push_back(tr("From {read} of {all} values.", arg("read", digits_text(*blocks.read)),
                       arg("all", digits_text(blocks.all))));
  }
  const NonFiniteCounts& non_finite = blocks.non_finite;
  if (non_finite.nan > 0) notes.push_back(tr("Grey: {nan} nan.", arg("nan", non_finite.nan)));
  if (non_finite.infinite + non_finite.minus_infinite > 0) {
    notes.push_back(tr(
        "Coloured as the ends: {non_finite}.",
        arg("non_finite", non_finite_text({0, non_finite.infinite, non_finite.minus_infinite}))));
  }
  panel.series.push_back({{}, 0, std::move(map)});
  return panel;
}

void take_scale(HeatMap& map, const results::Scale& scale) {
  if (scale.empty()) return;
  map.low = scale.low;
  map.high = scale.high;
  map.diverging = scale.diverging;
}

void highlight_cell(HeatMap& map, const MatrixView& matrix, std::int64_t row, std::int64_t column) {
  map.selected.reset();
  if (row < 0 || row >= matrix.rows || column < 0 || column >= matrix.columns) return;
  const auto [down, across] = blocks_of(matrix.rows, matrix.columns);
  map.selected = static_cast<std::size_t>(row / down * map.columns + column / across);
}

namespace {

/// Adds notes about unusual values: none finite, all equal, all far from 0, or outside the colours.
void describe(const HeatBlocks& blocks, int decimals, std::vector<std::string>& notes) {
  if (blocks.map.values.empty()) return;
  if (blocks.finite == 0) {
    notes.emplace_back(tr("There is no finite value."));
  } else if (blocks.least == blocks.most && blocks.finite > 1) {
    notes.push_back(tr("All {values} are {value}.", arg("values", values_text(blocks.finite)),
                       arg("value", value_text(blocks.least, decimals))));
  }
  if (!blocks.map.diverging && blocks.map.low != 0) {
    notes.emplace_back(tr("The colours do not begin at 0: there all values would look alike."));
  }
  std::vector<std::string> outside;
  for (const double value : {blocks.least, blocks.most}) {
    if (stats::outside(value, blocks.map.low, blocks.map.high) == 0) continue;
    outside.push_back(value_text(value, decimals));
  }
  if (outside.empty()) return;
  notes.push_back(
      outside.size() == 1
          ? tr("Outside the colours, with a corner: numbers to {end}.", arg("end", outside[0]))
          : tr("Outside the colours, with a corner: numbers to {low} and {high}.",
               arg("low", outside[0]), arg("high", outside[1])));
}

}  // namespace

base::Expected<Figure> heatmap(const HeatmapData& data) {
  const MatrixView& matrix = data.matrix;
  const auto values = static_cast<std::int64_t>(matrix.values.size());
  if (matrix.rows < 0 || matrix.columns < 0 || matrix.rows * matrix.columns != values) {
    return base::fail(base::ErrorKind::kInvalidArgument,
                      tr("a heat map of {rows} by {columns} needs as many values, but got {values}",
                         arg("rows", rows_text(matrix.rows)),
                         arg("columns", columns_text(matrix.columns)), arg("values", values)));
  }
  Figure figure{.name = "heatmap", .title = data.title, .decimals = data.decimals};
  HeatBlocks blocks = heat_blocks(matrix, HeatEnds::kAutomatic, data.element_of, data.coarse);
  take_scale(blocks.map, data.scale);
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
