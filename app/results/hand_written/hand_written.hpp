// SPDX-License-Identifier: MIT
// Operations written by hand in notebook cells: their trace instead of the built-in one, and the
// source line of each card.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"
#include "app/results/sheet/cards.hpp"
#include "core/base/error.hpp"
#include "core/tensor/groups.hpp"
#include "core/trace/trace.hpp"

namespace normscope::results {

/// The trace of the steps that the cells wrote, with the document's numbers; of an older session,
/// which has no operands, the values that the cells computed. Null where the document runs a
/// built-in operation: another one, or PyTorch's own function, or steps that only their values are
/// known of and that are not those of the document's numbers, or do not fit its input.
/// `groups` are those of the settings.
std::optional<trace::Trace> hand_written_trace(const document::Document& document,
                                               const tensor::GroupLayout& groups);

/// The trace of a chain that no settings describe.
/// errors  InvalidArgument: the document runs none, or the input does not fit it; TooLarge: memory
base::Expected<trace::Trace> chain_trace(const document::Document& document);

/// The step of this name of the chain that the document runs, by its position among those that were
/// written.
std::optional<std::size_t> chain_step(const document::Document& document, std::string_view name);

/// Sets the source lines of the cards of a hand-written operation, and how far each step is from
/// what the cell computed.
void add_sources(const document::Document& document, const std::vector<Stage>& stages,
                 std::vector<Card>& cards);

}  // namespace normscope::results
