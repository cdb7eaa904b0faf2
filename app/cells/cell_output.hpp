// SPDX-License-Identifier: MIT
// What a run of a cell becomes for the panel: cut to what a person reads, and compared with what
// the lesson says.
#pragma once

#include <optional>
#include <string>

#include "app/cells/cell_results.hpp"
#include "app/notebook/runtime/engine.hpp"

namespace normscope::cells {

/// The result of the cell of this number, from 1; `expected` is the lesson's output block.
CellResult cell_result(int number, const notebook::runtime::Outcome& outcome,
                       const std::optional<std::string>& expected);

}  // namespace normscope::cells
