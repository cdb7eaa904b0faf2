// SPDX-License-Identifier: MIT
// The time of a contender in a benchmark, and memory for its numbers.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <thread>
#include <vector>

#include "core/base/memory.hpp"
#include "core/tensor/buffer.hpp"
#include "tests/bench/rivals.hpp"

namespace normscope::bench {

/// Of one thread the time of its own on the processor: what other programs take does not count.
inline double seconds_now(int threads) {
  timespec now{};
  clock_gettime(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// The times of one contender. Before they count it has quiet cores, and has run once: so it finds
/// its threads and the caches as it leaves them, and not as the contender before it did.
class Times {
 public:
  explicit Times(const Case& what)
      : threads_(what.threads),
        calls_(std::max<std::size_t>(1, kSteps / what.size())),
        warms_(what.size() <= kInCaches) {}

  template <class Call>
  double measure(Call call) {
    if (threads_ > 1) std::this_thread::sleep_for(kAwake);
    if (warms_ || threads_ > 1) call();
    const double start = seconds_now(threads_);
    for (std::size_t i = 0; i < calls_; ++i) {
      call();
      benchmark::ClobberMemory();
    }
    seconds_.push_back((seconds_now(threads_) - start) / static_cast<double>(calls_));
    return seconds_.back();
  }
  double median() {
    const auto middle = seconds_.begin() + static_cast<std::ptrdiff_t>(seconds_.size() / 2);
    std::ranges::nth_element(seconds_, middle);
    return *middle;
  }

 private:
  // Asking for the time takes as long as some thousand elements: small cases are called so often
  // that they have ten times as many.
  static constexpr std::size_t kSteps = std::size_t{1} << 15;
  // What is larger comes from memory, whoever ran before.
  static constexpr std::size_t kInCaches = std::size_t{1} << 22;
  // The threads of OpenMP look for work so long before they sleep, and a bit longer.
  static constexpr std::chrono::milliseconds kAwake{10};

  int threads_;
  std::size_t calls_;
  bool warms_;
  std::vector<double> seconds_;
};

/// As a tensor's numbers lie in memory.
inline tensor::Buffer filled(std::size_t size) {
  tensor::Buffer buffer(size);
  base::prefer_large_pages(buffer.values().data(), size * sizeof(float));
  std::ranges::fill(buffer.values(), 0.0F);
  return buffer;
}

}  // namespace normscope::bench
