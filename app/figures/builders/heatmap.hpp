// SPDX-License-Identifier: MIT
// The figure `heatmap`: one step of a trace as a matrix of coloured cells with numbers; and the
// heat map itself, which other figures use, too.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/document/document.hpp"
#include "app/figures/figure.hpp"
#include "app/figures/note_text.hpp"
#include "app/results/sheet/scales.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// Most cells of a heat map: 512 x 512 are about the points of its plot in a window.
inline constexpr std::int64_t kMostCells = std::int64_t{1} << 18;

/// A matrix, row by row.
struct MatrixView {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::span<const float> values{};
};

/// The element of the batch behind a position of a matrix; null: there are none.
using ElementOf = std::function<std::int64_t(std::int64_t position)>;

/// The values at the ends of a heat map's colours.
enum class HeatEnds {
  kSigned,     // minus and plus the largest magnitude
  kAutomatic,  // signed for values of both signs, else from 0, or for values far from 0 from the
               // smallest to the largest
};

/// The heat map of a matrix, with the facts that its notes state.
struct HeatBlocks {
  HeatMap map{};
  std::int64_t block_rows = 1;  // rows and columns of the matrix that one cell shows
  std::int64_t block_columns = 1;
  std::int64_t finite = 0;       // count of the finite numbers
  NonFiniteCounts non_finite{};  // counts of the others
  double least = 0;              // smallest and largest finite number
  double most = 0;
  std::int64_t all = 0;                // numbers of the matrix
  std::optional<std::int64_t> read{};  // those that were read; null: all
};

/// The heat map of a matrix. A matrix of more than kMostCells numbers is cut into equal blocks, and
/// each cell shows the number of largest magnitude in its block; NaN counts as the largest.
/// A coarse map reads a few numbers of each block.
/// shape   rows * columns values
HeatBlocks heat_blocks(const MatrixView& matrix, HeatEnds ends, const ElementOf& element_of,
                       bool coarse = false);

/// The rows and columns of a matrix that one cell of its heat map shows.
struct BlockSize {
  std::int64_t rows = 1;
  std::int64_t columns = 1;
};
/// Blocks first combine numbers along the longer side, so that a narrow matrix keeps its columns.
BlockSize blocks_of(std::int64_t rows, std::int64_t columns);
/// Words at the block of a cell of the matrix.
Annotation annotation_of(const BlockSize& block, const document::Selection& cell, std::string text);

/// A panel with a heat map and the axes of its rows and columns, or with a message without values.
/// Adds notes about blocks, numbers that were not read and numbers that are not finite.
Panel heat_panel(HeatBlocks blocks, std::vector<std::string>& notes);

/// Gives a heat map these colours; an empty scale changes nothing.
void take_scale(HeatMap& map, const results::Scale& scale);

/// Highlights the cell that shows this row and column of the matrix.
void highlight_cell(HeatMap& map, const MatrixView& matrix, std::int64_t row, std::int64_t column);

struct HeatmapData {
  MatrixView matrix{};
  std::string title = "Heat map";
  std::string step{};     // the name of the matrix
  std::string formula{};  // LaTeX
  std::string detail{};   // the shape of the whole step
  ElementOf element_of{};
  int decimals = kDecimals;
  bool coarse = false;     // a few numbers of each block are read
  results::Scale scale{};  // of the colours; empty: as HeatEnds::kAutomatic
};

/// A heat map, blue above zero and orange below or in one hue, with numbers in cells that are large
/// enough and a colour bar. Numbers outside the scale have a corner, and a note says how far they
/// reach. NaN is grey.
/// shape   matrix [rows, columns], any size
/// units   colours as the values
/// errors  InvalidArgument: not rows * columns values
base::Expected<Figure> heatmap(const HeatmapData& data);

}  // namespace normscope::figures
