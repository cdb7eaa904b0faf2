// SPDX-License-Identifier: MIT
// Errors of calls whose arguments fit no form of a signature, and of named dimensions. The words
// are in torch._misfit.
#pragma once

#include "app/notebook/torch/arguments/reader.hpp"

namespace normscope::notebook::torch {

/// Raises "sum() received an invalid combination of arguments - got (...), but expected one of:
/// ...".
[[noreturn]] void raise_misfit(const Signature& signature, const Arguments& arguments);

/// Dimensions have no names here.
/// Throws Failed after RuntimeError where a call names one, in the words of each function.
void check_dimension_names(const Signature& signature, const Slots& slots);

}  // namespace normscope::notebook::torch
