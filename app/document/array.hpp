// SPDX-License-Identifier: MIT
// The numbers of a document: an immutable base tensor, possibly huge, and 64 KB blocks that replace
// parts of it. Changing a number copies one block; all other memory is shared between the versions
// in the history.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::document {

class Array {
 public:
  /// Elements per block: 64 KB of float32.
  static constexpr std::int64_t kBlock = 16384;

  /// An array of shape (0).
  Array();
  explicit Array(tensor::Tensor values);

  const tensor::Shape& shape() const { return shape_; }
  std::int64_t size() const { return base_->size(); }
  float at(std::int64_t index) const;
  /// Whether another program wrote to the file of these numbers before all had been read.
  bool damaged() const { return base_->damaged(); }

  /// The same array with some elements replaced; positions in row-major order, all in range.
  Array with(std::int64_t index, float value) const;
  Array with(std::span<const std::pair<std::int64_t, float>> changes) const;

  /// The same elements with another shape of the same size.
  /// errors  InvalidArgument: another number of elements
  base::Expected<Array> reshaped(tensor::Shape shape) const;

  /// All values: the base itself when no block was replaced, else a copy.
  std::shared_ptr<const tensor::Tensor> values() const;

  /// Whether elements were replaced, also by their own value in the end.
  bool replaced() const { return !blocks_.empty(); }

  /// Positions and values of the elements whose bits differ from the base's, in order.
  std::vector<std::pair<std::int64_t, float>> changes() const;

  /// Positions of the elements whose bits differ from an earlier or later version's, in order; null
  /// where the two do not share a base, or have another shape.
  std::optional<std::vector<std::int64_t>> changed_since(const Array& other) const;

  /// Calls visit(address, bytes) for each piece of memory that versions may share.
  void visit_memory(const std::function<void(const void*, std::size_t)>& visit) const;

  /// Same shape and the same bits: a NaN equals itself, and -0 differs from 0.
  bool operator==(const Array& other) const;

 private:
  using Block = std::vector<float>;

  std::span<const float> block(std::int64_t number) const;

  tensor::Shape shape_;
  std::shared_ptr<const tensor::Tensor> base_;
  std::map<std::int64_t, std::shared_ptr<const Block>> blocks_;  // by position / kBlock
};

}  // namespace normscope::document
