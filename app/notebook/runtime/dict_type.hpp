// SPDX-License-Identifier: MIT
// What the types that derive from dict use of it.
#pragma once

#include <optional>
#include <string>

#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

Value dict_repr(Vm& vm, const Value& self);
/// "'a': 1, 'b': 2". None: raised.
std::optional<std::string> dict_items_text(Vm& vm, const DictObject& dict);

}  // namespace normscope::notebook::runtime
