// SPDX-License-Identifier: MIT
// What the cells of a lesson gave, as a panel shows it.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/tensor/tensor.hpp"

namespace normscope::panels {

struct CellResult {
  std::string output;  // what was printed, then the value of the last expression
  std::string error;   // the traceback; empty: none
};

/// An array that a cell left in a variable; its numbers as float32.
struct CellVariable {
  std::string name;
  tensor::Tensor values;
};

struct CellResults {
  /// By step and block; missing for a block that did not run.
  std::map<std::pair<int, std::size_t>, CellResult> cells{};
  std::vector<CellVariable> variables{};
};

}  // namespace normscope::panels
