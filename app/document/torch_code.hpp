// SPDX-License-Identifier: MIT
// A document as the equivalent PyTorch program, for checking the numbers in a notebook.
#pragma once

#include <string>
#include <string_view>

#include "app/document/document.hpp"

namespace normscope::document {

/// The program. It calls PyTorch's function for the operation; a variant without one is written out
/// in single steps. The result is in `y`, which the program prints; of a comparison with another
/// operation or output, also B, a - b and the largest difference.
/// `given` is the Python expression of the numbers that no recipe makes: typed ones, those of a
/// file or of a cell. Empty: they are written out, and a file is read by its path.
/// numeric the input and the layers have the document's bits in PyTorch 2.6 on one thread; the
///         operation rounds in PyTorch's order
std::string torch_code(const Document& document, std::string_view given = {});

/// What the program begins with: its imports, the numbers and the layers, as x.
std::string torch_input(const Document& document, std::string_view given = {});

}  // namespace normscope::document
