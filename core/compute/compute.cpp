// SPDX-License-Identifier: MIT
#include "core/compute/compute.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/memory.hpp"

namespace normscope::compute {

using base::Expected;
using tensor::Tensor;

namespace {

const tensor::Shape* shape_of(const std::shared_ptr<const Tensor>& tensor) {
  return tensor ? &tensor->shape() : nullptr;
}

Expected<Plan> plan_operation(const ops::NormOptions& options, const Request& request) {
  auto plan =
      ops::plan_norm(request.x->shape(), shape_of(request.gamma), shape_of(request.beta), options);
  if (!plan) return tl::unexpected(plan.error());
  return Plan(*std::move(plan));
}

Expected<Plan> plan_operation(const ops::SoftmaxOptions& options, const Request& request) {
  if (request.gamma || request.beta) {
    return base::fail(base::ErrorKind::kInvalidArgument, "softmax has neither gamma nor beta");
  }
  auto plan = ops::plan_softmax(request.x->shape(), options);
  if (!plan) return tl::unexpected(plan.error());
  return Plan(*std::move(plan));
}

std::span<const float> values_of(const std::shared_ptr<const Tensor>& tensor) {
  return tensor ? tensor->values() : std::span<const float>{};
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

Expected<Plan> plan_request(const Request& request) {
  return std::visit([&](const auto& options) { return plan_operation(options, request); },
                    request.operation);
}

Expected<Result> compute(const Backends& backends, const Request& request,
                         const Settings& settings) {
  const auto plan = plan_request(request);
  if (!plan) return tl::unexpected(plan.error());
  const auto backend = choose_backend(backends, settings.device, *plan);
  if (!backend) return tl::unexpected(backend.error());

  // Filling the buffers touches their pages, so that the first run is not charged for them.
  auto y = Tensor::full(request.x->shape(), 0.0F);
  if (!y) return tl::unexpected(y.error());
  auto first = Tensor::full(groups_of(*plan).reduced_shape, 0.0F);
  if (!first) return tl::unexpected(first.error());
  Result result{*std::move(y), statistic_names(*plan), *first, *first, (*backend)->device()};

  const Buffers buffers{request.x->values(), values_of(request.gamma), values_of(request.beta),
                        result.y.values(),   result.first.values(),    result.second.values()};
  std::vector<double> seconds;
  for (int run = 0; run < std::max(settings.repeats, 1); ++run) {
    const auto start = std::chrono::steady_clock::now();
    const auto done = (*backend)->run(*plan, buffers, settings.threads);
    if (!done) return tl::unexpected(done.error());
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    seconds.push_back(elapsed.count());
  }
  result.kernel_seconds = median(std::move(seconds));
  const std::size_t moved = buffers.x.size() + buffers.gamma.size() + buffers.beta.size() +
                            buffers.y.size() + buffers.first.size() + buffers.second.size();
  result.bytes_moved = moved * sizeof(float);
  return result;
}

}  // namespace normscope::compute
