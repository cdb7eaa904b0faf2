// SPDX-License-Identifier: MIT
// Softmax and log-softmax of a row in the `fast` arithmetic: by float32 vectors in blocks, and in
// double where these do not hold and for the online algorithm. The naive algorithm alone sums in
// float32, to be seen failing.
#pragma once

#include <cstddef>
#include <span>

#include "core/kernels/softmax_vectors.hpp"
#include "core/ops/softmax.hpp"

namespace normscope::kernels {

struct RowSoftmax {
  double subtracted = 0;  // subtracted from each logit: the maximum, or 0 for naive
  double sum = 0;         // of exp((x - subtracted) / temperature)
};

/// shape   x and y of one length; they may not overlap
/// math    y = exp((x - subtracted) / temperature) / sum; log: (x - subtracted) / temperature
///         - log(sum); naive log: log(exp(x / temperature) / sum)
/// numeric within 1.25 ULP of max(1, |y|), log within 1.5 (tests measure both), but for naive: its
///         exp is infinite above 88.7 and gives NaN, and a row below -104 gives 0 / 0
/// source  Milakov, Gimelshein 2018 (arXiv 1805.02867) for online
RowSoftmax softmax_row(std::span<const float> x, const ops::SoftmaxOptions& options,
                       std::span<float> y);

/// softmax_row but by the algorithms in double.
RowSoftmax softmax_row_in_double(std::span<const float> x, const ops::SoftmaxOptions& options,
                                 std::span<float> y);

/// Whether vectors compute this softmax: with the maximum subtracted, at a temperature that float32
/// holds.
bool uses_vectors(const ops::SoftmaxOptions& options);

/// The maximum of one block of a row, and its sum of exp((x - maximum) / temperature).
struct BlockSoftmax {
  float maximum = 0;
  double sum = 0;
};

/// The first half of a row by vectors: for each block of at most kSoftmaxBlock elements. Unless
/// `log`, y receives the block's exponentials, for finish_softmax_block.
BlockSoftmax start_softmax_block(std::span<const float> x, const ops::SoftmaxOptions& options,
                                 std::span<float> y);

/// All blocks together, joined in order. The sum is NaN where vectors do not hold: then the row
/// needs softmax_row_in_double.
RowSoftmax joined(std::span<const BlockSoftmax> blocks, const ops::SoftmaxOptions& options);

/// What a block's exponentials are relative to: its maximum, or 0 where all are -infinity, which
/// has no difference from itself.
float reference_of(float maximum);

/// The factor from a block's exponentials to the row's shares, and the logarithm of the row's sum.
float share_of(const BlockSoftmax& block, const RowSoftmax& row, double temperature);
float log_sum_of(const RowSoftmax& row);

/// The second half of a block: its shares or their logarithms.
void finish_softmax_block(std::span<const float> x, const BlockSoftmax& block,
                          const RowSoftmax& row, const ops::SoftmaxOptions& options,
                          std::span<float> y);

}  // namespace normscope::kernels
