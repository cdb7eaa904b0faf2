// SPDX-License-Identifier: MIT
#include "core/compute/backend.hpp"

#include <array>

#include "core/compute/cpu_backend.hpp"
#include "core/compute/reference_backend.hpp"
#include "core/text/translate.hpp"

namespace normscope::compute {

namespace {

constexpr std::array<base::Name<Device>, 4> kDevices{{
    {Device::kAuto, "auto"},
    {Device::kCpu, "cpu"},
    {Device::kGpu, "gpu"},
    {Device::kReference, "reference"},
}};

}  // namespace

const tensor::GroupLayout& groups_of(const Plan& plan) {
  return std::visit([](const auto& p) -> const tensor::GroupLayout& { return p.groups; }, plan);
}

StatisticNames statistic_names(const Plan& plan) {
  if (std::holds_alternative<ops::NormPlan>(plan)) return {"mean", "rstd"};
  if (std::holds_alternative<ops::RelativePlan>(plan)) return {"statistic", "none"};
  return {"maximum", "sum"};
}

std::span<const base::Name<Device>> device_names() {
  return kDevices;
}

Backends make_backends() {
  Backends backends;
  backends.push_back(make_cpu_backend());
  backends.push_back(make_reference_backend());
  return backends;
}

base::Expected<RunReport> Backend::run_backward(const Plan& /*plan*/,
                                                const GradientBuffers& /*buffers*/,
                                                const Control& /*control*/) {
  return base::fail(base::ErrorKind::kUnavailable,
                    tr("the device {name} has no backward pass of its own", arg("name", name())));
}

base::Expected<stats::Histogram> Backend::histogram(std::span<const float> values,
                                                    std::int64_t bins, double low, double high,
                                                    const Control& /*control*/) {
  return stats::histogram(values, bins, low, high);
}

base::Expected<Backend*> choose_backend(const Backends& backends, Device device, const Plan& plan,
                                        std::string* why_not) {
  const std::string_view wanted = name_of(device_names(), device);
  std::string available;
  std::string_view refusal =
      device == Device::kAuto
          ? tr_later("the device {device} cannot run this operation; there are: {available}")
          : tr_later("the device {device} is not available here; there are: {available}");
  for (const auto& backend : backends) {
    const bool matches = device == Device::kAuto || backend->name() == wanted;
    if (matches && backend->accepts(plan)) {
      const Suitability suitability =
          device == Device::kAuto ? backend->suitability(plan) : Suitability{};
      if (suitability.good) return backend.get();
      if (why_not != nullptr && !suitability.why_not.empty()) *why_not = suitability.why_not;
    }
    if (matches) refusal = backend->refusal();
    available += available.empty() ? "" : ", ";
    available += backend->name();
  }
  return base::fail(base::ErrorKind::kUnavailable,
                    tr(refusal, arg("device", wanted), arg("available", available)));
}

}  // namespace normscope::compute
