// SPDX-License-Identifier: MIT
#include "core/gpu/gpu_backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/memory.hpp"
#include "core/compute/program_run.hpp"
#include "core/compute/reference_group.hpp"
#include "core/gpu/egl_context.hpp"
#include "core/gpu/run.hpp"
#include "core/gpu/self_check.hpp"
#include "core/gpu/slices.hpp"
#include "core/text/translate.hpp"

namespace normscope::gpu {

using compute::Buffers;
using compute::Control;
using compute::Plan;
using compute::Suitability;

namespace {

class GpuBackend final : public compute::Backend {
 public:
  explicit GpuBackend(Options options) : options_(std::move(options)) {}

  std::string_view name() const override { return "gpu"; }
  std::string device() override {
    if (const auto opened = open(); !opened)
      return fmt::format("gpu ({})", opened.error().sentence);
    return fmt::format("gpu ({})", device_->capabilities().renderer);
  }
  bool accepts(const Plan& plan) const override {
    const auto* const norm = std::get_if<ops::NormPlan>(&plan);
    return !compute::runs_by_program(plan) && (norm == nullptr || !norm->options.running);
  }
  std::string_view refusal() const override {
    return text::tr_later(
        "the device {device} has no shader for this operation; there are: {available}");
  }

  Suitability suitability(const Plan& plan) override {
    const tensor::GroupLayout& layout = compute::groups_of(plan);
    // Below this size the transfers cost more than the gpu saves; no reason is shown to the user.
    if (layout.count * layout.size < options_.worth_elements) return {false, {}};
    if (const auto opened = open(); !opened) return {false, opened.error().sentence};
    return {};
  }

  Expected<compute::RunReport> run(const Plan& plan, const Buffers& buffers,
                                   const Control& control) override {
    const tensor::GroupLayout& layout = compute::groups_of(plan);
    if (layout.count == 0 || layout.size == 0) return run_empty(plan, buffers);
    const Control growing = growing_only(control);
    return use(layout.count * layout.size, [&](Device& device, std::int64_t slice_elements) {
      return run_plan(device, plan, buffers, growing, slice_elements);
    });
  }

  Expected<compute::RunReport> run_backward(const Plan& plan,
                                            const compute::GradientBuffers& buffers,
                                            const Control& control) override {
    const bool of_parameters = !buffers.dgamma.empty() || !buffers.dbeta.empty();
    if (auto has = check_backward(plan, of_parameters); !has) return tl::unexpected(has.error());
    // Of groups of nothing there is no gradient, and the parameters' sums stay 0.
    const tensor::GroupLayout& layout = compute::groups_of(plan);
    if (layout.count == 0 || layout.size == 0) return compute::RunReport{0.0, {}};
    const Control growing = growing_only(control);
    return use(layout.count * layout.size, [&](Device& device, std::int64_t slice_elements) {
      return gpu::run_backward(device, plan, buffers, growing, slice_elements);
    });
  }

  Expected<stats::Histogram> histogram(std::span<const float> values, std::int64_t bins, double low,
                                       double high, const Control& control) override {
    // The histogram of no values checks the arguments and has the edges.
    auto empty = stats::histogram({}, bins, low, high);
    if (!empty || values.empty()) return empty;
    return use(static_cast<std::int64_t>(values.size()),
               [&](Device& device, std::int64_t slice_elements) {
                 return count_values(device, values, *empty, control, slice_elements);
               });
  }

 private:
  // A run that is repeated in smaller slices starts again from 0; shares that were already reported
  // are not reported again.
  static Control growing_only(const Control& control) {
    Control growing = control;
    if (!control.progress) return growing;
    growing.progress = [report = control.progress, reported = -1.0](double share) mutable {
      if (share <= reported) return;
      reported = share;
      report(share);
    };
    return growing;
  }

  // Empty groups have statistics, but no elements for the device.
  static compute::RunReport run_empty(const Plan& plan, const Buffers& buffers) {
    for (std::size_t group = 0; group < buffers.first.size(); ++group) {
      const auto statistics = compute::reference_group(plan, static_cast<std::int64_t>(group),
                                                       buffers.x, buffers.gamma, buffers.beta, {});
      buffers.first[group] = static_cast<float>(statistics.first);
      buffers.second[group] = static_cast<float>(statistics.second);
    }
    return {0.0, {}};
  }

  // A machine without a device does not get one while the program runs, so the first failure is
  // kept. A device that was open before may be opened again; so may one whose check failed: what
  // failed may pass, and shaders of a folder may be mended.
  Expected<void> open() {
    if (device_ != nullptr) return {};
    if (no_device_) return tl::unexpected(*no_device_);
    auto opened = Device::open(options_);
    if (!opened) {
      if (!opened_before_) no_device_ = opened.error();
      return tl::unexpected(opened.error());
    }
    if (auto checked = check_subgroups(**opened); !checked) return checked;
    opened_before_ = true;
    device_ = *std::move(opened);
    device_->release();
    return {};
  }

  // Runs `work` over `elements` elements, with the context current, in slices as large as the
  // device allows. When the device's memory does not suffice, all buffers are freed and slices of
  // half the size are tried. Any other failure leaves the device in an unknown state, so it is
  // closed.
  template <class Work>
  auto use(std::int64_t elements, Work work) -> decltype(work(std::declval<Device&>(), elements)) {
    if (const auto opened = open(); !opened) return tl::unexpected(opened.error());
    if (const auto current = device_->make_current(); !current) {
      device_.reset();
      return tl::unexpected(current.error());
    }
    device_->refresh();
    (void)device_->calls().take_out_of_memory();
    std::int64_t slice = device_->capabilities().slice_elements;
    const auto attempt = [&] {
      return base::within_memory(text::tr_later("the gpu's slices"),
                                 [&] { return work(*device_, slice); });
    };
    auto result = attempt();
    while (!result && device_->calls().take_out_of_memory() && slice > kLeastSliceElements) {
      device_->memory().free_buffers();
      slice = std::max(std::min(slice, elements) / 2, kLeastSliceElements);
      result = attempt();
    }
    if (result || result.error().kind == base::ErrorKind::kCancelled) {
      device_->release();
    } else {
      device_.reset();
    }
    return result;
  }

  Options options_;
  std::unique_ptr<Device> device_;
  std::optional<base::Error> no_device_;
  bool opened_before_ = false;
};

}  // namespace

std::unique_ptr<compute::Backend> make_gpu_backend(Options options) {
  return std::make_unique<GpuBackend>(std::move(options));
}

compute::Backends make_backends(Options options) {
  compute::Backends backends;
  backends.push_back(make_gpu_backend(std::move(options)));
  for (auto& backend : compute::make_backends()) backends.push_back(std::move(backend));
  return backends;
}

DeviceReport explain_devices() {
  DeviceReport report;
  std::vector<Attempt> attempts;
  auto context = open_egl_context(attempts);
  for (const Attempt& attempt : attempts) {
    report.details.push_back(fmt::format("{}: {}", attempt.place, attempt.outcome));
  }
  if (!context) {
    report.summary = context.error().sentence;
    return report;
  }
  Options options;
  options.open = [&]() -> Expected<std::unique_ptr<Context>> { return *std::move(context); };
  const auto device = Device::open(options);
  if (!device) {
    report.summary = device.error().sentence;
    return report;
  }
  if (const auto checked = check_subgroups(**device); !checked) {
    report.summary = checked.error().sentence;
    return report;
  }
  const Capabilities& found = (*device)->capabilities();
  report.summary = tr(found.software ? tr_later("{renderer} through {origin}; software")
                                     : tr_later("{renderer} through {origin}"),
                      arg("renderer", found.renderer), arg("origin", found.origin));
  report.details.push_back(tr(
      "most elements of a buffer {buffer}, of a dispatch {dispatch}; subgroups: {subgroups}; fused "
      "multiply-add: {fused}",
      arg("buffer", found.slice_elements), arg("dispatch", found.dispatch_elements),
      arg("subgroups", found.subgroups ? tr("yes") : tr("no")),
      arg("fused", found.fused ? tr("yes") : tr("no"))));
  return report;
}

}  // namespace normscope::gpu
