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

struct Quad {
  HWY_ALIGN double mean[kRowsAtOnce];
  HWY_ALIGN double rstd[kRowsAtOnce];
  bool holds;
};

// moments_about and the reciprocal of ops::denominator, for four rows.
HWY_INLINE Quad quad_of(const RowsInWork& work, const float* pivots, const double* deviations,
                        const double* squares) {
  const hn::CappedTag<double, kRowsAtOnce> tag;
  const hn::Rebind<float, decltype(tag)> half;
  const auto set = [tag](double value) HWY_ATTR { return hn::Set(tag, value); };
  const auto n = static_cast<double>(work.size);
  Quad quad{};
  quad.holds = true;
  for (std::size_t i = 0; i < kRowsAtOnce; i += hn::MaxLanes(tag)) {
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
    quad.holds = quad.holds && hn::AllTrue(tag, hn::And(hn::And(within, line), near));
    const auto pivot = hn::PromoteTo(tag, hn::Load(half, pivots + i));
    hn::Store(hn::Add(pivot, shift), tag, quad.mean + i);
    hn::Store(rstd, tag, quad.rstd + i);
  }
  return quad;
}

HWY_INLINE Quad quad_moments(const RowsInWork& work, std::size_t first) {
  HWY_ALIGN float pivots[kRowsAtOnce] = {0, 0, 0, 0};
  if (work.centred) {
    const std::size_t few = std::min(work.size, kPivotElements);
    HWY_ALIGN float lanes[kRowsAtOnce][kLanes];
    for (std::size_t r = 0; r < kRowsAtOnce; ++r) {
      store(pivot_sums(work.x(first + r), few), lanes[r]);
    }
    fold_rows<Plus>(lanes, pivots);
    for (float& pivot : pivots) pivot /= static_cast<float>(few);
  }
  HWY_ALIGN double deviations[kRowsAtOnce][kLanes];
  HWY_ALIGN double squares[kRowsAtOnce][kLanes];
  for (std::size_t r = 0; r < kRowsAtOnce; ++r) {
    const Sums sums = sums_about(pivots[r], work.x(first + r), work.size);
    store(sums.deviations, deviations[r]);
    store(sums.squares, squares[r]);
  }
  HWY_ALIGN double folded[2][kRowsAtOnce];
  fold_rows<Plus>(deviations, folded[0]);
  fold_rows<Plus>(squares, folded[1]);
  return quad_of(work, pivots, folded[0], folded[1]);
}

// Four rows from `first` on; false where their moments do not hold.
bool run_norm_quad(const RowsInWork& work, std::size_t first) {
  const Quad quad = quad_moments(work, first);
  if (!quad.holds) return false;
  for (std::size_t r = 0; r < kRowsAtOnce; ++r) {
    const std::size_t row = first + r;
    const Segment segment{work.x(row), work.rows.y.data() + row * work.size, work.size, false};
    const Line line = line_of(work.centred ? quad.mean[r] : 0.0, quad.rstd[r]);
    write_elements(segment, line, work.affine(row));
    work.rows.mean[row] = static_cast<float>(quad.mean[r]);
    work.rows.rstd[row] = static_cast<float>(quad.rstd[r]);
  }
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace normscope::kernels {
namespace {

HWY_EXPORT(run_norm_quad);

// Four longer rows would not stay in a first-level cache.
constexpr std::size_t kShortRow = 1024;

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
  const bool is_short = 0 < size && size <= kShortRow;
  std::size_t row = 0;
  for (; is_short && row + kRowsAtOnce <= count; row += kRowsAtOnce) {
    if (HWY_DYNAMIC_DISPATCH(run_norm_quad)(work, row)) continue;
    for (std::size_t r = 0; r < kRowsAtOnce; ++r) run_alone(work, row + r);
  }
  for (; row < count; ++row) run_alone(work, row);
}

}  // namespace normscope::kernels
#endif
