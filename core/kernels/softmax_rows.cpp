// SPDX-License-Identifier: MIT
#include "core/kernels/softmax_rows.hpp"

#include <cmath>

#include "core/kernels/softmax_row.hpp"
#include "core/kernels/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/softmax_rows.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "core/kernels/softmax_terms.hpp"

HWY_BEFORE_NAMESPACE();
namespace normscope::kernels {
namespace HWY_NAMESPACE {  // NOLINT(modernize-concat-nested-namespaces)

inline constexpr std::size_t kRows = 4;

// Four rows from `first` on; false where vectors do not hold for one of them.
bool run_four_softmaxes(const SoftmaxRows& rows, const Exponents& exponents, std::size_t first) {
  const float* const x = rows.x.data() + first * rows.size;
  float* const y = rows.y.data() + first * rows.size;
  const bool log = rows.options.log;
  HWY_ALIGN float maxima[kRows][kLanes];
  for (std::size_t r = 0; r < kRows; ++r) store(maxima_of(x + r * rows.size, rows.size), maxima[r]);
  HWY_ALIGN float maximum[kRows];
  fold_rows<kRows, Larger>(maxima, maximum);
  const Exponential exponential(exponents);
  HWY_ALIGN double lanes[kRows][kLanes];
  for (std::size_t r = 0; r < kRows; ++r) {
    if (!has_float_maximum(maximum[r])) return false;
    const std::size_t at = r * rows.size;
    store(log ? row_exponentials<false>(x + at, nullptr, rows.size, maximum[r], exponential)
              : row_exponentials<true>(x + at, y + at, rows.size, maximum[r], exponential),
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
      scale_row(y + at, rows.size, static_cast<float>(1.0 / sum));
    }
    rows.maximum[first + r] = maximum[r];
    rows.sum[first + r] = static_cast<float>(sum);
  }
  return true;
}

}  // namespace HWY_NAMESPACE
}  // namespace normscope::kernels
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace normscope::kernels {
namespace {

HWY_EXPORT(run_four_softmaxes);

// Four longer rows would not stay in a first-level cache.
constexpr std::size_t kFourAtOnce = 1024;

void run_alone(const SoftmaxRows& rows, std::size_t row) {
  const std::size_t at = row * rows.size;
  const RowSoftmax found =
      softmax_row(rows.x.subspan(at, rows.size), rows.options, rows.y.subspan(at, rows.size));
  rows.maximum[row] = static_cast<float>(found.subtracted);
  rows.sum[row] = static_cast<float>(found.sum);
}

}  // namespace

void softmax_rows(const SoftmaxRows& rows) {
  const std::size_t count = rows.sum.size();
  std::size_t row = 0;
  if (0 < rows.size && rows.size <= kFourAtOnce) {
    const Exponents exponents = exponents_of(rows.options.temperature);
    for (; row + 4 <= count; row += 4) {
      if (HWY_DYNAMIC_DISPATCH(run_four_softmaxes)(rows, exponents, row)) continue;
      for (std::size_t r = 0; r < 4; ++r) run_alone(rows, row + r);
    }
  }
  for (; row < count; ++row) run_alone(rows, row);
}

}  // namespace normscope::kernels
#endif
