// SPDX-License-Identifier: MIT
// Tensor: an N-dimensional, contiguous, row-major array of float32, with value semantics.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/error.hpp"
#include "core/tensor/buffer.hpp"
#include "core/tensor/shape.hpp"

namespace normscope::tensor {

class Tensor {
 public:
  /// A tensor of shape (0).
  Tensor() = default;

  /// A tensor of these values, in row-major order.
  /// errors  as element_count; InvalidArgument: the number of values is not that of the shape
  static base::Expected<Tensor> from_values(Shape shape, std::vector<float> values);

  /// A tensor of this shape whose values are not set: for a caller who sets them all.
  /// errors  as full
  static base::Expected<Tensor> unfilled(Shape shape);

  /// A tensor of this shape whose values stay in a file, as Buffer::of_file; null as there.
  static std::optional<Tensor> of_file(Shape shape, int descriptor, std::size_t offset);
  /// As Buffer::damaged.
  bool damaged() const { return buffer_.damaged(); }

  /// A tensor of this shape filled with one value.
  /// errors  as element_count; TooLarge: more than the machine's memory
  static base::Expected<Tensor> full(Shape shape, float value);

  const Shape& shape() const { return shape_; }
  std::size_t rank() const { return shape_.size(); }
  std::int64_t size() const { return static_cast<std::int64_t>(values().size()); }

  std::span<const float> values() const { return buffer_.values(); }
  std::span<float> values() { return buffer_.values(); }

  /// Row-major position of an index, one entry a dimension, all in range.
  std::int64_t offset_of(std::span<const std::int64_t> index) const;

  /// The same values with another shape.
  /// errors  as from_values
  base::Expected<Tensor> reshaped(Shape shape) const&;
  base::Expected<Tensor> reshaped(Shape shape) &&;

  /// Whether shapes and values are equal, by IEEE comparison: NaN != NaN, -0 == 0.
  bool operator==(const Tensor& other) const;

 private:
  Shape shape_{0};
  Buffer buffer_{};
};

}  // namespace normscope::tensor
