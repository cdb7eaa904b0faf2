// SPDX-License-Identifier: MIT
#include "core/kernels/norm_vectors.hpp"

#include <algorithm>
#include <cstdint>

#include "core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/norm_vectors.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include "core/kernels/vectors.hpp"

#ifndef NORMSCOPE_CORE_KERNELS_SEGMENT
#define NORMSCOPE_CORE_KERNELS_SEGMENT
namespace normscope::kernels {
// Elements of one group, and where their results go.
struct Segment {
  const float* x;
  float* y;
  std::size_t count;
  bool past_caches;
};
}  // namespace normscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {  // NOLINT(modernize-concat-nested-namespaces)

// Deviations and their squares: of sixteen elements, and of sums of them.
struct Terms {
  Floats deviations;
  Floats squares;
};

struct Sums {
  Doubles deviations;
  Doubles squares;
};

HWY_INLINE Terms add(const Terms& a, const Terms& b) {
  return {add(a.deviations, b.deviations), add(a.squares, b.squares)};
}

HWY_INLINE void add_to(Sums& sums, const Terms& terms) {
  add_to(sums.deviations, terms.deviations);
  add_to(sums.squares, terms.squares);
}

HWY_INLINE Terms terms_of(const Floats& x, const Floats& pivot) {
  const Floats deviations = sub(x, pivot);
  return {deviations, mul(deviations, deviations)};
}

// The terms of the vectors at x, x + step, x + 2 step, ...
struct Deviations {
  const float* x;
  std::size_t step;
  Floats pivot;

  HWY_INLINE Terms operator()(std::size_t at) const { return terms_of(load(x + at * step), pivot); }
};

HWY_INLINE float pivot_of(const float* x, std::size_t count) {
  count = std::min(count, kPivotElements);
  const std::size_t whole = count - count % kLanes;
  Floats sum = all(0);
  for (std::size_t k = 0; k < whole; k += kLanes) sum = add(sum, load(x + k));
  if (whole < count) sum = add(sum, load_padded(x + whole, count - whole, 0));
  return total(sum) / static_cast<float>(count);
}

HWY_INLINE MomentSums sums_about(float pivot, const float* x, std::size_t count) {
  const std::size_t whole = count - count % kLanes;
  const Deviations deviations{x, kLanes, all(pivot)};
  Sums sums{no_doubles(), no_doubles()};
  add_trees(whole / kLanes, deviations, sums);
  // Elements that are not there are equal to the pivot.
  if (whole < count) {
    add_to(sums, terms_of(load_padded(x + whole, count - whole, pivot), deviations.pivot));
  }
  return {total(sums.deviations), total(sums.squares)};
}

HWY_INLINE RowMoments block_moments(const float* x, std::size_t count, bool centred) {
  if (count == 0) return kBeyondFloats;
  const float pivot = centred ? pivot_of(x, count) : 0.0F;
  const PivotMoments first = moments_about(pivot, sums_about(pivot, x, count), count, centred);
  if (first.holds) return first.moments;
  const auto nearer = static_cast<float>(first.moments.mean);
  const MomentSums sums = sums_about(nearer, x, count);
  const PivotMoments second = moments_about(nearer, sums, count, centred);
  if (second.holds) return second.moments;
  return sums.squares == 0 ? moments_of_equals(x, 1, count, centred) : kBeyondFloats;
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
    const Deviations terms{x + l * stride, kLanes * stride, pivots};
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

struct LineVectors {
  Floats centre;
  Floats rstd;
  Floats rstd_rest;
  Floats shift;

  HWY_INLINE Floats operator()(const Floats& x) const {
    const Floats deviations = sub(x, centre);
    return fused(deviations, rstd, fused(deviations, rstd_rest, shift));
  }
};

// gamma or beta: one value for all elements, or one for each.
struct OneForAll {
  Floats value;
  HWY_INLINE Floats whole(std::size_t) const { return value; }
  HWY_INLINE Floats part(std::size_t, std::size_t) const { return value; }
};
struct OneForEach {
  const float* values;
  HWY_INLINE Floats whole(std::size_t at) const { return load(values + at); }
  HWY_INLINE Floats part(std::size_t at, std::size_t count) const {
    return load_padded(values + at, count, 0);
  }
};

template <class Gamma, class Beta>
struct Writer {
  const float* x;
  float* y;
  LineVectors line;
  Gamma gamma;
  Beta beta;

  HWY_INLINE Floats whole(std::size_t at) const {
    return fused(gamma.whole(at), line(load(x + at)), beta.whole(at));
  }
  HWY_INLINE void write_part(std::size_t at, std::size_t count) const {
    const Floats core = line(load_padded(x + at, count, 0));
    store_part(fused(gamma.part(at, count), core, beta.part(at, count)), count, y + at);
  }

  HWY_INLINE void write(std::size_t count) const {
    if (count < kLanes) return write_part(0, count);
    for (std::size_t at = 0; at + kLanes <= count; at += kLanes) store(whole(at), y + at);
    // The last vector overlaps the one before it; both write the same numbers.
    if (count % kLanes != 0) store(whole(count - kLanes), y + count - kLanes);
  }

  HWY_INLINE void write_past_caches(std::size_t count) const {
    const auto misaligned = reinterpret_cast<std::uintptr_t>(y) / sizeof(float) % kLanes;
    std::size_t at = std::min(count, (kLanes - misaligned) % kLanes);
    if (at > 0) write_part(0, at);
    for (; at + kLanes <= count; at += kLanes) store_past_caches(whole(at), y + at);
    if (at < count) write_part(at, count - at);
  }
};

template <class Gamma, class Beta>
HWY_INLINE void write_segment(const Segment& s, const LineVectors& line, const Gamma& gamma,
                              const Beta& beta) {
  const Writer<Gamma, Beta> writer{s.x, s.y, line, gamma, beta};
  s.past_caches ? writer.write_past_caches(s.count) : writer.write(s.count);
}

void run_normalize_elements(const Segment& s, const Line& line, const RowAffine& affine) {
  const LineVectors vectors{all(line.centre), all(line.rstd), all(line.rstd_rest), all(line.shift)};
  const float* const gamma = affine.gamma.data();
  const float* const beta = affine.beta.data();
  const OneForAll no_gamma{all(1)};
  const OneForAll no_beta{all(-0.0F)};
  auto index = static_cast<std::size_t>(affine.first);
  if (affine.gamma.empty() && affine.beta.empty()) {
    write_segment(s, vectors, no_gamma, no_beta);
  } else if (affine.run > 1) {
    const auto run = static_cast<std::size_t>(affine.run);
    std::size_t end = run - static_cast<std::size_t>(affine.into);
    for (std::size_t at = 0; at < s.count; at = end, end += run, ++index) {
      const Segment part{s.x + at, s.y + at, std::min(end, s.count) - at, s.past_caches};
      write_segment(part, vectors, affine.gamma.empty() ? no_gamma : OneForAll{all(gamma[index])},
                    affine.beta.empty() ? no_beta : OneForAll{all(beta[index])});
    }
  } else if (affine.beta.empty()) {
    write_segment(s, vectors, OneForEach{gamma + index}, no_beta);
  } else if (affine.gamma.empty()) {
    write_segment(s, vectors, no_gamma, OneForEach{beta + index});
  } else {
    write_segment(s, vectors, OneForEach{gamma + index}, OneForEach{beta + index});
  }
}

void run_normalize_tile(const float* x, std::size_t stride, std::size_t count,
                        const TileLines& tile, float* y) {
  HWY_ALIGN float lanes[4][kLanes];
  for (std::size_t g = 0; g < kLanes; ++g) {
    const Line& line = tile.lines[g];
    lanes[0][g] = line.centre;
    lanes[1][g] = line.rstd;
    lanes[2][g] = line.rstd_rest;
    lanes[3][g] = line.shift;
  }
  const LineVectors line{load(lanes[0]), load(lanes[1]), load(lanes[2]), load(lanes[3])};
  const Floats gamma = load(tile.gamma.data());
  const Floats beta = load(tile.beta.data());
  for (std::size_t at = 0; at < count * stride; at += stride) {
    store(fused(gamma, line(load(x + at)), beta), y + at);
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

TileMoments tile_moments(const float* x, std::size_t stride, std::size_t count, bool centred) {
  TileMoments moments;
  HWY_DYNAMIC_DISPATCH(run_tile_moments)(x, stride, count, centred, moments.data());
  return moments;
}

void normalize_tile(const float* x, std::size_t stride, std::size_t count, const TileLines& tile,
                    float* y) {
  HWY_DYNAMIC_DISPATCH(run_normalize_tile)(x, stride, count, tile, y);
}

}  // namespace normscope::kernels
#endif
