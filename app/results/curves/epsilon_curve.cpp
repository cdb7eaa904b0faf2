// SPDX-License-Identifier: MIT
#include "app/results/curves/epsilon_curve.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "core/ops/reference.hpp"
#include "core/ops/reference_gradient.hpp"

namespace normscope::results {

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
// The axis reaches at least from 10^kFirst to 10^kLast, and a decade beyond what is marked.
constexpr int kFirst = -12;
constexpr int kLast = 2;
constexpr int kEpsilonsPerDecade = 4;

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * b[k];
  return sum;
}

// Removes the part of a vector along another one.
void remove_along(std::span<double> from, std::span<const double> direction) {
  const double length = dot(direction, direction);
  if (!(length > 0)) return;
  const double share = dot(from, direction) / length;
  for (std::size_t k = 0; k < from.size(); ++k) from[k] -= share * direction[k];
}

// One group of a normalization without gamma and beta.
class NormOfGroup {
 public:
  NormOfGroup(std::span<const float> x, const ops::NormOptions& options)
      : x_(x), n_(static_cast<std::int64_t>(x.size())), centred_(options.centred()) {
    plan_.options = options;
    plan_.options.kind = ops::Normalization::kLayerNorm;
    plan_.options.centring = centred_;
    plan_.options.returned = ops::Returned::kNormalized;
    plan_.options.running = false;
    if (options.epsilon_placement == ops::EpsilonPlacement::kNone) {
      plan_.options.epsilon_placement = ops::EpsilonPlacement::kInside;
      plan_.options.epsilon = 0;
    }
    plan_.groups = tensor::trailing_groups({1, n_}, 1);
    const auto count = static_cast<double>(n_);
    double sum = 0;
    for (const float number : x_) sum += static_cast<double>(number);
    const double mean = centred_ ? sum / count : 0;
    for (const float number : x_) distances_.push_back(static_cast<double>(number) - mean);
    across_ = direction_across();
  }

  double chosen() const { return plan_.options.epsilon; }

  double equal() const {
    ops::NormOptions options = plan_.options;
    options.epsilon = 0;
    const double divisor = ops::variance_count(static_cast<double>(n_), options);
    const double variance = dot(distances_, distances_) / divisor;
    switch (options.epsilon_placement) {
      case ops::EpsilonPlacement::kOutside:
        return std::sqrt(variance);
      case ops::EpsilonPlacement::kCount:
        return divisor;
      case ops::EpsilonPlacement::kInside:
      case ops::EpsilonPlacement::kNone:
        break;
    }
    return variance;
  }

  EpsilonEffect effect(double epsilon) {
    plan_.options.epsilon = epsilon;
    std::vector<double> y(x_.size());
    ops::reference_norm(plan_, 0, x_, {}, {}, y);
    double mean = 0;
    if (centred_) {
      for (const double number : y) mean += number / static_cast<double>(n_);
    }
    double squares = 0;
    for (const double number : y) squares += (number - mean) * (number - mean);
    return {.deviation = std::sqrt(squares / static_cast<double>(n_)),
            .across = gain(across_),
            .along = gain(y)};
  }

 private:
  // The unit vector that lies least along the group, less its parts along 1 and the group.
  std::vector<double> direction_across() const {
    const auto magnitude = [](double number) { return std::abs(number); };
    const auto least = std::ranges::min_element(distances_, {}, magnitude);
    std::vector<double> direction(x_.size());
    if (n_ < (centred_ ? 3 : 2)) return direction;
    direction[static_cast<std::size_t>(least - distances_.begin())] = 1;
    if (centred_) remove_along(direction, std::vector<double>(x_.size(), 1));
    remove_along(direction, distances_);
    return direction;
  }

  // dy's share of dx, both along dy: the Jacobian is symmetric and maps both directions onto
  // themselves, and float32's rounding of dy enters this quotient as its square only.
  double gain(const std::vector<double>& direction) const {
    const std::vector<float> dy(direction.begin(), direction.end());
    std::vector<double> dx(x_.size());
    ops::reference_norm_gradient(plan_, 0, {.x = x_, .dy = dy, .dx = dx});
    const std::vector<double> rounded(dy.begin(), dy.end());
    const double length = dot(rounded, rounded);
    return length > 0 ? dot(rounded, dx) / length : kNan;
  }

  std::span<const float> x_;
  std::int64_t n_;
  bool centred_;
  ops::NormPlan plan_{};
  std::vector<double> distances_{};  // from the mean, or from 0
  std::vector<double> across_{};
};

}  // namespace

EpsilonCurve epsilon_curve(std::span<const float> x, const ops::NormOptions& options) {
  NormOfGroup group(x, options);
  EpsilonCurve curve{.epsilon = group.chosen(), .equal = group.equal()};
  int first = kFirst;
  int last = kLast;
  for (const double marked : {curve.epsilon, curve.equal}) {
    if (!(marked > 0) || std::isinf(marked)) continue;
    const int decade = static_cast<int>(std::floor(std::log10(marked)));
    first = std::min(first, decade - 1);
    last = std::max(last, decade + 2);
  }
  for (int at = first * kEpsilonsPerDecade; at <= last * kEpsilonsPerDecade; ++at) {
    curve.epsilons.push_back(std::pow(10.0, static_cast<double>(at) / kEpsilonsPerDecade));
    curve.effects.push_back(group.effect(curve.epsilons.back()));
  }
  curve.chosen = group.effect(curve.epsilon);
  return curve;
}

}  // namespace normscope::results
