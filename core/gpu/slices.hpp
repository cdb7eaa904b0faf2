// SPDX-License-Identifier: MIT
// Cuts an input that may be larger than the device's buffers into slices that fit, and lays out
// invocations over groups. Plain arithmetic, so that it can be tested without a device.
#pragma once

#include <cstdint>
#include <vector>

#include "core/tensor/groups.hpp"

namespace normscope::gpu {

/// The part of an input that the buffers hold at once: whole groups, or a part of one.
struct Slice {
  std::int64_t first_group = 0;
  std::int64_t groups = 0;
  std::int64_t first_element = 0;  // of each group
  std::int64_t elements = 0;       // of each group
  bool packed = false;             // the elements are scattered in the input, and gathered first
};

struct Slices {
  std::vector<Slice> slices;
  bool cuts_groups = false;  // a group does not fit and has several slices
  bool whole = false;        // one slice with the memory layout of the input
};

/// Fewest elements of a slice: those of one part of a group.
inline constexpr std::int64_t kLeastSliceElements = 4096;

/// The 32-bit words of a group in the statistics buffer: one for each of the two statistics.
inline constexpr std::int64_t kStatisticsWords = 2;

/// Cuts an input for buffers of `capacity` 32-bit words. A word holds an element of x or y, or one
/// of a group's kStatisticsWords statistics. Slices of a cut group are multiples of `part`, which
/// is at most `capacity`.
Slices cut(const tensor::GroupLayout& layout, std::int64_t capacity, std::int64_t part);

/// The layout of a work group over groups. Each invocation keeps 4 * quads elements in registers.
struct Shape {
  int local = 256;           // invocations of a work group
  int lanes = 256;           // invocations that share a group: a power of two
  int quads = 1;             // four elements each: 1, 2, 4 or 8
  bool interleaved = false;  // neighbouring invocations take neighbouring groups, not elements
  bool long_groups = false;  // a group takes more than one work group

  int rows() const { return local / lanes; }
  std::int64_t part() const { return std::int64_t{lanes} * quads * 4; }
};

/// Most elements of an invocation. Softmax needs registers beside them: with these, rows of 4096
/// take an H100 0.36 of the time that 32 take, and 0.77 of that of 8 (tests/bench/README.md).
inline constexpr std::int64_t kNormElements = 32;
inline constexpr std::int64_t kSoftmaxElements = 16;

/// The shape for groups of `size` elements; `side_by_side` groups are interleaved in memory (1: not
/// interleaved). Up to `most` elements an invocation, kNormElements if interleaved, and as many
/// invocations as that takes: up to 32, which a subgroup of hardware has, those of a group exchange
/// sums without shared memory; groups beyond kLongestRow, or kLongestColumn if interleaved, are
/// measured in parts.
Shape shape_for(std::int64_t size, std::int64_t side_by_side, std::int64_t most);

/// The shape of groups that a buffer does not hold.
Shape cut_shape();

/// Elements of the longest group that one work group can process. Interleaved groups lie eight or
/// more in a work group, so that it reads whole sectors of memory.
inline constexpr std::int64_t kLongestRow = 8192;
inline constexpr std::int64_t kLongestColumn = 1024;

/// Whether four elements that follow each other from a multiple of four on lie so in memory, too.
bool in_quads(const tensor::GroupLayout& layout);

}  // namespace normscope::gpu
