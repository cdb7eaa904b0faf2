// SPDX-License-Identifier: MIT
// Converts the outcome of a cell for the panel: truncates the output and compares it with the
// lesson's expected output.
#pragma once

#include <optional>
#include <string>

#include "app/cells/cell_results.hpp"
#include "app/notebook/runtime/engine.hpp"

namespace normscope::cells {

/// The result of cell `number`, from 1; `expected` is the lesson's output block.
CellResult cell_result(int number, const notebook::runtime::Outcome& outcome,
                       const std::optional<std::string>& expected);

}  // namespace normscope::cells
