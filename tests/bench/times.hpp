// SPDX-License-Identifier: MIT
// The time of a contender in a benchmark, and memory for its numbers.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <ctime>
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

/// The times of one contender.
class Times {
 public:
  explicit Times(const Case& what)
      : threads_(what.threads), calls_(std::max<std::size_t>(1, kSteps / what.size())) {}

  template <class Call>
  double measure(Call call) {
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

  int threads_;
  std::size_t calls_;
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
