// SPDX-License-Identifier: MIT
// The table of what the language's own signs do with tensors.
#pragma once

#include "app/notebook/runtime/slots.hpp"

namespace normscope::notebook::torch {

void fill_tensor_slots(runtime::Slots& slots);

}  // namespace normscope::notebook::torch
