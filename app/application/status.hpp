// SPDX-License-Identifier: MIT
// What the status bar says: the batch, the device, the difference to the reference, what is being
// computed, and what happened last.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/ui/widgets/layout.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

/// How far the newest result is.
struct Computing {
  bool busy = false;
  std::optional<double> progress{};  // from 0 to 1; none where that is not worth saying
};

/// The cells of the status bar, from left to right; `notice` is what was done last.
/// map  status/batch, device, note, error, progress, stop, busy, cells, stop-cells, trouble, notice
std::vector<ui::StatusCell> status_cells(const workspace::Workspace& workspace,
                                         const Computing& computing, const std::string& notice);

}  // namespace normscope::application
