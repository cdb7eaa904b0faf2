// SPDX-License-Identifier: MIT
#include "core/gpu/gpu_backend.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/memory.hpp"
#include "core/compute/reference_group.hpp"
#include "core/gpu/egl_context.hpp"
#include "core/gpu/run.hpp"
#include "core/gpu/self_check.hpp"
#include "core/gpu/slices.hpp"

namespace normscope::gpu {

using base::Expected;
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
    if (const auto opened = open(); !opened) return "gpu (" + opened.error().sentence + ")";
    return fmt::format("gpu ({})", device_->capabilities().renderer);
  }
  bool accepts(const Plan&) const override { return true; }

  Suitability suitability(const Plan& plan) override {
    const tensor::GroupLayout& layout = compute::groups_of(plan);
    // Below, the transfers cost more than computing saves, and there is no word to lose about it.
    if (layout.count * layout.size < options_.worth_elements) return {false, {}};
    if (!options_.open && !options_.accept_software && !has_graphics_device()) {
      return {false, "this machine has no graphics device"};
    }
    if (const auto opened = open(); !opened) return {false, opened.error().sentence};
    if (device_->capabilities().software && !options_.accept_software) {
      return {false, fmt::format("there is no gpu but {}, which is software",
                                 device_->capabilities().renderer)};
    }
    return {};
  }

  Expected<compute::RunReport> run(const Plan& plan, const Buffers& buffers,
                                   const Control& control) override {
    const tensor::GroupLayout& layout = compute::groups_of(plan);
    if (layout.count == 0 || layout.size == 0) return describe_nothing(plan, buffers);
    // A run that is begun again has told shares that it must not tell a second time.
    Control growing = control;
    double told = -1;
    if (control.progress) {
      growing.progress = [&](double share) {
        if (share <= told) return;
        told = share;
        control.progress(share);
      };
    }
    return use(layout.count * layout.size, [&](Device& device, std::int64_t slice_elements) {
      return run_plan(device, plan, buffers, growing, slice_elements);
    });
  }

  Expected<stats::Histogram> histogram(std::span<const float> values, std::int64_t bins, double low,
                                       double high, const Control& control) override {
    // Of no values it has the edges and all the checks.
    auto empty = stats::histogram({}, bins, low, high);
    if (!empty || values.empty()) return empty;
    return use(static_cast<std::int64_t>(values.size()),
               [&](Device& device, std::int64_t slice_elements) {
                 return count_values(device, values, *empty, control, slice_elements);
               });
  }

 private:
  // Groups of nothing have statistics, and no element for a device to work on.
  static compute::RunReport describe_nothing(const Plan& plan, const Buffers& buffers) {
    for (std::size_t group = 0; group < buffers.first.size(); ++group) {
      const auto statistics = compute::reference_group(plan, static_cast<std::int64_t>(group),
                                                       buffers.x, buffers.gamma, buffers.beta, {});
      buffers.first[group] = static_cast<float>(statistics.first);
      buffers.second[group] = static_cast<float>(statistics.second);
    }
    return {0.0, {}};
  }

  // A machine without a device does not get one while the program runs: it is looked for once.
  Expected<void> open() {
    if (device_ != nullptr) return {};
    if (none_) return tl::unexpected(*none_);
    auto opened = Device::open(options_);
    if (opened) {
      if (const auto checked = check_subgroups(**opened); !checked) {
        opened = tl::unexpected(checked.error());
      }
    }
    if (!opened) {
      if (!had_one_) none_ = opened.error();
      return tl::unexpected(opened.error());
    }
    had_one_ = true;
    device_ = *std::move(opened);
    device_->release();
    return {};
  }

  // Runs `work` over so many elements, with the context current, in slices as large as the device
  // allows; where its memory does not suffice, all of it is freed and slices of half the size are
  // tried. Any other failure may have left anything behind, so the device goes with it.
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
      return base::within_memory("the gpu's slices", [&] { return work(*device_, slice); });
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
  std::optional<base::Error> none_;
  bool had_one_ = false;
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
  report.summary = fmt::format("{} through {}{}", found.renderer, found.origin,
                               found.software ? "; software, which auto never takes" : "");
  report.details.push_back(
      fmt::format("most elements of a buffer {}, of a dispatch {}; subgroups: {}; fused "
                  "multiply-add: {}",
                  found.slice_elements, found.dispatch_elements, found.subgroups ? "yes" : "no",
                  found.fused ? "yes" : "no"));
  return report;
}

}  // namespace normscope::gpu
