// SPDX-License-Identifier: MIT
// Every bound of the core, each with its reason. A bound that is met gives a sentence, never a
// crash.
#pragma once

#include <cstddef>
#include <cstdint>

namespace normscope::base {

/// Most elements of one tensor: 2^40 float32 are 4 TiB, beyond any machine this runs on, and every
/// product of an index with the size of an element stays far from overflowing 64 bits.
inline constexpr std::int64_t kMaxElements = std::int64_t{1} << 40;

/// Most dimensions of a tensor. PyTorch and NumPy stop at 64 (NumPy 1.x at 32); nobody prints more.
inline constexpr std::size_t kMaxRank = 64;

/// Elements up to which a trace keeps whole steps; above, it computes the window that is looked at.
/// 2^20 float32 are 4 MiB a step: ten steps fit into a processor's cache and a blink.
inline constexpr std::int64_t kWholeStepElements = std::int64_t{1} << 20;

/// Most bytes of an .npy header: NumPy's own limit for a header it trusts is 10,000; format version
/// 2 exists for longer ones, so there is room, but not for a file that claims gigabytes.
inline constexpr std::size_t kMaxNpyHeaderBytes = std::size_t{1} << 20;

/// Most columns of a text table: well beyond the million that a batch may have, and a single line
/// of this many numbers still fits into memory several times over.
inline constexpr std::int64_t kMaxTableColumns = std::int64_t{1} << 26;

/// Most threads that a caller may ask for: more than any desktop has, few enough to start.
inline constexpr int kMaxThreads = 1024;

}  // namespace normscope::base
