// SPDX-License-Identifier: MIT
#include "core/kernels/norm_rows.hpp"

#include <algorithm>

#include "core/kernels/lanes.hpp"
#include "core/kernels/norm_group.hpp"
#include "core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/norm_rows.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "core/kernels/norm_terms.hpp"

#ifndef NORMSCOPE_CORE_KERNELS_NORM_ROWS
#define NORMSCOPE_CORE_KERNELS_NORM_ROWS
namespace normscope::kernels {

// What stays the same from row to row.
struct RowsInWork {
  const NormRows& rows;
  Denominator denominator;
  std::size_t size;
  bool centred;
  bool plain;    // without gamma and beta
  bool fusible;  // plain, or with a gamma and a beta for each element, the same in all rows
  bool past_caches;

  const float* x(std::size_t row) const { return rows.x.data() + row * size; }
  float* y(std::size_t row) const { return rows.y.data() + row * size; }
  RowAffine affine(std::size_t row) const {
    const ops::AffineLayout& layout = rows.plan.affine;
    const auto group = rows.first + static_cast<std::int64_t>(row);
    return {rows.gamma, rows.beta, layout.period == 1 ? 0 : layout.index(group, 0), layout.run};
  }
};

}  // namespace normscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {

// What maps some rows to their results: the Line of each, with the centre's negative.
template <std::size_t kRows>
struct RowsScales {
  HWY_ALIGN float minus_centre[kRows];
  HWY_ALIGN float below[kRows];
  HWY_ALIGN float rest[kRows];
  HWY_ALIGN float shift[kRows];
  bool holds;

  HWY_INLINE LineVectors line(std::size_t r) const {
    return {all(minus_centre[r]), all(below[r]), all(rest[r]), all(shift[r])};
  }
};

// The scales of several rows from `first` on, as line_of has them, and their statistics.
template <std::size_t kRows>
inline HWY_NOINLINE void scales_of(const RowsInWork& work, std::size_t first, const float* pivots,
                                   const double* deviations, const double* squares,
                                   RowsScales<kRows>& found) {
  const RowsTag tag;
  const RowsFloatTag half;
  const hn::RebindToUnsigned<RowsTag> bits;
  const RowsKind kind{work.denominator, static_cast<double>(work.size), work.centred};
  found.holds = true;
  for (std::size_t i = 0; i < kRows; i += hn::MaxLanes(tag)) {
    const RowsMoments of = rows_moments(kind, pivots + i, deviations + i, squares + i);
    found.holds = found.holds && hn::AllTrue(tag, of.holds);
    const auto centre = hn::DemoteTo(half, of.centre);
    // float_below: without the 29 bits that a float32 does not have.
    const auto mask = hn::Set(bits, ~((std::uint64_t{1} << 29) - 1));
    const auto below = hn::BitCast(tag, hn::And(hn::BitCast(bits, of.rstd), mask));
    const auto off = hn::Mul(hn::Sub(of.centre, hn::PromoteTo(tag, centre)), of.rstd);
    hn::StoreU(hn::DemoteTo(half, of.mean), half, work.rows.mean.data() + first + i);
    hn::StoreU(hn::DemoteTo(half, of.rstd), half, work.rows.rstd.data() + first + i);
    hn::Store(hn::Neg(centre), half, found.minus_centre + i);
    store_as_floats(below, found.below + i);
    store_as_floats(hn::Sub(of.rstd, below), found.rest + i);
    store_as_floats(hn::Neg(off), found.shift + i);
  }
}

// What rows are summed to.
template <std::size_t kRows>
struct RowsSums {
  HWY_ALIGN float pivots[kRows];
  HWY_ALIGN double deviations[kRows][kLanes / 2];
  HWY_ALIGN double squares[kRows][kLanes / 2];

  HWY_INLINE void note(std::size_t r, const Sums& sums) {
    store_halves_folded(sums.deviations, deviations[r]);
    store_halves_folded(sums.squares, squares[r]);
  }
  HWY_INLINE void fold_into(const RowsInWork& work, std::size_t first, RowsScales<kRows>& scales) {
    HWY_ALIGN double folded[2][kRows];
    fold_rows<kRows, Plus>(deviations, folded[0]);
    fold_rows<kRows, Plus>(squares, folded[1]);
    scales_of<kRows>(work, first, pivots, folded[0], folded[1], scales);
  }
};

// The length of rows: known when the loops over them are compiled, or (0) not.
template <std::size_t kSize>
HWY_INLINE std::size_t size_of(const RowsInWork& work) {
  return kSize == 0 ? work.size : kSize;
}

// Reads the rows in the order of memory: where they come from beyond the second-level cache, pivots
// of all rows first would mislead the processor's prefetching and halve the rate.
template <std::size_t kRows>
inline HWY_NOINLINE void find_scales(const RowsInWork& work, std::size_t first,
                                     RowsScales<kRows>& scales) {
  RowsSums<kRows> sums;
  for (std::size_t r = 0; r < kRows; ++r) {
    sums.pivots[r] = pivot_of(work.x(first + r), work.size, work.centred);
    sums.note(r, sums_about(sums.pivots[r], work.x(first + r), work.size));
  }
  sums.fold_into(work, first, scales);
}

template <std::size_t kRows>
inline HWY_NOINLINE void write_rows(const RowsInWork& work, std::size_t first,
                                    const RowsScales<kRows>& scales) {
  for (std::size_t r = 0; r < kRows; ++r) {
    const std::size_t row = first + r;
    const Segment segment{work.x(row), work.y(row), work.size, work.past_caches};
    if (work.plain) {
      write_segment(segment, scales.line(r), NoAffine());
    } else {
      write_elements(segment, scales.line(r), work.affine(row));
    }
  }
}

// Writes rows and finds the scales of those behind them. The processor has something to write while
// it waits for the sums of a row.
template <std::size_t kRows, std::size_t kSize, class Affine>
HWY_INLINE void write_and_find(const RowsInWork& work, std::size_t first, const Affine& affine,
                               const RowsScales<kRows>& scales, RowsScales<kRows>& found) {
  const std::size_t size = size_of<kSize>(work);
  const bool past_caches = work.past_caches;
  const float* x = work.x(first);
  float* y = work.y(first);
  RowsSums<kRows> sums;
  find_pivots<kRows>(x + kRows * size, size, work.centred, sums.pivots);
  for (std::size_t r = 0; r < kRows; ++r, x += size, y += size) {
    const Deviations other{x + kRows * size, kLanes, all(-sums.pivots[r])};
    const Writer<Affine> writer{x, y, scales.line(r), affine};
    sums.note(r, write_and_sum(writer, other, size, past_caches));
  }
  sums.fold_into(work, first + kRows, found);
}

// Rows from `first` on, before `last`; the first row that is not written.
template <std::size_t kRows, std::size_t kSize, class Affine>
inline HWY_NOINLINE std::size_t run_overlapped(const RowsInWork& work, std::size_t first,
                                               std::size_t last, const Affine& affine) {
  if (first + kRows > last) return first;
  RowsScales<kRows> scales[2];
  find_scales(work, first, scales[0]);
  for (std::size_t turn = 0; scales[turn].holds; turn = 1 - turn) {
    const std::size_t next = first + kRows;
    if (next + kRows > last) {
      write_rows(work, first, scales[turn]);
      return next;
    }
    write_and_find<kRows, kSize>(work, first, affine, scales[turn], scales[1 - turn]);
    first = next;
  }
  return first;
}

// The same, reading and writing in turn.
template <std::size_t kRows>
HWY_INLINE std::size_t run_in_turn(const RowsInWork& work, std::size_t first, std::size_t last) {
  RowsScales<kRows> scales;
  for (; first + kRows <= last; first += kRows) {
    find_scales(work, first, scales);
    if (!scales.holds) break;
    write_rows(work, first, scales);
  }
  return first;
}

// Rows of 64 have loops of their own, which count nothing.
template <std::size_t kRows, class Affine>
HWY_INLINE std::size_t run_overlapped(const RowsInWork& work, std::size_t first, std::size_t last,
                                      const Affine& affine) {
  return work.size == 64 ? run_overlapped<kRows, 64>(work, first, last, affine)
                         : run_overlapped<kRows, 0>(work, first, last, affine);
}

// Where rows come from memory, reading and writing in turn is faster, but for rows so short that
// arithmetic is what takes the time.
template <std::size_t kRows>
HWY_INLINE std::size_t run_rows(const RowsInWork& work, std::size_t first, std::size_t last) {
  const bool overlapped = !work.rows.past_caches || work.size <= kPivotElements;
  if (!work.fusible || !overlapped) return run_in_turn<kRows>(work, first, last);
  if (work.plain) return run_overlapped<kRows>(work, first, last, NoAffine());
  const RowAffine affine = work.affine(first);
  using Each = ScaleAndShift<OneForEach, OneForEach>;
  const Each each{{affine.gamma.data() + affine.first}, {affine.beta.data() + affine.first}};
  return run_overlapped<kRows>(work, first, last, each);
}

std::size_t run_four_rows(const RowsInWork& work, std::size_t first, std::size_t last) {
  return run_rows<4>(work, first, last);
}

std::size_t run_eight_rows(const RowsInWork& work, std::size_t first, std::size_t last) {
  return run_rows<8>(work, first, last);
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace normscope::kernels {
namespace {

HWY_EXPORT(run_four_rows);
HWY_EXPORT(run_eight_rows);

// Rows of up to so many elements are computed eight or four at once, so that the processor need not
// wait for one row's numbers; more would not stay in a first-level cache.
constexpr std::size_t kEightAtOnce = 256;
constexpr std::size_t kFourAtOnce = 1024;

void run_alone(const RowsInWork& work, std::size_t row) {
  const ops::NormOptions& options = work.rows.plan.options;
  const auto x = work.rows.x.subspan(row * work.size, work.size);
  const auto scale = scale_of(group_moments(x, options), work.size, options);
  write_group(x, scale, options, work.affine(row), work.rows.y.subspan(row * work.size, work.size),
              work.rows.past_caches);
  work.rows.mean[row] = static_cast<float>(scale.mean);
  work.rows.rstd[row] = static_cast<float>(scale.rstd);
}

}  // namespace

void norm_rows(const NormRows& rows) {
  const auto size = static_cast<std::size_t>(rows.plan.groups.size);
  const ops::NormOptions& options = rows.plan.options;
  const bool plain = rows.gamma.empty() && rows.beta.empty();
  const ops::AffineLayout& affine = rows.plan.affine;
  const bool each =
      !rows.gamma.empty() && !rows.beta.empty() && affine.run == 1 && affine.period == 1;
  // A short row that begins or ends within a line of the caches would lose more at its ends than
  // stores past the caches gain.
  const bool past_caches = rows.past_caches && whole_lines(rows.y.data(), size);
  const RowsInWork work{
      rows,       denominator_of(options, size), size, options.centred(), plain, plain || each,
      past_caches};
  const std::size_t count = rows.mean.size();
  std::size_t row = 0;
  const auto at_once = [&](std::size_t several, auto run) {
    for (;;) {
      row = run(work, row, count);
      if (row + several > count) return;
      // Vectors do not hold for one of these rows.
      for (std::size_t r = 0; r < several; ++r) run_alone(work, row++);
    }
  };
  if (0 < size && size <= kEightAtOnce) at_once(8, HWY_DYNAMIC_DISPATCH(run_eight_rows));
  if (0 < size && size <= kFourAtOnce) at_once(4, HWY_DYNAMIC_DISPATCH(run_four_rows));
  for (; row < count; ++row) run_alone(work, row);
}

}  // namespace normscope::kernels
#endif
