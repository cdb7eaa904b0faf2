// SPDX-License-Identifier: MIT
// Names of dimensions: many functions have a form that takes them, but no tensor here has any.
#pragma once

#include "app/notebook/torch/arguments/reader.hpp"

namespace normscope::notebook::torch {

/// Raises where a call names a dimension of its tensor, or of the first of several.
void check_dimension_names(const Signature& signature, const Slots& slots);

}  // namespace normscope::notebook::torch
