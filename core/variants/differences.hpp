// SPDX-License-Identifier: MIT
// How far apart outputs are: the largest difference of two, and of all pairs of several operations
// on one input, such as the presets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/variants/outputs.hpp"

namespace normscope::variants {

/// The differences of two outputs; values, `absolute` and `ulps` belong to the element with the
/// largest absolute difference, the first of several.
struct Difference {
  std::int64_t at = -1;  // row-major position; -1: no element differs
  float a = 0;
  float b = 0;
  double absolute = 0;          // infinite where only one is finite, or a NaN meets an infinity
  double ulps = 0;              // in ULPs of max(1, the larger magnitude)
  std::int64_t differing = 0;   // elements that differ at all
  std::int64_t not_finite = 0;  // those of them with an infinite difference

  bool operator==(const Difference&) const = default;
};

/// Compares two outputs element by element. NaN equals NaN, an infinity equals itself.
/// errors  InvalidArgument: the shapes differ
base::Expected<Difference> largest_difference(const tensor::Tensor& a, const tensor::Tensor& b);

/// The differences of all pairs of operations.
struct DifferenceMatrix {
  std::vector<std::optional<base::Error>> refusals;  // why an operation does not fit the input
  std::vector<Difference> pairs;                     // row by row; A is the row, B the column
  std::string arithmetic;                            // as Output's

  /// The difference of operations i and j; null when one of them does not fit the input.
  const Difference* find(std::size_t i, std::size_t j) const;
};

using OutputOf = std::function<base::Expected<Output>(const compute::Request&)>;

/// Computes each operation's output once and compares all pairs.
/// shape   x any; gamma and beta as the operations need them, or null
/// errors  TooLarge: the outputs need more than the machine's memory; those of compute_output
base::Expected<DifferenceMatrix> all_differences(std::span<const compute::Operation> operations,
                                                 const trace::TensorRef& x,
                                                 const trace::TensorRef& gamma = nullptr,
                                                 const trace::TensorRef& beta = nullptr,
                                                 const OutputOf& compute_output = output_of);

/// The operations of ops::presets(), in its order.
std::vector<compute::Operation> preset_operations();

}  // namespace normscope::variants
