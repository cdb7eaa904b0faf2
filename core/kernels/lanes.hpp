// SPDX-License-Identifier: MIT
// Sums in a fixed order: sixteen running sums, element k in sum k % 16, added pairwise at the end.
// Vectors of any width up to sixteen and any number of threads give the same bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace normscope::kernels {

inline constexpr std::size_t kLanes = 16;

/// The elements from y on that lie before a line of the caches, which is as long as sixteen numbers
/// on nearly every processor.
inline std::size_t elements_before_line(const float* y) {
  // The number of an address has no other spelling that clang's analyzer survives.
  const auto address = reinterpret_cast<std::uintptr_t>(y);  // NOLINT(*-reinterpret-cast)
  return (kLanes - address / sizeof(float) % kLanes) % kLanes;
}

/// Whether rows of `size` numbers from y on begin and end with such lines.
inline bool whole_lines(const float* y, std::size_t size) {
  return elements_before_line(y) == 0 && size % kLanes == 0;
}

/// The sum of term(0) ... term(n - 1), accumulated in Number.
/// numeric in double over float32 terms: relative to the sum of |terms|, at most
///         (n / 16 + 5) * 2^-53
template <class Number, class Term>
Number lane_sum(std::size_t n, Term term) {
  std::array<Number, kLanes> lanes{};
  const std::size_t whole = n - n % kLanes;
  for (std::size_t k = 0; k < whole; k += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += term(k + lane);
  }
  for (std::size_t k = whole; k < n; ++k) lanes[k - whole] += term(k);
  for (std::size_t width = kLanes / 2; width > 0; width /= 2) {
    for (std::size_t lane = 0; lane < width; ++lane) lanes[lane] += lanes[lane + width];
  }
  return lanes[0];
}

}  // namespace normscope::kernels
