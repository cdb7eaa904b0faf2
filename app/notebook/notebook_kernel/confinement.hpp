// SPDX-License-Identifier: MIT
// What the kernel gives up before it runs anything, for good: it keeps one socket, one folder of
// its own, and may read Python's library. Everything is set while there is one thread, before
// Python starts. What cannot be set is an error, and then no cell runs.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <vector>

#include "app/notebook/protocol/messages.hpp"
#include "core/base/error.hpp"

namespace normscope::notebook::kernel {

struct ConfinementPlan {
  int socket = 0;                                 // the descriptor to keep
  std::filesystem::path folder;                   // read and written: the private folder
  std::vector<std::filesystem::path> readable{};  // folders and files that are read
  std::filesystem::path begins_in{};              // the working folder; empty: the private one
  // What the process may become: a Python of the person's own, and its loader. Empty: nothing.
  std::vector<std::filesystem::path> executable{};
  bool trusted = false;  // no confinement: only limits
  pid_t app = 0;         // the process that started this one
};

/// Closes all descriptors but the socket, opens /dev/null as the standard streams, begins a session
/// of its own, empties the environment and sets the limits. A trusted Python of the person's own
/// keeps the environment and has no limits.
/// errors  Unavailable: what the system refused
base::Expected<void> leave_the_app(const ConfinementPlan& plan);

/// Ties this process's end to the app's, then gives up capabilities, then files (Landlock), then
/// system calls (seccomp).
/// errors  Unavailable: the system has no Landlock or no seccomp, or refuses one of them
base::Expected<protocol::Confinement> confine(const ConfinementPlan& plan);

}  // namespace normscope::notebook::kernel
