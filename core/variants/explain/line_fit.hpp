// SPDX-License-Identifier: MIT
// The line that passes every point within the point's own tolerance: one value of gamma and beta,
// solved for from the elements that share it.
#pragma once

#include <span>

namespace normscope::variants {

/// Which of gamma and beta are solved for; the others are 1 and 0.
enum class Affine { kNone, kGamma, kBeta, kBoth };

constexpr bool solves_gamma(Affine affine) {
  return affine == Affine::kGamma || affine == Affine::kBoth;
}
constexpr bool solves_beta(Affine affine) {
  return affine == Affine::kBeta || affine == Affine::kBoth;
}
constexpr int unknowns_of(Affine affine) {
  return (solves_gamma(affine) ? 1 : 0) + (solves_beta(affine) ? 1 : 0);
}

struct Point {
  double h = 0;
  double y = 0;
  double tolerance = 0;  // at least this much above zero
};

/// y = gamma h + beta.
struct Line {
  double gamma = 1;
  double beta = 0;

  double residual(const Point& point) const { return point.y - gamma * point.h - beta; }
};

/// The line of least squares; tolerances do not count. Where h is constant, gamma is 0.
Line least_squares(std::span<const Point> points, Affine affine);

/// The largest |residual| / tolerance.
double largest_excess(std::span<const Point> points, const Line& line);

/// Moves the line of least squares until it passes every point within its tolerance, where that is
/// possible. Returns whether it is.
/// math    a line within the tolerances t differs from least squares by at most |t| / sqrt(S_hh) in
///         gamma; for a given gamma the bounds of beta are max(y - gamma h - t), min(y - gamma h +
///         t), whose distance is concave in gamma
bool fit_within(std::span<const Point> points, Affine affine, Line& line);

}  // namespace normscope::variants
