// SPDX-License-Identifier: MIT
// Stable sorting whose comparisons may run code of the cell.
#pragma once

#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

/// Key and reverse may be empty. False: raised (also when the list changed meanwhile).
bool sort_list(Vm& vm, ListObject& list, const Value& key, const Value& reverse);

}  // namespace normscope::notebook::runtime
