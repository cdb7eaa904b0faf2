// SPDX-License-Identifier: MIT
#include "core/variants/explain/epsilon_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "core/variants/explain/number_search.hpp"

namespace normscope::variants {
namespace {

using ops::EpsilonPlacement;
using ops::VarianceAlgorithm;
using ops::VarianceEstimator;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
// Least squares that leave a tenth of y's variance come from other groups or another operation.
constexpr double kHopeless = 0.1;

// Bounds of 1 / denominator of each group, from its elements; empty when no value satisfies one.
std::vector<OptionRange> reciprocal_bounds(const NormRows& rows, const Tolerance& tolerance) {
  struct Products {
    double dy = 0;
    double dd = 0;
  };
  std::vector<Products> products(rows.groups.size());
  for (const Equation& e : rows.equations) {
    Products& sums = products[static_cast<std::size_t>(e.group)];
    sums.dy += e.d * e.y;
    sums.dd += e.d * e.d;
  }
  std::vector<OptionRange> bounds(rows.groups.size(), OptionRange{0, kInfinity});
  for (const Equation& e : rows.equations) {
    const auto group = static_cast<std::size_t>(e.group);
    const double rstd = products[group].dd > 0 ? products[group].dy / products[group].dd : 0.0;
    const double allowed =
        tolerance.of(e.y, static_cast<double>(e.gamma), 0, reach_of(rows, group, rstd), rstd);
    if (e.d == 0) {
      if (std::abs(e.y) > allowed) return {};
      continue;
    }
    const double a = (e.y - allowed) / e.d;
    const double b = (e.y + allowed) / e.d;
    bounds[group].low = std::max(bounds[group].low, std::min(a, b));
    bounds[group].high = std::min(bounds[group].high, std::max(a, b));
    if (bounds[group].low > bounds[group].high) return {};
  }
  return bounds;
}

// The range of epsilon that gives each group a denominator within its bounds.
OptionRange epsilon_range(const NormRows& rows, const std::vector<OptionRange>& bounds,
                          const ops::NormOptions& options) {
  ops::NormOptions without = options;
  without.epsilon_placement = EpsilonPlacement::kNone;
  const double count = ops::variance_count(rows.size(), without);
  OptionRange range{0, kInfinity};
  for (std::size_t g = 0; g < bounds.size(); ++g) {
    const double squares = rows.groups[g].squares;
    if (squares == 0 || !std::isfinite(squares)) continue;
    const auto [low, high] = bounds[g];
    const double variance = squares / count;
    const double slack = std::abs(variance) * rows.groups[g].slack;
    // A one-pass variance may be so wrong that it is negative.
    const double least = std::sqrt(std::max(variance - slack, 0.0));
    const double most = std::sqrt(std::max(variance + slack, 0.0));
    const auto meet = [&range](double from, double to) {
      range.low = std::max(range.low, from);
      range.high = std::min(range.high, to);
    };
    switch (options.epsilon_placement) {
      case EpsilonPlacement::kInside:
      case EpsilonPlacement::kNone:
        meet(1 / (high * high) - variance - slack, 1 / (low * low) - variance + slack);
        break;
      case EpsilonPlacement::kOutside:
        meet(1 / high - most, 1 / low - least);
        break;
      case EpsilonPlacement::kCount:
        meet(count * (least * least * low * low - 1), count * (most * most * high * high - 1));
        break;
    }
  }
  return range;
}

// Narrows a range by what constant groups say; an impossible one gets low > high.
OptionRange with_constant_groups(const NormRows& rows, EpsilonPlacement placement,
                                 OptionRange range) {
  constexpr OptionRange kImpossible{1, 0};
  const bool adds =
      placement == EpsilonPlacement::kInside || placement == EpsilonPlacement::kOutside;
  if (rows.needs_positive_epsilon) {
    if (!adds) return kImpossible;
    range.low = std::max(range.low, std::numeric_limits<double>::min());
  }
  if (rows.needs_zero_epsilon && adds) range.high = std::min(range.high, 0.0);
  return range;
}

// Visits the equations of each gamma as points; ends when visit returns false.
template <class Visit>
void for_each_gamma(const NormRows& rows, const ops::NormOptions& options, Visit visit) {
  const std::vector<double> rstd = reciprocals(rows, options);
  std::vector<Point> points;
  for (std::size_t j = 0; j + 1 < rows.starts.size(); ++j) {
    points.clear();
    for (std::size_t k = rows.starts[j]; k < rows.starts[j + 1]; ++k) {
      const Equation& e = rows.equations[k];
      points.push_back({e.d * rstd[static_cast<std::size_t>(e.group)], e.y, 0});
    }
    if (!visit(points, rows.starts[j], rstd)) return;
  }
}

double squared_residuals(const NormRows& rows, const ops::NormOptions& options, Affine affine) {
  double sum = 0;
  for_each_gamma(rows, options, [&](std::vector<Point>& points, std::size_t, const auto&) {
    const Line line = least_squares(points, affine);
    for (const Point& point : points) sum += line.residual(point) * line.residual(point);
    return true;
  });
  return sum;
}

double squared_deviations(const NormRows& rows) {
  double sum = 0;
  for (std::size_t j = 0; j + 1 < rows.starts.size(); ++j) {
    const auto shared =
        std::span(rows.equations).subspan(rows.starts[j], rows.starts[j + 1] - rows.starts[j]);
    double mean = 0;
    for (const Equation& e : shared) mean += e.y / static_cast<double>(shared.size());
    for (const Equation& e : shared) sum += (e.y - mean) * (e.y - mean);
  }
  return sum;
}

// One family's search for epsilon.
class LineSearch {
 public:
  LineSearch(const NormRows& rows, const Tolerance& tolerance, ops::NormOptions options,
             Affine affine)
      : rows_(rows), tolerance_(tolerance), options_(std::move(options)), affine_(affine) {}

  std::optional<OptionRange> run() const {
    const bool without = options_.epsilon_placement == EpsilonPlacement::kNone;
    const bool counts = options_.epsilon_placement == EpsilonPlacement::kCount;
    if ((without || counts) && rows_.needs_positive_epsilon) return std::nullopt;
    if (without || rows_.needs_zero_epsilon) {
      return passes(0) ? std::optional(OptionRange{0, 0}) : std::nullopt;
    }
    if (hopeless()) return std::nullopt;
    return NumberSearch{
        .passes = [this](double epsilon) { return passes(epsilon); },
        .residual = [this](double e) { return squared_residuals(rows_, with(e), affine_); },
        .positive = rows_.needs_positive_epsilon,
        .tried = {0.0, 1e-8, 1e-6, 1e-5}}
        .run();
  }

 private:
  ops::NormOptions with(double epsilon) const {
    ops::NormOptions options = options_;
    options.epsilon = epsilon;
    return options;
  }
  bool passes(double epsilon) const {
    return !fit_lines(rows_, with(epsilon), affine_, tolerance_).empty();
  }

  // Whether no epsilon, in steps of two decades, comes near y.
  bool hopeless() const {
    const double most = kHopeless * squared_deviations(rows_);
    for (int decade = -8; decade <= 4; decade += 2) {
      if (squared_residuals(rows_, with(std::pow(10.0, decade)), affine_) <= most) return false;
    }
    return true;
  }

  const NormRows& rows_;
  const Tolerance& tolerance_;
  ops::NormOptions options_;
  Affine affine_;
};

// With gamma the estimator's factor n / (n - 1) belongs to gamma, and epsilon takes it along.
void add_estimators(std::vector<NormFamily>& families, const NormRows& rows, NormFamily family) {
  families.push_back(family);
  const double n = rows.size();
  double factor = n / (n - 1);
  if (family.options.epsilon_placement == EpsilonPlacement::kOutside) factor = std::sqrt(factor);
  family.options.estimator = VarianceEstimator::kUnbiased;
  family.epsilon.low *= factor;
  family.epsilon.high *= factor;
  families.push_back(family);
}

std::vector<NormFamily> search_with_gamma(const NormRows& rows, const Tolerance& tolerance,
                                          Affine affine) {
  std::vector<NormFamily> families;
  const bool returns_mean = rows.plan.options.returned == ops::Returned::kMean;
  for (const auto placement :
       {EpsilonPlacement::kInside, EpsilonPlacement::kOutside, EpsilonPlacement::kNone}) {
    ops::NormOptions options = rows.plan.options;
    options.epsilon_placement = placement;
    if (returns_mean) {
      if (!fit_lines(rows, options, affine, tolerance).empty()) {
        options.epsilon_placement = EpsilonPlacement::kInside;
        families.push_back({options, affine, {0, kInfinity}});
      }
      break;
    }
    const auto range = LineSearch(rows, tolerance, options, affine).run();
    if (!range) continue;
    add_estimators(families, rows, {options, affine, *range});
    if (placement != EpsilonPlacement::kNone) continue;
    // The epsilon of a count is the same for all groups, so it belongs to gamma.
    options.epsilon_placement = EpsilonPlacement::kCount;
    add_estimators(families, rows, {options, affine, {0, kInfinity}});
  }
  return families;
}

std::vector<NormFamily> search_with_beta(const NormRows& rows, const Tolerance& tolerance) {
  std::vector<NormFamily> families;
  for (const auto estimator : {VarianceEstimator::kBiased, VarianceEstimator::kUnbiased}) {
    for (const auto& [placement, name] : ops::epsilon_placement_names()) {
      ops::NormOptions options = rows.plan.options;
      options.estimator = estimator;
      options.epsilon_placement = placement;
      const auto range = LineSearch(rows, tolerance, options, Affine::kBeta).run();
      if (range) families.push_back({options, Affine::kBeta, *range});
      // One variant stands for all where nothing but the mean is returned.
      if (range && options.returned == ops::Returned::kMean) return families;
    }
  }
  return families;
}

}  // namespace

std::vector<NormFamily> search_plain(const NormRows& rows, const Tolerance& tolerance) {
  std::vector<NormFamily> families;
  if (rows.contradiction || rows.equations.empty()) return families;
  if (rows.has_unknown_nan && rows.plan.options.algorithm != VarianceAlgorithm::kOnePass) {
    return families;
  }
  if (rows.plan.options.returned == ops::Returned::kMean) {
    for (const Equation& e : rows.equations) {
      const double reach = reach_of(rows, static_cast<std::size_t>(e.group), 1);
      if (std::abs(e.y - e.d) > tolerance.of(e.y, 1, 0, reach, 1)) return families;
    }
    families.push_back({rows.plan.options, Affine::kNone, {0, kInfinity}});
    return families;
  }
  const auto bounds = reciprocal_bounds(rows, tolerance);
  if (bounds.empty()) return families;
  for (const auto estimator : {VarianceEstimator::kBiased, VarianceEstimator::kUnbiased}) {
    for (const auto& [placement, name] : ops::epsilon_placement_names()) {
      ops::NormOptions options = rows.plan.options;
      options.estimator = estimator;
      options.epsilon_placement = placement;
      auto range = with_constant_groups(rows, placement, epsilon_range(rows, bounds, options));
      if (range.low > range.high) continue;
      if (placement == EpsilonPlacement::kNone) {
        if (range.low > 0) continue;
        range.high = 0;
      }
      families.push_back({options, Affine::kNone, range});
    }
  }
  return families;
}

std::vector<Line> fit_lines(const NormRows& rows, const ops::NormOptions& options, Affine affine,
                            const Tolerance& tolerance) {
  std::vector<Line> lines;
  bool depends_on_x = !solves_gamma(affine);
  for_each_gamma(rows, options, [&](auto& points, std::size_t start, const auto& rstd) {
    Line line = least_squares(points, affine);
    double low = affine == Affine::kGamma ? 0.0 : points.front().h;
    double high = low;
    double allowed = 0;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const auto group = static_cast<std::size_t>(rows.equations[start + k].group);
      const double gamma = line.gamma * static_cast<double>(rows.equations[start + k].gamma);
      points[k].tolerance = tolerance.of(points[k].y, gamma, line.beta,
                                         reach_of(rows, group, rstd[group]), rstd[group]);
      allowed = std::max(allowed, points[k].tolerance);
      low = std::min(low, points[k].h);
      high = std::max(high, points[k].h);
    }
    const bool passes = fit_within(points, affine, line);
    if (std::abs(line.gamma) * (high - low) > 2 * allowed) depends_on_x = true;
    passes ? lines.push_back(line) : lines.clear();
    return passes;
  });
  if (!depends_on_x) lines.clear();
  return lines;
}

bool determines(const NormRows& rows, Affine affine) {
  if (rows.equations.empty()) return false;
  const auto unknowns = static_cast<std::size_t>(unknowns_of(affine));
  // One more equation is for epsilon.
  return fewest_equations(rows) > unknowns &&
         rows.equations.size() > unknowns * (rows.starts.size() - 1) + 1;
}

std::vector<NormFamily> search_affine(const NormRows& rows, const Tolerance& tolerance) {
  if (rows.contradiction || rows.has_unknown_nan) return {};
  const bool given =
      std::ranges::any_of(rows.equations, [](const Equation& e) { return e.gamma != 1; });
  if (given) {
    return determines(rows, Affine::kBeta) ? search_with_beta(rows, tolerance)
                                           : std::vector<NormFamily>();
  }
  std::vector<NormFamily> both;
  if (determines(rows, Affine::kBoth)) {
    both = search_with_gamma(rows, tolerance, Affine::kBoth);
    // What gamma or beta alone explain, both together explain as well.
    if (both.empty()) return {};
  }
  if (!determines(rows, Affine::kGamma)) return {};
  auto families = search_with_gamma(rows, tolerance, Affine::kGamma);
  auto shifted = search_with_beta(rows, tolerance);
  families.insert(families.end(), shifted.begin(), shifted.end());
  return families.empty() ? both : families;
}

}  // namespace normscope::variants
