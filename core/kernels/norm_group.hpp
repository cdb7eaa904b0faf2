// SPDX-License-Identifier: MIT
// The normalizations of one group, in the arithmetic that fits its numbers: float32 vectors
// wherever they hold, else double.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/kernels/norm_moments.hpp"
#include "core/kernels/norm_row.hpp"
#include "core/ops/norm.hpp"

namespace normscope::kernels {

/// Whether vectors compute this normalization: two-pass, and returning normalized values. The other
/// algorithms, running statistics and what else may be returned are computed in double.
bool uses_vectors(const ops::NormOptions& options);

/// The moments of a group, in double where vectors do not hold.
struct GroupMoments {
  RowMoments moments{};
  bool by_vectors = false;
};
GroupMoments group_moments(std::span<const float> x, const ops::NormOptions& options);

/// The same, where the moments by vectors are known: `by_vectors`, if they hold.
GroupMoments group_moments(std::span<const float> x, const RowMoments& by_vectors,
                           const ops::NormOptions& options);

/// The numbers that map x to y.
struct GroupScale {
  double mean = 0;
  double centre = 0;  // the mean, or 0 uncentred
  double rstd = 0;
  bool by_vectors = false;
};
GroupScale scale_of(const GroupMoments& group, std::size_t count, const ops::NormOptions& options);

/// Writes the outputs of some elements of a group.
/// math    normalized: y = gamma * ((x - centre) * rstd) + beta; mean: y = gamma * mean + beta;
///         input: y = x
/// numeric normalized, by vectors: without gamma and beta within 3 ULP of max(1, |y|), whatever the
///         length and offset of the group; else the double value rounded once
void write_group(std::span<const float> x, const GroupScale& scale, const ops::NormOptions& options,
                 const RowAffine& affine, std::span<float> y, bool past_caches);

}  // namespace normscope::kernels
