// SPDX-License-Identifier: MIT
// The message about arguments that fit none of a function's forms. PyTorch words it from the text
// of the forms, as if a `*` were an argument; so does this.
#pragma once

#include <span>
#include <string>

#include "app/notebook/runtime/native.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::torch {

/// Raises "sum() received an invalid combination of arguments - got (...), but expected one of:
/// ...".
void raise_misfit(runtime::Vm& vm, const std::string& function, const runtime::Args& args,
                  std::span<const std::string> forms);

}  // namespace normscope::notebook::torch
