// SPDX-License-Identifier: MIT
#include "core/base/memory.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <memory>

namespace normscope::base {

namespace {

// Two large pages (2 MiB each on most processors): a smaller block may not contain a whole one.
constexpr std::uint64_t kWorthLargePages = std::uint64_t{4} << 20;

}  // namespace

std::uint64_t physical_memory() {
  // Asked once: each question is a call of the system.
  static const std::uint64_t bytes = [] {
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_size = sysconf(_SC_PAGE_SIZE);
    if (pages <= 0 || page_size <= 0) return UINT64_MAX;  // unknown: let the allocation decide
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_size);
  }();
  return bytes;
}

Expected<void> check_memory(std::uint64_t bytes, std::string_view what) {
  const std::uint64_t memory = physical_memory();
  if (bytes <= memory) return {};
  return fail(ErrorKind::kTooLarge, fmt::format("{} needs {}, and this machine has {} of memory",
                                                what, bytes_to_text(bytes), bytes_to_text(memory)));
}

tl::unexpected<Error> no_memory_left(std::string_view what) {
  return fail(ErrorKind::kTooLarge, fmt::format("there is no memory left for {}", what));
}

void prefer_large_pages(void* start, std::uint64_t bytes) {
#ifdef MADV_HUGEPAGE
  if (bytes < kWorthLargePages) return;
  const long page = sysconf(_SC_PAGE_SIZE);
  if (page <= 0) return;
  std::size_t left = bytes;
  void* const first = std::align(static_cast<std::size_t>(page), 1, start, left);
  // A refusal is ignored: the memory works with small pages, too.
  if (first != nullptr) static_cast<void>(madvise(first, left, MADV_HUGEPAGE));
#else
  static_cast<void>(start);
  static_cast<void>(bytes);
#endif
}

std::string bytes_to_text(std::uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} {}", bytes, bytes == 1 ? "byte" : "bytes");
  static constexpr std::array<const char*, 6> kUnits = {"kB", "MB", "GB", "TB", "PB", "EB"};
  double value = static_cast<double>(bytes) / 1000.0;
  std::size_t unit = 0;
  while (value >= 999.95 && unit + 1 < kUnits.size()) {
    value /= 1000.0;
    ++unit;
  }
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

}  // namespace normscope::base
