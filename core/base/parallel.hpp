// SPDX-License-Identifier: MIT
// A loop over independent pieces on several threads. Pieces are fixed by the caller, never by the
// number of threads, so that a result cannot depend on the machine.
#pragma once

#include <cstdint>
#include <functional>

namespace normscope::base {

/// Threads that this machine runs at once; at least 1.
int hardware_threads();

/// Runs body(first, last) over [0, count) in pieces of `grain` (the last may be shorter), on up to
/// `threads` threads (0: as many as the machine has), the caller's among them, and returns when all
/// are done. Each piece must write to places of its own. A single piece, or a single thread, runs
/// on the caller alone. An exception of `body`, such as std::bad_alloc, ends the loop: pieces that
/// have not begun are left out, and once every thread has ended the first exception is thrown to
/// the caller, who makes an Error of it (base::within_memory).
void parallel_for(std::int64_t count, std::int64_t grain, int threads,
                  const std::function<void(std::int64_t first, std::int64_t last)>& body);

}  // namespace normscope::base
