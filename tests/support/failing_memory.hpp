// SPDX-License-Identifier: MIT
// Makes chosen allocations fail. A program that links this library allocates through the operator
// new of failing_memory.cpp.
#pragma once

#include <cstddef>

namespace normscope::testing {

/// Whether an allocation of so many bytes fails. Asked on every thread.
using AllocationFails = bool (*)(std::size_t bytes);
/// Asks this from now on; null: no allocation fails.
void set_allocation_fails(AllocationFails fails);

/// While this object exists, allocations of `least` to `most` bytes fail, on every thread. Only one
/// object at a time.
class FailingMemory {
 public:
  FailingMemory(std::size_t least, std::size_t most);
  ~FailingMemory();
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;
};

}  // namespace normscope::testing
