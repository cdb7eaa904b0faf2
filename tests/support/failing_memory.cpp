// SPDX-License-Identifier: MIT
#include "tests/support/failing_memory.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): an operator new has no object
std::atomic<std::size_t> least_failing = kNever;
std::atomic<std::size_t> most_failing = 0;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

}  // namespace

// The standard library implements the array and nothrow versions by calling these.
// NOLINTBEGIN(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
void* operator new(std::size_t bytes) {
  const bool fails = bytes >= least_failing && bytes <= most_failing;
  void* const memory = fails ? nullptr : std::malloc(std::max<std::size_t>(bytes, 1));
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t /*bytes*/) noexcept {
  std::free(memory);
}
// NOLINTEND(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)

namespace normscope::testing {

FailingMemory::FailingMemory(std::size_t least, std::size_t most) {
  most_failing = most;
  least_failing = least;
}

FailingMemory::~FailingMemory() {
  least_failing = kNever;
  most_failing = 0;
}

}  // namespace normscope::testing
