// SPDX-License-Identifier: MIT
// Random numbers of a seed, the same on every computer: the distributions of the standard library
// differ between libraries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace normscope::hands {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// A number from 0 to count - 1. The small preference of the modulo does no harm here.
  std::size_t below(std::size_t count) { return engine_() % count; }
  /// A number from 0 to `most`.
  float up_to(float most) {
    constexpr std::size_t kSteps = 10'000;
    return most * static_cast<float>(below(kSteps + 1)) / static_cast<float>(kSteps);
  }
  /// Whether one in `count` came.
  bool one_in(std::size_t count) { return below(count) == 0; }

  template <class List>
  const auto& pick(const List& list) {
    return list[below(list.size())];
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace normscope::hands
