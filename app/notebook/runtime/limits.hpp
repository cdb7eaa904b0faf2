// SPDX-License-Identifier: MIT
// How far a cell may go. Each bound that is met ends the cell with one clear sentence.
#pragma once

#include <cstddef>
#include <cstdint>

namespace normscope::notebook::runtime {

struct Limits {
  /// Calls and turns of loops: more than CPython counts in half a minute, so that a loop without an
  /// end does end while somebody still waits.
  std::int64_t steps = 1'000'000'000;
  /// Calls inside of each other, Python's own bound, with the module's frame.
  int recursion = 1000;
  /// Stack that nested native calls (a sort's key, a class's operators) may take: half of what a
  /// thread has by default.
  std::size_t native_stack = std::size_t{4} << 20;
  /// Memory of all values: a quarter of a small laptop's.
  std::ptrdiff_t memory = std::ptrdiff_t{2} << 30;
  /// Text that one cell prints: beyond it no person reads on.
  std::size_t output = std::size_t{8} << 20;
  /// Bits of an int: beyond 10 million digits a multiplication takes longer than a person waits.
  std::size_t int_bits = std::size_t{1} << 25;
};

/// Digits up to which ints become text and back: Python's own bound, which keeps both quick.
inline constexpr std::size_t kMaxIntDigits = 4300;

}  // namespace normscope::notebook::runtime
