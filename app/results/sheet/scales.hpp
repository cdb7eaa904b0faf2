// SPDX-License-Identifier: MIT
// What the numbers of a step are, and from it their colours: about 0, or from 0 upward. It follows
// from the steps themselves, so that strip, sheet, cards, figures and pictures agree.
#pragma once

#include <array>
#include <cstddef>

#include "app/results/evaluation.hpp"
#include "core/stats/outside.hpp"

namespace normscope::results {

/// What a card's numbers are. Cards of like quantity have one scale, so that equal colours are
/// equal numbers. Statistics have scales apart from those of elements: a sum is larger than all of
/// its shares.
enum class Quantity {
  kValues,        // the input and what layers make of it, in its unit
  kCentred,       // less a mean or a maximum; logarithms of shares
  kSquares,       // never below 0
  kNormalized,    // without a unit
  kExponentials,  // above 0
  kShares,        // of a softmax: from 0 to 1
  kMeans,         // statistics: means, maxima, logarithms of sums
  kMeanSquares,   // statistics: of squares of the values themselves, and squares of means
  kVariances,     // statistics: of squares of what is centred, and differences of squares
  kDeviations,    // statistics: their roots
  kSums,          // statistics: of exponentials
  kGradients,     // of a backward pass
  kGradientSums,  // statistics: of those
};
inline constexpr std::size_t kQuantities = 13;

Quantity quantity_of(const Evaluation& evaluation, std::size_t card);

/// Whether a card's numbers are never below 0, whatever its input: squares, shares, what a ReLU
/// lets through.
bool is_never_negative(const Evaluation& evaluation, std::size_t card);

/// The numbers at the two ends of a card's colours.
struct Scale {
  double low = 0;
  double high = 0;
  bool diverging = true;  // two hues about 0, -low == high; else one hue from low to high

  /// Whether there is none: no number, or none but 0.
  bool empty() const { return !(low < high); }
  /// The place of a number's colour: -1 to 1 of a diverging scale, else 0 to 1. NaN stays NaN.
  double place(double value) const;
  /// 1 for a number above the colours, -1 for one below them, else 0: see stats::outside.
  int outside(double value) const { return stats::outside(value, low, high); }
  bool operator==(const Scale&) const = default;
};

using Scales = std::array<Scale, kQuantities>;

/// The scales that suit these numbers, of a comparison those of A and B together. Values that are
/// all far from 0, their range below a tenth of their magnitude, would have one colour about 0: for
/// them it goes from the least to the greatest.
Scales scales_of(const Evaluation& evaluation);

/// The scale of one card.
inline const Scale& scale_for(const Scales& scales, const Evaluation& evaluation,
                              std::size_t card) {
  return scales[static_cast<std::size_t>(quantity_of(evaluation, card))];
}

}  // namespace normscope::results
