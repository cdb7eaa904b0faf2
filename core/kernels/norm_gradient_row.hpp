// SPDX-License-Identifier: MIT
// The arithmetic of a normalization's backward pass that is done once for a row, and its rows in
// double: those whose numbers float32 vectors (norm_gradient_rows) cannot hold.
#pragma once

#include <cstddef>
#include <span>

#include "core/kernels/norm_row.hpp"
#include "core/ops/norm.hpp"

namespace normscope::kernels {

/// The moments of some elements of a row, and the sums of d = gamma dy and of d (x - centre), where
/// the centre is the mean, or 0 uncentred.
struct GradientMoments {
  RowMoments x{};
  double d = 0;
  double along = 0;
};

/// The moments of the elements of a and of b together, whatever their means.
GradientMoments joined(const GradientMoments& a, double count_a, const GradientMoments& b,
                       double count_b, bool centred);

/// The numbers that map a row's x and d to dx.
/// math    dx = rstd (d - mean_d - xhat slope), with xhat = (x - centre) rstd, mean_d = sum(d) / n,
///         or 0 uncentred, and slope = sum(d xhat) / m, with the variance's divisor m; epsilon
///         outside: slope = sum(d xhat) / (m rstd deviation)
struct GradientScale {
  double centre = 0;
  double rstd = 0;
  double mean_d = 0;
  double slope = 0;
  bool by_vectors = false;
};

/// The scale of a row whose moments are known. By vectors where float32 holds its numbers: a
/// variance that is 0 or in [2^-40, 2^40], so that products of d and deviations keep their digits,
/// and a mean of d and a slope below 2^100.
GradientScale scale_of(const GradientMoments& moments, std::size_t count,
                       const ops::NormOptions& options);

/// Elements of one row, and where their gradients go.
struct GradientSegment {
  std::span<const float> x{};
  std::span<const float> dy{};
  std::span<const float> gamma{};  // as x, or empty
  std::span<float> dx{};
  std::span<double> dgamma{};  // added to; of as many whole lanes as hold x, or empty
  std::span<double> dbeta{};   // as dgamma
};

/// The scale of a row, in double.
GradientScale gradient_scale_in_double(const GradientSegment& row, const ops::NormOptions& options);

/// math    dx as above; dgamma += dy xhat, dbeta += dy
/// numeric each dx is rounded once
void write_gradient_in_double(const GradientSegment& segment, const GradientScale& scale);

}  // namespace normscope::kernels
