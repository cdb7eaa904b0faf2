// SPDX-License-Identifier: MIT
#include "core/kernels/softmax_rows.hpp"

#include <algorithm>
#include <cmath>

#include "core/kernels/lanes.hpp"
#include "core/kernels/softmax_row.hpp"
#include "core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/softmax_rows.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "core/kernels/softmax_terms.hpp"

#ifndef NORMSCOPE_CORE_KERNELS_SOFTMAX_ROWS
#define NORMSCOPE_CORE_KERNELS_SOFTMAX_ROWS
namespace normscope::kernels {

// Rows of up to so many elements are computed eight or four at once, so that the processor need not
// wait for one row's numbers; more would not stay in a first-level cache.
constexpr std::size_t kEightAtOnce = 256;
constexpr std::size_t kFourAtOnce = 1024;

}  // namespace normscope::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {

// Some rows from `first` on; false where vectors do not hold for one of them.
template <std::size_t kRows>
HWY_INLINE bool run_softmaxes(const SoftmaxRows& rows, const Exponents& exponents,
                              std::size_t first) {
  const float* const x = rows.x.data() + first * rows.size;
  float* const y = rows.y.data() + first * rows.size;
  const bool log = rows.options.log;
  HWY_ALIGN float maxima[kRows][kLanes];
  for (std::size_t r = 0; r < kRows; ++r) store(maxima_of(x + r * rows.size, rows.size), maxima[r]);
  HWY_ALIGN float maximum[kRows];
  fold_rows<kRows, Larger>(maxima, maximum);
  const Exponential exponential(exponents);
  // Exponentials whose shares go past the caches have a place in them.
  HWY_ALIGN float held[std::max(8 * kEightAtOnce, 4 * kFourAtOnce)];
  float* const e = rows.past_caches ? held : y;
  const std::size_t next = kRows * rows.size;
  HWY_ALIGN double lanes[kRows][kLanes / 2];
  for (std::size_t r = 0; r < kRows; ++r) {
    if (!has_float_maximum(maximum[r])) return false;
    const std::size_t at = r * rows.size;
    store_halves_folded(
        log ? row_exponentials<false>(x + at, nullptr, rows.size, next, maximum[r], exponential)
            : row_exponentials<true>(x + at, e + at, rows.size, next, maximum[r], exponential),
        lanes[r]);
  }
  HWY_ALIGN double sums[kRows];
  fold_rows<kRows, Plus>(lanes, sums);
  const Logarithm logarithm(exponents);
  for (std::size_t r = 0; r < kRows; ++r) {
    if (std::isnan(sums[r])) return false;
    const double sum = sums[r] / static_cast<double>(kExponentialScale);
    const RowSoftmax row{static_cast<double>(maximum[r]), sum};
    const std::size_t at = r * rows.size;
    if (log) {
      log_row(x + at, y + at, rows.size, maximum[r], log_sum_of(row), logarithm);
    } else {
      scale_row(e + at, y + at, rows.size, Share(static_cast<float>(1.0 / sum)), rows.past_caches);
    }
    rows.maximum[first + r] = maximum[r];
    rows.sum[first + r] = static_cast<float>(sum);
  }
  return true;
}

bool run_four_softmaxes(const SoftmaxRows& rows, const Exponents& exponents, std::size_t first) {
  return run_softmaxes<4>(rows, exponents, first);
}

bool run_eight_softmaxes(const SoftmaxRows& rows, const Exponents& exponents, std::size_t first) {
  return run_softmaxes<8>(rows, exponents, first);
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace normscope::kernels {
namespace {

HWY_EXPORT(run_four_softmaxes);
HWY_EXPORT(run_eight_softmaxes);

void run_alone(const SoftmaxRows& rows, std::size_t row) {
  const std::size_t at = row * rows.size;
  const RowSoftmax found =
      softmax_row(rows.x.subspan(at, rows.size), rows.options, rows.y.subspan(at, rows.size));
  rows.maximum[row] = static_cast<float>(found.subtracted);
  rows.sum[row] = static_cast<float>(found.sum);
}

}  // namespace

void softmax_rows(const SoftmaxRows& rows) {
  SoftmaxRows placed = rows;
  placed.past_caches = rows.past_caches && whole_lines(rows.y.data(), rows.size);
  const std::size_t count = rows.sum.size();
  std::size_t row = 0;
  const Exponents exponents = exponents_of(rows.options.temperature);
  const auto at_once = [&](std::size_t several, auto run) {
    for (; row + several <= count; row += several) {
      if (run(placed, exponents, row)) continue;
      for (std::size_t r = 0; r < several; ++r) run_alone(rows, row + r);
    }
  };
  if (0 < rows.size && rows.size <= kEightAtOnce)
    at_once(8, HWY_DYNAMIC_DISPATCH(run_eight_softmaxes));
  if (0 < rows.size && rows.size <= kFourAtOnce)
    at_once(4, HWY_DYNAMIC_DISPATCH(run_four_softmaxes));
  for (; row < count; ++row) run_alone(rows, row);
}

}  // namespace normscope::kernels
#endif
