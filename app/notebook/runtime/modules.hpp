// SPDX-License-Identifier: MIT
// The modules that every engine has, one function each.
#pragma once

#include "app/notebook/runtime/native.hpp"

namespace normscope::notebook::runtime {

NativeModule math_module();
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
