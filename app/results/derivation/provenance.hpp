// SPDX-License-Identifier: MIT
// Which cells of all cards the selected cell is made from, through every layer, and which are made
// from it; the same for gamma, beta, weights and biases. Computed anew for each selection: it costs
// microseconds for any batch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "app/results/evaluation.hpp"
#include "core/trace/provenance.hpp"

namespace normscope::results {

/// How a cell is related to the selected one.
enum class Relation {
  kNone,
  kSelf,      // the cell is the selected one
  kSource,    // the selected cell is made from the cell
  kMadeFrom,  // the cell is made from the selected one
};

/// An element of a parameter, by its row-major position.
struct ParameterElement {
  int step = 0;           // the parameter's, in the program of the stage
  std::size_t stage = 0;  // of Evaluation::stages
  std::int64_t position = 0;
  bool operator==(const ParameterElement&) const = default;
};

/// Positions are row-major. Cards, layers and positions that do not exist have no relation.
/// A bias that cancels has no relation either: before a batch norm it moves the mean alone.
class Provenance {
 public:
  Provenance() = default;

  Relation of_cell(std::size_t card, std::int64_t position) const;

  Relation of(const ParameterElement& element) const;

  /// The cells of a card that the selection is made from, and those made from it: a box to draw on
  /// a whole map; where Cells::fills_box() is false, ask of_cell for the cells in the box. No card
  /// has both, except that the selected cell itself is in both sets of its card.
  const trace::Cells& sources(std::size_t card) const;
  const trace::Cells& made(std::size_t card) const;

 private:
  struct OfStep {
    trace::Cells sources{};
    trace::Cells made{};
  };
  using OfStage = std::vector<OfStep>;
  const OfStep& card(std::size_t at) const;

  std::vector<OfStage> stages_{};
  std::vector<std::pair<std::size_t, int>> cards_{};  // their stages and steps
  std::optional<std::size_t> card_{};                 // of the selected cell
  std::optional<ParameterElement> parameter_{};       // that is selected
  std::int64_t position_ = -1;
  OfStep nothing_{};  // for cards that do not exist

  explicit Provenance(const Evaluation& evaluation);
  void follow(const Evaluation& evaluation, std::size_t first, int from, trace::Cells cells);

  friend Provenance provenance_of(const Evaluation&, std::size_t, std::int64_t);
  friend Provenance provenance_of(const Evaluation&, const ParameterElement&);
};

/// The provenance of a cell of a card.
/// numeric O(stages * steps^2 * rank); no value of the batch is read
Provenance provenance_of(const Evaluation& evaluation, std::size_t card, std::int64_t position);

/// What is made from an element of gamma, beta, a weight or a bias.
Provenance provenance_of(const Evaluation& evaluation, const ParameterElement& element);

}  // namespace normscope::results
