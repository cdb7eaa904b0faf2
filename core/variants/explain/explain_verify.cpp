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
#include "core/text/translate.hpp"

namespace normscope::variants {
namespace {

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
           const Tolerance& tolerance, const Plainly& plainly)
      : plan_(plan), request_(request), y_(y), tolerance_(tolerance), gap_(plainly) {}

  // Compares the values of a group with the expected ones.
  void take(std::int64_t group, const compute::GroupStatistics& statistics,
            std::span<const double> row) {
    const tensor::GroupLayout& layout = compute::groups_of(plan_);
    const double largest = largest_of(layout, group, request_.x->values());
    for (std::int64_t k = 0; k < layout.size; ++k) {
      const std::int64_t offset = layout.base(group) + layout.offset(k);
      const auto at = static_cast<std::size_t>(offset);
      const double r = row[static_cast<std::size_t>(k)];
      // What was masked was read from y.
      const bool told = !std::isinf(request_.x->values()[at]);
      gap_.take(offset, y_.values()[at], r, allowed(group, k, at, r, largest, statistics), told);
    }
  }

  OutputGap gap() && { return std::move(gap_); }

 private:
  // Of the exact value r, so that no y allows itself more.
  double allowed(std::int64_t group, std::int64_t k, std::size_t at, double r, double largest,
                 const compute::GroupStatistics& statistics) const {
    if (const auto* norm = std::get_if<ops::NormPlan>(&plan_)) {
      const auto index = static_cast<std::size_t>(norm->affine.index(group, k));
      const double gamma =
          request_.gamma ? static_cast<double>(request_.gamma->values()[index]) : 1.0;
      const double beta = request_.beta ? static_cast<double>(request_.beta->values()[index]) : 0.0;
      const double rstd =
          norm->options.returned == ops::Returned::kNormalized ? statistics.second : 1.0;
      return tolerance_.of(r, gamma, beta, norm->options.centred() ? largest * rstd : 0.0, rstd);
    }
    if (const auto* relative = std::get_if<ops::RelativePlan>(&plan_)) {
      return tolerance_.of(r, 1, 0, 1, slope_of(*relative, group));
    }
    const auto& plan = std::get<ops::SoftmaxPlan>(plan_);
    const ops::SoftmaxOptions& options = plan.options;
    const auto x = static_cast<double>(request_.x->values()[at]);
    const double slope = ops::length_factor(options, plan.groups.size) / options.temperature;
    const double reach = std::isinf(x) ? 0 : std::abs(x - statistics.first) * slope;
    return tolerance_.of_softmax(r, options.log, reach, slope);
  }

  // By how much the output of a group changes with its input at most.
  double slope_of(const ops::RelativePlan& plan, std::int64_t group) const {
    if (!ops::is_over_dimension(plan.options)) return std::abs(plan.options.alpha);
    if (plan.options.kind != ops::Relative::kL2Norm) return 1;
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
  OutputGap gap_;
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

void OutputGap::take(std::int64_t at, float y, double r, double tolerance, bool told) {
  constexpr std::size_t kKept = 4096;
  const double error_ulps = base::ulp_error(y, r);
  ulps = std::max(ulps, error_ulps);
  bool right = error_ulps == 0;
  if (std::isfinite(y) && std::isfinite(r)) {
    const double error = std::abs(static_cast<double>(y) - r);
    largest = std::max(largest, error);
    allowed = std::max(allowed, tolerance);
    squares += error * error;
    count += 1;
    right = error <= tolerance;
    if (told) bits.add(at, r, tolerance);
  } else if (!right) {
    largest = std::numeric_limits<double>::infinity();
  }
  if (right) return;
  ++beyond;
  if (wrong.size() < kKept) wrong.push_back(at);
}

Expected<OutputGap> output_gap(const compute::Request& request, const tensor::Tensor& y,
                               const Tolerance& tolerance, std::int64_t most,
                               const Plainly& plainly) {
  const auto plan = compute::plan_request(request);
  if (!plan) return tl::unexpected(plan.error());
  const tensor::GroupLayout& layout = compute::groups_of(*plan);
  return base::within_memory(text::tr_later("a row of the input"), [&]() -> Expected<OutputGap> {
    std::optional<tensor::Tensor> output;
    if (one_pass(request.operation)) {
      auto computed = kernel_output(request);
      if (!computed) return tl::unexpected(computed.error());
      output = *std::move(computed);
    }
    GapMeter meter(*plan, request, y, tolerance, plainly);
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
    return std::move(meter).gap();
  });
}

OutputGap gap_of_own_denominators(const NormRows& rows, const Plainly& plainly) {
  std::vector<double> dy(rows.groups.size());
  std::vector<double> dd(rows.groups.size());
  for (const Equation& e : rows.equations) {
    dy[static_cast<std::size_t>(e.group)] += e.d * e.y;
    dd[static_cast<std::size_t>(e.group)] += e.d * e.d;
  }
  OutputGap gap(plainly);
  for (const Equation& e : rows.equations) {
    const auto group = static_cast<std::size_t>(e.group);
    const double r = dd[group] > 0 ? e.d * dy[group] / dd[group] : 0.0;
    gap.take(0, static_cast<float>(e.y), r, std::numeric_limits<double>::infinity());
  }
  return gap;
}

namespace {

// Least squares over all elements, one line for each gamma.
std::vector<Line> lines_of_all(const ops::NormPlan& plan, Affine affine, std::span<const float> x,
                               std::span<const float> y, std::span<const float> gamma) {
  struct Sums {
    double count = 0, h = 0, y = 0, hh = 0, hy = 0;
  };
  std::vector<Sums> all(static_cast<std::size_t>(tensor::product(plan.affine_shape)));
  std::vector<double> row(static_cast<std::size_t>(plan.groups.size));
  for (std::int64_t group = 0; group < plan.groups.count; ++group) {
    ops::reference_norm(plan, group, x, gamma, {}, row);
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
                                    const tensor::Tensor& x, const tensor::Tensor& y,
                                    std::span<const float> gamma) {
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
    all = lines_of_all(plan, affine, x.values(), y.values(), gamma);
  }
  std::vector<float> slopes;
  std::vector<float> beta;
  for (const Line& line : all) {
    slopes.push_back(static_cast<float>(line.gamma));
    beta.push_back(static_cast<float>(line.beta));
  }
  const auto shared = [&](std::vector<float> numbers) {
    auto made = tensor::Tensor::from_values(plan.affine_shape, std::move(numbers));
    return std::make_shared<const tensor::Tensor>(*std::move(made));
  };
  if (solves_gamma(affine)) values.gamma = shared(std::move(slopes));
  if (solves_beta(affine)) values.beta = shared(std::move(beta));
  return values;
}

}  // namespace normscope::variants
