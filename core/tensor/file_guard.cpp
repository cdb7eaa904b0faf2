// SPDX-License-Identifier: MIT
#include "core/tensor/file_guard.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>

namespace normscope::tensor {
namespace {

// A signal handler can be given nothing: what it needs is in this table, which it reads without
// locks. A place is taken while `end` is not 0.
struct Place {
  std::atomic<bool> taken = false;
  std::atomic<std::uintptr_t> begin = 0;
  std::atomic<std::uintptr_t> end = 0;
  std::atomic<int> descriptor = -1;
  std::atomic<bool> damaged = false;
};
static_assert(std::atomic<std::uintptr_t>::is_always_lock_free);

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::array<Place, FileGuard::kMost> places;
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
struct sigaction action_before {};
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<bool> listening = false;

std::uintptr_t page_bytes() {
  static const auto bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGE_SIZE));
  return bytes;
}

// Puts zeros where a read found no file: behind the end of the file everywhere, as all of that is
// missing; else, where the device failed, on one page.
bool fill(Place& place, std::uintptr_t address) {
  const std::uintptr_t page = page_bytes();
  const std::uintptr_t begin = place.begin;
  const std::uintptr_t end = (place.end + page - 1) / page * page;
  std::uintptr_t from = address / page * page;
  std::uintptr_t to = from + page;
  struct stat about {};
  if (fstat(place.descriptor, &about) == 0) {
    const auto kept = static_cast<std::uintptr_t>(about.st_size) + page - 1;
    const std::uintptr_t missing = begin + kept / page * page;
    if (missing <= from) {
      from = missing;
      to = end;
    }
  }
  // The address is that of a mapping, known as a number only.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast,performance-no-int-to-ptr)
  void* const start = reinterpret_cast<void*>(from);
  const void* const filled = mmap(start, to - from, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  place.damaged = true;
  return filled != MAP_FAILED;
}

// Calls only what a signal handler may call.
void on_bus_error(int signal, siginfo_t* info, void* /*context*/) {
  const int error = errno;
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  for (Place& place : places) {
    const std::uintptr_t end = place.end;
    if (end == 0 || address < place.begin || address >= end) continue;
    if (!fill(place, address)) break;
    errno = error;
    return;
  }
  // Somebody else's: the read is tried again, and answered as it was before.
  sigaction(signal, &action_before, nullptr);
}

}  // namespace

void guard_mapped_files() {
  if (listening) return;
  page_bytes();
  struct sigaction action {};
  action.sa_sigaction = on_bus_error;
  action.sa_flags = SA_SIGINFO;
  sigemptyset(&action.sa_mask);
  listening = sigaction(SIGBUS, &action, &action_before) == 0;
}

std::unique_ptr<FileGuard> FileGuard::create(const void* start, std::size_t size, int descriptor) {
  if (!listening) return nullptr;
  for (std::size_t i = 0; i < kMost; ++i) {
    Place& place = places.at(i);
    if (place.taken.exchange(true)) continue;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast)
    const auto begin = reinterpret_cast<std::uintptr_t>(start);
    place.descriptor = descriptor;
    place.damaged = false;
    place.begin = begin;
    place.end = begin + size;  // last: from here on the handler knows the place
    return std::unique_ptr<FileGuard>(new FileGuard(i));
  }
  return nullptr;
}

FileGuard::~FileGuard() {
  end();
  places.at(place_).taken = false;
}

// It changes the place that it stands for.  NOLINTNEXTLINE(readability-make-member-function-const)
void FileGuard::end() {
  places.at(place_).end = 0;
}

bool FileGuard::damaged() const {
  return places.at(place_).damaged;
}

}  // namespace normscope::tensor
