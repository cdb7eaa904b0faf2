// SPDX-License-Identifier: MIT
#include "core/ops/reference.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace normscope::ops {
namespace {

// The elements of a group, as doubles.
class Group {
 public:
  Group(Numbers x, const tensor::GroupLayout& layout, std::int64_t group)
      : x_(x), layout_(layout), base_(layout.base(group)) {}
  double operator[](std::int64_t k) const { return x_[base_ + layout_.offset(k)]; }

 private:
  Numbers x_;
  const tensor::GroupLayout& layout_;
  std::int64_t base_;
};

double parameter(std::span<const float> values, std::int64_t index, double absent) {
  return values.empty() ? absent : static_cast<double>(values[static_cast<std::size_t>(index)]);
}

}  // namespace

NormStatistics reference_norm(const NormPlan& plan, std::int64_t group, Numbers x,
                              std::span<const float> gamma, std::span<const float> beta,
                              std::span<double> y) {
  const Group row(x, plan.groups, group);
  const std::int64_t size = plan.groups.size;
  const auto n = static_cast<double>(size);
  double sum = 0;
  for (std::int64_t k = 0; k < size; ++k) sum += row[k];
  const bool running = plan.options.running;
  const double mean = running ? plan.running.mean_of(group) : sum / n;
  const double centre = plan.options.centred() ? mean : 0.0;
  double squares = 0;
  for (std::int64_t k = 0; k < size; ++k) squares += (row[k] - centre) * (row[k] - centre);
  const double divisor = running ? denominator(plan.running.variance_of(group), plan.options)
                                 : denominator(squares, n, plan.options);
  for (std::int64_t k = 0; k < size; ++k) {
    const std::int64_t at = plan.affine.index(group, k);
    double value = row[k];
    if (plan.options.returned != Returned::kInput) {
      const bool normalized = plan.options.returned == Returned::kNormalized;
      const double core = normalized ? (row[k] - centre) / divisor : mean;
      value = parameter(gamma, at, 1.0) * core + parameter(beta, at, 0.0);
    }
    y[static_cast<std::size_t>(k)] = value;
  }
  return {mean, 1.0 / divisor};
}

SoftmaxStatistics reference_softmax(const SoftmaxPlan& plan, std::int64_t group, Numbers x,
                                    std::span<double> y) {
  const Group row(x, plan.groups, group);
  const std::int64_t size = plan.groups.size;
  const double temperature = plan.options.temperature;
  const double factor = length_factor(plan.options, size);
  double maximum = -std::numeric_limits<double>::infinity();
  for (std::int64_t k = 0; k < size; ++k) {
    // The maximum of a group with a NaN is NaN.
    if (row[k] > maximum || std::isnan(row[k])) maximum = row[k];
    if (std::isnan(maximum)) break;
  }
  // A sink has a logit that is neither divided nor multiplied.
  const double scaled = factor == 1 ? maximum / temperature : factor * maximum / temperature;
  double top = scaled;
  if (plan.options.has_sink() && plan.options.sink > top) top = plan.options.sink;
  const bool plain = top == scaled || std::isnan(top);
  const auto exponent = [&](std::int64_t k) {
    // The difference first, so that equal logits differ by nothing.
    const double below = factor * (row[k] - maximum) / temperature;
    return plain ? below : factor * row[k] / temperature - top;
  };
  double sum = plan.options.has_sink() ? std::exp(plan.options.sink - top) : 0;
  for (std::int64_t k = 0; k < size; ++k) sum += std::exp(exponent(k));
  for (std::int64_t k = 0; k < size; ++k) {
    y[static_cast<std::size_t>(k)] =
        plan.options.log ? exponent(k) - std::log(sum) : std::exp(exponent(k)) / sum;
  }
  return {maximum, sum};
}

void reference_relative(const RelativePlan& plan, std::int64_t group, Numbers x,
                        std::span<const float> gamma, std::span<const float> beta,
                        std::span<double> y) {
  const Group row(x, plan.groups, group);
  const std::int64_t size = plan.groups.size;
  const auto each = [&](auto value) {
    for (std::int64_t k = 0; k < size; ++k) y[static_cast<std::size_t>(k)] = value(k);
  };
  switch (plan.options.kind) {
    case Relative::kDyt:
      return each([&](std::int64_t k) {
        return parameter(gamma, k, 1.0) * std::tanh(plan.options.alpha * row[k]) +
               parameter(beta, k, 0.0);
      });
    case Relative::kL2Norm: {
      double squares = 0;
      for (std::int64_t k = 0; k < size; ++k) squares += row[k] * row[k];
      const double root = std::sqrt(squares);
      const double length = root < plan.options.epsilon ? plan.options.epsilon : root;
      return each([&](std::int64_t k) { return row[k] / length; });
    }
    case Relative::kSparsemax: {
      // The support grows by the largest number that is left, while that stays above the threshold.
      std::vector<double> sorted;
      for (std::int64_t k = 0; k < size; ++k) sorted.push_back(row[k]);
      const bool nan = std::ranges::any_of(sorted, [](double a) { return std::isnan(a); });
      if (nan) return each([](std::int64_t) { return std::nan(""); });
      std::ranges::sort(sorted, std::greater<>());
      double sum = 0;
      double threshold = 0;
      for (std::size_t k = 0; k < sorted.size(); ++k) {
        if (k > 0 && 1 + static_cast<double>(k + 1) * sorted[k] <= sum + sorted[k]) break;
        sum += sorted[k];
        threshold = (sum - 1) / static_cast<double>(k + 1);
      }
      return each([&](std::int64_t k) {
        const double over = row[k] - threshold;
        return over < 0 ? 0.0 : over;
      });
    }
  }
}

}  // namespace normscope::ops
