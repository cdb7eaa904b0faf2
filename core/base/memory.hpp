// SPDX-License-Identifier: MIT
// The machine's memory, and what of it is free, checked before a large allocation: on Linux an
// allocation beyond that succeeds and kills the program later, so the error has to come first.
#pragma once

#include <cstdint>
#include <new>
#include <string_view>

#include "core/base/error.hpp"

namespace normscope::base {

/// Bytes of physical memory of this machine.
std::uint64_t physical_memory();

/// Bytes that can be had without taking them from programs that run, by the system's own estimate,
/// and the free part of its swap; physical_memory() where it does not tell.
std::uint64_t available_memory();

/// Checks that this machine can hold `bytes` more.
/// errors  TooLarge: bytes exceed the physical memory, or what of it is available; the sentence
///         begins with `what`
Expected<void> check_memory(std::uint64_t bytes, std::string_view what);

/// The error of a failed allocation.
/// errors  TooLarge, always: "there is no memory left for " and `what`
tl::unexpected<Error> no_memory_left(std::string_view what);

/// Returns work(), an Expected; a std::bad_alloc thrown by `work` becomes an error.
/// errors  TooLarge: no memory left for `what`; and those of `work`
template <class Work>
auto within_memory(std::string_view what, Work work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return no_memory_left(what);
  }
}

/// Requests large pages for `bytes` of untouched memory from `start`: the page faults of small
/// pages take longer than filling the memory. No effect on small blocks and on systems without
/// madvise(MADV_HUGEPAGE).
void prefer_large_pages(void* start, std::uint64_t bytes);

/// Lets all threads share one heap, from now on: in a heap for each, memory that one gives back is
/// of no use to another, and a window that is open all day grows to a multiple of what it needs. No
/// effect where the C library is not glibc. To be called before there are threads.
void share_one_heap();

/// "1.5 GB", "312 bytes": a size in decimal units, for error sentences.
std::string bytes_to_text(std::uint64_t bytes);

}  // namespace normscope::base
