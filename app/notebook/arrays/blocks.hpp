// SPDX-License-Identifier: MIT
// The memory of arrays. Large blocks are kept for the next array of that size: the system hands out
// pages one by one and zeroed, which takes several times as long as the arithmetic on them.
#pragma once

#include <cstddef>
#include <vector>

namespace normscope::notebook::arrays {

class Blocks {
 public:
  Blocks() = default;
  ~Blocks();
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;

  /// Memory aligned to a cache line. Throws std::bad_alloc, as new does.
  std::byte* take(std::size_t bytes, bool zeros);
  void give_back(std::byte* first, std::size_t bytes);

 private:
  struct Kept {
    std::byte* first;
    std::size_t bytes;
  };
  std::vector<Kept> kept_{};  // the oldest first
  std::size_t kept_bytes_ = 0;
};

}  // namespace normscope::notebook::arrays
