// SPDX-License-Identifier: MIT
#include "core/kernels/norm_vectors.hpp"

#include <algorithm>

#include "core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/norm_vectors.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "core/kernels/norm_terms.hpp"

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {

HWY_INLINE MomentSums total(const Sums& sums) {
  return {total(sums.deviations), total(sums.squares)};
}

HWY_INLINE RowMoments block_moments(const float* x, std::size_t count, bool centred) {
  if (count == 0) return kBeyondFloats;
  float pivot = pivot_of(x, count, centred);
  for (int attempt = 0; attempt < kPivots; ++attempt) {
    const MomentSums sums = total(sums_about(pivot, x, count));
    const PivotMoments about = moments_about(pivot, sums, count, centred);
    if (about.holds) return about.moments;
    if (sums.squares == 0) return moments_of_equals(x, 1, count, centred);
    pivot = static_cast<float>(about.moments.mean);
  }
  return kBeyondFloats;
}

RowMoments run_pivot_moments(const float* x, std::size_t count, bool centred) {
  RowMoments moments = block_moments(x, std::min(count, kBlock), centred);
  for (std::size_t at = kBlock; at < count; at += kBlock) {
    const std::size_t size = std::min(kBlock, count - at);
    moments = joined(moments, static_cast<double>(at), block_moments(x + at, size, centred),
                     static_cast<double>(size), centred);
  }
  return moments;
}

// Vector l of a tile has what lane l has in a row: every sixteenth element, from the l-th on.
HWY_INLINE Floats tile_pivots(const float* x, std::size_t stride, std::size_t count) {
  count = std::min(count, kPivotElements);
  Floats sums[kLanes];
  for (std::size_t l = 0; l < kLanes; ++l) {
    sums[l] = all(0);
    for (std::size_t k = l; k < count; k += kLanes) sums[l] = add(sums[l], load(x + k * stride));
  }
  HWY_ALIGN float pivots[kLanes];
  store(fold_vectors(sums), pivots);
  for (float& pivot : pivots) pivot /= static_cast<float>(count);
  return load(pivots);
}

HWY_INLINE void tile_sums_about(const Floats& pivots, const float* x, std::size_t stride,
                                std::size_t count, MomentSums* result) {
  Doubles deviations[kLanes];
  Doubles squares[kLanes];
  for (std::size_t l = 0; l < kLanes; ++l) {
    const Deviations terms{x + l * stride, kLanes * stride, negative(pivots)};
    Sums sums{no_doubles(), no_doubles()};
    add_trees(count / kLanes, terms, sums);
    if (l < count % kLanes) add_to(sums, terms(count / kLanes));
    deviations[l] = sums.deviations;
    squares[l] = sums.squares;
  }
  HWY_ALIGN double folded[2][kLanes];
  store(fold_vectors(deviations), folded[0]);
  store(fold_vectors(squares), folded[1]);
  for (std::size_t g = 0; g < kLanes; ++g) result[g] = {folded[0][g], folded[1][g]};
}

void run_tile_moments(const float* x, std::size_t stride, std::size_t count, bool centred,
                      RowMoments* result) {
  HWY_ALIGN float pivots[kLanes];
  store(centred ? tile_pivots(x, stride, count) : all(0), pivots);
  MomentSums sums[kLanes];
  tile_sums_about(load(pivots), x, stride, count, sums);
  bool done[kLanes];
  bool all_done = true;
  for (std::size_t g = 0; g < kLanes; ++g) {
    const PivotMoments first = moments_about(pivots[g], sums[g], count, centred);
    result[g] = first.moments;
    done[g] = first.holds;
    all_done = all_done && first.holds;
    if (!first.holds) pivots[g] = static_cast<float>(first.moments.mean);
  }
  if (all_done) return;
  tile_sums_about(load(pivots), x, stride, count, sums);
  for (std::size_t g = 0; g < kLanes; ++g) {
    if (done[g]) continue;
    const PivotMoments second = moments_about(pivots[g], sums[g], count, centred);
    result[g] = second.holds           ? second.moments
                : sums[g].squares == 0 ? moments_of_equals(x + g, stride, count, centred)
                                       : kBeyondFloats;
  }
}

void run_normalize_elements(const Segment& s, const Line& line, const RowAffine& affine) {
  write_elements(s, {all(-line.centre), all(line.rstd), all(line.rstd_rest), all(line.shift)},
                 affine);
}

void run_normalize_tile(const Tile& tile, const TileLines& lines) {
  HWY_ALIGN float lanes[4][kLanes];
  for (std::size_t g = 0; g < kLanes; ++g) {
    const Line& line = lines.lines[g];
    lanes[0][g] = line.centre;
    lanes[1][g] = line.rstd;
    lanes[2][g] = line.rstd_rest;
    lanes[3][g] = line.shift;
  }
  const LineVectors line{negative(load(lanes[0])), load(lanes[1]), load(lanes[2]), load(lanes[3])};
  const Floats gamma = load(lines.gamma.data());
  const Floats beta = load(lines.beta.data());
  for (std::size_t k = 0; k < tile.count; ++k) {
    const Floats core = line(load(tile.x + k * tile.x_stride));
    store(fused(gamma, core, beta), tile.y + k * tile.y_stride);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace normscope::kernels {
namespace {
HWY_EXPORT(run_pivot_moments);
HWY_EXPORT(run_normalize_elements);
HWY_EXPORT(run_tile_moments);
HWY_EXPORT(run_normalize_tile);
}  // namespace

RowMoments pivot_moments(std::span<const float> x, bool centred) {
  return HWY_DYNAMIC_DISPATCH(run_pivot_moments)(x.data(), x.size(), centred);
}

void normalize_elements(std::span<const float> x, const Line& line, const RowAffine& affine,
                        std::span<float> y, bool past_caches) {
  HWY_DYNAMIC_DISPATCH(run_normalize_elements)
  ({x.data(), y.data(), x.size(), past_caches}, line, affine);
}

void finish_writing() {
  hwy::FlushStream();
}

TileMoments tile_moments(const Tile& tile, bool centred) {
  TileMoments moments;
  HWY_DYNAMIC_DISPATCH(run_tile_moments)
  (tile.x, tile.x_stride, tile.count, centred, moments.data());
  return moments;
}

void normalize_tile(const Tile& tile, const TileLines& lines) {
  HWY_DYNAMIC_DISPATCH(run_normalize_tile)(tile, lines);
}

}  // namespace normscope::kernels
#endif
