// SPDX-License-Identifier: MIT
#include "app/results/errors.hpp"

#include <algorithm>
#include <utility>

#include "app/document/settings.hpp"
#include "app/results/backward.hpp"
#include "core/base/limits.hpp"
#include "core/text/translate.hpp"

namespace normscope::results {

using document::Document;
using TensorRef = std::shared_ptr<const tensor::Tensor>;

namespace {

std::span<const float> values_of(const TensorRef& values) {
  return values ? values->values() : std::span<const float>{};
}

}  // namespace

compute::Request operation_request(const Document& document, TensorRef activations) {
  const ops::Operation operation = document::core_operation(document);
  compute::Request request{operation, std::move(activations)};
  request.precision = document.precision;
  if (!ops::has_parameters(operation)) return request;
  const auto& norm = document.norm;
  const auto values = [](const document::Parameter& parameter) {
    return parameter.on ? parameter.values.values() : nullptr;
  };
  request.gamma = values(norm.gamma);
  request.beta = values(norm.beta);
  request.running = {values(norm.running_mean), values(norm.running_variance)};
  return request;
}

std::vector<std::int64_t> groups_to_check(std::int64_t groups, std::int64_t elements) {
  const std::int64_t size = groups == 0 ? 0 : elements / groups;
  const std::int64_t most = std::clamp<std::int64_t>(
      kCheckedElements / std::max<std::int64_t>(size, 1), 1, kCheckedGroups);
  const bool all = elements <= base::kWholeStepElements || groups <= most;
  const std::int64_t checked = all ? groups : most;
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(checked));
  // i * groups stays small: groups are at most 2^40.
  for (std::int64_t i = 0; i < checked; ++i) {
    numbers[static_cast<std::size_t>(i)] = i * groups / checked;
  }
  return numbers;
}

compute::OutputError largest_error(std::span<const compute::OutputError> errors) {
  compute::OutputError largest{};
  for (const compute::OutputError& error : errors) {
    if (error.ulps > largest.ulps) largest = error;
  }
  return largest;
}

compute::OutputError group_error(const compute::Plan& plan, const compute::Request& request,
                                 std::span<const float> y, std::int64_t group) {
  return compute::output_error(plan, request.x->values(), values_of(request.gamma),
                               values_of(request.beta), y, std::span(&group, 1));
}

base::Expected<std::vector<float>> errors_of(const Document& document,
                                             const Evaluation& evaluation) {
  if (!evaluation.result || runs_by_steps(document)) {
    return base::fail(base::ErrorKind::kInvalidArgument, tr("there is no result to compare"));
  }
  const compute::Request request = operation_request(document, evaluation.activations);
  const auto plan = compute::plan_request(request);
  if (!plan) return tl::unexpected(plan.error());
  return compute::output_errors(*plan, request.x->values(), values_of(request.gamma),
                                values_of(request.beta), evaluation.result->y.values());
}

}  // namespace normscope::results
