// SPDX-License-Identifier: MIT
// Rows of a softmax by vectors, several at a time where they are short.
#pragma once

#include <cstddef>
#include <span>

#include "core/ops/softmax.hpp"

namespace normscope::kernels {

/// Whole rows of `size` elements, one after the other, of a softmax that uses_vectors.
struct SoftmaxRows {
  const ops::SoftmaxOptions& options;
  std::size_t size = 0;
  std::span<const float> x;
  std::span<float> y;        // as x; no overlap
  std::span<float> maximum;  // one for each row
  std::span<float> sum;
  bool past_caches = false;
};

/// softmax_row of each row; the same bits.
void softmax_rows(const SoftmaxRows& rows);

}  // namespace normscope::kernels
