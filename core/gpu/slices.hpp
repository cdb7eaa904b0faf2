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

/// The layout of a work group over groups.
struct Shape {
  int local = 256;           // invocations of a work group
  int elements = 4;          // elements that each invocation keeps
  int lanes = 256;           // invocations that share a group: a power of two
  bool interleaved = false;  // neighbouring invocations take neighbouring groups, not elements
  bool long_groups = false;  // a group takes more than one work group

  int rows() const { return local / lanes; }
  std::int64_t part() const { return std::int64_t{lanes} * elements; }
};

/// The shape for groups of `size` elements; `side_by_side` groups are interleaved in memory (1: not
/// interleaved).
Shape shape_for(std::int64_t size, std::int64_t side_by_side);

/// Elements of the longest group that one work group can process.
inline constexpr std::int64_t kLongestRow = 32768;

}  // namespace normscope::gpu
