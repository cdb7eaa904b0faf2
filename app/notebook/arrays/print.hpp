// SPDX-License-Identifier: MIT
// An array as PyTorch prints it, character for character: all element types, with what follows the
// elements (dtype, size, grad_fn, requires_grad).
#pragma once

#include <string>

#include "app/notebook/arrays/array.hpp"

namespace normscope::notebook::arrays {

/// repr(x), with the context's print options.
/// source  behaviour of PyTorch 2.6 (torch/_tensor_str.py)
std::string to_text(const Context& context, const Array& x);

}  // namespace normscope::notebook::arrays
