// SPDX-License-Identifier: MIT
// The figure `stage`: every step from the input to the output as a card with its numbers, as the
// window shows them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/figures/builders/heatmap.hpp"
#include "app/figures/figure.hpp"
#include "core/base/error.hpp"

namespace normscope::figures {

/// Most rows and most columns of a card: numbers of four digits can be read in so many cells of a
/// page.
inline constexpr std::int64_t kMostCardSide = 8;

/// One card: the upper left corner of a matrix.
struct StageCard {
  std::string title;
  std::string formula{};  // LaTeX
  MatrixView corner{};    // at most kMostCardSide each way
  std::int64_t rows = 0;  // of the whole matrix
  std::int64_t columns = 0;
  double limit = 0;  // the largest magnitude of the step: the end of its colours
  std::vector<std::int64_t> elements{};  // of the batch, one a cell of the corner; may be empty
};

struct StageData {
  std::vector<StageCard> cards{};
  std::string title = "Stage";
};

/// Cards with arrows between, as many in a row as there is room for; beside the title of each the
/// magnitude at which its colours end. Where a card is a corner only,
/// a note says of what.
/// errors  InvalidArgument: a corner not of as many values as it has cells, or larger than its
///         matrix
base::Expected<Figure> stage(const StageData& data);

}  // namespace normscope::figures
