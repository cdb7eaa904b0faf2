// SPDX-License-Identifier: MIT
#include "core/compute/gradient.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/memory.hpp"
#include "core/compute/cpu_gradient.hpp"
#include "core/compute/progress.hpp"
#include "core/ops/reference_gradient.hpp"

namespace normscope::compute {

using base::ErrorKind;
using base::Expected;
using base::fail;
using tensor::Shape;
using tensor::Tensor;

namespace {

const Shape* affine_shape_of(const Plan& plan) {
  if (const auto* const norm = std::get_if<ops::NormPlan>(&plan)) return &norm->affine_shape;
  const auto* const relative = std::get_if<ops::RelativePlan>(&plan);
  const bool has = relative != nullptr && relative->options.kind == ops::Relative::kDyt;
  return has ? &relative->affine_shape : nullptr;
}

Expected<void> run_reference(const Plan& plan, const GradientBuffers& buffers,
                             const Control& control) {
  const tensor::GroupLayout& layout = groups_of(plan);
  std::vector<double> row(static_cast<std::size_t>(layout.size));
  const ops::GroupGradient of{buffers.x, buffers.dy,     buffers.gamma,
                              row,       buffers.dgamma, buffers.dbeta};
  Progress progress(control, layout.count);
  for (std::int64_t group = 0; group < layout.count; ++group) {
    if (progress.stopped()) return cancelled();
    if (const auto* const norm = std::get_if<ops::NormPlan>(&plan)) {
      ops::reference_norm_gradient(*norm, group, of);
    } else if (const auto* const softmax = std::get_if<ops::SoftmaxPlan>(&plan)) {
      ops::reference_softmax_gradient(*softmax, group, of);
    } else {
      ops::reference_relative_gradient(std::get<ops::RelativePlan>(plan), group, of);
    }
    const std::int64_t base = layout.base(group);
    for (std::int64_t k = 0; k < layout.size; ++k) {
      buffers.dx[static_cast<std::size_t>(base + layout.offset(k))] =
          static_cast<float>(row[static_cast<std::size_t>(k)]);
    }
    progress.done(1);
  }
  return {};
}

Expected<void> check_request(const GradientRequest& request, const Plan& plan,
                             const Settings& settings) {
  if (settings.device == Device::kGpu) {
    return fail(ErrorKind::kUnavailable, "the gpu has no shader for gradients",
                "--device cpu and --device reference compute them");
  }
  const Shape& shape = request.forward.x->shape();
  if (request.dy->shape() != shape) {
    return fail(
        ErrorKind::kInvalidArgument,
        fmt::format("the gradient of the output must have the output's shape {}, but has {}",
                    tensor::shape_to_text(shape), tensor::shape_to_text(request.dy->shape())));
  }
  if ((request.of_gamma || request.of_beta) && affine_shape_of(plan) == nullptr) {
    return fail(ErrorKind::kInvalidArgument,
                "the operation has no weight and no bias, so that they have no gradient");
  }
  return {};
}

Expected<Tensor> rounded(const std::vector<double>& sums, const Shape& shape) {
  auto tensor = Tensor::unfilled(shape);
  if (!tensor) return tensor;
  std::ranges::transform(sums, tensor->values().begin(),
                         [](double sum) { return static_cast<float>(sum); });
  return tensor;
}

}  // namespace

Expected<Gradients> compute_gradient(const GradientRequest& request, const Settings& settings) {
  const auto plan = plan_request(request.forward);
  if (!plan) return tl::unexpected(plan.error());
  if (auto fits = check_request(request, *plan, settings); !fits) {
    return tl::unexpected(fits.error());
  }
  const Request& forward = request.forward;
  auto dx = Tensor::unfilled(forward.x->shape());
  if (!dx) return tl::unexpected(dx.error());
  const Shape* const affine = affine_shape_of(*plan);
  const std::size_t count =
      affine == nullptr ? 0 : static_cast<std::size_t>(tensor::product(*affine));
  std::vector<double> dgamma(request.of_gamma ? count : 0);
  std::vector<double> dbeta(request.of_beta ? count : 0);
  const std::span<const float> x = forward.x->values();
  const GradientBuffers buffers{
      forward.exact ? ops::Numbers(std::span<const double>(*forward.exact)) : ops::Numbers(x),
      x,
      forward.gamma ? forward.gamma->values() : std::span<const float>{},
      request.dy->values(),
      dx->values(),
      dgamma,
      dbeta};
  const Control control{settings.threads, settings.stop, settings.progress};
  // The batch has no part in running statistics: as forwards, they are left to double.
  const auto* const norm = std::get_if<ops::NormPlan>(&*plan);
  const bool reference = forward.exact != nullptr || settings.device == Device::kReference ||
                         (norm != nullptr && norm->options.running);
  const auto start = std::chrono::steady_clock::now();
  const auto done = base::within_memory("the gradients", [&]() -> Expected<std::string_view> {
    if (!reference) return run_gradient_on_cpu(*plan, buffers, control);
    return run_reference(*plan, buffers, control).map([&]() -> std::string_view {
      return settings.device == Device::kReference ? "reference (double, one thread)"
                                                   : "cpu (double, one thread)";
    });
  });
  if (!done) return tl::unexpected(done.error());
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  Gradients result{*std::move(dx)};
  result.device = *done;
  result.kernel_seconds = elapsed.count();
  result.bytes_moved =
      sizeof(float) * (3 * x.size() + buffers.gamma.size() + dgamma.size() + dbeta.size());
  for (const auto& [sums, wanted, place] : {std::tuple(&dgamma, request.of_gamma, &result.dgamma),
                                            std::tuple(&dbeta, request.of_beta, &result.dbeta)}) {
    if (!wanted) continue;
    auto tensor = rounded(*sums, *affine);
    if (!tensor) return tl::unexpected(tensor.error());
    *place = *std::move(tensor);
  }
  return result;
}

}  // namespace normscope::compute
