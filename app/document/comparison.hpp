// SPDX-License-Identifier: MIT
// The two sides of a comparison: A, the document's operation, and B, what it is compared with. All
// edits of an operation work on A; on the document with its sides exchanged, they work on B.
#pragma once

#include <string_view>

#include "app/document/document.hpp"
#include "app/document/edits.hpp"

namespace normscope::document {

/// A side of a comparison.
enum class Side { kA, kB };

/// The operation of a document.
Operation operation_of(const Document& document);

/// The operation of B; null where B has no options of its own.
const Operation* other_operation(const Document& document);

/// The document with A and B exchanged; unchanged where B has no options of its own.
Document exchanged(const Document& document);

/// The document as it would be with B alone: B's operation in place of A's, nothing compared. Of a
/// given output, the document's own operation.
Document other_alone(const Document& document);

/// An edit of exchanged(document), as an edit of the document: "B: eps 1e-05 to 0.001".
/// errors  that of `edit`
MaybeEdit edit_of_other(MaybeEdit edit);

/// Compares the operation with another one, with another calculation of the same, or with an output
/// that somebody else computed.
/// errors  InvalidArgument: an output of another shape than the operation's
MaybeEdit compare_with(const Document& document, Comparison comparison);
/// Compares with a preset, with the axes of the document's operation.
/// errors  NotFound: no such preset
MaybeEdit compare_with_preset(const Document& document, std::string_view id);
/// Compares one preset with another: A becomes the first.
/// errors  NotFound: no such preset
MaybeEdit compare_presets(const Document& document, std::string_view a, std::string_view b);
/// Makes an operation A and compares it: what explains an output, beside that output.
/// errors  as ops::plan_norm, ops::plan_softmax and compare_with
MaybeEdit take_operation(const Document& document, Operation operation, Comparison comparison);
/// Puts an input that separates A and B onto the stage, without layers in front of them.
/// errors  as add_input
MaybeEdit put_separating_input(const Document& document, tensor::Tensor values);
/// Exchanges A and B.
/// errors  InvalidArgument: B has no options of its own
MaybeEdit exchange_sides(const Document& document);
/// Shows A alone.
/// errors  none
MaybeEdit stop_comparing(const Document& document);

}  // namespace normscope::document
