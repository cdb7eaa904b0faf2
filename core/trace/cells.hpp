// SPDX-License-Identifier: MIT
// Sets of cells of one step, each described by a box and few exceptions. All groups of this program
// are boxes, so that a set is asked and drawn at the same cost whatever the size of the batch.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/ops/norm.hpp"
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

/// The cells at which gamma is not 0: what a product with gamma passes on.
struct GammaGate {
  std::shared_ptr<const tensor::Tensor> gamma;
  tensor::GroupLayout groups;
  ops::AffineLayout affine;

  bool passes(std::int64_t position) const;
};

struct Cells {
  bool none = true;
  tensor::Shape shape{};                // of the step
  Box box{};                            // holds every cell of the set
  std::vector<std::int64_t> without{};  // columns of the last dimension not in the set, ascending
  std::shared_ptr<const GammaGate> gate{};  // no cell where gamma is 0 is in the set; null: no gate

  /// Whether every cell of the box is in the set.
  bool fills_box() const { return !none && without.empty() && gate == nullptr; }

  /// Whether the cell at this row-major position of the step is in the set.
  /// numeric O(rank), and O(log) of the columns in `without`
  bool contains(std::int64_t position) const;

  /// The position of the set's only cell, or -1.
  std::int64_t single() const;
};

/// The set of one cell.
/// errors  none; a position outside the step gives the empty set
Cells one_cell(const tensor::Shape& shape, std::int64_t position);

/// The cells of a step of shape `shape` that are in the same groups as cells of the set. Groups are
/// boxes: their size in dimension d is whole[d] / reduced[d].
/// shape   cells.shape and `shape` are `whole` or `reduced`, of equal ranks
Cells in_groups_of(const Cells& cells, const tensor::Shape& shape, const tensor::Shape& whole,
                   const tensor::Shape& reduced);

/// Whether the sets, of one step, share a cell; exact where the smaller is a single column, and
/// where there are no exceptions.
bool intersect(const Cells& a, const Cells& b);

}  // namespace normscope::trace
