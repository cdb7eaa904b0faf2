// SPDX-License-Identifier: MIT
// The list of modules that every engine has.
#include "app/notebook/runtime/modules.hpp"

#include "app/notebook/runtime/setup.hpp"

namespace normscope::notebook::runtime {

std::vector<NativeModule> standard_modules() {
  return {math_module()};
}

}  // namespace normscope::notebook::runtime
