// SPDX-License-Identifier: MIT
// What is said of arguments that fit no form of a signature, and of names in the place of
// dimensions. The words are torch._misfit's.
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
