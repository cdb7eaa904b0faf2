// SPDX-License-Identifier: MIT
// Attributes that objects have without a name in their class: __class__, __dict__, __name__ and the
// like.
#pragma once

#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

/// Nothing, and nothing raised, where there is no such attribute.
Value special_attribute(Vm& vm, const Value& value, StrObject& name);
/// `handled` false: the name is not one of them.
bool set_special_attribute(Vm& vm, const Value& object, StrObject& name, const Value& value,
                           bool& handled);

}  // namespace normscope::notebook::runtime
