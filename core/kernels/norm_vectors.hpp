// SPDX-License-Identifier: MIT
// The normalizations over float32 vectors: moments in one read, about a pivot near the mean, and
// the output by fused multiply-adds. Groups come as rows (contiguous) or as tiles: sixteen groups
// that lie beside each other, element by element. Both have the same bits, on every instruction
// set.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "core/kernels/lanes.hpp"
#include "core/kernels/norm_moments.hpp"
#include "core/kernels/norm_row.hpp"
#include "core/kernels/tile.hpp"

namespace normscope::kernels {

/// math    with the pivot p: S1 = sum (x - p), S2 = sum (x - p)^2, and moments_about. p is the mean
///         of the first 64 elements and, where these moments do not hold, their own mean;
///         uncentred: 0. Longer than a block: the blocks' moments, joined in order
/// numeric float32 differences, squares and trees of up to eight; trees are added in double over
///         sixteen lanes. kBeyondFloats where even the second pivot's moments do not hold. Of equal
///         values the mean is exact and squares are 0
RowMoments pivot_moments(std::span<const float> x, bool centred);

/// math    y = gamma * ((x - mean) * rstd) + beta
/// shape   x and y of one length; they do not overlap
/// numeric float32: the difference from the centre is rounded, and each fused multiply-add.
///         `past_caches` writes y past the caches; finish_writing ends this
void normalize_elements(std::span<const float> x, const Line& line, const RowAffine& affine,
                        std::span<float> y, bool past_caches);

/// Waits until other threads see what this thread wrote past the caches.
void finish_writing();

using TileMoments = std::array<RowMoments, kLanes>;

/// pivot_moments of sixteen groups of one block at most.
TileMoments tile_moments(const Tile& tile, bool centred);

/// The lines of sixteen groups, with a gamma and a beta for each.
struct TileLines {
  std::array<Line, kLanes> lines{};
  std::array<float, kLanes> gamma{};  // 1: none
  std::array<float, kLanes> beta{};   // -0: none
};

/// normalize_elements of sixteen groups.
void normalize_tile(const Tile& tile, const TileLines& lines);

}  // namespace normscope::kernels
