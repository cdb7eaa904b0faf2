// SPDX-License-Identifier: MIT
// The operation that cells wrote by hand, as the document runs it: with the document's input,
// gamma, beta and eps in place of those that it was written with.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"
#include "app/document/edits.hpp"

namespace normscope::document {

/// The hand-written operation of the current input, as long as the document still runs that
/// operation: numbers may differ, eps and the temperature too; null once other settings were
/// changed or layers were added. Its lines of code belong to the operation's steps.
const HandWritten* hand_written_operation(const Document& document);

/// The hand-written chain that no settings describe, where the document runs it.
const HandWritten* chain_operation(const Document& document);

/// Whether the document's numbers are still those of the hand-written operation, so that the values
/// of its steps are the values computed by the cells.
bool has_hand_written_values(const Document& document, const HandWritten& hand_written);

/// The steps as they run in the document, with its eps and its temperature.
std::vector<trace::WrittenStep> running_steps(const Document& document,
                                              const HandWritten& hand_written);

/// The chain and its input's values fit each other, and each parameter has its values.
/// errors  InvalidArgument: as trace::written_program; a parameter without values
base::Expected<void> check_steps(const HandWritten& hand_written, const tensor::Shape& x);

/// Changes the constant of a step of the chain on the stage.
/// errors  InvalidArgument: the stage has no such step, or the step no constant
MaybeEdit set_chain_constant(const Document& document, std::size_t step, double value);

/// What the cells computed from this step of the chain on the stage counts no longer.
void forget_computed(Document& document, std::size_t step);

/// The gradient of "output", "input" or a parameter that a backward pass of the cells left, where
/// the document runs the operation of its input; null where none is known.
const LeftGradient* left_gradient(const Document& document, std::string_view of);

/// Whether the upstream gradient is the one that the cells left.
bool has_left_upstream(const Document& document);

/// Begins the backward pass with the gradient of the output that the cells left.
/// errors  NotFound: they left none; as take_upstream
MaybeEdit take_left_upstream(const Document& document);

/// Sets the cells' gradient of the input beside that of the backward pass, as B of a comparison.
/// errors  NotFound: they left none; as compare_with
MaybeEdit compare_left_gradient(const Document& document);

/// Whether the current input has a chain of its own, which the document can run.
bool has_chain(const Document& document);

}  // namespace normscope::document
