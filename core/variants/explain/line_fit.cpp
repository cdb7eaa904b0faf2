// SPDX-License-Identifier: MIT
#include "core/variants/explain/line_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace normscope::variants {
namespace {

// Each step passes a corner of the room; a handful are enough.
constexpr int kMostSteps = 100;

struct Sums {
  double mean_h = 0;
  double mean_y = 0;
  double hh = 0;  // about the means where beta is solved for, else about 0
  double hy = 0;
};

Sums sums_of(std::span<const Point> points, bool about_means) {
  Sums sums;
  if (about_means) {
    for (const Point& point : points) {
      sums.mean_h += point.h;
      sums.mean_y += point.y;
    }
    sums.mean_h /= static_cast<double>(points.size());
    sums.mean_y /= static_cast<double>(points.size());
  }
  for (const Point& point : points) {
    const double h = point.h - sums.mean_h;
    sums.hh += h * h;
    sums.hy += h * (point.y - sums.mean_y);
  }
  return sums;
}

struct Bounds {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();

  double room() const { return high - low; }
  double middle() const { return low + 0.5 * room(); }
  void meet(double a, double b) {
    low = std::max(low, std::min(a, b));
    high = std::min(high, std::max(a, b));
  }
};

Bounds beta_bounds(std::span<const Point> points, double gamma) {
  Bounds bounds;
  for (const Point& point : points) {
    const double rest = point.y - gamma * point.h;
    bounds.meet(rest - point.tolerance, rest + point.tolerance);
  }
  return bounds;
}

Bounds gamma_bounds(std::span<const Point> points) {
  Bounds bounds;
  for (const Point& point : points) {
    if (point.h == 0) {
      if (std::abs(point.y) > point.tolerance) return {1, -1};
      continue;
    }
    bounds.meet((point.y - point.tolerance) / point.h, (point.y + point.tolerance) / point.h);
  }
  return bounds;
}

// The room that gamma leaves beta, and how the room changes with gamma.
struct Room {
  double gamma = 0;
  double room = 0;
  double slope = 0;
};

Room room_of(std::span<const Point> points, double gamma) {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  double low_h = 0;
  double high_h = 0;
  for (const Point& point : points) {
    const double rest = point.y - gamma * point.h;
    if (rest - point.tolerance > low) {
      low = rest - point.tolerance;
      low_h = point.h;
    }
    if (rest + point.tolerance < high) {
      high = rest + point.tolerance;
      high_h = point.h;
    }
  }
  return {gamma, high - low, low_h - high_h};
}

// A gamma near the given one that leaves beta any room; nothing when there is none. The room is
// concave and made of straight pieces, so the tangents at two sides bound it where they meet.
std::optional<double> gamma_with_room(std::span<const Point> points, double gamma) {
  double squares = 0;
  for (const Point& point : points) squares += point.tolerance * point.tolerance;
  const double hh = sums_of(points, true).hh;
  const double farthest = hh > 0 ? std::sqrt(squares / hh) : 0.0;
  Room left = room_of(points, gamma - farthest);
  Room right = room_of(points, gamma + farthest);
  for (int step = 0; step < kMostSteps; ++step) {
    if (left.room >= 0) return left.gamma;
    if (right.room >= 0) return right.gamma;
    if (left.slope <= 0 || right.slope >= 0) return std::nullopt;
    const double meet =
        (right.room - left.room + left.slope * left.gamma - right.slope * right.gamma) /
        (left.slope - right.slope);
    if (left.room + left.slope * (meet - left.gamma) < 0) return std::nullopt;
    if (!(meet > left.gamma && meet < right.gamma)) return std::nullopt;
    const Room middle = room_of(points, meet);
    (middle.slope > 0 ? left : right) = middle;
  }
  return std::nullopt;
}

}  // namespace

Line least_squares(std::span<const Point> points, Affine affine) {
  Line line;
  if (affine == Affine::kNone) return line;
  if (affine == Affine::kBeta) {
    line.beta = 0;
    for (const Point& point : points) line.beta += point.y - point.h;
    line.beta /= static_cast<double>(points.size());
    return line;
  }
  const Sums sums = sums_of(points, affine == Affine::kBoth);
  line.gamma = sums.hh > 0 ? sums.hy / sums.hh : 0.0;
  line.beta = sums.mean_y - line.gamma * sums.mean_h;
  return line;
}

double largest_excess(std::span<const Point> points, const Line& line) {
  double largest = 0;
  for (const Point& point : points) {
    largest = std::max(largest, std::abs(line.residual(point)) / point.tolerance);
  }
  return largest;
}

bool fit_within(std::span<const Point> points, Affine affine, Line& line) {
  if (largest_excess(points, line) <= 1) return true;
  Line moved = line;
  if (affine == Affine::kGamma) {
    const Bounds bounds = gamma_bounds(points);
    if (bounds.room() < 0 || std::isinf(bounds.room())) return false;
    moved.gamma = bounds.middle();
  } else if (affine == Affine::kNone) {
    return false;
  } else {
    if (affine == Affine::kBoth) {
      const auto gamma = gamma_with_room(points, line.gamma);
      if (!gamma) return false;
      moved.gamma = *gamma;
    }
    const Bounds bounds = beta_bounds(points, moved.gamma);
    if (bounds.room() < 0) return false;
    moved.beta = bounds.middle();
  }
  line = moved;
  return true;
}

}  // namespace normscope::variants
