// SPDX-License-Identifier: MIT
#include "core/kernels/norm_gradient_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/kernels/lanes.hpp"
#include "core/kernels/norm_gradient_row.hpp"
#include "core/kernels/norm_moments.hpp"
#include "core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/norm_gradient_rows.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "core/kernels/norm_gradient_terms.hpp"
#include "core/kernels/norm_terms.hpp"

#ifndef NORMSCOPE_CORE_KERNELS_NORM_GRADIENT_ROWS
#define NORMSCOPE_CORE_KERNELS_NORM_GRADIENT_ROWS
namespace normscope::kernels {

// Rows whose scales are found before the first of them is written, those that are found together,
// and those that are written together: a parameter's sum is loaded and stored once for all of them.
constexpr std::size_t kBand = 16;
constexpr std::size_t kFoundAtOnce = 8;
constexpr std::size_t kWrittenAtOnce = 4;

// Elements of a row that are written before those of the next rows: the parameters' sums of so many
// stay in a first-level cache.
constexpr std::size_t kColumns = 1024;

// Rows of up to so many elements stay in a first-level cache while eight are summed: their pivots
// are found first.
constexpr std::size_t kPivotsFirst = 256;

// Elements of some rows, `stride` from row to row.
struct GradientPiece {
  const float* x;
  const float* dy;
  const float* gamma;  // null: none
  float* dx;
  double* dgamma;  // null: none
  double* dbeta;
  std::size_t stride;
  std::size_t count;
  bool past_caches;
};

// The scales of a band of rows, and the numbers of those by vectors as floats.
struct GradientScales {
  std::array<GradientScale, kBand> rows;
  HWY_ALIGN float minus_centre[kBand];
  HWY_ALIGN float rstd[kBand];
  HWY_ALIGN float shift[kBand];  // (centre - mean) * rstd
  HWY_ALIGN float mean_d[kBand];
  HWY_ALIGN float slope[kBand];  // negative

  void note(std::size_t row, const GradientScale& scale) {
    const auto nearest = static_cast<float>(scale.centre);
    rows[row] = scale;
    minus_centre[row] = -nearest;
    rstd[row] = static_cast<float>(scale.rstd);
    shift[row] = static_cast<float>(-((scale.centre - static_cast<double>(nearest)) * scale.rstd));
    mean_d[row] = static_cast<float>(scale.mean_d);
    slope[row] = static_cast<float>(-scale.slope);
  }
};

// What stays the same from row to row.
struct GradientWork {
  NormGradientRows rows;
  Denominator denominator;
  bool centred;
  bool outside;  // epsilon

  GradientPiece piece(std::size_t row, std::size_t at, std::size_t count) const {
    const std::size_t first = row * rows.size + at;
    return {rows.x.data() + first,
            rows.dy.data() + first,
            rows.gamma.empty() ? nullptr : rows.gamma.data() + at,
            rows.dx.data() + first,
            rows.dgamma.empty() ? nullptr : rows.dgamma.data() + at,
            rows.dbeta.empty() ? nullptr : rows.dbeta.data() + at,
            rows.size,
            count,
            rows.past_caches};
  }
  // The same elements of one row for the arithmetic in double.
  GradientSegment segment(std::size_t row, std::size_t at, std::size_t count) const {
    const std::size_t first = row * rows.size + at;
    const std::size_t whole = (count + kLanes - 1) / kLanes * kLanes;
    const auto part = [at](auto values, std::size_t elements) {
      return values.empty() ? values : values.subspan(at, elements);
    };
    return {rows.x.subspan(first, count),  rows.dy.subspan(first, count), part(rows.gamma, count),
            rows.dx.subspan(first, count), part(rows.dgamma, whole),      part(rows.dbeta, whole)};
  }
};

}  // namespace normscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {

// As block_moments, with the sums of d beside.
template <class Gamma>
inline HWY_NOINLINE GradientMoments block_gradient(const float* x, const float* dy,
                                                   std::size_t count, bool centred,
                                                   const Gamma& gamma) {
  float pivot = pivot_of(x, count, centred);
  for (int attempt = 0; attempt < kPivots; ++attempt) {
    const GradientSums sums = sums_along(pivot, x, dy, count, gamma);
    const MomentSums of_x{total(sums.x.deviations), total(sums.x.squares)};
    const PivotMoments about = moments_about(pivot, of_x, count, centred);
    if (about.holds || of_x.squares == 0) {
      const RowMoments moments =
          about.holds ? about.moments : moments_of_equals(x, 1, count, centred);
      const double d = total(sums.d);
      const double moved = centred ? d * (static_cast<double>(pivot) - moments.mean) : 0.0;
      return {moments, d, total(sums.along) + moved};
    }
    pivot = static_cast<float>(about.moments.mean);
  }
  return {kBeyondFloats};
}

// The scale of one row.
template <class Gamma>
inline HWY_NOINLINE GradientScale scale_alone(const GradientWork& work, std::size_t row) {
  const NormGradientRows& rows = work.rows;
  GradientMoments moments;
  for (std::size_t at = 0; at < rows.size; at += kBlock) {
    const GradientPiece piece = work.piece(row, at, std::min(kBlock, rows.size - at));
    const GradientMoments block =
        block_gradient(piece.x, piece.dy, piece.count, work.centred, Gamma(piece.gamma));
    moments = at == 0 ? block
                      : joined(moments, static_cast<double>(at), block,
                               static_cast<double>(piece.count), work.centred);
    if (!std::isfinite(moments.x.squares)) break;
  }
  const GradientScale scale = scale_of(moments, rows.size, rows.options);
  return scale.by_vectors ? scale
                          : gradient_scale_in_double(work.segment(row, 0, rows.size), rows.options);
}

// scale_of, of rows whose sums are known: from row `first` of a band on. Whether vectors hold for
// all of them.
HWY_INLINE bool note_scales(const GradientWork& work, const float* pivots,
                            const double (*sums)[kFoundAtOnce], std::size_t first,
                            GradientScales& scales) {
  const RowsTag tag;
  const auto n = static_cast<double>(work.rows.size);
  const RowsKind kind{work.denominator, n, work.centred};
  const RowsNumbers divisor = in_rows(work.denominator.count);
  const RowsNumbers most = in_rows(0x1p100);
  bool hold = true;
  for (std::size_t i = 0; i < kFoundAtOnce; i += hn::MaxLanes(tag)) {
    const RowsMoments x = rows_moments(kind, pivots + i, sums[0] + i, sums[1] + i);
    const RowsNumbers d = hn::Load(tag, sums[2] + i);
    const RowsNumbers moved = work.centred ? hn::Mul(d, hn::Sub(x.pivot, x.mean)) : in_rows(0);
    const RowsNumbers along = hn::Mul(hn::Add(hn::Load(tag, sums[3] + i), moved), x.rstd);
    RowsNumbers slope = hn::Div(along, divisor);
    if (work.outside) slope = hn::Div(slope, hn::Mul(x.deviation, x.rstd));
    const RowsNumbers mean_d = work.centred ? hn::Div(d, in_rows(n)) : in_rows(0);
    const auto variance =
        hn::And(hn::Ge(x.squares, in_rows(n * 0x1p-40)), hn::Le(x.squares, in_rows(n * 0x1p40)));
    const auto gradient = hn::And(hn::Le(hn::Abs(mean_d), most), hn::Le(hn::Abs(slope), most));
    hold = hold && hn::AllTrue(tag, hn::And(x.holds, hn::And(variance, gradient)));
    const auto centre = hn::DemoteTo(RowsFloatTag(), x.centre);
    const auto off = hn::Mul(hn::Sub(x.centre, hn::PromoteTo(tag, centre)), x.rstd);
    hn::Store(hn::Neg(centre), RowsFloatTag(), scales.minus_centre + first + i);
    store_as_floats(x.rstd, scales.rstd + first + i);
    store_as_floats(hn::Neg(off), scales.shift + first + i);
    store_as_floats(mean_d, scales.mean_d + first + i);
    store_as_floats(hn::Neg(slope), scales.slope + first + i);
  }
  return hold;
}

// The scales of eight rows of one block; false where vectors do not hold for one of them. The
// length of rows is known when this is compiled, or (0) not.
template <std::size_t kSize, class Gamma>
inline HWY_NOINLINE bool find_scales(const GradientWork& work, std::size_t row, std::size_t first,
                                     GradientScales& scales) {
  const std::size_t size = kSize == 0 ? work.rows.size : kSize;
  const GradientPiece piece = work.piece(row, 0, size);
  const Gamma gamma(piece.gamma);
  HWY_ALIGN float pivots[kFoundAtOnce];
  const bool pivots_first = size <= kPivotsFirst && !piece.past_caches;
  if (pivots_first) find_pivots<kFoundAtOnce>(piece.x, size, work.centred, pivots);
  HWY_ALIGN double halves[4][kFoundAtOnce][kLanes / 2];
  for (std::size_t r = 0; r < kFoundAtOnce; ++r) {
    const float* const x = piece.x + r * size;
    if (!pivots_first) pivots[r] = pivot_of(x, size, work.centred);
    const GradientSums sums = sums_along(pivots[r], x, piece.dy + r * size, size, gamma);
    store_halves_folded(sums.x.deviations, halves[0][r]);
    store_halves_folded(sums.x.squares, halves[1][r]);
    store_halves_folded(sums.d, halves[2][r]);
    store_halves_folded(sums.along, halves[3][r]);
  }
  HWY_ALIGN double sums[4][kFoundAtOnce];
  for (std::size_t i = 0; i < 4; ++i) fold_rows<kFoundAtOnce, Plus>(halves[i], sums[i]);
  if (!note_scales(work, pivots, sums, first, scales)) return false;
  for (std::size_t r = 0; r < kFoundAtOnce; ++r) scales.rows[first + r].by_vectors = true;
  return true;
}

// The scales of a band of `count` rows from `row` on.
template <std::size_t kSize, class Gamma>
HWY_INLINE void find_band(const GradientWork& work, std::size_t row, std::size_t count,
                          GradientScales& scales) {
  for (std::size_t r = 0; r < count;) {
    const bool several = r + kFoundAtOnce <= count && work.rows.size <= kBlock;
    const std::size_t done = several ? kFoundAtOnce : 1;
    if (!several || !find_scales<kSize, Gamma>(work, row + r, r, scales)) {
      for (std::size_t i = r; i < r + done; ++i) {
        scales.note(i, scale_alone<Gamma>(work, row + i));
      }
    }
    r += done;
  }
}

struct GradientVectors {
  Floats minus_centre;
  Floats rstd;
  Floats shift;
  Floats mean_d;
  Floats slope;  // negative

  HWY_INLINE GradientVectors(const GradientScales& scales, std::size_t row)
      : minus_centre(all(scales.minus_centre[row])),
        rstd(all(scales.rstd[row])),
        shift(all(scales.shift[row])),
        mean_d(all(scales.mean_d[row])),
        slope(all(scales.slope[row])) {}

  HWY_INLINE Floats xhat(const Floats& x) const { return fused(add(x, minus_centre), rstd, shift); }
  HWY_INLINE Floats dx(const Floats& d, const Floats& xhat) const {
    return mul(rstd, fused(xhat, slope, sub(d, mean_d)));
  }
};

// The parameters' sums of sixteen elements, or none.
struct NoSums {
  HWY_INLINE NoSums(const GradientPiece&, std::size_t) {}
  HWY_INLINE void add_row(const Floats&, const Floats&) {}
  HWY_INLINE void store_into(const GradientPiece&, std::size_t) const {}
};
struct ParameterSums {
  Doubles gamma;
  Doubles beta;
  HWY_INLINE ParameterSums(const GradientPiece& piece, std::size_t at)
      : gamma(load(piece.dgamma + at)), beta(load(piece.dbeta + at)) {}
  HWY_INLINE void add_row(const Floats& dy, const Floats& xhat) {
    add_to(gamma, mul(dy, xhat));
    add_to(beta, dy);
  }
  HWY_INLINE void store_into(const GradientPiece& piece, std::size_t at) const {
    store(gamma, piece.dgamma + at);
    store(beta, piece.dbeta + at);
  }
};

// Writes rows from row `first` of a band on.
template <std::size_t kRows, std::size_t kSize, class Gamma, class ParametersSums, bool kPastCaches>
HWY_INLINE void write_gradients(const GradientPiece& piece, const GradientScales& scales,
                                std::size_t first) {
  const Gamma gamma(piece.gamma);
  // Vectors of several rows, built in place.
  const auto vectors = [&]<std::size_t... kRow>(std::index_sequence<kRow...>) HWY_ATTR {
    return std::array<GradientVectors, kRows>{GradientVectors(scales, first + kRow)...};
  }
  (std::make_index_sequence<kRows>());
  const std::size_t count = kSize == 0 ? piece.count : kSize;
  const std::size_t stride = kSize == 0 ? piece.stride : kSize;
  const std::size_t whole = count - count % kLanes;
  for (std::size_t at = 0; at < whole; at += kLanes) {
    ParametersSums sums(piece, at);
    for (std::size_t r = 0; r < kRows; ++r) {
      const std::size_t element = r * stride + at;
      const Floats dy = load(piece.dy + element);
      const Floats xhat = vectors[r].xhat(load(piece.x + element));
      const Floats dx = vectors[r].dx(gamma.whole(dy, at), xhat);
      sums.add_row(dy, xhat);
      kPastCaches ? store_past_caches(dx, piece.dx + element) : store(dx, piece.dx + element);
    }
    sums.store_into(piece, at);
  }
  if (whole == count) return;
  const std::size_t rest = count - whole;
  ParametersSums sums(piece, whole);
  for (std::size_t r = 0; r < kRows; ++r) {
    const std::size_t element = r * stride + whole;
    const Floats dy = load_padded(piece.dy + element, rest, 0);
    const Floats xhat = vectors[r].xhat(load_padded(piece.x + element, rest, 0));
    store_part(vectors[r].dx(gamma.part(dy, whole, rest), xhat), rest, piece.dx + element);
    sums.add_row(dy, xhat);
  }
  sums.store_into(piece, whole);
}

// Rows of a piece, `count` of them: so many at a time as are written together, or (kRows 1) one.
template <std::size_t kRows, std::size_t kSize, class Gamma, class ParametersSums>
inline HWY_NOINLINE void write_rows(GradientPiece piece, const GradientScales& scales,
                                    std::size_t first, std::size_t count) {
  for (std::size_t r = 0; r < count; r += kRows) {
    piece.past_caches
        ? write_gradients<kRows, kSize, Gamma, ParametersSums, true>(piece, scales, first + r)
        : write_gradients<kRows, kSize, Gamma, ParametersSums, false>(piece, scales, first + r);
    piece.x += kRows * piece.stride;
    piece.dy += kRows * piece.stride;
    piece.dx += kRows * piece.stride;
  }
}

// Writes elements of a band of `count` rows from `row` on.
template <std::size_t kSize, class Gamma, class ParametersSums>
HWY_INLINE void write_columns(const GradientWork& work, std::size_t row, std::size_t count,
                              const GradientScales& scales, std::size_t at) {
  const std::size_t columns = std::min(kColumns, work.rows.size - at);
  for (std::size_t r = 0; r < count;) {
    std::size_t end = r;
    while (end < count && scales.rows[end].by_vectors) ++end;
    const std::size_t together = (end - r) / kWrittenAtOnce * kWrittenAtOnce;
    if (together > 0) {
      write_rows<kWrittenAtOnce, kSize, Gamma, ParametersSums>(work.piece(row + r, at, columns),
                                                               scales, r, together);
    }
    r += together;
    if (r < end) {
      write_rows<1, 0, Gamma, ParametersSums>(work.piece(row + r, at, columns), scales, r, end - r);
    }
    r = end;
    if (r == count) return;
    write_gradient_in_double(work.segment(row + r, at, columns), scales.rows[r]);
    ++r;
  }
}

template <std::size_t kSize, class Gamma, class ParametersSums>
inline HWY_NOINLINE void run_bands(const GradientWork& work) {
  const std::size_t size = work.rows.size;
  const std::size_t rows = work.rows.x.size() / size;
  GradientScales scales;
  for (std::size_t row = 0; row < rows; row += kBand) {
    const std::size_t count = std::min(kBand, rows - row);
    find_band<kSize, Gamma>(work, row, count, scales);
    for (std::size_t at = 0; at < size; at += kColumns) {
      write_columns<kSize, Gamma, ParametersSums>(work, row, count, scales, at);
    }
  }
}

template <class Gamma, class ParametersSums>
HWY_INLINE void run_sized(const GradientWork& work) {
  work.rows.size == kPivotElements ? run_bands<kPivotElements, Gamma, ParametersSums>(work)
                                   : run_bands<0, Gamma, ParametersSums>(work);
}

void run_norm_gradients(const GradientWork& work) {
  if (work.rows.gamma.empty()) {
    run_sized<Unscaled, NoSums>(work);
  } else if (work.rows.dgamma.empty()) {
    run_sized<Scaled, NoSums>(work);
  } else {
    run_sized<Scaled, ParameterSums>(work);
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace normscope::kernels {
namespace {
HWY_EXPORT(run_norm_gradients);
}  // namespace

void norm_gradient_rows(const NormGradientRows& rows) {
  if (rows.size == 0) return;
  const ops::NormOptions& options = rows.options;
  GradientWork work{rows, denominator_of(options, rows.size), options.centred(),
                    options.epsilon_placement == ops::EpsilonPlacement::kOutside};
  work.rows.past_caches = rows.past_caches && whole_lines(rows.dx.data(), rows.size);
  HWY_DYNAMIC_DISPATCH(run_norm_gradients)(work);
}

}  // namespace normscope::kernels
#endif
