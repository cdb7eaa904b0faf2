// SPDX-License-Identifier: MIT
// The backward pass of a normalization over rows, by float32 vectors: the sums of a row in one read
// of x and dy, and from them dx and the row's share of the parameters' gradients.
#pragma once

#include <cstddef>
#include <span>

#include "core/ops/norm.hpp"

namespace normscope::kernels {

/// Whole rows of `size` elements, one after the other, of a normalization that uses_vectors.
struct NormGradientRows {
  const ops::NormOptions& options;
  std::size_t size = 0;
  std::span<const float> x{};
  std::span<const float> dy{};     // as x
  std::span<const float> gamma{};  // of a row, or empty
  std::span<float> dx{};           // as x; no overlap
  std::span<double> dgamma{};      // of a row, up to whole lanes (kLanes); added to; or empty, and
  std::span<double> dbeta{};       // both together; with a gamma only
  bool past_caches = false;
};

/// math    dx = rstd (d - mean(d) - xhat sum(d xhat) / m), with d = gamma dy; uncentred without
///         mean(d); dgamma += dy xhat, dbeta += dy
/// numeric mean and rstd as group_moments has them, the sums of d and of d (x - pivot) beside them: so
///         nothing cancels with an offset of x. With u = 2^-24, dx is within 8 u rstd (|d| +
///         mean|d|
///         + |xhat| (mean|d xhat| + mean|d|)) of the double value, in groups of any length (a test
///         measures 2); shares of dgamma are float32 within 3 u |dy| max(1, |xhat|); they and dy
///         are added in double, row after row. A row that float32 does not hold is computed in
///         double. The same bits on every instruction set
/// source  llm.c doc/layernorm; the double reference is ops::reference_norm_gradient
void norm_gradient_rows(const NormGradientRows& rows);

}  // namespace normscope::kernels
