// SPDX-License-Identifier: MIT
#include "core/kernels/norm_gradient_row.hpp"

#include <cmath>

#include "core/kernels/lanes.hpp"
#include "core/kernels/norm_moments.hpp"

namespace normscope::kernels {
namespace {

double d_of(const GradientSegment& segment, std::size_t k) {
  const auto dy = static_cast<double>(segment.dy[k]);
  return segment.gamma.empty() ? dy : static_cast<double>(segment.gamma[k]) * dy;
}

// The scale of a row whose sum of d xhat is known.
GradientScale scale_along(const GradientMoments& moments, double rstd, double along,
                          std::size_t count, const ops::NormOptions& options) {
  const auto n = static_cast<double>(count);
  const double divisor = ops::variance_count(n, options);
  double slope = along / divisor;
  if (options.epsilon_placement == ops::EpsilonPlacement::kOutside) {
    slope /= std::sqrt(moments.x.squares / divisor) * rstd;
  }
  const bool centred = options.centred();
  return {centred ? moments.x.mean : 0.0, rstd, centred ? moments.d / n : 0.0, slope};
}

}  // namespace

GradientMoments joined(const GradientMoments& a, double count_a, const GradientMoments& b,
                       double count_b, bool centred) {
  const RowMoments x = joined(a.x, count_a, b.x, count_b, centred);
  const double moved = centred ? a.d * (a.x.mean - x.mean) + b.d * (b.x.mean - x.mean) : 0.0;
  return {x, a.d + b.d, a.along + b.along + moved};
}

GradientScale scale_of(const GradientMoments& moments, std::size_t count,
                       const ops::NormOptions& options) {
  const double rstd =
      1.0 / ops::denominator(moments.x.squares, static_cast<double>(count), options);
  GradientScale scale = scale_along(moments, rstd, moments.along * rstd, count, options);
  const auto n = static_cast<double>(count);
  const double squares = moments.x.squares;
  const bool variance = squares == 0 || (n * 0x1p-40 <= squares && squares <= n * 0x1p40);
  scale.by_vectors = variance && has_line(rstd) && std::abs(scale.mean_d) <= 0x1p100 &&
                     std::abs(scale.slope) <= 0x1p100;
  return scale;
}

GradientScale gradient_scale_in_double(const GradientSegment& row,
                                       const ops::NormOptions& options) {
  const std::size_t count = row.x.size();
  GradientMoments moments{row_moments(row.x, options.centred(), options.algorithm)};
  const double rstd =
      1.0 / ops::denominator(moments.x.squares, static_cast<double>(count), options);
  const double centre = options.centred() ? moments.x.mean : 0.0;
  moments.d = lane_sum<double>(count, [&](std::size_t k) { return d_of(row, k); });
  // Of the quotients, not of the deviations: 0 times infinity is NaN, as 0 / 0 in the steps.
  const auto along = lane_sum<double>(count, [&](std::size_t k) {
    return d_of(row, k) * ((static_cast<double>(row.x[k]) - centre) * rstd);
  });
  return scale_along(moments, rstd, along, count, options);
}

void write_gradient_in_double(const GradientSegment& segment, const GradientScale& scale) {
  for (std::size_t k = 0; k < segment.x.size(); ++k) {
    const double xhat = (static_cast<double>(segment.x[k]) - scale.centre) * scale.rstd;
    const double rest = d_of(segment, k) - scale.mean_d - xhat * scale.slope;
    segment.dx[k] = static_cast<float>(rest * scale.rstd);
    if (segment.dgamma.empty()) continue;
    const auto dy = static_cast<double>(segment.dy[k]);
    segment.dgamma[k] += dy * xhat;
    segment.dbeta[k] += dy;
  }
}

}  // namespace normscope::kernels
