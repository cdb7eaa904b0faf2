// SPDX-License-Identifier: MIT
// The row kernels of the normalizations in double: float32 in and out, sums in double over fixed
// lanes, each output rounded once. They serve the rows that float32 vectors (norm_vectors) cannot,
// and the algorithms that are there to be compared.
#pragma once

#include <cstdint>
#include <span>

#include "core/ops/norm.hpp"

namespace normscope::kernels {

struct RowMoments {
  double mean = 0;
  double squares = 0;  // sum of squares of the deviations from the mean; uncentred: of the values
};

/// Mean and sum of squares of a row.
/// math    two-pass: sum (x - mean)^2; one-pass: n (sum x^2 / n - mean^2) in float32 throughout, to
///         be seen failing (it may be negative); Welford: its recurrence, in order, in double
/// numeric relative error of squares, for any offset mean: two-pass n * 2^-52; Welford n * 2^-52 *
///         sqrt(1 + mean^2 / variance); one-pass (n / 5 + 22) * 2^-24 * (1 + mean^2 / variance),
///         as long as the float32 squares neither overflow nor lose digits below 2^-126
/// source  Welford 1962; Chan, Golub, LeVeque 1983
RowMoments row_moments(std::span<const float> x, bool centred, ops::VarianceAlgorithm algorithm);

/// gamma and beta of one row: element k uses the value at index first + (into + k) / run. Empty:
/// absent.
struct RowAffine {
  std::span<const float> gamma{};
  std::span<const float> beta{};
  std::int64_t first = 0;
  std::int64_t run = 1;
  std::int64_t into = 0;  // elements of the first run that lie before element 0; below run
};

/// math    y = gamma * ((x - centre) * rstd) + beta, in double, rounded once
/// shape   x and y of one length
void normalize_row(std::span<const float> x, double centre, double rstd, const RowAffine& affine,
                   std::span<float> y);

/// math    y = gamma * value + beta
void fill_row(double value, const RowAffine& affine, std::span<float> y);

}  // namespace normscope::kernels
