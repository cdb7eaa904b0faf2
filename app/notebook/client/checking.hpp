// SPDX-License-Identifier: MIT
// Checks of notebooks with kernels.
#pragma once

#include <chrono>

#include "app/notebook/check/check.hpp"
#include "app/notebook/client/process.hpp"

namespace normscope::notebook::client {

/// Sessions that run cells in a new kernel each. In a check many runs are tried, so a cell is
/// interrupted after `most_time`, far beyond what a cell of a lecture takes. That it was, and a
/// kernel that cannot be had, or ends, is the error of the cell.
check::NewSession new_sessions(const KernelOptions& options = {},
                               std::chrono::milliseconds most_time = std::chrono::seconds(20));

/// Whether cells run here.
/// errors  as Client::start
base::Expected<void> can_run(const KernelOptions& options = {});

}  // namespace normscope::notebook::client
