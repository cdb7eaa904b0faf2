// SPDX-License-Identifier: MIT
// A document as the PyTorch program that does the same: what a reader pastes into a notebook to
// check the numbers for themself.
#pragma once

#include <string>

#include "app/document/document.hpp"

namespace normscope::document {

/// The program. Where PyTorch has a function for the operation it is called; a variant that it has
/// not is written out as lectures write it. The result is in `y`, which the last line prints.
/// numeric the input and the layers have the document's bits in PyTorch 1.13 on one thread; the
///         operation rounds in PyTorch's order
std::string torch_code(const Document& document);

}  // namespace normscope::document
