// SPDX-License-Identifier: MIT
// What the vector kernels of the normalizations share: sums about a pivot, and the output of a line
// with gamma and beta. Compiled once for each instruction set, as vectors.hpp.
#ifndef NORMSCOPE_CORE_KERNELS_SEGMENT
#define NORMSCOPE_CORE_KERNELS_SEGMENT

#include <cstddef>

namespace normscope::kernels {

/// Elements of one group, and where their results go.
struct Segment {
  const float* x;
  float* y;
  std::size_t count;
  bool past_caches;
};

}  // namespace normscope::kernels
#endif

#if defined(NORMSCOPE_CORE_KERNELS_NORM_TERMS) == defined(HWY_TARGET_TOGGLE)
#ifdef NORMSCOPE_CORE_KERNELS_NORM_TERMS
#undef NORMSCOPE_CORE_KERNELS_NORM_TERMS
#else
#define NORMSCOPE_CORE_KERNELS_NORM_TERMS
#endif

#include <hwy/cache_control.h>

#include <algorithm>
#include <cstdint>

#include "core/kernels/norm_moments.hpp"
#include "core/kernels/vectors.hpp"

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {

/// Deviations and their squares: of sixteen elements, and of sums of them.
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

HWY_INLINE Terms terms_of(const Floats& deviations) {
  return {deviations, mul(deviations, deviations)};
}

/// The terms of the vectors at x, x + step, x + 2 step, ... Here and below, what is subtracted from
/// x is held as its negative: an addition takes one operand from memory, in the same instruction.
struct Deviations {
  const float* x;
  std::size_t step;
  Floats minus_pivot;

  HWY_INLINE Terms operator()(std::size_t at) const { return terms_of(deviation(at)); }
  HWY_INLINE Terms four(std::size_t at) const {
    const Floats d[4] = {deviation(at), deviation(at + 1), deviation(at + 2), deviation(at + 3)};
    return {add(add(d[0], d[1]), add(d[2], d[3])),
            fused(d[3], d[3], fused(d[2], d[2], fused(d[1], d[1], mul(d[0], d[0]))))};
  }
  HWY_INLINE Floats deviation(std::size_t at) const {
    return add(load(x + at * step), minus_pivot);
  }

  /// Of fewer than sixteen elements from element `at` of a row on, filled up with 0.
  HWY_INLINE Floats part(std::size_t at, std::size_t count) const {
    HWY_ALIGN float lanes[kLanes];
    store(negative(minus_pivot), lanes);
    std::copy_n(x + at, count, lanes);
    return add(load(lanes), minus_pivot);
  }
};

/// The sum of the elements whose mean is the pivot, lane by lane.
HWY_INLINE Floats pivot_sums(const float* x, std::size_t count) {
  const std::size_t whole = count - count % kLanes;
  Floats sum = all(0);
  for (std::size_t k = 0; k < whole; k += kLanes) sum = add(sum, load(x + k));
  if (whole < count) sum = add(sum, load_padded(x + whole, count - whole, 0));
  return sum;
}

/// The pivots of rows of `size` elements, one after the other: the means of their first elements,
/// or 0 uncentred.
template <std::size_t kRows>
HWY_INLINE void find_pivots(const float* x, std::size_t size, bool centred, float* pivots) {
  std::fill_n(pivots, kRows, 0.0F);
  if (!centred) return;
  const std::size_t few = std::min(size, kPivotElements);
  HWY_ALIGN float lanes[kRows][kLanes];
  for (std::size_t r = 0; r < kRows; ++r) store(pivot_sums(x + r * size, few), lanes[r]);
  fold_rows<kRows, Plus>(lanes, pivots);
  const hn::CappedTag<float, kRowsOfFold> tag;
  for (std::size_t r = 0; r < kRows; r += hn::MaxLanes(tag)) {
    const auto sums = hn::Load(tag, pivots + r);
    hn::Store(hn::Div(sums, hn::Set(tag, static_cast<float>(few))), tag, pivots + r);
  }
}

/// The pivot of one row.
HWY_INLINE float pivot_of(const float* x, std::size_t size, bool centred) {
  if (!centred) return 0;
  const std::size_t few = std::min(size, kPivotElements);
  return total(pivot_sums(x, few)) / static_cast<float>(few);
}

/// Numbers of several rows side by side.
using RowsTag = hn::CappedTag<double, kRowsOfFold>;
using RowsFloatTag = hn::Rebind<float, RowsTag>;
using RowsNumbers = hn::Vec<RowsTag>;

HWY_INLINE RowsNumbers in_rows(double value) {
  return hn::Set(RowsTag(), value);
}

HWY_INLINE void store_as_floats(RowsNumbers x, float* y) {
  hn::Store(hn::DemoteTo(RowsFloatTag(), x), RowsFloatTag(), y);
}

/// What is the same for all rows of a normalization.
struct RowsKind {
  Denominator denominator;
  double size;
  bool centred;
};

/// moments_about of several rows, and the reciprocal of ops::denominator.
struct RowsMoments {
  RowsNumbers pivot;
  RowsNumbers mean;
  RowsNumbers squares;
  RowsNumbers centre;     // the mean, or 0 uncentred
  RowsNumbers deviation;  // the root of the variance and what is added inside
  RowsNumbers rstd;
  hn::Mask<RowsTag> holds;  // has_line, too
};

HWY_INLINE RowsMoments rows_moments(const RowsKind& kind, const float* pivots,
                                    const double* deviations, const double* squares) {
  const RowsTag tag;
  const double n = kind.size;
  RowsMoments found;
  const RowsNumbers s1 = hn::Load(tag, deviations);
  const RowsNumbers s2 = hn::Load(tag, squares);
  const RowsNumbers shift = hn::Div(s1, in_rows(n));
  const RowsNumbers lost = kind.centred ? hn::Mul(s1, shift) : in_rows(0);
  found.pivot = hn::PromoteTo(tag, hn::Load(RowsFloatTag(), pivots));
  found.mean = hn::Add(found.pivot, shift);
  found.centre = kind.centred ? found.mean : in_rows(0);
  found.squares = hn::Sub(s2, lost);
  const RowsNumbers variance = hn::Div(found.squares, in_rows(kind.denominator.count));
  found.deviation = hn::Sqrt(hn::Add(variance, in_rows(kind.denominator.inside)));
  found.rstd = hn::Div(in_rows(1), hn::Add(found.deviation, in_rows(kind.denominator.outside)));
  const auto between = [](RowsNumbers x, double least, double most) HWY_ATTR {
    return hn::And(hn::Ge(x, in_rows(least)), hn::Le(x, in_rows(most)));
  };
  found.holds = hn::And(
      hn::And(between(s2, n * 0x1p-100, n * 0x1p100), between(found.rstd, 0x1p-100, 0x1p100)),
      hn::Le(lost, found.squares));
  return found;
}

/// The rest of the sums of a row of `count` elements, from vector `at` on: less than a tree.
HWY_INLINE void add_rest(const Deviations& deviations, std::size_t at, std::size_t count,
                         Sums& sums) {
  const std::size_t whole = count - count % kLanes;
  add_small_trees(at, whole / kLanes, deviations, sums);
  if (whole == count) return;
  add_to(sums, terms_of(deviations.part(whole, count - whole)));
}

/// The deviations of a row's elements from the pivot and their squares, summed lane by lane.
HWY_INLINE Sums sums_about(float pivot, const float* x, std::size_t count) {
  const Deviations deviations{x, kLanes, all(-pivot)};
  Sums sums{no_doubles(), no_doubles()};
  std::size_t at = 0;
  for (; at + kTree <= count / kLanes; at += kTree) add_to(sums, tree<kTree>(deviations, at));
  add_rest(deviations, at, count, sums);
  return sums;
}

struct LineVectors {
  Floats minus_centre;
  Floats rstd;
  Floats rstd_rest;
  Floats shift;

  HWY_INLINE Floats operator()(const Floats& x) const {
    const Floats deviations = add(x, minus_centre);
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
struct ScaleAndShift {
  Gamma gamma;
  Beta beta;
  HWY_INLINE Floats whole(const Floats& core, std::size_t at) const {
    return fused(gamma.whole(at), core, beta.whole(at));
  }
  HWY_INLINE Floats part(const Floats& core, std::size_t at, std::size_t count) const {
    return fused(gamma.part(at, count), core, beta.part(at, count));
  }
};
struct NoAffine {
  static HWY_INLINE Floats whole(const Floats& core, std::size_t) { return core; }
  static HWY_INLINE Floats part(const Floats& core, std::size_t, std::size_t) { return core; }
};

/// While results go past the caches, the elements so far ahead are asked for, so that reading does
/// not stand still: four rows of 768, which leaves room in a first-level cache of 32 KiB. Measured
/// on an Intel Xeon with AVX-512: rows of 64, 768 and 4096 gain 10 to 20 percent.
inline constexpr std::size_t kAhead = 3072;

template <class Affine>
struct Writer {
  const float* x;
  float* y;
  LineVectors line;
  Affine affine;

  HWY_INLINE Floats whole(std::size_t at) const { return affine.whole(line(load(x + at)), at); }
  HWY_INLINE void write_part(std::size_t at, std::size_t count) const {
    const Floats core = line(load_padded(x + at, count, 0));
    store_part(affine.part(core, at, count), count, y + at);
  }

  /// Whole vectors from `at` on, before `end`; the first element that is not written.
  HWY_INLINE std::size_t write_vectors(std::size_t at, std::size_t end, bool past_caches) const {
    constexpr std::size_t kAtOnce = 4 * kLanes;
    for (; !past_caches && at + kAtOnce <= end; at += kAtOnce) {
      for (std::size_t k = at; k < at + kAtOnce; k += kLanes) store(whole(k), y + k);
    }
    if (past_caches) {
      for (; at + kLanes <= end; at += kLanes) {
        hwy::Prefetch(x + at + kAhead);
        store_past_caches(whole(at), y + at);
      }
    } else {
      for (; at + kLanes <= end; at += kLanes) store(whole(at), y + at);
    }
    return at;
  }

  /// The elements from `at` on. Past the caches y and the count are whole lines of the caches.
  HWY_INLINE void write(std::size_t at, std::size_t count, bool past_caches) const {
    if (count < kLanes) return write_part(0, count);
    // The last vector overlaps the one before it; both write the same numbers.
    if (write_vectors(at, count, past_caches) < count)
      store(whole(count - kLanes), y + count - kLanes);
  }

  HWY_INLINE void write_past_caches(std::size_t count) const {
    const std::size_t first = std::min(count, elements_before_line(y));
    if (first > 0) write_part(0, first);
    const std::size_t at = write_vectors(first, count, true);
    if (at < count) write_part(at, count - at);
  }
};

/// Writes a row, and sums another one of the same length: arithmetic of the one beside loads and
/// stores of the other. Past the caches as Writer::write.
template <class Affine>
HWY_INLINE Sums write_and_sum(const Writer<Affine>& writer, const Deviations& other,
                              std::size_t count, bool past_caches) {
  Sums sums{no_doubles(), no_doubles()};
  std::size_t at = 0;
  for (; at + kTree <= count / kLanes; at += kTree) {
    add_to(sums, tree<kTree>(other, at));
    writer.write_vectors(at * kLanes, (at + kTree) * kLanes, past_caches);
  }
  add_rest(other, at, count, sums);
  writer.write(at * kLanes, count, past_caches);
  return sums;
}

template <class Affine>
HWY_INLINE void write_segment(const Segment& s, const LineVectors& line, const Affine& affine) {
  const Writer<Affine> writer{s.x, s.y, line, affine};
  s.past_caches ? writer.write_past_caches(s.count) : writer.write(0, s.count, false);
}

template <class Gamma, class Beta>
HWY_INLINE void write_segment(const Segment& s, const LineVectors& line, const Gamma& gamma,
                              const Beta& beta) {
  write_segment(s, line, ScaleAndShift<Gamma, Beta>{gamma, beta});
}

// Not inline, and neither is what kernels do but once for several rows: each is compiled once.
inline HWY_NOINLINE void write_elements(const Segment& s, const LineVectors& vectors,
                                        const RowAffine& affine) {
  const float* const gamma = affine.gamma.data();
  const float* const beta = affine.beta.data();
  const OneForAll no_gamma{all(1)};
  const OneForAll no_beta{all(-0.0F)};
  auto index = static_cast<std::size_t>(affine.first);
  if (affine.gamma.empty() && affine.beta.empty()) {
    write_segment(s, vectors, NoAffine());
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

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#endif
