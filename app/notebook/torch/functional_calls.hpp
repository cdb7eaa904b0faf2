// SPDX-License-Identifier: MIT
// What PyTorch's functions that are written in Python ask of their arguments, in its order, before
// they are worked out: what a wrong call is told comes from the first of these that fails.
//
// The steps, parted by "; ":
//   input.size               the argument has this attribute
//   input.dim unless dim     the same, where `dim` is None
//   ?inplace                 its truth, which a tensor of several elements has not
//   <p                       it is a share: between 0 and 1
//   !linear                  of a layer: its input is a tensor, which linear() wants first;
//                            "!embedding indices 2": second, and called indices; "!relu@": "@" as
//                            below
//   ~                        the truths of size_average and reduce, where they are given
//   =reduction               it is the name of one; "=batchmean": that one too
//   layer_norm(input, #5)    the forms of this function take these; #5 stands for an int, "#True"
//                            for a flag, "dim:0" for 0 where it is None ("stride:()", an empty
//                            tuple), "dtype=" is given by name where it is not None, "log_target=="
//                            always, "size*2" is a pair of it; "@" before the parenthesis: a "_"
//                            follows the name where `inplace` is true
//   input.softmax(dim)       the same of a method
//   int n: split(input, n)   a call only where `n` is an int; "other n: ...": where it is not
#pragma once

#include <span>
#include <string_view>

#include "app/notebook/torch/forms.hpp"

namespace normscope::notebook::torch {

struct FunctionalCall {
  std::string_view name;  // "max_pool1d/_max_pool1d": what errors call it comes second
  std::string_view parameters;
  std::string_view steps;
};

/// Functions of torch.nn.functional, of torch itself, and methods of tensors.
std::span<const FunctionalCall> functional_calls();
std::span<const FunctionalCall> python_functions();
std::span<const FunctionalCall> python_methods();
/// The forms of functions that only these call.
std::span<const Forms> inner_forms();

}  // namespace normscope::notebook::torch
