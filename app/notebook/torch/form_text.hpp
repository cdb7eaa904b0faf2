// SPDX-License-Identifier: MIT
// Reads the text of a function's forms (see forms.hpp) into what the parser of arguments works
// with.
#pragma once

#include <string_view>
#include <vector>

#include "app/notebook/torch/argument_parser.hpp"

namespace normscope::notebook::torch {

/// The forms of a function. Some functions take numbers in the place of tensors.
std::vector<Form> forms_in(std::string_view function, std::string_view forms);
/// What messages call a type: "tuple of ints".
std::string_view shown_type(ArgumentType type);

}  // namespace normscope::notebook::torch
