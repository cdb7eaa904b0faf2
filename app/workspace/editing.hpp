// SPDX-License-Identifier: MIT
// Edits of the document: of either side of a comparison, and by pasting.
#pragma once

#include <functional>
#include <string>

#include "app/workspace/workspace.hpp"

namespace normscope::workspace {

/// Applies an edit, or keeps its error in `error`.
void apply(Workspace& workspace, document::MaybeEdit edit,
           document::Gesture gesture = document::kNoGesture);
/// Reads a pasted text and gives its numbers to `take`; of a table that may be read in several
/// ways after the dialog about it. A text that is no numbers is kept in `error`.
void take_pasted(Workspace& workspace, std::string text,
                 std::function<void(const tensor::Tensor&)> take);
/// Makes the numbers of a pasted text a new input.
void paste_input(Workspace& workspace, std::string text);
/// The side of a comparison that the inspector edits; A without a comparison of two operations.
document::Side edited_side(const Workspace& workspace);
/// The document as a side sees it: for kB with A and B exchanged, so that all edits suit both.
document::Document seen_from(const Workspace& workspace, document::Side side);
/// Applies an edit of seen_from(side).
void apply_to(Workspace& workspace, document::Side side, document::MaybeEdit edit,
              document::Gesture gesture = document::kNoGesture);

}  // namespace normscope::workspace
