// SPDX-License-Identifier: MIT
#include "core/variants/explain/number_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/variants/explain/simplicity.hpp"

namespace normscope::variants {

namespace {

constexpr double kLeastNumber = 1e-14;
constexpr double kMostNumber = 1e4;
// The grid's steps, half a decade each.
constexpr int kGridFirst = -24;
constexpr int kGridLast = 4;

}  // namespace

std::optional<OptionRange> NumberSearch::around(double best) const {
  // The smallest sum of squares may still leave a point out, which a round number near it does not.
  std::vector<double> all{best, rounded(best, 1), rounded(best, 2), rounded(best, 3)};
  all.insert(all.end(), tried.begin(), tried.end());
  for (const double number : all) {
    if (number == 0 && positive) continue;
    if (passes(number)) return OptionRange{edge(number, -1), edge(number, 1)};
  }
  return std::nullopt;
}

double NumberSearch::least_squares() const {
  double least = positive ? std::numeric_limits<double>::infinity() : residual(0);
  std::optional<double> logarithm;
  const auto at = [this](double log) { return residual(std::pow(10.0, log)); };
  for (int step = kGridFirst; step <= kGridLast; ++step) {
    const double here = at(0.5 * step);
    if (here < least) {
      least = here;
      logarithm = 0.5 * step;
    }
  }
  if (!logarithm) return 0;
  // Golden section between the neighbours.
  constexpr double kGolden = 0.6180339887498949;
  double low = *logarithm - 0.5;
  double high = *logarithm + 0.5;
  double a = high - kGolden * (high - low);
  double b = low + kGolden * (high - low);
  double at_a = at(a);
  double at_b = at(b);
  for (int step = 0; step < 32; ++step) {
    if (at_a < at_b) {
      high = b;
      b = a;
      at_b = at_a;
      a = high - kGolden * (high - low);
      at_a = at(a);
    } else {
      low = a;
      a = b;
      at_a = at_b;
      b = low + kGolden * (high - low);
      at_b = at(b);
    }
  }
  return std::pow(10.0, at_a < at_b ? a : b);
}

// The number farthest from a passing one, below (sign -1) or above (1), that still passes.
double NumberSearch::edge(double passing, double sign) const {
  if (passing == 0) {
    if (sign < 0 || !passes(kLeastNumber)) return 0;
    passing = kLeastNumber;
  }
  // Logarithms of factors: growing steps, then halves.
  double inside = 0;
  double outside = 1e-8;
  const auto moved = [&](double logarithm) { return passing * std::exp(sign * logarithm); };
  while (passes(moved(outside))) {
    inside = outside;
    if (moved(inside) > kMostNumber) return std::numeric_limits<double>::infinity();
    if (moved(inside) < kLeastNumber) {
      return !positive && passes(0) ? 0.0 : moved(inside);
    }
    outside = std::min(8 * outside, outside + 4);
  }
  for (int step = 0; step < 10; ++step) {
    const double middle = 0.5 * (inside + outside);
    (passes(moved(middle)) ? inside : outside) = middle;
  }
  return moved(inside);
}

}  // namespace normscope::variants
