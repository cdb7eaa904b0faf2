// SPDX-License-Identifier: MIT
#include "core/ops/reference_gradient.hpp"

#include <cmath>
#include <cstddef>
#include <vector>

namespace normscope::ops {
namespace {

// A group's numbers by their places in it.
class Rows {
 public:
  Rows(const tensor::GroupLayout& layout, std::int64_t group, const GroupGradient& of)
      : layout_(layout), base_(layout.base(group)), of_(of) {}

  std::int64_t size() const { return layout_.size; }
  double x(std::int64_t k) const { return of_.x[base_ + layout_.offset(k)]; }
  double dy(std::int64_t k) const {
    return static_cast<double>(of_.dy[static_cast<std::size_t>(base_ + layout_.offset(k))]);
  }
  double gamma(std::int64_t index) const {
    return of_.gamma.empty() ? 1.0
                             : static_cast<double>(of_.gamma[static_cast<std::size_t>(index)]);
  }
  void set_dx(std::int64_t k, double value) const { of_.dx[static_cast<std::size_t>(k)] = value; }
  void add(std::int64_t index, double to_gamma, double to_beta) const {
    const auto at = static_cast<std::size_t>(index);
    if (!of_.dgamma.empty()) of_.dgamma[at] += to_gamma;
    if (!of_.dbeta.empty()) of_.dbeta[at] += to_beta;
  }

  template <class Value>
  double sum(Value value) const {
    double total = 0;
    for (std::int64_t k = 0; k < size(); ++k) total += value(k);
    return total;
  }
  template <class Value>
  void each(Value value) const {
    for (std::int64_t k = 0; k < size(); ++k) set_dx(k, value(k));
  }

 private:
  const tensor::GroupLayout& layout_;
  std::int64_t base_;
  const GroupGradient& of_;
};

std::vector<double> outputs(std::int64_t size) {
  return std::vector<double>(static_cast<std::size_t>(size));
}

}  // namespace

void reference_norm_gradient(const NormPlan& plan, std::int64_t group, const GroupGradient& of) {
  const Rows rows(plan.groups, group, of);
  const NormOptions& options = plan.options;
  const auto n = static_cast<double>(rows.size());
  const auto dy = [&](std::int64_t k) { return rows.dy(k); };
  if (options.returned == Returned::kInput) return rows.each(dy);
  const auto index = [&](std::int64_t k) { return plan.affine.index(group, k); };
  const auto d = [&](std::int64_t k) { return rows.gamma(index(k)) * rows.dy(k); };
  const bool running = options.running;
  const double mean = running ? plan.running.mean_of(group)
                              : rows.sum([&](std::int64_t k) { return rows.x(k); }) / n;
  const double mean_d = running ? 0 : rows.sum(d) / n;
  if (options.returned == Returned::kMean) {
    for (std::int64_t k = 0; k < rows.size(); ++k) rows.add(index(k), rows.dy(k) * mean, dy(k));
    return rows.each([&](std::int64_t) { return mean_d; });
  }
  const double centre = options.centred() ? mean : 0;
  const auto c = [&](std::int64_t k) { return rows.x(k) - centre; };
  const double squares = rows.sum([&](std::int64_t k) { return c(k) * c(k); });
  const double count = variance_count(n, options);
  const double divisor = running ? denominator(plan.running.variance_of(group), options)
                                 : denominator(squares, n, options);
  const bool outside = options.epsilon_placement == EpsilonPlacement::kOutside;
  const double root = outside ? std::sqrt(squares / count) : divisor;
  for (std::int64_t k = 0; k < rows.size(); ++k) {
    rows.add(index(k), rows.dy(k) * c(k) / divisor, rows.dy(k));
  }
  if (running) return rows.each([&](std::int64_t k) { return d(k) / divisor; });
  const double projection = rows.sum([&](std::int64_t k) { return d(k) * c(k); });
  double slope = projection / (divisor * divisor * root * count);
  const bool by_std = options.centred() && options.algorithm == VarianceAlgorithm::kWelford;
  if (outside && root == 0 && by_std) slope = 0;
  const double subtracted = options.centred() ? mean_d : 0;
  rows.each([&](std::int64_t k) { return (d(k) - subtracted) / divisor - c(k) * slope; });
}

void reference_softmax_gradient(const SoftmaxPlan& plan, std::int64_t group,
                                const GroupGradient& of) {
  const Rows rows(plan.groups, group, of);
  std::vector<double> y = outputs(rows.size());
  reference_softmax(plan, group, of.x, y);
  const double factor = length_factor(plan.options, rows.size()) / plan.options.temperature;
  const auto out = [&](std::int64_t k) { return y[static_cast<std::size_t>(k)]; };
  if (plan.options.log) {
    const double sum = rows.sum([&](std::int64_t k) { return rows.dy(k); });
    return rows.each(
        [&](std::int64_t k) { return factor * (rows.dy(k) - std::exp(out(k)) * sum); });
  }
  const double sum = rows.sum([&](std::int64_t k) { return out(k) * rows.dy(k); });
  rows.each([&](std::int64_t k) { return factor * out(k) * (rows.dy(k) - sum); });
}

void reference_relative_gradient(const RelativePlan& plan, std::int64_t group,
                                 const GroupGradient& of) {
  const Rows rows(plan.groups, group, of);
  std::vector<double> y = outputs(rows.size());
  switch (plan.options.kind) {
    case Relative::kDyt: {
      const double alpha = plan.options.alpha;
      return rows.each([&](std::int64_t k) {
        const double tangent = std::tanh(alpha * rows.x(k));
        rows.add(k, rows.dy(k) * tangent, rows.dy(k));
        return alpha * rows.gamma(k) * rows.dy(k) * (1 - tangent * tangent);
      });
    }
    case Relative::kL2Norm: {
      const double length =
          std::sqrt(rows.sum([&](std::int64_t k) { return rows.x(k) * rows.x(k); }));
      const double epsilon = plan.options.epsilon;
      if (length < epsilon) return rows.each([&](std::int64_t k) { return rows.dy(k) / epsilon; });
      const auto out = [&](std::int64_t k) { return rows.x(k) / length; };
      const double sum = rows.sum([&](std::int64_t k) { return out(k) * rows.dy(k); });
      return rows.each([&](std::int64_t k) { return (rows.dy(k) - out(k) * sum) / length; });
    }
    case Relative::kSparsemax: {
      reference_relative(plan, group, of.x, {}, {}, y);
      const auto above = [&](std::int64_t k) { return y[static_cast<std::size_t>(k)] > 0; };
      const double count = rows.sum([&](std::int64_t k) { return above(k) ? 1.0 : 0.0; });
      const double sum = rows.sum([&](std::int64_t k) { return above(k) ? rows.dy(k) : 0.0; });
      // Without a number above the threshold, with NaN, it is NaN.
      return rows.each(
          [&](std::int64_t k) { return above(k) || count == 0 ? rows.dy(k) - sum / count : 0.0; });
    }
  }
}

}  // namespace normscope::ops
