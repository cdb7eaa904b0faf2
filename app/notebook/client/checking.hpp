// SPDX-License-Identifier: MIT
// Checks of notebooks with kernels, and whether and by what cells run here.
#pragma once

#include <chrono>
#include <string>

#include "app/notebook/check/check.hpp"
#include "app/notebook/client/process.hpp"
#include "app/notebook/protocol/messages.hpp"

namespace normscope::notebook::client {

/// Sessions that run cells in a new kernel each. In a check many runs are tried, so a cell is
/// interrupted after `most_time`, far beyond what a cell of a lecture takes. That it was, and a
/// kernel that cannot be had, or ends, is the error of the cell.
check::NewSession new_sessions(const KernelOptions& options = {},
                               std::chrono::milliseconds most_time = std::chrono::seconds(20));

/// Whether cells run here.
/// errors  as Client::start
base::Expected<void> can_run(const KernelOptions& options = {});

/// What runs cells, in one line: "CPython 3.11.2, Landlock 7, seccomp, no privileges, memory 4.3
/// GB"; or why nothing does.
std::string description_of(const base::Expected<protocol::Ready>& ready);

}  // namespace normscope::notebook::client
