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

#include "core/kernels/norm_terms.hpp"

#ifndef NORMSCOPE_CORE_KERNELS_NORM_GRADIENT_ROWS
#define NORMSCOPE_CORE_KERNELS_NORM_GRADIENT_ROWS
namespace normscope::kernels {

// Rows that are written at once: a parameter's sum is loaded and stored once for all of them.
constexpr std::size_t kAtOnce = 4;

// Elements of some rows, `stride` from row to row; their scales as floats.
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

}  // namespace normscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {

// d = gamma dy, of whole vectors and of parts.
struct Unscaled {
  static HWY_INLINE Floats whole(const Floats& dy, std::size_t) { return dy; }
  static HWY_INLINE Floats part(const Floats& dy, std::size_t, std::size_t) { return dy; }
};
struct Scaled {
  const float* gamma;
  HWY_INLINE Floats whole(const Floats& dy, std::size_t at) const {
    return mul(load(gamma + at), dy);
  }
  HWY_INLINE Floats part(const Floats& dy, std::size_t at, std::size_t count) const {
    return mul(load_padded(gamma + at, count, 0), dy);
  }
};

struct GradientTerms {
  Terms x;
  Floats d;
  Floats along;
};

struct GradientSums {
  Sums x;
  Doubles d;
  Doubles along;
};

HWY_INLINE GradientTerms add(const GradientTerms& a, const GradientTerms& b) {
  return {add(a.x, b.x), add(a.d, b.d), add(a.along, b.along)};
}

HWY_INLINE void add_to(GradientSums& sums, const GradientTerms& terms) {
  add_to(sums.x, terms.x);
  add_to(sums.d, terms.d);
  add_to(sums.along, terms.along);
}

template <class Gamma>
struct AlongDeviations {
  Deviations x;
  const float* dy;
  Gamma gamma;

  HWY_INLINE GradientTerms operator()(std::size_t at) const {
    const Floats d = d_at(at);
    return {x(at), d, mul(d, x.deviation(at))};
  }
  HWY_INLINE GradientTerms four(std::size_t at) const {
    const Floats d[4] = {d_at(at), d_at(at + 1), d_at(at + 2), d_at(at + 3)};
    Floats along = mul(d[0], x.deviation(at));
    for (std::size_t i = 1; i < 4; ++i) along = fused(d[i], x.deviation(at + i), along);
    return {x.four(at), add(add(d[0], d[1]), add(d[2], d[3])), along};
  }
  HWY_INLINE GradientTerms part(std::size_t at, std::size_t count) const {
    const Floats d = gamma.part(load_padded(dy + at, count, 0), at, count);
    const Floats deviations = sub(x.part(at, count), x.pivot);
    return {terms_of(x.part(at, count), x.pivot), d, mul(d, deviations)};
  }

 private:
  HWY_INLINE Floats d_at(std::size_t at) const {
    return gamma.whole(load(dy + at * kLanes), at * kLanes);
  }
};

template <class Gamma>
HWY_INLINE GradientSums sums_along(float pivot, const float* x, const float* dy, std::size_t count,
                                   const Gamma& gamma) {
  const AlongDeviations<Gamma> terms{{x, kLanes, all(pivot)}, dy, gamma};
  GradientSums sums{{no_doubles(), no_doubles()}, no_doubles(), no_doubles()};
  add_trees(count / kLanes, terms, sums);
  const std::size_t whole = count - count % kLanes;
  if (whole < count) add_to(sums, terms.part(whole, count - whole));
  return sums;
}

// As block_moments, with the sums of d beside.
template <class Gamma>
inline HWY_NOINLINE GradientMoments block_gradient(const float* x, const float* dy,
                                                   std::size_t count, bool centred,
                                                   const Gamma& gamma) {
  const std::size_t few = std::min(count, kPivotElements);
  float pivot = centred ? total(pivot_sums(x, few)) / static_cast<float>(few) : 0.0F;
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

GradientMoments run_block_gradient(const float* x, const float* dy, const float* gamma,
                                   std::size_t count, bool centred) {
  return gamma == nullptr ? block_gradient(x, dy, count, centred, Unscaled())
                          : block_gradient(x, dy, count, centred, Scaled{gamma});
}

struct GradientVectors {
  Floats centre;
  Floats rstd;
  Floats shift;
  Floats mean_d;
  Floats slope;  // negative

  HWY_INLINE explicit GradientVectors(const GradientScale& scale)
      : centre(all(static_cast<float>(scale.centre))),
        rstd(all(static_cast<float>(scale.rstd))),
        shift(all(static_cast<float>(-(
            (scale.centre - static_cast<double>(static_cast<float>(scale.centre))) * scale.rstd)))),
        mean_d(all(static_cast<float>(scale.mean_d))),
        slope(all(static_cast<float>(-scale.slope))) {}

  HWY_INLINE Floats xhat(const Floats& x) const { return fused(sub(x, centre), rstd, shift); }
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

template <std::size_t kRows, class Gamma, class ParametersSums>
inline HWY_NOINLINE void write_gradients(const GradientPiece& piece, const GradientScale* scales,
                                         const Gamma& gamma) {
  // Vectors of several rows, built in place.
  const auto vectors = [&]<std::size_t... kRow>(std::index_sequence<kRow...>) HWY_ATTR {
    return std::array<GradientVectors, kRows>{GradientVectors(scales[kRow])...};
  }
  (std::make_index_sequence<kRows>());
  const std::size_t whole = piece.count - piece.count % kLanes;
  for (std::size_t at = 0; at < whole; at += kLanes) {
    ParametersSums sums(piece, at);
    for (std::size_t r = 0; r < kRows; ++r) {
      const std::size_t element = r * piece.stride + at;
      const Floats dy = load(piece.dy + element);
      const Floats xhat = vectors[r].xhat(load(piece.x + element));
      const Floats dx = vectors[r].dx(gamma.whole(dy, at), xhat);
      sums.add_row(dy, xhat);
      piece.past_caches ? store_past_caches(dx, piece.dx + element) : store(dx, piece.dx + element);
    }
    sums.store_into(piece, at);
  }
  if (whole == piece.count) return;
  const std::size_t rest = piece.count - whole;
  ParametersSums sums(piece, whole);
  for (std::size_t r = 0; r < kRows; ++r) {
    const std::size_t element = r * piece.stride + whole;
    const Floats dy = load_padded(piece.dy + element, rest, 0);
    const Floats xhat = vectors[r].xhat(load_padded(piece.x + element, rest, 0));
    store_part(vectors[r].dx(gamma.part(dy, whole, rest), xhat), rest, piece.dx + element);
    sums.add_row(dy, xhat);
  }
  sums.store_into(piece, whole);
}

template <std::size_t kRows>
HWY_INLINE void write_rows(const GradientPiece& piece, const GradientScale* scales) {
  if (piece.gamma == nullptr) {
    write_gradients<kRows, Unscaled, NoSums>(piece, scales, Unscaled());
  } else if (piece.dgamma == nullptr) {
    write_gradients<kRows, Scaled, NoSums>(piece, scales, Scaled{piece.gamma});
  } else {
    write_gradients<kRows, Scaled, ParameterSums>(piece, scales, Scaled{piece.gamma});
  }
}

void run_write_gradient(const GradientPiece& piece, const GradientScale* scales) {
  write_rows<1>(piece, scales);
}

void run_write_gradients(const GradientPiece& piece, const GradientScale* scales) {
  write_rows<kAtOnce>(piece, scales);
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace normscope::kernels {
namespace {

HWY_EXPORT(run_block_gradient);
HWY_EXPORT(run_write_gradient);
HWY_EXPORT(run_write_gradients);

// Rows whose scales are found before the first of them is written.
constexpr std::size_t kBand = 16;

// Elements of a row that are written before those of the next rows: the parameters' sums of so many
// stay in a first-level cache.
constexpr std::size_t kColumns = 1024;

template <class Number>
std::span<Number> part_of(std::span<Number> values, std::size_t at, std::size_t count) {
  return values.empty() ? values : values.subspan(at, count);
}

std::size_t whole_lanes(std::size_t count) {
  return (count + kLanes - 1) / kLanes * kLanes;
}

GradientSegment segment_of(const NormGradientRows& rows, std::size_t row, std::size_t at,
                           std::size_t count) {
  const std::size_t first = row * rows.size + at;
  return {rows.x.subspan(first, count),
          rows.dy.subspan(first, count),
          part_of(rows.gamma, at, count),
          rows.dx.subspan(first, count),
          part_of(rows.dgamma, at, whole_lanes(count)),
          part_of(rows.dbeta, at, whole_lanes(count))};
}

GradientScale row_scale(const NormGradientRows& rows, std::size_t row) {
  const bool centred = rows.options.centred();
  const GradientSegment whole = segment_of(rows, row, 0, rows.size);
  GradientMoments moments;
  for (std::size_t at = 0; at < rows.size; at += kBlock) {
    const std::size_t count = std::min(kBlock, rows.size - at);
    const float* const gamma = rows.gamma.empty() ? nullptr : rows.gamma.data() + at;
    const GradientMoments block = HWY_DYNAMIC_DISPATCH(run_block_gradient)(
        whole.x.data() + at, whole.dy.data() + at, gamma, count, centred);
    moments = at == 0 ? block
                      : joined(moments, static_cast<double>(at), block, static_cast<double>(count),
                               centred);
    if (!std::isfinite(moments.x.squares)) break;
  }
  const GradientScale scale = scale_of(moments, rows.size, rows.options);
  return scale.by_vectors ? scale : gradient_scale_in_double(whole, rows.options);
}

// Writes elements of some rows.
void write_columns(const NormGradientRows& rows, std::size_t row, std::span<GradientScale> scales,
                   std::size_t at) {
  const std::size_t count = std::min(kColumns, rows.size - at);
  const auto by_vectors = [](const GradientScale& scale) { return scale.by_vectors; };
  while (!scales.empty()) {
    const GradientSegment segment = segment_of(rows, row, at, count);
    const bool several =
        scales.size() >= kAtOnce && std::ranges::all_of(scales.first(kAtOnce), by_vectors);
    const std::size_t done = several ? kAtOnce : 1;
    if (!several && !scales.front().by_vectors) {
      write_gradient_in_double(segment, scales.front());
    } else {
      const GradientPiece piece{segment.x.data(),
                                segment.dy.data(),
                                segment.gamma.data(),
                                segment.dx.data(),
                                segment.dgamma.data(),
                                segment.dbeta.data(),
                                rows.size,
                                count,
                                rows.past_caches};
      several ? HWY_DYNAMIC_DISPATCH(run_write_gradients)(piece, scales.data())
              : HWY_DYNAMIC_DISPATCH(run_write_gradient)(piece, scales.data());
    }
    row += done;
    scales = scales.subspan(done);
  }
}

}  // namespace

void norm_gradient_rows(const NormGradientRows& rows) {
  if (rows.size == 0) return;
  NormGradientRows placed = rows;
  placed.past_caches = rows.past_caches && whole_lines(rows.dx.data(), rows.size);
  const std::size_t count = rows.x.size() / rows.size;
  std::array<GradientScale, kBand> scales;
  for (std::size_t row = 0; row < count; row += kBand) {
    const auto band = std::span(scales).first(std::min(kBand, count - row));
    for (std::size_t r = 0; r < band.size(); ++r) band[r] = row_scale(placed, row + r);
    for (std::size_t at = 0; at < rows.size; at += kColumns) write_columns(placed, row, band, at);
  }
}

}  // namespace normscope::kernels
#endif
