// SPDX-License-Identifier: MIT
// How the layers of torch.nn are made and called: what Python says of arguments that do not fit,
// and what their inputs are asked first, in the steps of functional_calls.hpp.
#pragma once

#include <span>
#include <string_view>

#include "app/notebook/torch/functional_calls.hpp"

namespace normscope::notebook::torch {

struct LayerCall {
  std::string_view classes;  // "Dropout Dropout1d": those that share the method
  FunctionalCall call;       // named as Python names it: "_DropoutNd.__init__"
};

std::span<const LayerCall> layer_calls();

}  // namespace normscope::notebook::torch
