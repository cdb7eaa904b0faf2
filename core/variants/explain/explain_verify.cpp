// SPDX-License-Identifier: MIT
#include "core/variants/explain/explain_verify.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/memory.hpp"
#include "core/base/ulp.hpp"
#include "core/compute/cpu_backend.hpp"
#include "core/compute/reference_group.hpp"
#include "core/ops/norm_options.hpp"
#include "core/ops/reference.hpp"

namespace normscope::variants {
namespace {

using base::Expected;

std::span<const float> values_of(const std::shared_ptr<const tensor::Tensor>& tensor) {
  return tensor ? tensor->values() : std::span<const float>();
}

bool one_pass(const compute::Operation& operation) {
  const auto* norm = std::get_if<ops::NormOptions>(&operation);
  return norm != nullptr && ops::cancels(*norm);
}

// The largest |x| of a group.
double largest_of(const tensor::GroupLayout& layout, std::int64_t group, std::span<const float> x) {
  double largest = 0;
  for (std::int64_t k = 0; k < layout.size; ++k) {
    const auto at = static_cast<std::size_t>(layout.base(group) + layout.offset(k));
    largest = std::max(largest, std::abs(static_cast<double>(x[at])));
  }
  return largest;
}

class GapMeter {
 public:
  GapMeter(const compute::Plan& plan, const compute::Request& request, const tensor::Tensor& y,
           const Tolerance& tolerance)
      : plan_(plan), request_(request), y_(y), tolerance_(tolerance) {}

  // Compares the values of a group with the expected ones.
  void take(std::int64_t group, const compute::GroupStatistics& statistics,
            std::span<const double> row) {
    const tensor::GroupLayout& layout = compute::groups_of(plan_);
    const double largest = largest_of(layout, group, request_.x->values());
    for (std::int64_t k = 0; k < layout.size; ++k) {
      const auto at = static_cast<std::size_t>(layout.base(group) + layout.offset(k));
      const float y = y_.values()[at];
      const double r = row[static_cast<std::size_t>(k)];
      const double ulps = base::ulp_error(y, r);
      gap_.ulps = std::max(gap_.ulps, ulps);
      if (!std::isfinite(y) || !std::isfinite(r)) {
        if (ulps > 0) gap_.largest = std::numeric_limits<double>::infinity();
        if (ulps > 0) gap_.within = false;
        continue;
      }
      const double error = std::abs(static_cast<double>(y) - r);
      gap_.largest = std::max(gap_.largest, error);
      if (error > allowed(group, k, at, largest, statistics)) gap_.within = false;
    }
  }

  OutputGap gap() const { return gap_; }

 private:
  double allowed(std::int64_t group, std::int64_t k, std::size_t at, double largest,
                 const compute::GroupStatistics& statistics) const {
    const auto y = static_cast<double>(y_.values()[at]);
    if (const auto* norm = std::get_if<ops::NormPlan>(&plan_)) {
      const auto index = static_cast<std::size_t>(norm->affine.index(group, k));
      const double gamma =
          request_.gamma ? static_cast<double>(request_.gamma->values()[index]) : 1.0;
      const double beta = request_.beta ? static_cast<double>(request_.beta->values()[index]) : 0.0;
      const double rstd =
          norm->options.returned == ops::Returned::kNormalized ? statistics.second : 1.0;
      return tolerance_.of(y, gamma, beta, norm->options.centred() ? largest * rstd : 0.0, rstd);
    }
    if (const auto* relative = std::get_if<ops::RelativePlan>(&plan_)) {
      return tolerance_.of(y, 1, 0, 1, slope_of(*relative, group));
    }
    const ops::SoftmaxPlan& plan = std::get<ops::SoftmaxPlan>(plan_);
    const ops::SoftmaxOptions& options = plan.options;
    const auto x = static_cast<double>(request_.x->values()[at]);
    const double slope = ops::length_factor(options, plan.groups.size) / options.temperature;
    const double reach = std::isinf(x) ? 0 : std::abs(x - statistics.first) * slope;
    return tolerance_.of(y, options.log ? 1 : y, 0, reach, slope);
  }

  // By how much the output of a group changes with its input at most.
  double slope_of(const ops::RelativePlan& plan, std::int64_t group) const {
    if (plan.options.kind == ops::Relative::kDyt) return std::abs(plan.options.alpha);
    if (plan.options.kind == ops::Relative::kSparsemax) return 1;
    double squares = 0;
    for (std::int64_t k = 0; k < plan.groups.size; ++k) {
      const auto at = static_cast<std::size_t>(plan.groups.base(group) + plan.groups.offset(k));
      squares += std::pow(static_cast<double>(request_.x->values()[at]), 2);
    }
    return 1 / std::max({std::sqrt(squares), plan.options.epsilon, 1e-300});
  }

  const compute::Plan& plan_;
  const compute::Request& request_;
  const tensor::Tensor& y_;
  const Tolerance& tolerance_;
  OutputGap gap_{};
};

// The output in one pass: the reference has no such thing.
Expected<tensor::Tensor> kernel_output(const compute::Request& request) {
  compute::Backends cpu;
  cpu.push_back(compute::make_cpu_backend());
  compute::Settings settings;
  settings.device = compute::Device::kCpu;
  auto result = compute::compute(cpu, request, settings);
  if (!result) return tl::unexpected(result.error());
  return std::move(result->y);
}

}  // namespace

Expected<OutputGap> output_gap(const compute::Request& request, const tensor::Tensor& y,
                               const Tolerance& tolerance, std::int64_t most) {
  const auto plan = compute::plan_request(request);
  if (!plan) return tl::unexpected(plan.error());
  const tensor::GroupLayout& layout = compute::groups_of(*plan);
  return base::within_memory("a row of the input", [&]() -> Expected<OutputGap> {
    std::optional<tensor::Tensor> output;
    if (one_pass(request.operation)) {
      auto computed = kernel_output(request);
      if (!computed) return tl::unexpected(computed.error());
      output = *std::move(computed);
    }
    GapMeter meter(*plan, request, y, tolerance);
    std::vector<double> row(static_cast<std::size_t>(layout.size));
    const std::int64_t fitting = most / std::max<std::int64_t>(layout.size, 1);
    const std::int64_t groups = std::clamp<std::int64_t>(fitting, 1, layout.count);
    for (std::int64_t i = 0; i < groups; ++i) {
      const std::int64_t group = i * layout.count / groups;
      const auto statistics =
          compute::reference_group(*plan, group, request.x->values(), values_of(request.gamma),
                                   values_of(request.beta), row);
      for (std::int64_t k = 0; output && k < layout.size; ++k) {
        const auto at = static_cast<std::size_t>(layout.base(group) + layout.offset(k));
        row[static_cast<std::size_t>(k)] = static_cast<double>(output->values()[at]);
      }
      meter.take(group, statistics, row);
    }
    return meter.gap();
  });
}

OutputGap gap_of_own_denominators(const NormRows& rows) {
  std::vector<double> dy(rows.groups.size());
  std::vector<double> dd(rows.groups.size());
  for (const Equation& e : rows.equations) {
    dy[static_cast<std::size_t>(e.group)] += e.d * e.y;
    dd[static_cast<std::size_t>(e.group)] += e.d * e.d;
  }
  OutputGap gap;
  for (const Equation& e : rows.equations) {
    const auto group = static_cast<std::size_t>(e.group);
    const double r = dd[group] > 0 ? e.d * dy[group] / dd[group] : 0.0;
    gap.largest = std::max(gap.largest, std::abs(e.y - r));
    gap.ulps = std::max(gap.ulps, base::ulp_error(static_cast<float>(e.y), r));
  }
  return gap;
}

namespace {

// Least squares over all elements, one line for each gamma.
std::vector<Line> lines_of_all(const ops::NormPlan& plan, Affine affine, std::span<const float> x,
                               std::span<const float> y) {
  struct Sums {
    double count = 0, h = 0, y = 0, hh = 0, hy = 0;
  };
  std::vector<Sums> all(static_cast<std::size_t>(tensor::product(plan.affine_shape)));
  std::vector<double> row(static_cast<std::size_t>(plan.groups.size));
  for (std::int64_t group = 0; group < plan.groups.count; ++group) {
    ops::reference_norm(plan, group, x, {}, {}, row);
    for (std::int64_t k = 0; k < plan.groups.size; ++k) {
      const auto at = static_cast<std::size_t>(plan.groups.base(group) + plan.groups.offset(k));
      const double h = row[static_cast<std::size_t>(k)];
      const auto value = static_cast<double>(y[at]);
      if (!std::isfinite(h) || !std::isfinite(value)) continue;
      Sums& sums = all[static_cast<std::size_t>(plan.affine.index(group, k))];
      sums.count += 1;
      sums.h += h;
      sums.y += value;
      sums.hh += h * h;
      sums.hy += h * value;
    }
  }
  std::vector<Line> lines(all.size());
  for (std::size_t j = 0; j < all.size(); ++j) {
    const Sums& sums = all[j];
    if (sums.count == 0) continue;
    const double about = solves_beta(affine) ? 1 / sums.count : 0.0;
    const double hh = sums.hh - about * sums.h * sums.h;
    if (solves_gamma(affine) && hh > 0) lines[j].gamma = (sums.hy - about * sums.h * sums.y) / hh;
    if (solves_beta(affine)) lines[j].beta = (sums.y - lines[j].gamma * sums.h) / sums.count;
  }
  return lines;
}

}  // namespace

Expected<AffineValues> solve_affine(const NormRows& rows, const ops::NormOptions& options,
                                    Affine affine, std::span<const Line> lines,
                                    const tensor::Tensor& x, const tensor::Tensor& y) {
  AffineValues values;
  if (affine == Affine::kNone) return values;
  ops::NormPlan plan = rows.plan;
  plan.options = options;
  std::vector<Line> all(static_cast<std::size_t>(tensor::product(plan.affine_shape)));
  if (rows.whole) {
    for (std::size_t j = 0; j < lines.size(); ++j) {
      all[static_cast<std::size_t>(rows.equations[rows.starts[j]].affine)] = lines[j];
    }
  } else {
    all = lines_of_all(plan, affine, x.values(), y.values());
  }
  std::vector<float> gamma;
  std::vector<float> beta;
  for (const Line& line : all) {
    gamma.push_back(static_cast<float>(line.gamma));
    beta.push_back(static_cast<float>(line.beta));
  }
  const auto shared = [&](std::vector<float> numbers) {
    auto made = tensor::Tensor::from_values(plan.affine_shape, std::move(numbers));
    return std::make_shared<const tensor::Tensor>(*std::move(made));
  };
  if (solves_gamma(affine)) values.gamma = shared(std::move(gamma));
  if (solves_beta(affine)) values.beta = shared(std::move(beta));
  return values;
}

}  // namespace normscope::variants
