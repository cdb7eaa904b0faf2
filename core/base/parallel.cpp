// SPDX-License-Identifier: MIT
#include "core/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace normscope::base {

int hardware_threads() {
  // Asked once: each question is a call of the system.
  static const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return threads;
}

void parallel_for(std::int64_t count, std::int64_t grain, int threads,
                  const std::function<void(std::int64_t, std::int64_t)>& body) {
  if (count <= 0) return;
  grain = std::max<std::int64_t>(1, grain);
  const std::int64_t pieces = (count - 1) / grain + 1;
  std::atomic<std::int64_t> next{0};
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&]() noexcept {
    try {
      for (std::int64_t piece = next++; piece < pieces; piece = next++) {
        const std::int64_t first = piece * grain;
        body(first, std::min(count, first + grain));
      }
    } catch (...) {
      next = pieces;
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    const std::int64_t wanted = threads > 0 ? threads : hardware_threads();
    const auto helpers = std::min(wanted, pieces) - 1;
    std::vector<std::jthread> pool;
    // When the system refuses more threads, or memory for them, the threads already started and
    // the calling thread do all the pieces.
    try {
      pool.reserve(static_cast<std::size_t>(helpers));
      for (std::int64_t i = 0; i < helpers; ++i) pool.emplace_back(work);
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace normscope::base
