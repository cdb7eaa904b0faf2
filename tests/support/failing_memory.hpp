// SPDX-License-Identifier: MIT
// Memory that gives out where a test says so. A program that links this library allocates through
// the operator new of failing_memory.cpp.
#pragma once

#include <cstddef>

namespace normscope::testing {

/// While it lives, allocations of `least` to `most` bytes fail, on every thread. One at a time.
class FailingMemory {
 public:
  FailingMemory(std::size_t least, std::size_t most);
  ~FailingMemory();
  FailingMemory(const FailingMemory&) = delete;
  FailingMemory& operator=(const FailingMemory&) = delete;
};

}  // namespace normscope::testing
