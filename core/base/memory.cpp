// SPDX-License-Identifier: MIT
#include "core/base/memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/language.hpp"

namespace normscope::base {

namespace {

// Two large pages (2 MiB each on most processors): a smaller block may not contain a whole one.
constexpr std::uint64_t kWorthLargePages = std::uint64_t{4} << 20;

// Up to here the system is not asked what is available: it takes longer than the numbers do, and so
// little is always to be had.
constexpr std::uint64_t kAlwaysThere = std::uint64_t{16} << 20;

// The bytes of a line such as "MemAvailable:   23456 kB".
std::optional<std::uint64_t> bytes_of(std::string_view table, std::string_view name) {
  const std::size_t at = table.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  table.remove_prefix(std::min(table.find_first_not_of(" :", at + name.size()), table.size()));
  std::uint64_t kibibytes = 0;
  const auto read = std::from_chars(table.data(), table.data() + table.size(), kibibytes);
  if (read.ec != std::errc{}) return std::nullopt;
  return kibibytes * 1024;
}

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

// Read without an allocation: it is asked where memory is scarce.
std::uint64_t available_memory() {
  std::array<char, 8192> text{};
  // The C interface has no other form.  NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg)
  const int table = ::open("/proc/meminfo", O_RDONLY | O_CLOEXEC);
  if (table < 0) return physical_memory();
  const ssize_t got = ::read(table, text.data(), text.size());
  ::close(table);
  const std::string_view lines(text.data(), got < 0 ? 0 : static_cast<std::size_t>(got));
  const auto free = bytes_of(lines, "MemAvailable");
  return free ? *free + bytes_of(lines, "SwapFree").value_or(0) : physical_memory();
}

namespace {

// A sentence of memory with its numbers; po/update.sh knows the name.
std::string memory_sentence(std::string_view english, std::string_view what, std::uint64_t bytes,
                            std::uint64_t memory) {
  return fmt::format(fmt::runtime(translated(english)), fmt::arg("what", translated(what)),
                     fmt::arg("bytes", bytes_to_text(bytes)),
                     fmt::arg("memory", bytes_to_text(memory)));
}

}  // namespace

Expected<void> check_memory(std::uint64_t bytes, std::string_view what) {
  const std::uint64_t memory = physical_memory();
  if (bytes > memory) {
    return fail(ErrorKind::kTooLarge,
                memory_sentence("{what} needs {bytes}, and this machine has {memory} of memory",
                                what, bytes, memory));
  }
  if (bytes <= kAlwaysThere) return {};
  const std::uint64_t available = available_memory();
  if (bytes <= available) return {};
  return fail(
      ErrorKind::kTooLarge,
      memory_sentence("{what} needs {bytes}, and {memory} of this machine's memory are free", what,
                      bytes, available));
}

tl::unexpected<Error> no_memory_left(std::string_view what) {
  return fail(ErrorKind::kTooLarge,
              memory_sentence("there is no memory left for {what}", what, 0, 0));
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

void share_one_heap() {
#ifdef M_ARENA_MAX
  mallopt(M_ARENA_MAX, 1);  // NOLINT(concurrency-mt-unsafe): before there are other threads
#endif
}

std::string bytes_to_text(std::uint64_t bytes) {
  if (bytes < 1000) {
    return fmt::format(fmt::runtime(bytes == 1 ? translated("{n} byte") : translated("{n} bytes")),
                       fmt::arg("n", bytes));
  }
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
