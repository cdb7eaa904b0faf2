// SPDX-License-Identifier: MIT
// What list and tuple share.
#pragma once

#include "app/notebook/runtime/slots.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

Slots sequence_slots();
/// +, *
Value sequence_binary(Vm& vm, BinaryOp op, const Value& left, const Value& right);
/// index and count
void add_sequence_methods(TypeObject& type);

}  // namespace normscope::notebook::runtime
