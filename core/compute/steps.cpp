// SPDX-License-Identifier: MIT
#include "core/compute/steps.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "core/precision/evaluate.hpp"
#include "core/text/translate.hpp"
#include "core/trace/gradient/closed_forms.hpp"
#include "core/trace/operations.hpp"

namespace normscope::compute {

using tensor::Tensor;
using trace::Role;
using trace::TensorRef;

namespace {

Expected<trace::Trace> float_steps(const Request& request) {
  if (const auto* norm = std::get_if<ops::NormOptions>(&request.operation)) {
    return trace::trace_norm(request.x, request.gamma, request.beta, *norm, request.running);
  }
  if (const auto* relative = std::get_if<ops::RelativeOptions>(&request.operation)) {
    return trace::trace_relative(request.x, request.gamma, request.beta, *relative);
  }
  return trace::trace_softmax(request.x, std::get<ops::SoftmaxOptions>(request.operation));
}

Expected<void> check_device(const Request& request, const Settings& settings) {
  if (request.exact) {
    return base::fail(ErrorKind::kUnsupported,
                      tr("a precision plan begins with float32, which loses digits of this input"),
                      tr("round the input first"));
  }
  if (settings.device == Device::kAuto || settings.device == Device::kCpu) return {};
  return base::fail(ErrorKind::kUnsupported, tr("a precision plan is computed on the cpu alone"),
                    tr("leave --device out"));
}

// Values of a statistic: of the first of these roles that the program has.
Expected<Tensor> statistic(const trace::Program& program, const precision::Values& values,
                           std::initializer_list<Role> roles, const tensor::Shape& shape) {
  for (const Role role : roles) {
    const int at = program.find(role);
    if (at < 0 || !program.step(at).per_group) continue;
    auto tensor = values.tensor(program, at);
    if (!tensor) return tl::unexpected(tensor.error());
    return (*tensor)->reshaped(shape);
  }
  return Tensor::full(shape, 0.0F);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

constexpr std::string_view kDeviceName =
    text::tr_later("cpu, step by step under the precision plan");

// A backward pass, and the values of its leaves.
struct BackwardSteps {
  trace::Gradient gradient;
  std::vector<TensorRef> leaves;
};

Expected<trace::Gradient> gradient_program(const Request& request, const trace::Program& forward) {
  const tensor::Shape& x = request.x->shape();
  const auto shape_of = [](const TensorRef& tensor) { return tensor ? &tensor->shape() : nullptr; };
  if (const auto* softmax = std::get_if<ops::SoftmaxOptions>(&request.operation)) {
    return trace::softmax_gradient(x, *softmax, trace::BackwardForm::kClosed);
  }
  const auto* const norm = std::get_if<ops::NormOptions>(&request.operation);
  if (norm == nullptr || norm->running) return trace::gradient_of(forward);
  return trace::norm_gradient(x, shape_of(request.gamma), shape_of(request.beta), *norm,
                              trace::BackwardForm::kClosed);
}

Expected<BackwardSteps> backward_steps(const Request& request, const TensorRef& dy) {
  const auto forward = float_steps(request);
  if (!forward) return tl::unexpected(forward.error());
  auto gradient = gradient_program(request, forward->program());
  if (!gradient) return tl::unexpected(gradient.error());
  BackwardSteps steps{*std::move(gradient), {}};
  const trace::Program& program = steps.gradient.program;
  steps.leaves.resize(program.steps.size());
  steps.leaves.front() = request.x;
  steps.leaves[static_cast<std::size_t>(steps.gradient.upstream)] = dy;
  for (const trace::Step& step : forward->steps()) {
    const int at = step.is_leaf() && step.role != Role::kInput ? program.find(step.role) : -1;
    if (at >= 0) steps.leaves[static_cast<std::size_t>(at)] = forward->parameter(step.role);
  }
  return steps;
}

// A gamma of ones or a beta of zeros, for a gradient that is wanted without one.
Expected<TensorRef> parameter_or(const TensorRef& own, bool wanted, const tensor::Shape* shape,
                                 float value) {
  if (own || !wanted || shape == nullptr) return own;
  auto filled = Tensor::full(*shape, value);
  if (!filled) return tl::unexpected(filled.error());
  return std::make_shared<const Tensor>(*std::move(filled));
}

const tensor::Shape* affine_shape(const Plan& plan) {
  if (const auto* const norm = std::get_if<ops::NormPlan>(&plan)) return &norm->affine_shape;
  const auto* const relative = std::get_if<ops::RelativePlan>(&plan);
  return relative != nullptr ? &relative->affine_shape : nullptr;
}

}  // namespace

Expected<trace::Trace> steps_of(const Request& request) {
  if (const auto plan = plan_request(request); !plan) return tl::unexpected(plan.error());
  auto steps = float_steps(request);
  if (!steps || request.precision == precision::Plan{}) return steps;
  return precision::trace_under(*steps, request.precision);
}

Expected<Result> compute_by_steps(const Request& request, const Plan& plan,
                                  const Settings& settings) {
  if (auto fits = check_device(request, settings); !fits) return tl::unexpected(fits.error());
  const auto steps = float_steps(request);
  if (!steps) return tl::unexpected(steps.error());
  const trace::Program& program = steps->program();
  const auto start = std::chrono::steady_clock::now();
  const auto values = precision::evaluate(program, precision::leaves_of(*steps), request.precision);
  if (!values) return tl::unexpected(values.error());
  const double seconds = seconds_since(start);
  if (settings.stop.stop_requested()) {
    return base::fail(ErrorKind::kCancelled, tr("the computation was stopped"));
  }
  const auto y = values->tensor(program, program.size() - 1);
  if (!y) return tl::unexpected(y.error());
  const tensor::Shape& reduced = groups_of(plan).reduced_shape;
  auto first = statistic(program, *values,
                         {Role::kMean, Role::kRunningMean, Role::kMaximumWithSink, Role::kThreshold,
                          Role::kBounded, Role::kMaximum},
                         reduced);
  if (!first) return tl::unexpected(first.error());
  auto second = statistic(program, *values,
                          {Role::kDeviationPlusEpsilon, Role::kDeviation,
                           Role::kRootMeanSquarePlusEpsilon, Role::kRootMeanSquare, Role::kSum},
                          reduced);
  if (!second) return tl::unexpected(second.error());
  if (std::holds_alternative<ops::NormPlan>(plan)) {
    for (float& deviation : second->values()) deviation = 1.0F / deviation;
  }
  auto output = (*y)->reshaped(request.x->shape());
  if (!output) return tl::unexpected(output.error());
  Result result{*std::move(output), statistic_names(plan),    *std::move(first),
                *std::move(second), std::string(kDeviceName), "cpu"};
  result.kernel_seconds = seconds;
  result.bytes_moved = sizeof(float) * 2 * static_cast<std::uint64_t>(request.x->size());
  return result;
}

Expected<Gradients> gradients_by_steps(const GradientRequest& request, const Plan& plan,
                                       const Settings& settings) {
  if (auto fits = check_device(request.forward, settings); !fits) {
    return tl::unexpected(fits.error());
  }
  Request forward = request.forward;
  const tensor::Shape* const affine = affine_shape(plan);
  auto gamma = parameter_or(forward.gamma, request.of_gamma, affine, 1);
  if (!gamma) return tl::unexpected(gamma.error());
  auto beta = parameter_or(forward.beta, request.of_beta, affine, 0);
  if (!beta) return tl::unexpected(beta.error());
  forward.gamma = *std::move(gamma);
  forward.beta = *std::move(beta);
  const auto steps = backward_steps(forward, request.dy);
  if (!steps) return tl::unexpected(steps.error());
  const trace::Program& program = steps->gradient.program;
  const auto start = std::chrono::steady_clock::now();
  const auto values = precision::evaluate(program, steps->leaves, forward.precision);
  if (!values) return tl::unexpected(values.error());
  const double seconds = seconds_since(start);
  const auto taken = [&](int at, const tensor::Shape& shape) -> Expected<Tensor> {
    auto tensor = values->tensor(program, at);
    if (!tensor) return tl::unexpected(tensor.error());
    return (*tensor)->reshaped(shape);
  };
  auto dx = taken(program.size() - 1, forward.x->shape());
  if (!dx) return tl::unexpected(dx.error());
  Gradients result{*std::move(dx)};
  result.device = tr(kDeviceName);
  result.kernel_seconds = seconds;
  result.bytes_moved = sizeof(float) * 3 * static_cast<std::uint64_t>(forward.x->size());
  for (const auto& [role, wanted, place] :
       {std::tuple(Role::kGamma, request.of_gamma, &result.dgamma),
        std::tuple(Role::kBeta, request.of_beta, &result.dbeta)}) {
    const int at = wanted ? steps->gradient.of(role) : -1;
    if (at < 0) continue;
    auto tensor = taken(at, *affine);
    if (!tensor) return tl::unexpected(tensor.error());
    *place = *std::move(tensor);
  }
  return result;
}

}  // namespace normscope::compute
