// SPDX-License-Identifier: MIT
// How an input that may be larger than the device's buffers is cut into what they hold, and how
// invocations are laid out over groups. Plain arithmetic, so that it can be tested without a
// device.
#pragma once

#include <cstdint>
#include <vector>

#include "core/tensor/groups.hpp"

namespace normscope::gpu {

/// What the buffers hold at once: whole groups, or a part of one.
struct Slice {
  std::int64_t first_group = 0;
  std::int64_t groups = 0;
  std::int64_t first_element = 0;  // of each group
  std::int64_t elements = 0;       // of each group
  bool packed = false;             // the elements lie scattered: they are brought together first
};

struct Slices {
  std::vector<Slice> slices;
  bool cuts_groups = false;  // a group does not fit, so its slices belong together
  bool whole = false;        // one slice, as it lies
};

/// Elements of the smallest slice: a part of a group at least.
inline constexpr std::int64_t kLeastSliceElements = 4096;

/// Words of a group in the buffer of statistics: one for each of the two.
inline constexpr std::int64_t kStatisticsWords = 2;

/// Cuts an input for buffers of `capacity` words, each of which holds an element of x or y, or one
/// of a group's kStatisticsWords; parts of groups are multiples of `part`, which is at most the
/// capacity.
Slices cut(const tensor::GroupLayout& layout, std::int64_t capacity, std::int64_t part);

/// How a work group is laid out over groups.
struct Shape {
  int local = 256;           // invocations of a work group
  int elements = 4;          // that each keeps
  int lanes = 256;           // invocations that share a group: a power of two
  bool interleaved = false;  // neighbours take neighbouring groups rather than elements
  bool long_groups = false;  // a group takes more than one work group

  int rows() const { return local / lanes; }
  std::int64_t part() const { return std::int64_t{lanes} * elements; }
};

/// The shape for groups of this size, of which `side_by_side` lie interleaved (1: they do not).
Shape shape_for(std::int64_t size, std::int64_t side_by_side);

/// Elements of the longest group that one work group takes.
inline constexpr std::int64_t kLongestRow = 32768;

}  // namespace normscope::gpu
