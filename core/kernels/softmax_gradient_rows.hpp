// SPDX-License-Identifier: MIT
// The backward pass of softmax and log-softmax over rows, by float32 vectors: the shares of some
// rows, while they stay in the caches, then dx from them.
#pragma once

#include <cstddef>
#include <span>

#include "core/ops/softmax.hpp"

namespace normscope::kernels {

/// Whole rows of `size` elements, one after the other, of a softmax that uses_vectors.
struct SoftmaxGradientRows {
  const ops::SoftmaxOptions& options;
  std::size_t size = 0;
  std::span<const float> x{};   // or the shares
  std::span<const float> dy{};  // as x
  std::span<float> dx{};        // as x; no overlap
  bool past_caches = false;
};

/// math    dx = p (dy - sum(p dy)) / temperature; log: dx = (dy - p sum(dy)) / temperature
/// numeric shares p as softmax_row has them, sums in trees of eight, which are added in double.
///         With u = 2^-24, dx is within 4 u (1 + |log p|) p (|dy| + sum p|dy|) / temperature of the
///         double value, log within 4 u (|dy| + (1 + |log p|) p sum|dy|) / temperature, both where
///         p is at least 2^-126 (a test measures 1). A row whose sum float32 does not hold is
///         computed in double. The same bits on every instruction set
/// source  the double reference is ops::reference_softmax_gradient
void softmax_gradient_rows(const SoftmaxGradientRows& rows);

/// The same, where the shares p (of a log-softmax, too) are known: x is p.
void softmax_gradient_of_shares(const SoftmaxGradientRows& rows);

}  // namespace normscope::kernels
