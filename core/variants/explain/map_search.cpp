// SPDX-License-Identifier: MIT
#include "core/variants/explain/map_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "core/ops/norm_options.hpp"
#include "core/ops/operation.hpp"
#include "core/text/translate.hpp"
#include "core/variants/explain/line_fit.hpp"
#include "core/variants/explain/simplicity.hpp"

namespace normscope::variants {

namespace {

constexpr std::size_t kLeastDifferent = 3;
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

// The points of some positions; a number that is none, or that is none on one side only, spoils
// them.
template <class Positions>
std::optional<std::vector<Point>> points_at(const tensor::Tensor& x, const tensor::Tensor& y,
                                            const Tolerance& tolerance,
                                            const Positions& positions) {
  std::vector<Point> points;
  for (const std::size_t k : positions) {
    const auto h = static_cast<double>(x.values()[k]);
    const auto value = static_cast<double>(y.values()[k]);
    if (!std::isfinite(h) || !std::isfinite(value)) return std::nullopt;
    points.push_back({h, value, 0});
  }
  const Line line = least_squares(points, Affine::kBoth);
  for (Point& point : points) {
    point.tolerance =
        allowed_by(tolerance, point.y, {point.y, std::abs(line.gamma), std::abs(line.beta)});
  }
  return points;
}

std::vector<std::size_t> all_positions(const tensor::Tensor& x) {
  std::vector<std::size_t> all(x.values().size());
  for (std::size_t k = 0; k < all.size(); ++k) all[k] = k;
  return all;
}

OptionRange multiples(const std::vector<Point>& points) {
  OptionRange range{-kUnbounded, kUnbounded};
  for (const Point& point : points) {
    if (point.h == 0) {
      if (std::abs(point.y) > point.tolerance) return {1, 0};
      continue;
    }
    const double a = (point.y - point.tolerance) / point.h;
    const double b = (point.y + point.tolerance) / point.h;
    range.low = std::max(range.low, std::min(a, b));
    range.high = std::min(range.high, std::max(a, b));
  }
  return range;
}

// The epsilon with which batch norm in evaluation, its statistics still mean 0 and variance 1,
// multiplies by a number of the range.
std::optional<double> fresh_epsilon(const tensor::Tensor& x, const OptionRange& range) {
  if (x.rank() < 2) return std::nullopt;  // there are no channels
  for (const auto& option : option_list(ops::NormOptions{})) {
    for (const double usual : option.surprise.usual) {
      const double factor = 1 / std::sqrt(1 + usual);
      if (option.key == "epsilon" && factor >= range.low && factor <= range.high) return usual;
    }
  }
  return std::nullopt;
}

// The simplest number of a range that may be on both sides of 0.
double simplest(const OptionRange& range) {
  if (range.low <= 0 && range.high >= 0) return 0;
  return range.low > 0 ? roundest(range) : -roundest({-range.high, -range.low});
}

void add_multiple(std::vector<MapFit>& found, const tensor::Tensor& x,
                  const std::vector<Point>& points) {
  const OptionRange range = multiples(points);
  if (!(range.low <= range.high) || std::isinf(range.low) || std::isinf(range.high)) return;
  const auto epsilon = fresh_epsilon(x, range);
  const double factor = epsilon ? 1 / std::sqrt(1 + *epsilon) : simplest(range);
  // Zeros do not depend on x, and the input itself has its own name.
  if (factor == 0 || (range.low <= 1 && range.high >= 1)) return;
  MapFit fit{.cost = 5, .unknowns = epsilon ? 0.0 : 1.0, .is_line = true};
  fit.explanation.kind = epsilon ? kFreshKind : "multiple";
  fit.explanation.words = tr("the input times {factor:.7g}", arg("factor", factor));
  if (epsilon) {
    fit.explanation.words =
        tr("batch norm in evaluation with fresh statistics (mean 0, variance 1), eps {epsilon}: "
           "{words}",
           arg("epsilon", *epsilon), arg("words", fit.explanation.words));
    ops::NormOptions fresh;
    fresh.kind = ops::Normalization::kBatchNorm;
    fresh.running = true;
    fresh.epsilon = *epsilon;
    fit.explanation.operation = fresh;
    fit.explanation.arguments = ops::arguments_of(fit.explanation.operation);
  }
  fit.at = [&x, factor](std::size_t k) {
    return MapFit::Value{factor * static_cast<double>(x.values()[k]), std::abs(factor), 0};
  };
  found.push_back(std::move(fit));
}

void add_line(std::vector<MapFit>& found, const tensor::Tensor& x,
              const std::vector<Point>& points) {
  Line line = least_squares(points, Affine::kBoth);
  if (line.gamma == 0 || !fit_within(points, Affine::kBoth, line)) return;
  MapFit fit{.cost = 6, .unknowns = 2, .is_line = true, .least_count = 8};
  fit.explanation.kind = "line";
  fit.explanation.words =
      tr(line.beta < 0 ? tr_later("the input times {gamma:.7g}, minus {beta:.7g}")
                       : tr_later("the input times {gamma:.7g}, plus {beta:.7g}"),
         arg("gamma", line.gamma), arg("beta", std::abs(line.beta)));
  fit.at = [&x, line](std::size_t k) {
    return MapFit::Value{line.gamma * static_cast<double>(x.values()[k]) + line.beta,
                         std::abs(line.gamma), std::abs(line.beta)};
  };
  found.push_back(std::move(fit));
}

// A function of alpha x that rises from one bound to another.
struct Rising {
  double (*value)(double);
  double (*inverse)(double);
  double (*slope)(double y);
  double low, high;
};

double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}
constexpr Rising kTanh{[](double x) { return std::tanh(x); },
                       [](double y) { return std::atanh(y); }, [](double y) { return 1 - y * y; },
                       -1, 1};
constexpr Rising kSigmoid{sigmoid, [](double y) { return std::log(y / (1 - y)); },
                          [](double y) { return y * (1 - y); }, 0, 1};

// The alphas within every tolerance.
OptionRange alphas(const tensor::Tensor& x, const tensor::Tensor& y, const Tolerance& tolerance,
                   const Rising& rising) {
  OptionRange range{0, kUnbounded};
  for (std::size_t k = 0; k < x.values().size(); ++k) {
    const auto at = static_cast<double>(x.values()[k]);
    const auto value = static_cast<double>(y.values()[k]);
    // Rounding of x counts with a slope of one here, and as it is when the error is measured.
    const double allowed = allowed_by(tolerance, value, {value, 1, 1});
    if (!std::isfinite(at)) continue;
    if (!(value >= rising.low - allowed && value <= rising.high + allowed)) return {1, 0};
    const auto bound = [&](double of) {
      if (of <= rising.low) return -kUnbounded;
      return of >= rising.high ? kUnbounded : rising.inverse(of);
    };
    const double low = bound(value - allowed);
    const double high = bound(value + allowed);
    if (at == 0) {
      if (low > 0 || high < 0) return {1, 0};
      continue;
    }
    range.low = std::max(range.low, at > 0 ? low / at : high / at);
    range.high = std::min(range.high, at > 0 ? high / at : low / at);
  }
  return range;
}

void add_rising(std::vector<MapFit>& found, const tensor::Tensor& x, const tensor::Tensor& y,
                const Tolerance& tolerance, const Rising& rising, bool is_dyt) {
  const OptionRange range = alphas(x, y, tolerance, rising);
  // Where all is saturated any large alpha does.
  if (!(range.low <= range.high) || range.high <= 0 || std::isinf(range.high)) return;
  double alpha = 0;
  for (const double usual : {1.0, 0.5, 2.0, 0.8, 0.2}) {
    if (alpha == 0 && usual >= range.low && usual <= range.high) alpha = usual;
  }
  if (alpha == 0) alpha = roundest(range);
  ops::RelativeOptions options{.kind = ops::Relative::kDyt, .alpha = alpha};
  MapFit fit{.cost = 5.0 + deviations(options), .unknowns = has_round_number(options) ? 0.0 : 1.0};
  if (is_dyt) {
    fit.explanation.operation = options;
    fit.explanation.range = range;
  } else {
    fit.explanation.kind = "sigmoid";
    fit.explanation.words =
        alpha == 1 ? tr("sigmoid") : tr("sigmoid of the input times {alpha}", arg("alpha", alpha));
  }
  fit.at = [&x, alpha, rising](std::size_t k) {
    const double value = rising.value(alpha * static_cast<double>(x.values()[k]));
    return MapFit::Value{value, std::abs(alpha) * rising.slope(value), 1};
  };
  found.push_back(std::move(fit));
}

std::optional<MapFit> channel_lines(const tensor::Tensor& x, const tensor::Tensor& y,
                                    const Tolerance& tolerance, std::size_t dim) {
  const std::int64_t count = x.shape()[dim];
  std::int64_t inner = 1;
  for (std::size_t d = dim + 1; d < x.shape().size(); ++d) inner *= x.shape()[d];
  const auto channel_of = [count, inner](std::size_t k) {
    return static_cast<std::size_t>(static_cast<std::int64_t>(k) / inner % count);
  };
  std::vector<std::vector<std::size_t>> positions(static_cast<std::size_t>(count));
  for (std::size_t k = 0; k < x.values().size(); ++k) positions[channel_of(k)].push_back(k);
  auto lines = std::make_shared<std::vector<Line>>();
  for (const auto& channel : positions) {
    std::set<float> different;
    for (const std::size_t k : channel) {
      if (different.size() < kLeastDifferent) different.insert(x.values()[k]);
    }
    const auto points = points_at(x, y, tolerance, channel);
    if (different.size() < kLeastDifferent || !points) return std::nullopt;
    Line line = least_squares(*points, Affine::kBoth);
    if (!fit_within(*points, Affine::kBoth, line)) return std::nullopt;
    lines->push_back(line);
  }
  if (std::ranges::all_of(*lines, [](const Line& line) { return line.gamma == 0; })) return {};
  MapFit fit{.cost = 6, .unknowns = 2.0 * static_cast<double>(count), .is_line = true};
  fit.explanation.kind = "channel-lines";
  fit.explanation.words = std::string(
      dim > 1 ? tr("an affine map for each channel, gamma times the input plus beta, channels "
                   "last, which batch norm in evaluation is with its running statistics")
              : tr("an affine map for each channel, gamma times the input plus beta, which batch "
                   "norm in evaluation is with its running statistics"));
  std::vector<float> gamma;
  std::vector<float> beta;
  for (const Line& line : *lines) {
    gamma.push_back(static_cast<float>(line.gamma));
    beta.push_back(static_cast<float>(line.beta));
  }
  fit.explanation.gamma = *tensor::Tensor::from_values({count}, std::move(gamma));
  fit.explanation.beta = *tensor::Tensor::from_values({count}, std::move(beta));
  fit.at = [&x, lines, channel_of](std::size_t k) {
    const Line& line = (*lines)[channel_of(k)];
    return MapFit::Value{line.gamma * static_cast<double>(x.values()[k]) + line.beta,
                         std::abs(line.gamma), std::abs(line.beta)};
  };
  return fit;
}

}  // namespace

double allowed_by(const Tolerance& tolerance, double y, const MapFit::Value& value) {
  return tolerance.of(y, 1, value.added, std::abs(value.y), 0) +
         tolerance.input_half_unit * value.slope * (1 + 1e-6);
}

std::vector<MapFit> search_maps(const tensor::Tensor& x, const tensor::Tensor& y,
                                const Tolerance& tolerance) {
  std::vector<MapFit> found;
  add_rising(found, x, y, tolerance, kTanh, true);
  add_rising(found, x, y, tolerance, kSigmoid, false);
  if (const auto points = points_at(x, y, tolerance, all_positions(x))) {
    const std::size_t before = found.size();
    add_multiple(found, x, *points);
    if (found.size() == before) add_line(found, x, *points);
  }
  return found;
}

std::vector<MapFit> search_channel_lines(const tensor::Tensor& x, const tensor::Tensor& y,
                                         const Tolerance& tolerance) {
  std::vector<MapFit> found;
  const std::size_t last = x.shape().size() - 1;
  for (std::size_t dim = 1; dim <= last; ++dim) {
    if (dim != 1 && dim != last) continue;
    if (auto fit = channel_lines(x, y, tolerance, dim)) found.push_back(*std::move(fit));
  }
  return found;
}

}  // namespace normscope::variants
