// SPDX-License-Identifier: MIT
// Every bound of the core, each with its reason. An input beyond a bound gives an error, never a
// crash.
#pragma once

#include <cstddef>
#include <cstdint>

namespace normscope::base {

/// Most elements of one tensor: 2^40 float32 are 4 TiB, beyond any desktop's memory, and the
/// product of an index with the size of an element stays far below the overflow of 64 bits.
inline constexpr std::int64_t kMaxElements = std::int64_t{1} << 40;

/// Most dimensions of a tensor: the limit of PyTorch and NumPy (NumPy 1.x: 32).
inline constexpr std::size_t kMaxRank = 64;

/// Elements up to which a trace keeps whole steps; above, the trace computes the visible window on
/// demand. 2^20 float32 are 4 MiB a step: ten steps fit into a processor's cache.
inline constexpr std::int64_t kWholeStepElements = std::int64_t{1} << 20;

/// Most bytes of an .npy header. NumPy itself trusts headers of up to 10,000 bytes, and format
/// version 2 exists for longer ones; a header that claims gigabytes is refused.
inline constexpr std::size_t kMaxNpyHeaderBytes = std::size_t{1} << 20;

/// Most bytes of a .safetensors header: 100 bytes for each of 160,000 tensors. The largest models
/// have some thousands of tensors.
inline constexpr std::size_t kMaxSafetensorsHeaderBytes = std::size_t{1} << 24;

/// Most members of an .npz, and most bytes of their headers together, which are all read for a list
/// of the arrays.
inline constexpr std::size_t kMaxNpzMembers = std::size_t{1} << 16;
inline constexpr std::uint64_t kMaxNpzHeaderBytes = std::uint64_t{1} << 26;

/// Most bytes of a checkpoint's pickle, and most values in it: some 20 for each tensor.
inline constexpr std::size_t kMaxPickleBytes = std::size_t{1} << 24;
inline constexpr std::size_t kMaxPickleValues = std::size_t{1} << 21;

/// Most columns of a text table: well beyond the million that a batch may have, and a single line
/// of so many numbers still fits into memory several times.
inline constexpr std::int64_t kMaxTableColumns = std::int64_t{1} << 26;

/// Most threads that a caller may request: more than any desktop has, few enough to start.
inline constexpr int kMaxThreads = 1024;

}  // namespace normscope::base
