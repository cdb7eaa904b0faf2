// SPDX-License-Identifier: MIT
// What the sheet shows for a step: the input, the step with its operands as an equation of
// matrices, the output, and the statistics of each group at the right of their rows.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/results/evaluation.hpp"
#include "app/results/sheet/cells.hpp"

namespace normscope::results {

/// The part of the sheet that a band belongs to. Top and bottom stay in sight while the middle
/// scrolls.
enum class SheetPart { kTop, kFocus, kBottom };

/// Whose numbers a matrix or a statistic has: those of A, which are the only ones unless the
/// document compares; of B; or A - B.
enum class SheetSide { kA, kB, kDifference };

/// A statistic at the right of a band, one value for each of its rows; or below it, one for each of
/// its columns.
struct SheetStatistic {
  std::size_t card = 0;     // of its side: for kB a card of Compared::b
  std::string_view sign{};  // of the equation, in front of it: "÷"; empty: none
  bool needed = false;      // shown even where there is little room
  SheetSide side = SheetSide::kA;
};

/// A matrix of the sheet.
struct SheetBand {
  /// kStatistics: no matrix, only statistics; without any, the step's stands at its operand.
  enum class Kind { kCard, kParameter, kStatistics };
  Kind kind = Kind::kCard;
  std::size_t card = 0;   // of kCard; for kB a card of Compared::b, where B has steps
  std::size_t stage = 0;  // of kParameter
  trace::Role parameter = trace::Role::kNone;  // of the stage: gamma, a weight
  int step = -1;                               // the parameter's, in the stage's program
  std::string_view sign{};                     // of the equation, in front of it: "=", "×"
  SheetPart part = SheetPart::kFocus;
  std::vector<SheetStatistic> statistics{};
  SheetSide side = SheetSide::kA;
};

struct Sheet {
  std::size_t focus = 0;    // the card of the step
  std::string explanation;  // the step in one sentence
  std::vector<SheetBand> bands{};
};

/// Where a backward pass begins: the output of the operation and its gradient. What stands before
/// is the forward pass.
struct BackwardCards {
  std::size_t output = 0;
  std::size_t upstream = 0;
};
/// Null where a forward pass is shown.
std::optional<BackwardCards> backward_cards(const Evaluation& evaluation);

/// The position of the card with this id, of the step with this name, or of the last layer of this
/// kind ("linear", "relu"): lessons name steps as their trace does. Else of the last card.
std::size_t card_of(const Evaluation& evaluation, std::string_view id);

/// The selected number of the document in this step, as card_of understands it.
/// shape   of an evaluation with cards
Cell selected_cell(const Evaluation& evaluation, const document::Selection& selection,
                   std::string_view step);

/// Whether a card shows one value for each group instead of one for each element.
bool is_statistic(const Evaluation& evaluation, std::size_t card);

/// The dimensions over which a statistic extends, counted from the end, with their sizes: "over dim
/// -1 (6)"; "over dims -2 (3) and -1 (8)"; of a group norm "over dims -2 (2 of 4) and -1 (8)".
/// Empty where there is no statistic.
std::string shared_dimensions(const Evaluation& evaluation);

/// The sheet of a step. Of a comparison: the input, the step of A and of B and their difference,
/// and the difference of the outputs; a layer before the operation as without B.
/// shape   of an evaluation with cards; focus a position in them
Sheet sheet_of(const Evaluation& evaluation, std::size_t focus);

}  // namespace normscope::results
