// SPDX-License-Identifier: MIT
// How much memory there is, asked before a large allocation: on Linux an allocation that cannot be
// met succeeds and kills the program later, so a sentence has to come before it.
#pragma once

#include <cstdint>
#include <new>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::base {

/// Bytes of physical memory of this machine.
std::uint64_t physical_memory();

/// Says whether `bytes` more can be held by this machine at all.
/// errors  TooLarge: bytes exceed the physical memory; the sentence begins with `what`
Expected<void> check_memory(std::uint64_t bytes, std::string_view what);

/// The error of an allocation that failed.
/// errors  TooLarge, always: "there is no memory left for " and `what`
tl::unexpected<Error> no_memory_left(std::string_view what);

/// Returns work(), an Expected; where an allocation within it fails, the error that says so.
/// errors  TooLarge: no memory left for `what`; and those of `work`
template <class Work>
auto within_memory(std::string_view what, Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return no_memory_left(what);
  }
}

/// Asks the system to hold `bytes` of memory from `start`, not yet touched, in pages as large as it
/// has, for touching small ones one after the other takes longer than filling them. Without effect
/// on small blocks and on systems that know no such wish.
void prefer_large_pages(void* start, std::uint64_t bytes);

/// "1.5 GB", "312 bytes": a size for a sentence, in powers of ten.
std::string bytes_to_text(std::uint64_t bytes);

}  // namespace normscope::base
