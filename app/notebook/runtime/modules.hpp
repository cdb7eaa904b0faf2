// SPDX-License-Identifier: MIT
// The modules that every engine has, one function each.
#pragma once

#include "app/notebook/runtime/native.hpp"

namespace normscope::notebook::runtime {

NativeModule math_module();

}  // namespace normscope::notebook::runtime
