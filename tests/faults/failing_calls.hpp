// SPDX-License-Identifier: MIT
// Makes one call of the system fail, or one request for memory: a program that links this library
// opens, writes and allocates through its functions, whoever of its libraries calls.
#pragma once

#include <cstddef>
#include <span>

#include "core/base/names.hpp"

namespace normscope::faults {

/// Calls of one sort are counted together.
enum class Call {
  kOpen,
  kRead,
  kWrite,
  kSync,
  kClose,
  kTruncate,
  kRename,
  kLink,
  kRemove,
  kMakeFolder,
  kMap,
  kMemory,
};
std::span<const base::Name<Call>> call_names();

struct Fault {
  Call call = Call::kWrite;
  std::size_t number = 1;  // of the call that fails, from 1
  int error = 0;           // its errno; 0: it does half of the work, and says so
  bool lasting = false;    // all later ones of its sort fail, too
};

/// From here on calls are counted and this one fails, in this process and its threads.
void begin_fault(const Fault& fault);
/// Calls succeed again. Returns whether the fault was met.
bool end_fault();

}  // namespace normscope::faults
