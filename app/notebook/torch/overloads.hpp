// SPDX-License-Identifier: MIT
// What torch says of a call that fits none of a function's forms.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/notebook/torch/state.hpp"

namespace normscope::notebook::torch {

/// Raises the TypeError of a keyword that the function does not have; the first positional argument
/// of a method is the tensor itself.
void raise_unknown_keyword(Vm& vm, std::string_view function, const Args& args, bool is_method,
                           std::string_view keyword);

/// Raises the TypeError of a call without an argument that it needs, where torch lists the
/// function's forms instead of naming what is missing. False: it does not.
bool raise_missing(Vm& vm, std::string_view function, const Args& args, bool is_method);

}  // namespace normscope::notebook::torch
