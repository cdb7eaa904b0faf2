// SPDX-License-Identifier: MIT
// The modules `torch`, `torch.nn` and `torch.nn.functional` of the notebook: its arrays, bound to
// the interpreter.
#pragma once

#include <memory>
#include <vector>

#include "app/notebook/arrays/context.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/runtime/native.hpp"
#include "app/notebook/runtime/value.hpp"

namespace normscope::notebook::torch {

/// To be handed to one machine. All its operations run with `context`, which the caller may look at
/// and change between cells: the place in the random stream and the print options are in it.
std::vector<runtime::NativeModule> torch_modules(std::shared_ptr<arrays::Context> context);

/// The array of a value that is a tensor (or a Parameter), else null.
const arrays::Array* array_of(const runtime::Value& value);

}  // namespace normscope::notebook::torch
