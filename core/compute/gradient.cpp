// SPDX-License-Identifier: MIT
#include "core/compute/gradient.hpp"

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
#include "core/compute/steps.hpp"
#include "core/ops/reference_gradient.hpp"
#include "core/text/translate.hpp"

namespace normscope::compute {

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

Expected<void> check_request(const GradientRequest& request, const Plan& plan) {
  const Shape& shape = request.forward.x->shape();
  if (request.dy->shape() != shape) {
    return fail(ErrorKind::kInvalidArgument,
                tr("the gradient of the output must have the output's shape {shape}, but has {own}",
                   arg("shape", tensor::shape_to_text(shape)),
                   arg("own", tensor::shape_to_text(request.dy->shape()))));
  }
  if ((request.of_gamma || request.of_beta) && affine_shape_of(plan) == nullptr) {
    return fail(ErrorKind::kInvalidArgument,
                tr("the operation has no weight and no bias, so that they have no gradient"));
  }
  return {};
}

// Here and below: the result receives its device and time.
Expected<void> run_on_processor(const Plan& plan, const GradientRequest& request,
                                const GradientBuffers& buffers, const Control& control,
                                Device device, Gradients& result) {
  // The batch has no part in running statistics: as forwards, they are left to double.
  const auto* const norm = std::get_if<ops::NormPlan>(&plan);
  const bool reference = request.forward.exact != nullptr || device == Device::kReference ||
                         (norm != nullptr && norm->options.running);
  const auto start = std::chrono::steady_clock::now();
  const auto done =
      reference ? run_reference(plan, buffers, control).map([&]() -> std::string_view {
        return device == Device::kReference ? tr("reference (double, one thread)")
                                            : tr("cpu (double, one thread)");
      })
                : run_gradient_on_cpu(plan, buffers, control);
  if (!done) return tl::unexpected(done.error());
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  result.kernel_seconds = elapsed.count();
  result.device = *done;
  return {};
}

Expected<void> run_on_gpu(const Plan& plan, const GradientRequest& request,
                          const GradientBuffers& buffers, const Control& control,
                          const Backends& backends, Gradients& result) {
  if (request.forward.exact) {
    return fail(ErrorKind::kUnsupported,
                tr("the gpu computes in float32, which loses digits of the input that matter"),
                tr("use --device cpu, which computes it in double"));
  }
  const auto gpu = choose_backend(backends, Device::kGpu, plan);
  if (!gpu) return tl::unexpected(gpu.error());
  const auto report = (*gpu)->run_backward(plan, buffers, control);
  if (!report) return tl::unexpected(report.error());
  result.device = (*gpu)->device();
  result.kernel_seconds = report->kernel_seconds.value_or(0);
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

Expected<Gradients> compute_gradient(const GradientRequest& request, const Settings& settings,
                                     const Backends& backends) {
  const auto plan = plan_request(request.forward);
  if (!plan) return tl::unexpected(plan.error());
  if (auto fits = check_request(request, *plan); !fits) {
    return tl::unexpected(fits.error());
  }
  const Request& forward = request.forward;
  if (forward.precision != precision::Plan{}) return gradients_by_steps(request, *plan, settings);
  auto dx = Tensor::unfilled(forward.x->shape());
  if (!dx) return tl::unexpected(dx.error());
  Gradients result{*std::move(dx)};
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
      result.dx.values(),
      dgamma,
      dbeta};
  const Control control{settings.threads, settings.stop, settings.progress};
  const auto done = base::within_memory(text::tr_later("the gradients"), [&] {
    return settings.device == Device::kGpu
               ? run_on_gpu(*plan, request, buffers, control, backends, result)
               : run_on_processor(*plan, request, buffers, control, settings.device, result);
  });
  if (!done) return tl::unexpected(done.error());
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
