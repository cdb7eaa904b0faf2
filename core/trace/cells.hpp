// SPDX-License-Identifier: MIT
// Sets of cells of one step, each described by a box and few exceptions. All groups of this program
// are boxes, so that a set is asked and drawn at the same cost whatever the size of the batch.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/tensor/groups.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::trace {

/// The cells with first[d] <= index < last[d] in each dimension d. A step of no dimensions has one
/// cell, and every box of it holds that cell.
struct Box {
  tensor::Shape first;
  tensor::Shape last;
  bool operator==(const Box&) const = default;
};

/// The cells at which a parameter is not 0: what a product with it passes on.
struct Gate {
  std::shared_ptr<const tensor::Tensor> parameter;
  std::shared_ptr<const tensor::GroupLayout>
      spread;  // of its values over the cells; null: one a cell

  bool passes(std::int64_t position) const;
  bool operator==(const Gate& other) const { return parameter == other.parameter; }
};

struct Cells {
  bool none = true;
  tensor::Shape shape{};  // of the step
  Box box{};              // holds every cell of the set
  std::vector<std::int64_t>
      without{};                   // indices in one dimension that are not in the set, ascending
  std::size_t without_behind = 0;  // dimensions behind that dimension
  std::shared_ptr<const Gate> gate{};  // no cell where it is closed is in the set; null: no gate

  /// Whether every cell of the box is in the set.
  bool fills_box() const { return !none && without.empty() && gate == nullptr; }

  /// Whether the cell at this row-major position of the step is in the set.
  /// numeric O(rank), and O(log) of the indices in `without`
  bool contains(std::int64_t position) const;

  /// The position of the set's only cell, or -1.
  std::int64_t single() const;
};

/// The set of one cell.
/// errors  none; a position outside the step gives the empty set
Cells one_cell(const tensor::Shape& shape, std::int64_t position);

/// The cells of a step of shape `shape` that share values with cells of the set, where each value
/// of the smaller step serves a block of the larger one: a group's cells and its statistic, a
/// column's and its gamma. Without a gate.
/// shape   each size of the one divides that of the other; missing leading sizes are 1
Cells resized(const Cells& cells, const tensor::Shape& shape);

/// Whether the sets, of one step, share a cell; exact where the smaller has a single index in the
/// dimension of exceptions, and where there are none.
bool intersect(const Cells& a, const Cells& b);

/// The cells of both sets, of one step; a box around them.
Cells merged(const Cells& a, const Cells& b);

}  // namespace normscope::trace
