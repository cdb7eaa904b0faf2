// SPDX-License-Identifier: MIT
// The figure `heatmap`: one step of the way as a matrix of coloured cells with its numbers; and the
// map itself, which other figures show, too.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "app/figures/figure.hpp"
#include "app/figures/words.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// Most cells of a map: 512 x 512 are about as many as a window has points to show them.
inline constexpr std::int64_t kMostCells = std::int64_t{1} << 18;

/// A matrix, row by row.
struct MatrixView {
  std::int64_t rows = 0;
  std::int64_t columns = 0;
  std::span<const float> values{};
};

/// Which element of the batch the number at a position of a matrix stands for; null: for none.
using ElementOf = std::function<std::int64_t(std::int64_t position)>;

/// How the values of a map run.
enum class HeatEnds {
  kSigned,     // around 0, to the largest magnitude on both sides, whatever the signs
  kAutomatic,  // signed where there are both signs, else from 0 or, if they are far from it, from
               // the nearest
};

/// A map of a matrix, and what of it had to be told otherwise.
struct HeatBlocks {
  HeatMap map{};
  std::int64_t block_rows = 1;  // numbers of the matrix that a cell stands for, each way
  std::int64_t block_columns = 1;
  std::int64_t finite = 0;  // numbers of the matrix
  LeftOut left_out{};       // and the others
  double least = 0;         // of the finite ones
  double most = 0;
};

/// The map of a matrix. One of more than kMostCells numbers is cut into equal blocks, and each cell
/// is the number of largest magnitude in its block; a NaN counts as the largest.
/// shape   as many values as rows * columns
HeatBlocks heat_blocks(const MatrixView& matrix, HeatEnds ends, const ElementOf& element_of);

/// A panel with such a map: the axes of its rows and columns, or the sentence that there is none.
/// Adds to the notes what is not seen in it.
Panel heat_panel(HeatBlocks blocks, std::vector<std::string>& notes);

/// Lights up the cell of a place in the matrix that a map was made of.
void light_cell(HeatMap& map, const MatrixView& matrix, std::int64_t row, std::int64_t column);

struct HeatmapData {
  MatrixView matrix{};
  std::string title = "Heat map";
  std::string step{};     // what the matrix is called
  std::string formula{};  // LaTeX
  std::string detail{};   // which part of what it is
  ElementOf element_of{};
};

/// Cells blue above zero and orange below, numbers in them where they have room, a colour bar.
/// Where no number is negative, the colours run from light to dark instead. NaN is grey.
/// shape   matrix [rows, columns], any size
/// units   colours as the values
/// errors  InvalidArgument: not as many values as cells
base::Expected<Figure> heatmap(const HeatmapData& data);

}  // namespace normscope::figures
