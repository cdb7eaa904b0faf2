// SPDX-License-Identifier: MIT
#include "tests/support/failing_memory.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

using normscope::testing::AllocationFails;

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): an operator new has no object
std::atomic<AllocationFails> allocation_fails = nullptr;
std::atomic<std::size_t> least_failing = 0;
std::atomic<std::size_t> most_failing = 0;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

}  // namespace

// The standard library implements the array and nothrow versions by calling these.
// NOLINTBEGIN(cppcoreguidelines-no-malloc,cppcoreguidelines-owning-memory)
void* operator new(std::size_t bytes) {
  const AllocationFails fails = allocation_fails;
  const bool refused = fails != nullptr && fails(bytes);
  void* const memory = refused ? nullptr : std::malloc(std::max<std::size_t>(bytes, 1));
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

void set_allocation_fails(AllocationFails fails) {
  allocation_fails = fails;
}

FailingMemory::FailingMemory(std::size_t least, std::size_t most) {
  least_failing = least;
  most_failing = most;
  set_allocation_fails(
      [](std::size_t bytes) { return bytes >= least_failing && bytes <= most_failing; });
}

FailingMemory::~FailingMemory() {
  set_allocation_fails(nullptr);
}

}  // namespace normscope::testing
