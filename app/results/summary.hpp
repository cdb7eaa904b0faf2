// SPDX-License-Identifier: MIT
// What panels show beside the values themselves, made once an evaluation or a selection: the cards
// of the stage in order, the statistics of the selected group, the selected numbers under their
// symbols.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/results/evaluation.hpp"
#include "core/stats/moments.hpp"

namespace normscope::results {

/// One card of the stage: a step of a stage, and how its colours are scaled.
struct Card {
  std::size_t stage = 0;  // position in Evaluation::stages
  int step = 0;           // of the stage's trace
  std::string id;         // "mean", and "linear.output" for a step of a layer: stable, unique
  std::string title;      // "Mean"; "Linear(5, 6): product"
  double limit = 0;       // the largest finite magnitude: the end of the heat map
};

/// The cards from input to output. What a later stage takes in is what the one before gave, so its
/// input is no card of its own.
/// numeric `limit` is over all values up to 2^20 elements, above over 4,096 spread evenly
std::vector<Card> cards_of(const Evaluation& evaluation);

/// One step of the operation at the selected place.
struct SelectedNumber {
  std::string step;
  std::string symbol;   // LaTeX
  std::string formula;  // LaTeX
  float value = 0;
};

struct Summary {
  std::vector<SelectedNumber> numbers;  // of the operation, from input to output
  std::int64_t group = 0;               // the selected group
  stats::Moments group_before;          // its activations and its output
  stats::Moments group_after;
  stats::Moments all_before;
  stats::Moments all_after;
};

/// The summary at a selected place, which is brought inside first.
Summary summarize(const Evaluation& evaluation, const document::Selection& selection);

/// The position in a step of the selected place: rows and columns are clipped to the step's, so
/// that a statistic's one value a group is found from any of its elements.
std::int64_t position_of(const tensor::Shape& activations, const tensor::Shape& step,
                         const document::Selection& selection);

}  // namespace normscope::results
