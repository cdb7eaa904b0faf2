// SPDX-License-Identifier: MIT
// Converts the outcome of a cell for the panel: truncates the output and compares it with the
// lesson's expected output.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "app/cells/cell_results.hpp"
#include "app/notebook/client/client.hpp"

namespace normscope::cells {

/// The result of cell `number`, from 1; `expected` is the lesson's output block. Without its
/// pictures.
CellResult cell_result(int number, const notebook::client::Outcome& outcome,
                       const std::optional<std::string>& expected);

/// A picture for the panel.
CellPicture cell_picture(notebook::client::Picture picture);

/// The result of a cell that runs, with what it has printed so far. Where it waits for a line, its
/// last line without an end is what it says of that.
CellResult running_result(int number, std::string_view printed, bool asks = false);
/// The result of a cell where none can run.
CellResult no_kernel_result(int number, const base::Error& reason,
                            const std::optional<std::string>& expected);

/// The most bytes of a running cell's output that its result shows.
inline constexpr std::size_t kMostShownBytes = 60'000;

}  // namespace normscope::cells
