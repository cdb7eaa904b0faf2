// SPDX-License-Identifier: MIT
// The memory layout of groups of elements. Rows, columns, the whole tensor, a softmax dimension,
// the channels of a batch norm: each is a set of groups of equal size, described in the same way
// for the operations, the reference, the traces and the statistics.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>

#include "core/base/error.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::tensor {

/// The offset of element k of group g is
///   (g / inner_groups) * outer_stride + (g % inner_groups) * inner_stride
///   + (k / run) * run_stride + (k % run) * element_stride.
struct GroupLayout {
  std::int64_t count = 0;           // groups
  std::int64_t size = 0;            // elements of each group
  std::int64_t inner_groups = 1;    // groups that lie interleaved before the next outer step
  std::int64_t outer_stride = 0;    // from one set of inner groups to the next
  std::int64_t inner_stride = 0;    // from one inner group to the next
  std::int64_t run = 1;             // elements that follow each other at element_stride
  std::int64_t run_stride = 0;      // from one run to the next
  std::int64_t element_stride = 1;  // within a run
  Shape reduced_shape{};            // the shape of a statistic: reduced dimensions are 1

  std::int64_t base(std::int64_t group) const {
    return group / inner_groups * outer_stride + group % inner_groups * inner_stride;
  }
  std::int64_t offset(std::int64_t element) const {
    return element / run * run_stride + element % run * element_stride;
  }
  /// The group and the element at an offset: the inverse of base and offset.
  struct Place {
    std::int64_t group = 0;
    std::int64_t element = 0;
  };
  Place locate(std::int64_t at) const;

  /// Consecutive offsets from `at` on that are consecutive elements of one group, or the same
  /// element of consecutive groups.
  struct Stretch {
    Place first{};           // place of the first offset
    std::int64_t count = 0;  // offsets
    bool across = false;     // the same element of consecutive groups
  };
  Stretch stretch(std::int64_t at) const;

  /// Whether each group is contiguous in memory.
  bool contiguous() const { return element_stride == 1 && (run >= size || run_stride == run); }
};

/// The last `trailing` dimensions form a group, for each index of the leading dimensions.
GroupLayout trailing_groups(const Shape& shape, std::size_t trailing);

/// Dimension `dim` alone forms a group, for each index of all the others.
GroupLayout dimension_groups(const Shape& shape, std::size_t dim);

/// All elements form one group.
GroupLayout whole_group(const Shape& shape);

/// The groups of a tensor of shape `whole` of which each shares one value of a tensor of shape
/// `reduced`: blocks, whose size in a dimension is the quotient of both sizes. Missing leading
/// sizes of `reduced` are 1. Null where a size is no divisor, and for blocks that alternate more
/// often than a layout can say.
std::optional<GroupLayout> blocks(const Shape& whole, const Shape& reduced);

/// Whether both say in the same way of every element in which group it is.
bool same_layout(const GroupLayout& a, const GroupLayout& b);

/// Calls visit(offset, group, element) for every element, group after group.
template <class Visit>
void for_each_element(const GroupLayout& layout, Visit visit) {
  for (std::int64_t group = 0; group < layout.count; ++group) {
    std::int64_t run_base = layout.base(group);
    for (std::int64_t first = 0; first < layout.size; first += layout.run) {
      const std::int64_t end = std::min(first + layout.run, layout.size);
      std::int64_t at = run_base;
      for (std::int64_t element = first; element < end; ++element) {
        visit(at, group, element);
        at += layout.element_stride;
      }
      run_base += layout.run_stride;
    }
  }
}

/// Copies the elements of one group, in order, into `out` of layout.size elements.
void gather(std::span<const float> values, const GroupLayout& layout, std::int64_t group,
            std::span<float> out);

/// Copies the elements of one group from `from` back into the tensor: the inverse of gather.
void scatter(std::span<const float> from, const GroupLayout& layout, std::int64_t group,
             std::span<float> values);

}  // namespace normscope::tensor
