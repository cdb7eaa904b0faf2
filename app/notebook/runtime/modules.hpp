// SPDX-License-Identifier: MIT
// The modules that every engine has, one function each.
#pragma once

#include "app/notebook/runtime/native.hpp"

namespace normscope::notebook::runtime {

NativeModule math_module();
void add_math_integers(Vm& vm, const Value& module);
/// A function of math that takes between `least` and `most` arguments by position.
void add_math_function(Vm& vm, const Value& module, const char* name, std::size_t least,
                       std::size_t most, NativeCall call);
NativeModule typing_module();
NativeModule collections_module();
NativeModule functools_module();
NativeModule itertools_module();
NativeModule operator_module();
NativeModule dataclasses_module();
NativeModule abc_module();
NativeModule copy_module();
NativeModule future_module();

}  // namespace normscope::notebook::runtime
