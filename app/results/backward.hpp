// SPDX-License-Identifier: MIT
// The backward pass of a document's operation as a trace: the steps from the input to the output,
// the upstream gradient, and the steps back to the gradient of the input.
#pragma once

#include <span>

#include "app/document/document.hpp"
#include "app/results/evaluation.hpp"
#include "core/trace/trace.hpp"

namespace normscope::results {

/// Whether the numbers on the stage come of the steps alone, of a chain and of a backward pass:
/// there is no other calculation to compare them with.
bool runs_by_steps(const document::Document& document);

/// Whether the backward pass of a document's operation can be computed in a form.
bool has_form(const document::Document& document, trace::BackwardForm form);
/// The form that it is computed in: the chosen one, or where the operation has it not the chain
/// rule.
trace::BackwardForm form_of(const document::Document& document);

/// The trace of the backward pass, behind that of the forward pass of the operation; it goes on
/// through the layers before the operation, from the last to the first.
/// numeric torch arithmetic
/// errors  as trace::gradient_of and the closed forms; InvalidArgument: an upstream gradient of
///         another shape than the output, a target that is no number of a group; TooLarge: no
///         memory for it
base::Expected<trace::Trace> backward_trace(const document::Document& document,
                                            const trace::Trace& forward,
                                            std::span<const Stage> layers = {});

/// The step that is the gradient of the operation's input; -1 in a forward pass. Without layers it
/// is the last.
int operation_gradient(const Evaluation& evaluation);
/// Whether that gradient lies in the groups of the operation's input.
bool has_operation_gradient(const Evaluation& evaluation);

}  // namespace normscope::results
