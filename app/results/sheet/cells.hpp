// SPDX-License-Identifier: MIT
// Cells: the numbers on the cards of an evaluation, and which of the many elements of a group are
// written out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/results/evaluation.hpp"
#include "core/base/error.hpp"

namespace normscope::results {

/// One number: a card and the row-major position in the card's step.
struct Cell {
  std::size_t card = 0;
  std::int64_t position = 0;
  bool operator==(const Cell&) const = default;
};

/// The card of a step of a stage. The input of a later stage is the last card of the stage before.
std::size_t card_of(const Evaluation& evaluation, std::size_t stage, int step);

/// The shape of the step that a card shows.
/// shape   card: a position in the evaluation's cards
const tensor::Shape& shape_of_card(const Evaluation& evaluation, std::size_t card);

/// The trace with the step of a cell.
/// errors  InvalidArgument: the evaluation has no such card, or the step no such position
base::Expected<const trace::Trace*> trace_of(const Evaluation& evaluation, const Cell& cell);

/// Most elements of a group that are written out: more would not fit on a line.
inline constexpr std::int64_t kMostAddends = 8;

/// The elements of `count` that are written out: all, or above kMostAddends the first three, the
/// selected one, and the last.
std::vector<std::int64_t> shown_elements(std::int64_t count,
                                         std::optional<std::int64_t> selected = {});

}  // namespace normscope::results
