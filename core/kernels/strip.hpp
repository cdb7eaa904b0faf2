// SPDX-License-Identifier: MIT
// Groups that lie beside each other, element by element, as the columns of a matrix do: whole
// operations on strips of neighbours. A strip is copied into scratch memory block by block and
// computed there, because columns whose distance is a power of two push each other out of the
// caches.
#pragma once

#include <cstddef>
#include <span>

#include "core/kernels/norm_group.hpp"
#include "core/kernels/softmax_row.hpp"

namespace normscope::kernels {

/// 16 * tiles groups: element k of group g is x[k * stride + g].
struct Strip {
  const float* x = nullptr;
  float* y = nullptr;  // as x; no overlap
  std::size_t stride = 0;
  std::size_t count = 0;  // elements of each group
  std::size_t tiles = 1;
};

/// The most elements of a group whose strip is copied as a whole: a tile of them takes 2 MiB.
/// Longer groups are read once more where they are.
inline constexpr std::size_t kHeldElements = std::size_t{1} << 15;

/// The floats of scratch memory for a strip.
std::size_t scratch_size(std::size_t count, std::size_t tiles);

/// A normalization that uses_vectors.
/// shape   gamma, beta: empty or one for each group; statistics one for each group
void norm_strip(const Strip& strip, const ops::NormOptions& options, std::span<const float> gamma,
                std::span<const float> beta, std::span<float> scratch,
                std::span<GroupScale> statistics);

/// A softmax that uses_vectors.
void softmax_strip(const Strip& strip, const ops::SoftmaxOptions& options, std::span<float> scratch,
                   std::span<RowSoftmax> statistics);

}  // namespace normscope::kernels
