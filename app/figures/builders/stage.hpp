// SPDX-License-Identifier: MIT
// The figure `stage`: every step from the input to the output as a card with its numbers, as in the
// window.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/figures/builders/heatmap.hpp"
#include "app/figures/figure.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// Most rows and most columns of a card in which numbers of four digits can be read on a page.
inline constexpr std::int64_t kMostCardSide = 8;

/// One card: the upper left corner of a matrix.
struct StageCard {
  std::string title;
  std::string formula{};  // LaTeX
  MatrixView corner{};    // at most kMostCardSide rows and columns
  std::int64_t rows = 0;  // of the whole matrix
  std::int64_t columns = 0;
  results::Scale scale{};                // of its colours
  std::vector<std::int64_t> elements{};  // element of the batch of each cell; may be empty
};

struct StageData {
  std::vector<StageCard> cards{};
  std::string title = "Stage";
  int decimals = kDecimals;
};

/// Cards with arrows between them, as many in a row as there is room for. The heading of each
/// states the numbers at which its colours end; notes state the sizes of matrices of which only a
/// corner is shown.
/// errors  InvalidArgument: a corner without rows * columns values, or larger than its matrix
base::Expected<Figure> stage(const StageData& data);

}  // namespace normscope::figures
