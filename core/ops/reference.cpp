// SPDX-License-Identifier: MIT
#include "core/ops/reference.hpp"

#include <cmath>
#include <limits>

namespace normscope::ops {
namespace {

// The elements of a group, as doubles.
class Group {
 public:
  Group(std::span<const float> x, const tensor::GroupLayout& layout, std::int64_t group)
      : x_(x), layout_(layout), base_(layout.base(group)) {}
  double operator[](std::int64_t k) const {
    return static_cast<double>(x_[static_cast<std::size_t>(base_ + layout_.offset(k))]);
  }

 private:
  std::span<const float> x_;
  const tensor::GroupLayout& layout_;
  std::int64_t base_;
};

double parameter(std::span<const float> values, std::int64_t index, double absent) {
  return values.empty() ? absent : static_cast<double>(values[static_cast<std::size_t>(index)]);
}

}  // namespace

NormStatistics reference_norm(const NormPlan& plan, std::int64_t group, std::span<const float> x,
                              std::span<const float> gamma, std::span<const float> beta,
                              std::span<double> y) {
  const Group row(x, plan.groups, group);
  const std::int64_t size = plan.groups.size;
  const auto n = static_cast<double>(size);
  double sum = 0;
  for (std::int64_t k = 0; k < size; ++k) sum += row[k];
  const double mean = sum / n;
  const double centre = plan.options.centred() ? mean : 0.0;
  double squares = 0;
  for (std::int64_t k = 0; k < size; ++k) squares += (row[k] - centre) * (row[k] - centre);
  const double divisor = denominator(squares, n, plan.options);
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

SoftmaxStatistics reference_softmax(const SoftmaxPlan& plan, std::int64_t group,
                                    std::span<const float> x, std::span<double> y) {
  const Group row(x, plan.groups, group);
  const std::int64_t size = plan.groups.size;
  const double temperature = plan.options.temperature;
  double maximum = -std::numeric_limits<double>::infinity();
  for (std::int64_t k = 0; k < size; ++k) {
    // The maximum of a group with a NaN is NaN.
    if (row[k] > maximum || std::isnan(row[k])) maximum = row[k];
    if (std::isnan(maximum)) break;
  }
  double sum = 0;
  for (std::int64_t k = 0; k < size; ++k) sum += std::exp((row[k] - maximum) / temperature);
  for (std::int64_t k = 0; k < size; ++k) {
    const double shifted = (row[k] - maximum) / temperature;
    y[static_cast<std::size_t>(k)] =
        plan.options.log ? shifted - std::log(sum) : std::exp(shifted) / sum;
  }
  return {maximum, sum};
}

}  // namespace normscope::ops
