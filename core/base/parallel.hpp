// SPDX-License-Identifier: MIT
// A loop over independent pieces on several threads. The caller fixes the pieces, whatever the
// number of threads, so that no result depends on the machine.
#pragma once

#include <cstdint>
#include <functional>

namespace normscope::base {

/// The number of threads that this machine runs at once; at least 1.
int hardware_threads();

/// Runs body(first, last) over [0, count) in pieces of `grain` (the last may be shorter), on up to
/// `threads` threads (0: as many as the machine has), the calling thread included, and returns when
/// all pieces are done. No two pieces may write to the same memory. A single piece, or a single
/// thread, runs on the calling thread alone. Loops may be nested and called from several threads at
/// once. The other threads are started when a call first needs them, as far as the system has them,
/// serve every later call, and sleep in between. An exception of `body`, such as std::bad_alloc,
/// ends the loop: pieces not yet begun are skipped, and once every thread has ended, the first
/// exception is rethrown to the caller, who turns it into an Error (base::within_memory).
void parallel_for(std::int64_t count, std::int64_t grain, int threads,
                  const std::function<void(std::int64_t first, std::int64_t last)>& body);

/// Whether a short loop should have helpers, asked before each: they are awake, or loops have
/// followed each other so closely that it pays to wake them, which takes 10 to 60 microseconds.
bool helpers_are_near();

}  // namespace normscope::base
