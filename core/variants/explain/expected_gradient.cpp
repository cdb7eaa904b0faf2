// SPDX-License-Identifier: MIT
#include "core/variants/explain/expected_gradient.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <variant>

#include "core/base/ulp.hpp"
#include "core/ops/reference.hpp"
#include "core/ops/reference_gradient.hpp"

namespace normscope::variants {

namespace {

// Of the mean size of dx: smaller numbers have no more weight in least squares.
constexpr double kLeastSize = 1.0 / 1024;

std::size_t as_index(std::int64_t at) {
  return static_cast<std::size_t>(at);
}

// Visits groups, spaced evenly, until one ends the walk.
template <class Visit>
bool each_group(const tensor::GroupLayout& layout, std::int64_t most, Visit visit) {
  const std::int64_t fitting = most / std::max<std::int64_t>(layout.size, 1);
  const std::int64_t groups = std::clamp<std::int64_t>(fitting, 1, layout.count);
  for (std::int64_t i = 0; i < groups; ++i) {
    if (!visit(i * layout.count / groups)) return false;
  }
  return true;
}

// One group of a normalization, and the sizes of what its dx is made from.
class NormGroup {
 public:
  NormGroup(const ops::NormPlan& plan, const BackwardInput& input,
            const BackwardCandidate& candidate)
      : plan_(plan),
        x_(input.x->values()),
        dy_(input.dy->values()),
        options_(plan.options),
        way_(*candidate.way) {
    if (way_.forgets_epsilon) options_.epsilon_placement = ops::EpsilonPlacement::kNone;
    if (candidate.gamma && !way_.forgets_gamma) gamma_ = candidate.gamma->values();
    c_.resize(as_index(size()));
    d_.resize(as_index(size()));
    count_ = ops::variance_count(static_cast<double>(size()), options_);
  }

  std::int64_t size() const { return plan_.groups.size; }
  std::int64_t position(std::int64_t k) const { return base_ + plan_.groups.offset(k); }
  std::int64_t gamma_of(std::int64_t k) const { return plan_.affine.index(group_, k); }

  void load(std::int64_t group) {
    group_ = group;
    base_ = plan_.groups.base(group);
    const auto n = static_cast<double>(size());
    double mean = 0;
    largest_ = 0;
    for (std::int64_t k = 0; k < size(); ++k) {
      const auto x = static_cast<double>(x_[as_index(position(k))]);
      mean += x / n;
      largest_ = std::max(largest_, std::abs(x));
    }
    if (!options_.centred()) mean = 0;
    double squares = 0;
    double projection = 0;
    mean_d_ = mean_size_ = along_size_ = gamma_size_ = gamma_along_ = h_size_ = 0;
    for (std::int64_t k = 0; k < size(); ++k) {
      const std::size_t at = as_index(position(k));
      const double gamma = gamma_at(k);
      const double c = static_cast<double>(x_[at]) - mean;
      const double d = gamma * static_cast<double>(dy_[at]);
      c_[as_index(k)] = c;
      d_[as_index(k)] = d;
      squares += c * c;
      projection += d * c;
      mean_d_ += d / n;
      mean_size_ += std::abs(d) / n;
      along_size_ += std::abs(d * c);
      gamma_size_ += std::abs(gamma) / n;
      gamma_along_ += std::abs(gamma * c);
      h_size_ += std::abs(c);
    }
    if (!options_.centred()) mean_d_ = 0;
    const double divisor = ops::denominator(squares, n, options_);
    const bool outside = options_.epsilon_placement == ops::EpsilonPlacement::kOutside;
    const double root = outside ? std::sqrt(squares / count_) : divisor;
    r_ = 1 / divisor;
    // Of a constant group the part along it is 0.
    masked_ = outside && root == 0;
    share_ = masked_ ? 0 : 1 / (root * count_);
    along_ = projection * share_;
    along_size_ *= share_;
    gamma_along_ *= share_;
    h_size_ *= share_;
    steepest_ = root > 0 ? 1 / root : r_;
  }

  NormTerms terms(std::int64_t k) const {
    return {d_[as_index(k)], mean_d_, c_[as_index(k)] * r_, along_, r_};
  }
  bool masked() const { return masked_; }
  double exact(std::int64_t k) const { return way_.norm(terms(k)); }

  double allowed(std::int64_t k, double exact, const BackwardTolerance& tolerance) const {
    const Tolerance& steps = tolerance.steps;
    const NormTerms t = terms(k);
    const double h = std::abs(t.h);
    // Twice the mean: where it is subtracted twice.
    const double size = r_ * (std::abs(t.d) + 2 * mean_size_ + h * along_size_);
    const double rounding = steps.step_rounding * steps.steps;
    double moved = steps.input_half_unit;
    if (options_.centred()) moved += rounding * largest_;
    moved *= steepest_;
    const double h_moves = moved * (2 + h * h_size_);
    const double along_moves = 2 * moved * (2 * mean_size_ + along_size_ * h_size_);
    const double by_x =
        std::abs(exact) * moved * h_size_ + r_ * (h_moves * std::abs(along_) + h * along_moves);
    const double by_dy =
        tolerance.dy_half_unit * r_ * (std::abs(gamma_at(k)) + 2 * gamma_size_ + h * gamma_along_);
    return steps.smallest + steps.output_half_unit * (1 + 1e-6) +
           steps.output_rounding * std::abs(exact) + rounding * size + by_x + by_dy;
  }

  // How the number of dx grows with one of gamma, which dx is linear in.
  double slope(std::int64_t k, std::int64_t gamma, double mean, double along) const {
    const NormTerms t = terms(k);
    return way_.norm({gamma_of(k) == gamma ? t.d : 0, mean, t.h, along, t.r});
  }
  // The means of d and of d h that belong to each number of gamma.
  void add_shares(std::vector<double>& means, std::vector<double>& along) const {
    const auto n = static_cast<double>(size());
    std::ranges::fill(means, 0);
    std::ranges::fill(along, 0);
    for (std::int64_t k = 0; k < size(); ++k) {
      const std::size_t j = as_index(gamma_of(k));
      if (options_.centred()) means[j] += d_[as_index(k)] / n;
      along[j] += d_[as_index(k)] * c_[as_index(k)] * share_;
    }
  }

 private:
  double gamma_at(std::int64_t k) const {
    return gamma_.empty() ? 1.0 : static_cast<double>(gamma_[as_index(gamma_of(k))]);
  }

  const ops::NormPlan& plan_;
  std::span<const float> x_;
  std::span<const float> dy_;
  std::span<const float> gamma_{};
  ops::NormOptions options_;
  const GradientWay& way_;
  double count_ = 1;
  std::int64_t group_ = 0;
  std::int64_t base_ = 0;
  std::vector<double> c_{};
  std::vector<double> d_{};
  double largest_ = 0;
  double mean_d_ = 0;
  double along_ = 0;
  double share_ = 0;  // of a product d c in along_
  double r_ = 0;
  bool masked_ = false;  // the derivative of the root is none, and 0 with torch.std
  double steepest_ = 0;  // by how much the normalized numbers grow with x at most
  // Means of sizes: |d|, |d h|, |gamma|, |gamma h|, |h|.
  double mean_size_ = 0;
  double along_size_ = 0;
  double gamma_size_ = 0;
  double gamma_along_ = 0;
  double h_size_ = 0;
};

bool walk_norm(const ops::NormPlan& plan, const BackwardInput& input,
               const BackwardCandidate& candidate, const BackwardTolerance& tolerance,
               std::int64_t most, const TakeNumber& take) {
  if (candidate.way->norm == nullptr) return false;
  NormGroup group(plan, input, candidate);
  return each_group(plan.groups, most, [&](std::int64_t number) {
    group.load(number);
    for (std::int64_t k = 0; k < group.size(); ++k) {
      const double exact = group.exact(k);
      const double allowed = group.allowed(k, exact, tolerance);
      if (!take({group.position(k), exact, allowed, group.masked()})) return false;
    }
    return true;
  });
}

// One group of a softmax, likewise.
class SoftmaxGroup {
 public:
  SoftmaxGroup(const ops::SoftmaxPlan& plan, const BackwardInput& input)
      : plan_(plan),
        x_(input.x->values()),
        dy_(input.dy->values()),
        slope_(ops::length_factor(plan.options, plan.groups.size) / plan.options.temperature),
        p_(as_index(plan.groups.size)) {}

  std::int64_t size() const { return plan_.groups.size; }
  std::int64_t position(std::int64_t k) const { return base_ + plan_.groups.offset(k); }
  bool log() const { return plan_.options.log; }

  void load(std::int64_t group) {
    base_ = plan_.groups.base(group);
    maximum_ = ops::reference_softmax(plan_, group, x_, p_).maximum;
    sum_ = sum_size_ = spread_ = 0;
    for (std::int64_t k = 0; k < size(); ++k) {
      double& p = p_[as_index(k)];
      if (log()) p = std::exp(p);
      const double weight = log() ? 1 : p;
      sum_ += weight * dy(k);
      sum_size_ += weight * std::abs(dy(k)) * (log() ? 1 : digits(k));
    }
    for (std::int64_t k = 0; k < size(); ++k) spread_ += p_[as_index(k)] * std::abs(dy(k) - sum_);
  }

  SoftmaxTerms terms(std::int64_t k) const { return {dy(k), p_[as_index(k)], sum_, slope_}; }

  double allowed(std::int64_t k, double exact, const BackwardTolerance& tolerance) const {
    const Tolerance& steps = tolerance.steps;
    const double p = p_[as_index(k)];
    const double grows = std::expm1(2 * steps.input_half_unit * slope_);
    const auto n = static_cast<double>(size());
    double size = std::abs(dy(k)) + p * digits(k) * sum_size_;
    double by_x = p * std::abs(sum_);
    double by_dy = 1 + p * n;
    if (!log()) {
      size = p * digits(k) * (std::abs(dy(k)) + sum_size_);
      by_x = std::abs(exact) / slope_ + p * spread_;
      by_dy = 2 * p;
    }
    const double all =
        steps.step_rounding * steps.steps * size + grows * by_x + tolerance.dy_half_unit * by_dy;
    return steps.smallest + steps.output_half_unit * (1 + 1e-6) +
           steps.output_rounding * std::abs(exact) + std::max(slope_, 1.0) * all;
  }

 private:
  double dy(std::int64_t k) const { return static_cast<double>(dy_[as_index(position(k))]); }
  // By how many roundings an exponential is off: a far logit loses digits before it.
  double digits(std::int64_t k) const {
    const auto x = static_cast<double>(x_[as_index(position(k))]);
    return std::isinf(x) ? 1.0 : 1 + slope_ * std::abs(x - maximum_);
  }

  const ops::SoftmaxPlan& plan_;
  std::span<const float> x_;
  std::span<const float> dy_;
  double slope_;
  std::vector<double> p_;
  std::int64_t base_ = 0;
  double maximum_ = 0;
  double sum_ = 0;
  double sum_size_ = 0;
  double spread_ = 0;
};

bool walk_softmax(const ops::SoftmaxPlan& plan, const BackwardInput& input,
                  const BackwardCandidate& candidate, const BackwardTolerance& tolerance,
                  std::int64_t most, const TakeNumber& take) {
  const auto formula = plan.options.log ? candidate.way->log_softmax : candidate.way->softmax;
  if (formula == nullptr) return false;
  SoftmaxGroup group(plan, input);
  return each_group(plan.groups, most, [&](std::int64_t number) {
    group.load(number);
    for (std::int64_t k = 0; k < group.size(); ++k) {
      const double exact = formula(group.terms(k));
      if (!take({group.position(k), exact, group.allowed(k, exact, tolerance)})) return false;
    }
    return true;
  });
}

// Relatives as they should be; of numbers that were not printed.
bool walk_relative(const ops::RelativePlan& plan, const BackwardInput& input,
                   const BackwardCandidate& candidate, const BackwardTolerance& tolerance,
                   std::int64_t most, const TakeNumber& take) {
  const Tolerance& steps = tolerance.steps;
  const bool printed = steps.input_half_unit > 0 || tolerance.dy_half_unit > 0;
  if (!candidate.way->id.empty() || printed) return false;
  const tensor::GroupLayout& layout = plan.groups;
  std::vector<double> dx(as_index(layout.size));
  return each_group(layout, most, [&](std::int64_t group) {
    ops::reference_relative_gradient(plan, group, {input.x->values(), input.dy->values(), {}, dx});
    double size = 0;
    for (const double value : dx) size = std::max(size, std::abs(value));
    for (std::int64_t k = 0; k < layout.size; ++k) {
      const double exact = dx[as_index(k)];
      const double allowed = steps.smallest + steps.output_half_unit * (1 + 1e-6) +
                             steps.output_rounding * std::abs(exact) +
                             steps.step_rounding * steps.steps * size;
      if (!take({layout.base(group) + layout.offset(k), exact, allowed})) return false;
    }
    return true;
  });
}

// Solves a symmetric system in place by Cholesky's factors; empty where it is not determined.
std::vector<double> solved(std::vector<double> matrix, std::vector<double> right) {
  constexpr double kLeastPivot = 1e-10;
  const std::size_t n = right.size();
  const auto at = [&](std::size_t i, std::size_t j) -> double& { return matrix[i * n + j]; };
  for (std::size_t j = 0; j < n; ++j) {
    const double whole = at(j, j);
    for (std::size_t k = 0; k < j; ++k) at(j, j) -= at(j, k) * at(j, k);
    if (!(at(j, j) > kLeastPivot * whole)) return {};
    at(j, j) = std::sqrt(at(j, j));
    for (std::size_t i = j + 1; i < n; ++i) {
      for (std::size_t k = 0; k < j; ++k) at(i, j) -= at(i, k) * at(j, k);
      at(i, j) /= at(j, j);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) right[i] -= at(i, k) * right[k];
    right[i] /= at(i, i);
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) right[i] -= at(k, i) * right[k];
    right[i] /= at(i, i);
  }
  return right;
}

}  // namespace

bool agrees(float dx, const ExpectedNumber& number) {
  if (number.may_be_nan && std::isnan(dx)) return true;
  const auto value = static_cast<double>(dx);
  if (std::isfinite(value) && std::isfinite(number.exact)) {
    return std::abs(value - number.exact) <= number.allowed;
  }
  return base::ulp_error(dx, number.exact) == 0;
}

bool walk_gradient(const BackwardInput& input, const BackwardCandidate& candidate,
                   const BackwardTolerance& tolerance, std::int64_t most, const TakeNumber& take) {
  const auto plan = compute::plan_request({candidate.operation, input.x, candidate.gamma});
  if (!plan) return false;
  return std::visit(
      [&](const auto& of) {
        using Plan = std::decay_t<decltype(of)>;
        if constexpr (std::is_same_v<Plan, ops::NormPlan>) {
          return walk_norm(of, input, candidate, tolerance, most, take);
        } else if constexpr (std::is_same_v<Plan, ops::SoftmaxPlan>) {
          return walk_softmax(of, input, candidate, tolerance, most, take);
        } else {
          return walk_relative(of, input, candidate, tolerance, most, take);
        }
      },
      *plan);
}

std::vector<double> solve_gamma(const BackwardInput& input, const BackwardCandidate& candidate,
                                const tensor::Tensor& dx, const Tolerance& rounding,
                                std::int64_t most) {
  const auto* const options = std::get_if<ops::NormOptions>(&candidate.operation);
  if (options == nullptr || candidate.way->norm == nullptr) return {};
  const auto plan = ops::plan_norm(input.x->shape(), *options);
  if (!plan) return {};
  const std::int64_t unknowns = tensor::product(plan->affine_shape);
  if (unknowns > kMostSolved) return {};
  const std::size_t n = as_index(unknowns);
  std::vector<double> matrix(n * n);
  std::vector<double> right(n);
  std::vector<double> means(n);
  std::vector<double> along(n);
  std::vector<double> row(n);
  double size = 0;
  for (const float value : dx.values()) {
    if (std::isfinite(value)) size += std::abs(static_cast<double>(value));
  }
  size /= static_cast<double>(dx.size());
  NormGroup group(*plan, input, candidate);
  each_group(plan->groups, most, [&](std::int64_t number) {
    group.load(number);
    group.add_shares(means, along);
    for (std::int64_t k = 0; k < group.size(); ++k) {
      const auto value = static_cast<double>(dx.values()[as_index(group.position(k))]);
      if (!std::isfinite(value)) continue;
      const double weight =
          1 / (rounding.output_half_unit + rounding.step_rounding * rounding.steps * size +
               rounding.output_rounding * std::max(std::abs(value), kLeastSize * size));
      for (std::size_t j = 0; j < n; ++j) {
        row[j] = weight * group.slope(k, static_cast<std::int64_t>(j), means[j], along[j]);
      }
      for (std::size_t i = 0; i < n; ++i) {
        right[i] += row[i] * weight * value;
        for (std::size_t j = 0; j <= i; ++j) matrix[i * n + j] += row[i] * row[j];
      }
    }
    return true;
  });
  return solved(std::move(matrix), std::move(right));
}

}  // namespace normscope::variants
