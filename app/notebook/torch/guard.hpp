// SPDX-License-Identifier: MIT
// Puts PyTorch's reading of arguments before the functions that have forms (see forms.hpp), whoever
// wrote these: a call that PyTorch refuses never reaches them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/torch/argument_parser.hpp"
#include "app/notebook/torch/state.hpp"

namespace normscope::notebook::torch {

/// Names with their owner, "torch.Tensor.sum".
using FullNames = std::vector<std::string_view>;

/// The functions of torch and the methods of tensors that are there and not guarded yet; of `only`
/// these names, where it is not null.
void guard_functions(Vm& vm, Torch& torch, const Value& module, const FullNames* only = nullptr);
/// The same of torch.nn.functional.
void guard_functional(Vm& vm, Torch& torch, const Value& module, const FullNames* only = nullptr);

/// Making and calling the layers of torch.nn.
void guard_layers(Vm& vm, Torch& torch, const Value& module, const FullNames* only = nullptr);
/// Whether a call names a dimension of its tensor, of which none has a name. True: raised.
bool names_dimension(Vm& vm, std::string_view function, const Value& tensor, const Parsed& parsed);
/// The forms of a function or method, by its name.
std::string forms_named(std::string_view name, bool is_method);

}  // namespace normscope::notebook::torch
