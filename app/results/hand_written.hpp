// SPDX-License-Identifier: MIT
// Operations that the cells of a lesson wrote: their own values in place of the built-in chain's,
// and the line of each card.
#pragma once

#include <optional>
#include <vector>

#include "app/document/document.hpp"
#include "app/results/cards.hpp"
#include "core/tensor/groups.hpp"
#include "core/trace/trace.hpp"

namespace normscope::results {

/// The chain with the values that the cells computed; nothing where the document has other numbers
/// or settings than the cells, or steps that do not fit its groups.
std::optional<trace::Trace> hand_written_trace(const document::Document& document,
                                               const tensor::GroupLayout& groups);

/// Gives the cards of an operation that the document's cells wrote their lines.
void add_sources(const document::Document& document, const std::vector<Stage>& stages,
                 std::vector<Card>& cards);

}  // namespace normscope::results
