// SPDX-License-Identifier: MIT
#include "core/compute/running.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace normscope::compute {

using base::ErrorKind;
using base::Expected;
using base::fail;
using tensor::Tensor;

Expected<Result> compute_running(const Request& request, const RunningStatistics& running) {
  const auto* const batch_norm = std::get_if<ops::NormOptions>(&request.operation);
  if (batch_norm == nullptr || batch_norm->kind != ops::Normalization::kBatchNorm) {
    return fail(ErrorKind::kInvalidArgument, "running statistics are for a batch norm");
  }
  // Each channel of a sample is a group of its own: no batch is needed.
  ops::NormOptions options = *batch_norm;
  options.kind = ops::Normalization::kInstanceNorm;
  const auto planned = plan_request({options, request.x, request.gamma, request.beta});
  if (!planned) return tl::unexpected(planned.error());
  const auto& plan = std::get<ops::NormPlan>(*planned);
  for (const auto& [name, values] : {std::pair("running mean", &running.mean),
                                     std::pair("running variance", &running.variance)}) {
    if (values->shape() == plan.affine_shape) continue;
    return fail(ErrorKind::kInvalidArgument,
                fmt::format("the {} must have one value a channel, shape {}, but has {}", name,
                            tensor::shape_to_text(plan.affine_shape),
                            tensor::shape_to_text(values->shape())));
  }
  if (std::ranges::any_of(running.variance.values(), [](float value) { return value < 0; })) {
    return fail(ErrorKind::kInvalidArgument, "a running variance is below 0");
  }
  if (options.epsilon_placement == ops::EpsilonPlacement::kCount) {
    return fail(ErrorKind::kInvalidArgument,
                "epsilon is added to the count, and running statistics have none");
  }
  auto y = Tensor::unfilled(request.x->shape());
  if (!y) return tl::unexpected(y.error());
  Tensor mean = running.mean;
  Tensor rstd = running.variance;
  const auto at = [](const auto& values, std::int64_t index) {
    return static_cast<double>(values[static_cast<std::size_t>(index)]);
  };
  const double epsilon =
      options.epsilon_placement == ops::EpsilonPlacement::kNone ? 0 : options.epsilon;
  const bool outside = options.epsilon_placement == ops::EpsilonPlacement::kOutside;
  const auto divisor_of = [&](double variance) {
    return outside ? std::sqrt(variance) + epsilon : std::sqrt(variance + epsilon);
  };
  tensor::for_each_element(
      plan.groups, [&](std::int64_t offset, std::int64_t group, std::int64_t element) {
        const std::int64_t channel = plan.affine.index(group, element);
        const double centre = options.centring ? at(running.mean.values(), channel) : 0.0;
        const double number =
            request.exact ? at(*request.exact, offset) : at(request.x->values(), offset);
        const double core = (number - centre) / divisor_of(at(running.variance.values(), channel));
        const double scaled = request.gamma ? at(request.gamma->values(), channel) * core : core;
        const double shifted = request.beta ? scaled + at(request.beta->values(), channel) : scaled;
        y->values()[static_cast<std::size_t>(offset)] = static_cast<float>(shifted);
      });
  for (float& value : rstd.values()) {
    value = static_cast<float>(1.0 / divisor_of(static_cast<double>(value)));
  }
  tensor::Shape reduced(request.x->shape().size(), 1);
  reduced[1] = request.x->shape()[1];
  auto first = mean.reshaped(reduced);
  auto second = rstd.reshaped(reduced);
  if (!first) return tl::unexpected(first.error());
  if (!second) return tl::unexpected(second.error());
  Result result{*std::move(y), statistic_names(*planned), *std::move(first), *std::move(second),
                "cpu, in double"};
  result.bytes_moved = 2 * sizeof(float) * static_cast<std::uint64_t>(request.x->size());
  return result;
}

}  // namespace normscope::compute
