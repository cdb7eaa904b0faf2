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
  /// The largest distance of the step's numbers from those that the cell computed; 0: every bit is
  /// the same, or nothing is known of the cell's.
  double distance = 0;

  /// "differs from the cell's by up to 1.2e-07"; empty where nothing differs.
  std::string difference() const;
};

/// How far the finite numbers of a card reach.
struct Magnitudes {
  double least = 0;
  double most = 0;
  double limit = 0;  // the magnitude at which colours end: see cards_of; 0: no numbers but 0

  /// Those of both together.
  void add(const Magnitudes& other);
};

/// One card: a step of a stage, with what its colours follow from.
struct Card {
  std::size_t stage = 0;  // position in Evaluation::stages
  int step = 0;           // of the stage's trace
  std::string id;         // "mean", or "layer1.output" for a step of a layer: stable and unique
  std::string title;      // "Mean"; "Linear(5, 6): product"
  Magnitudes magnitudes{};
  SourceLine source{};  // for an operation written in notebook cells
};

/// The cards from input to output. The input of a later stage has no card, since it is the output
/// of the stage before.
/// numeric magnitudes are those of all values up to 2^20, else of 4,096 spread evenly; `limit` is
///         the largest finite one, with more than 12 columns that below which are 99 % of 4,096
std::vector<Card> cards_of(const std::vector<Stage>& stages);

}  // namespace normscope::results
