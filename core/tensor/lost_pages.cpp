// SPDX-License-Identifier: MIT
#include "core/tensor/lost_pages.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <limits>
#include <mutex>

namespace normscope::tensor {
namespace {

// Mappings at a time: a document has a few, and each version in its history one more.
constexpr std::size_t kMostMappings = 4096;

// A signal handler may use lock-free atomics and little else. An entry is taken when `start` is set
// and in force when `end` is.
struct Mapping {
  std::atomic<std::uintptr_t> start{0};
  std::atomic<std::uintptr_t> end{0};
};
static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);

std::array<Mapping, kMostMappings>& mappings() {
  static std::array<Mapping, kMostMappings> all;
  return all;
}

std::uintptr_t address_of(const void* place) {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): the handler compares addresses
  return reinterpret_cast<std::uintptr_t>(place);
}

std::size_t page_bytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGE_SIZE));
  return bytes;
}

bool is_watched(std::uintptr_t address) {
  for (const Mapping& mapping : mappings()) {
    if (address < mapping.end.load() && address >= mapping.start.load()) return true;
  }
  return false;
}

void replace_lost_page(int number, siginfo_t* about, void* /*context*/) {
  const std::uintptr_t address = address_of(about->si_addr);
  auto* const at = static_cast<std::byte*>(about->si_addr);
  const std::size_t size = page_bytes();
  std::byte* const page = at - address % size;
  const bool replaced =
      is_watched(address) && mmap(page, size, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
  if (!replaced) {
    // The signal comes again after this handler, and ends the program.
    std::signal(number, SIG_DFL);
    (void)std::raise(number);
    return;
  }
  auto* const values = static_cast<float*>(static_cast<void*>(page));
  for (std::size_t i = 0; i < size / sizeof(float); ++i) {
    values[i] = std::numeric_limits<float>::quiet_NaN();
  }
}

void take_over_signal() {
  (void)mappings();  // made here, and not within the handler
  (void)page_bytes();
  struct sigaction before {};
  if (sigaction(SIGBUS, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) return;
  struct sigaction own {};
  own.sa_sigaction = replace_lost_page;
  own.sa_flags = SA_SIGINFO;
  sigaction(SIGBUS, &own, nullptr);
}

}  // namespace

bool watch_pages(std::byte* start, std::size_t size) {
  static std::once_flag once;
  std::call_once(once, take_over_signal);
  const std::uintptr_t from = address_of(start);
  for (Mapping& mapping : mappings()) {
    std::uintptr_t none = 0;
    if (!mapping.start.compare_exchange_strong(none, from)) continue;
    mapping.end = from + size;
    return true;
  }
  return false;
}

void forget_pages(std::byte* start) {
  const std::uintptr_t from = address_of(start);
  for (Mapping& mapping : mappings()) {
    if (mapping.start.load() != from) continue;
    mapping.end = 0;
    mapping.start = 0;
    return;
  }
}

}  // namespace normscope::tensor
