// SPDX-License-Identifier: MIT
// The colour scales of the stage: one for all cards of like quantity, so that equal colours are
// equal numbers, and a small number does not look large because its card is small.
#pragma once

#include <array>
#include <cstddef>

#include "app/results/evaluation.hpp"

namespace normscope::results {

/// What a card's numbers are: in the unit of the input, in its square, without a unit, or shares.
enum class Quantity { kValues, kSquares, kNormalized, kExponentials };
inline constexpr std::size_t kQuantities = 4;

Quantity quantity_of(const Evaluation& evaluation, std::size_t card);

/// The magnitude at which the colours of each quantity end; 0 for a quantity without numbers.
using Scales = std::array<double, kQuantities>;

/// The scales that suit these numbers: of each quantity the largest limit of its cards.
Scales scales_of(const Evaluation& evaluation);

}  // namespace normscope::results
