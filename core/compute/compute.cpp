// SPDX-License-Identifier: MIT
#include "core/compute/compute.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/base/memory.hpp"
#include "core/base/parallel.hpp"
#include "core/compute/steps.hpp"
#include "core/text/translate.hpp"

namespace normscope::compute {

using tensor::Tensor;

namespace {

const tensor::Shape* shape_of(const std::shared_ptr<const Tensor>& tensor) {
  return tensor ? &tensor->shape() : nullptr;
}

Expected<Plan> plan_operation(const ops::NormOptions& options, const Request& request,
                              const tensor::Shape& x) {
  auto plan =
      ops::plan_norm(x, shape_of(request.gamma), shape_of(request.beta), options, request.running);
  if (!plan) return tl::unexpected(plan.error());
  return Plan(*std::move(plan));
}

Expected<Plan> plan_operation(const ops::SoftmaxOptions& options, const Request& request,
                              const tensor::Shape& x) {
  if (request.gamma || request.beta) {
    return base::fail(base::ErrorKind::kInvalidArgument, tr("softmax has neither gamma nor beta"));
  }
  auto plan = ops::plan_softmax(x, options);
  if (!plan) return tl::unexpected(plan.error());
  return Plan(*std::move(plan));
}

Expected<Plan> plan_operation(const ops::RelativeOptions& options, const Request& request,
                              const tensor::Shape& x) {
  auto plan = ops::plan_relative(x, shape_of(request.gamma), shape_of(request.beta), options);
  if (!plan) return tl::unexpected(plan.error());
  return Plan(*std::move(plan));
}

std::span<const float> values_of(const std::shared_ptr<const Tensor>& tensor) {
  return tensor ? tensor->values() : std::span<const float>{};
}

// Causes the page faults of memory that is to be written now, so that they do not count as run
// time.
void touch(std::span<float> values, int threads) {
  constexpr std::int64_t kPage = 4096 / sizeof(float);
  constexpr std::int64_t kPages = 1024;  // of a piece
  const auto pages = (static_cast<std::int64_t>(values.size()) + kPage - 1) / kPage;
  base::parallel_for(pages, kPages, threads, [&](std::int64_t first, std::int64_t last) {
    for (std::int64_t page = first; page < last; ++page) {
      values[static_cast<std::size_t>(page * kPage)] = 0.0F;
    }
  });
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

Expected<Plan> plan_request(const Request& request, const tensor::Shape& x) {
  return std::visit([&](const auto& options) { return plan_operation(options, request, x); },
                    request.operation);
}

Expected<Plan> plan_request(const Request& request) {
  return plan_request(request, request.x->shape());
}

namespace {

// Runs a backend settings.repeats times; the median of the times goes into the result.
Expected<void> run_backend(Backend& backend, const Plan& plan, const Buffers& buffers,
                           const Settings& settings, Result& result) {
  Control control{settings.threads, settings.stop, settings.progress, settings.measure_copy};
  const int runs = std::max(settings.repeats, 1);
  std::vector<double> seconds;
  std::vector<double> copies;
  for (int run = 0; run < runs; ++run) {
    // The output of the last run is read.
    control.window = run + 1 < runs ? std::optional(Range{}) : std::nullopt;
    const auto start = std::chrono::steady_clock::now();
    const auto report = backend.run(plan, buffers, control);
    if (!report) return tl::unexpected(report.error());
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    seconds.push_back(report->kernel_seconds.value_or(elapsed.count()));
    if (report->copy_seconds) copies.push_back(*report->copy_seconds);
  }
  result.kernel_seconds = median(std::move(seconds));
  if (!copies.empty()) result.copy_seconds = median(std::move(copies));
  result.device = backend.device();
  result.backend = backend.name();
  return {};
}

// The note of a result that was not computed by the fastest device.
std::string note_of(const std::string& why_not, const Backend& backend) {
  if (why_not.empty()) return {};
  return tr("the {name} computed this: {why}", arg("name", backend.name()), arg("why", why_not));
}

}  // namespace

Expected<Result> compute(const Backends& backends, const Request& request,
                         const Settings& settings) {
  const auto plan = plan_request(request);
  if (!plan) return tl::unexpected(plan.error());
  if (request.precision != precision::Plan{}) return compute_by_steps(request, *plan, settings);
  std::string why_not;
  if (request.exact && settings.device == Device::kGpu) {
    return base::fail(
        base::ErrorKind::kUnsupported,
        tr("the gpu computes in float32, which loses digits of the input that matter"),
        tr("use --device cpu, which computes it in double"));
  }
  const Device device = request.exact ? Device::kReference : settings.device;
  const auto chosen = choose_backend(backends, device, *plan, &why_not);
  if (!chosen) return tl::unexpected(chosen.error());

  auto y = Tensor::unfilled(request.x->shape());
  if (!y) return tl::unexpected(y.error());
  touch(y->values(), settings.threads);
  auto first = Tensor::full(groups_of(*plan).reduced_shape, 0.0F);
  if (!first) return tl::unexpected(first.error());
  Tensor second = *first;
  Result result{*std::move(y), statistic_names(*plan), *std::move(first), std::move(second), {}};

  const Buffers buffers{
      request.x->values(),
      values_of(request.gamma),
      values_of(request.beta),
      result.y.values(),
      result.first.values(),
      result.second.values(),
      request.x,
      &request.edit,
      request.exact ? std::span<const double>(*request.exact) : std::span<const double>{}};
  const std::size_t moved = buffers.x.size() + buffers.gamma.size() + buffers.beta.size() +
                            buffers.y.size() + buffers.first.size() + buffers.second.size();
  result.bytes_moved = moved * sizeof(float);

  auto done = run_backend(**chosen, *plan, buffers, settings, result);
  result.note = note_of(why_not, **chosen);
  if (!request.exact && (settings.device == Device::kAuto || settings.fall_back)) {
    // When the chosen backend fails, the backends after it in the list are tried in order.
    auto next = std::ranges::find(backends, *chosen, &std::unique_ptr<Backend>::get);
    while (!done && done.error().kind != base::ErrorKind::kCancelled && ++next != backends.end()) {
      if (!(*next)->accepts(*plan)) continue;
      const std::string reason = done.error().sentence;
      done = run_backend(**next, *plan, buffers, settings, result);
      result.note = note_of(reason, **next);
    }
  }
  if (!done) return tl::unexpected(done.error());
  return result;
}

}  // namespace normscope::compute
