// SPDX-License-Identifier: MIT
#include "core/kernels/norm_rows.hpp"

#include <algorithm>

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

// ops::denominator as numbers: sqrt(squares / count + inside) + outside.
struct Denominator {
  double count;
  double inside;
  double outside;
};

// What stays the same from row to row.
struct RowsInWork {
  const NormRows& rows;
  Denominator denominator;
  std::size_t size;
  bool centred;

  const float* x(std::size_t row) const { return rows.x.data() + row * size; }
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
namespace HWY_NAMESPACE {  // NOLINT(modernize-concat-nested-namespaces)

template <std::size_t kRows>
struct RowsMoments {
  HWY_ALIGN double mean[kRows];
  HWY_ALIGN double rstd[kRows];
  bool holds;
};

// moments_about and the reciprocal of ops::denominator, for several rows.
template <std::size_t kRows>
HWY_INLINE RowsMoments<kRows> moments_of(const RowsInWork& work, const float* pivots,
                                         const double* deviations, const double* squares) {
  const hn::CappedTag<double, kRowsOfFold> tag;
  const hn::Rebind<float, decltype(tag)> half;
  const auto set = [tag](double value) HWY_ATTR { return hn::Set(tag, value); };
  const auto n = static_cast<double>(work.size);
  RowsMoments<kRows> found{};
  found.holds = true;
  for (std::size_t i = 0; i < kRows; i += hn::MaxLanes(tag)) {
    const auto s1 = hn::Load(tag, deviations + i);
    const auto s2 = hn::Load(tag, squares + i);
    const auto shift = hn::Div(s1, set(n));
    const auto lost = work.centred ? hn::Mul(s1, shift) : set(0);
    const auto left = hn::Sub(s2, lost);
    const auto variance = hn::Div(left, set(work.denominator.count));
    const auto root = hn::Sqrt(hn::Add(variance, set(work.denominator.inside)));
    const auto rstd = hn::Div(set(1), hn::Add(root, set(work.denominator.outside)));
    const auto within = hn::And(hn::Ge(s2, set(n * 0x1p-100)), hn::Le(s2, set(n * 0x1p100)));
    const auto line = hn::And(hn::Ge(rstd, set(0x1p-100)), hn::Le(rstd, set(0x1p100)));
    const auto near = hn::Le(lost, left);
    found.holds = found.holds && hn::AllTrue(tag, hn::And(hn::And(within, line), near));
    const auto pivot = hn::PromoteTo(tag, hn::Load(half, pivots + i));
    hn::Store(hn::Add(pivot, shift), tag, found.mean + i);
    hn::Store(rstd, tag, found.rstd + i);
  }
  return found;
}

template <std::size_t kRows>
HWY_INLINE RowsMoments<kRows> rows_moments(const RowsInWork& work, std::size_t first) {
  HWY_ALIGN float pivots[kRows] = {};
  if (work.centred) {
    const std::size_t few = std::min(work.size, kPivotElements);
    HWY_ALIGN float lanes[kRows][kLanes];
    for (std::size_t r = 0; r < kRows; ++r) {
      store(pivot_sums(work.x(first + r), few), lanes[r]);
    }
    fold_rows<kRows, Plus>(lanes, pivots);
    for (float& pivot : pivots) pivot /= static_cast<float>(few);
  }
  HWY_ALIGN double deviations[kRows][kLanes];
  HWY_ALIGN double squares[kRows][kLanes];
  for (std::size_t r = 0; r < kRows; ++r) {
    const Sums sums = sums_about(pivots[r], work.x(first + r), work.size);
    store(sums.deviations, deviations[r]);
    store(sums.squares, squares[r]);
  }
  HWY_ALIGN double folded[2][kRows];
  fold_rows<kRows, Plus>(deviations, folded[0]);
  fold_rows<kRows, Plus>(squares, folded[1]);
  return moments_of<kRows>(work, pivots, folded[0], folded[1]);
}

// Rows from `first` on; false where the moments of one do not hold.
template <std::size_t kRows>
HWY_INLINE bool write_rows(const RowsInWork& work, std::size_t first) {
  const auto found = rows_moments<kRows>(work, first);
  if (!found.holds) return false;
  for (std::size_t r = 0; r < kRows; ++r) {
    const std::size_t row = first + r;
    const Segment segment{work.x(row), work.rows.y.data() + row * work.size, work.size, false};
    const Line line = line_of(work.centred ? found.mean[r] : 0.0, found.rstd[r]);
    write_elements(segment, line, work.affine(row));
    work.rows.mean[row] = static_cast<float>(found.mean[r]);
    work.rows.rstd[row] = static_cast<float>(found.rstd[r]);
  }
  return true;
}

bool run_four_rows(const RowsInWork& work, std::size_t first) {
  return write_rows<4>(work, first);
}

bool run_eight_rows(const RowsInWork& work, std::size_t first) {
  return write_rows<8>(work, first);
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

Denominator denominator_of(const ops::NormOptions& options, std::size_t size) {
  const auto when = [&options](ops::EpsilonPlacement placement) {
    return options.epsilon_placement == placement ? options.epsilon : 0.0;
  };
  return {ops::variance_count(static_cast<double>(size), options),
          when(ops::EpsilonPlacement::kInside), when(ops::EpsilonPlacement::kOutside)};
}

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
  const RowsInWork work{rows, denominator_of(options, size), size, options.centred()};
  const std::size_t count = rows.mean.size();
  std::size_t row = 0;
  const auto at_once = [&](std::size_t several, auto run) {
    for (; row + several <= count; row += several) {
      if (run(work, row)) continue;
      for (std::size_t r = 0; r < several; ++r) run_alone(work, row + r);
    }
  };
  if (0 < size && size <= kEightAtOnce) at_once(8, HWY_DYNAMIC_DISPATCH(run_eight_rows));
  if (0 < size && size <= kFourAtOnce) at_once(4, HWY_DYNAMIC_DISPATCH(run_four_rows));
  for (; row < count; ++row) run_alone(work, row);
}

}  // namespace normscope::kernels
#endif
