// SPDX-License-Identifier: MIT
// The functions of `_torch` and the methods of its tensors as objects of Python: one for each name
// of the table of signatures. What a name does is a handler in C++ or, where there is none, the
// function of that name in torch._composed.
#pragma once

#include <string_view>

#include "app/notebook/torch/arguments/call.hpp"

namespace normscope::notebook::torch {

/// Makes the two types, of functions and of methods.
void make_function_types(Torch& torch);

/// A callable object. No handler: it is written in Python. `puts_back`: the handler makes a new
/// tensor, which is then put into the first argument.
Ref make_function(Torch& torch, const SignatureText& signature, Handler handler, bool puts_back);

}  // namespace normscope::notebook::torch
