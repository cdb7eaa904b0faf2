// SPDX-License-Identifier: MIT
// The stages of an evaluation and the cards that show their steps, in order.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/trace/trace.hpp"

namespace normscope::results {

/// One stage of the way: a layer or the operation, with its trace. Its step 0 is the stage before.
struct Stage {
  std::string name;  // of words.hpp: "Linear(5, 6)", "ReLU", "LayerNorm"
  trace::Trace trace;
};

/// The line of a lesson's cell that made a step.
struct SourceLine {
  int cell = 0;  // from 1; 0: no line did
  int line = 0;  // of the cell, from 1
  std::string text{};
};

/// One card of the stage: a step of a stage, and how its colours are scaled.
struct Card {
  std::size_t stage = 0;  // position in Evaluation::stages
  int step = 0;           // of the stage's trace
  std::string id;         // "mean", and "layer1.output" for a step of a layer: stable, unique
  std::string title;      // "Mean"; "Linear(5, 6): product"
  double limit = 0;       // the largest finite magnitude: the end of the heat map
  SourceLine source{};    // where the cells of a lesson wrote this operation
};

/// The cards from input to output. What a later stage takes in is what the one before gave, so its
/// input is no card of its own.
/// numeric `limit` is over all values up to 2^20 elements, above over 4,096 spread evenly
std::vector<Card> cards_of(const std::vector<Stage>& stages);

}  // namespace normscope::results
