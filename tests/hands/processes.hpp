// SPDX-License-Identifier: MIT
// Processes by their numbers: children, memory, and whether they have anything to do.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace normscope::hands {

/// Kills the children of a process whose program has this name. Returns how many there were.
std::size_t kill_children(pid_t parent, std::string_view program);

/// The memory of a process that is in use, in bytes.
std::size_t memory_of(pid_t process);

/// The time of processors that a process has used, of all its threads, in seconds.
double processor_seconds(pid_t process);

/// The threads of a process that have something to do, but for one of them: "7 (name) R".
std::vector<std::string> awake(pid_t process, pid_t but = 0);

/// Whether no thread of a process has anything to do, but for one of them.
bool sleeps(pid_t process, pid_t but = 0);

}  // namespace normscope::hands
