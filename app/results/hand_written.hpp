// SPDX-License-Identifier: MIT
// Operations written by hand in notebook cells: the trace of their own values instead of the
// built-in one, and the source line of each card.
#pragma once

#include <optional>
#include <vector>

#include "app/document/document.hpp"
#include "app/results/cards.hpp"
#include "core/compute/backend.hpp"
#include "core/trace/trace.hpp"

namespace normscope::results {

/// The trace with the values that the cells computed; null where the document differs from the
/// cells in values or options, or where steps do not fit its groups. Its steps have the operands
/// and, where the values agree, the primitives of the built-in trace.
std::optional<trace::Trace> hand_written_trace(const document::Document& document,
                                               const compute::Plan& plan);

/// Sets the source lines of the cards of a hand-written operation.
void add_sources(const document::Document& document, const std::vector<Stage>& stages,
                 std::vector<Card>& cards);

}  // namespace normscope::results
