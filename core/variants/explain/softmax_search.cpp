// SPDX-License-Identifier: MIT
#include "core/variants/explain/softmax_search.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/ops/reference.hpp"
#include "core/ops/softmax_options.hpp"

namespace normscope::variants {
namespace {

// A slope that leaves more of log y's variance comes from another operation.
constexpr double kMostLeft = 0.1;
// An output below so many allowed errors has no logarithm to speak of.
constexpr double kMeaningful = 30;
// Edges are looked for up to this factor from a temperature that explains y.
constexpr double kMostFactor = 1e3;

class TemperatureSearch {
 public:
  TemperatureSearch(const ops::SoftmaxPlan& plan, std::span<const float> x,
                    std::span<const float> y, const Tolerance& tolerance, std::int64_t limit)
      : plan_(plan), x_(x), y_(y), tolerance_(tolerance) {
    const std::int64_t fitting = limit / std::max<std::int64_t>(plan.groups.size, 1);
    groups_ = std::clamp<std::int64_t>(fitting, 1, plan.groups.count);
    row_.resize(static_cast<std::size_t>(plan.groups.size));
  }

  std::optional<OptionRange> run() {
    std::optional<double> passing;
    if (const auto slope = inverse_temperature()) {
      const double temperature = nearest(1 / *slope);
      if (excess(temperature) <= 1) passing = temperature;
      if (!passing && excess(1) <= 1) passing = 1;
    } else if (saturated_) {
      for (const double temperature : ops::usual_temperatures()) {
        if (!passing && excess(temperature) <= 1) passing = temperature;
      }
    }
    if (!passing) return std::nullopt;
    return OptionRange{edge(*passing, false), edge(*passing, true)};
  }

 private:
  // Calls visit(x, y, exact y, maximum) for every element of the sample until it returns false.
  template <class Visit>
  void for_each(double temperature, Visit visit) {
    plan_.options.temperature = temperature;
    const tensor::GroupLayout& layout = plan_.groups;
    for (std::int64_t i = 0; i < groups_; ++i) {
      const std::int64_t group = i * layout.count / groups_;
      const auto statistics = ops::reference_softmax(plan_, group, x_, row_);
      for (std::int64_t k = 0; k < layout.size; ++k) {
        const auto at = static_cast<std::size_t>(layout.base(group) + layout.offset(k));
        if (!visit(static_cast<double>(x_[at]), static_cast<double>(y_[at]),
                   row_[static_cast<std::size_t>(k)], statistics.maximum, i)) {
          return;
        }
      }
    }
  }

  // The largest error in units of its tolerance.
  double excess(double temperature) {
    double largest = 0;
    for_each(temperature, [&](double x, double y, double exact, double maximum, std::int64_t) {
      if (!std::isfinite(exact) || !std::isfinite(y)) {
        const bool same = std::isnan(exact) ? std::isnan(y) : y == exact;
        if (!same) largest = HUGE_VAL;
        return same;
      }
      const double reach = std::isinf(x) ? 0 : std::abs(x - maximum) / temperature;
      const double allowed =
          tolerance_.of_softmax(exact, plan_.options.log, reach, 1 / temperature);
      largest = std::max(largest, std::abs(y - exact) / allowed);
      return true;
    });
    return largest;
  }

  // Least squares of log y over x with a constant for each group, weighted by the accuracy of the
  // logarithm; nothing when the line is not straight or does not rise.
  std::optional<double> inverse_temperature() {
    struct TiltedSums {
      double w = 0, x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    };
    std::vector<TiltedSums> all(static_cast<std::size_t>(groups_));
    std::vector<double> first_x(all.size());
    for_each(1, [&](double x, double y, double, double, std::int64_t group) {
      const double least = kMeaningful * tolerance_.of(0, 0, 0, 0, 0);
      const bool log = plan_.options.log;
      if (!std::isfinite(x) || !std::isfinite(y) || (!log && y < least)) return true;
      TiltedSums& sums = all[static_cast<std::size_t>(group)];
      double& origin = first_x[static_cast<std::size_t>(group)];
      if (sums.w == 0) origin = x;
      const double allowed = tolerance_.of(y, log ? 1 : y, 0, 0, 0);
      const double weight = log ? 1 / (allowed * allowed) : y * y / (allowed * allowed);
      const double value = log ? y : std::log(y);
      const double from = x - origin;
      sums.w += weight;
      sums.x += weight * from;
      sums.y += weight * value;
      sums.xx += weight * from * from;
      sums.xy += weight * from * value;
      sums.yy += weight * value * value;
      return true;
    });
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (const TiltedSums& sums : all) {
      if (sums.w == 0) continue;
      xx += sums.xx - sums.x * sums.x / sums.w;
      xy += sums.xy - sums.x * sums.y / sums.w;
      yy += sums.yy - sums.y * sums.y / sums.w;
    }
    saturated_ = !(xx > 0) || !(yy > 0);
    if (saturated_ || xy <= 0 || yy - xy * xy / xx > kMostLeft * yy) return std::nullopt;
    return xy / xx;
  }

  // Moves a temperature to the smallest excess near it: thirds of a twentieth to each side.
  double nearest(double temperature) {
    if (excess(temperature) <= 1) return temperature;
    double low = temperature * 0.95;
    double high = temperature * 1.05;
    for (int step = 0; step < 40; ++step) {
      const double a = low + (high - low) / 3;
      const double b = high - (high - low) / 3;
      (excess(a) > excess(b) ? low : high) = excess(a) > excess(b) ? a : b;
    }
    return low + 0.5 * (high - low);
  }

  double edge(double inside, bool upwards) {
    const double start = inside;
    const auto moved = [&](double share) { return upwards ? start * share : start / share; };
    double good = 1;
    double bad = 1 + 1e-7;
    while (excess(moved(bad)) <= 1) {
      good = bad;
      if (good > kMostFactor) return upwards ? HUGE_VAL : 0.0;
      bad = 1 + 4 * (bad - 1);
    }
    for (int step = 0; step < 20; ++step) {
      const double middle = 0.5 * (good + bad);
      (excess(moved(middle)) <= 1 ? good : bad) = middle;
    }
    return moved(good);
  }

  ops::SoftmaxPlan plan_;
  std::span<const float> x_;
  std::span<const float> y_;
  const Tolerance& tolerance_;
  std::int64_t groups_ = 1;
  std::vector<double> row_;
  bool saturated_ = false;
};

}  // namespace

std::optional<OptionRange> search_temperature(const ops::SoftmaxPlan& plan,
                                              std::span<const float> x, std::span<const float> y,
                                              const Tolerance& tolerance, std::int64_t limit) {
  return TemperatureSearch(plan, x, y, tolerance, limit).run();
}

}  // namespace normscope::variants
