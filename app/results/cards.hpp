// SPDX-License-Identifier: MIT
// The stages of an evaluation and the cards that show their steps, in order.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/trace/trace.hpp"

namespace normscope::results {

/// A layer or the operation, with its trace. Step 0 is the output of the stage before.
struct Stage {
  std::string name;  // "Linear(5, 6)", "ReLU", "LayerNorm": see document/descriptions.hpp
  trace::Trace trace;
};

/// The line of a notebook cell that computed a step.
struct SourceLine {
  int cell = 0;  // from 1; 0: no line
  int line = 0;  // in the cell, from 1
  std::string text{};
};

/// One card: a step of a stage, with the scale of its colours.
struct Card {
  std::size_t stage = 0;  // position in Evaluation::stages
  int step = 0;           // of the stage's trace
  std::string id;         // "mean", or "layer1.output" for a step of a layer: stable and unique
  std::string title;      // "Mean"; "Linear(5, 6): product"
  double limit = 0;       // the end of the colours: see cards_of
  SourceLine source{};    // for an operation written in notebook cells
};

/// The cards from input to output. The input of a later stage has no card, since it is the output
/// of the stage before.
/// numeric `limit` is the largest finite magnitude, over all values up to 2^20, else over 4,096
///         spread evenly; with more than 12 columns 99 % of the magnitudes of 4,096 are below it
std::vector<Card> cards_of(const std::vector<Stage>& stages);

}  // namespace normscope::results
