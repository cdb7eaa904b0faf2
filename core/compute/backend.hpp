// SPDX-License-Identifier: MIT
// What every device offers: it runs a plan over buffers that the caller owns. Whatever it is asked
// has been checked before, so a backend holds arithmetic and nothing else.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/ops/norm.hpp"
#include "core/ops/softmax.hpp"

namespace normscope::compute {

/// An operation whose options fit its input.
using Plan = std::variant<ops::NormPlan, ops::SoftmaxPlan>;

const tensor::GroupLayout& groups_of(const Plan& plan);

/// The names of the two statistics that a plan's run gives of each group: mean and rstd (the
/// reciprocal denominator), or maximum and sum.
struct StatisticNames {
  std::string_view first;
  std::string_view second;
};
StatisticNames statistic_names(const Plan& plan);

/// The two statistics of one group.
struct GroupStatistics {
  double first = 0;
  double second = 0;
};

/// The buffers of one run: x and y of the input's size, gamma and beta of the plan's affine shape
/// or empty, first and second with one place a group.
struct Buffers {
  std::span<const float> x;
  std::span<const float> gamma;
  std::span<const float> beta;
  std::span<float> y;
  std::span<float> first;
  std::span<float> second;
};

class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  /// The word of the command line: "cpu", "reference".
  virtual std::string_view name() const = 0;
  /// The device in words, for a person.
  virtual std::string device() const = 0;
  /// Whether it can run this plan; `auto` asks, and takes the first that can.
  virtual bool accepts(const Plan& plan) const = 0;
  /// Runs the plan on up to `threads` threads (0: all); results never depend on their number.
  virtual base::Expected<void> run(const Plan& plan, const Buffers& buffers, int threads) = 0;
};

enum class Device { kAuto, kCpu, kGpu, kReference };

std::span<const base::Name<Device>> device_names();

using Backends = std::vector<std::unique_ptr<Backend>>;

/// Every backend of this build, fastest first, the reference last.
Backends make_backends();

/// The backend for a device; under kAuto the first that accepts the plan.
/// errors  Unavailable: this build or machine has no such device, or it does not accept the plan
base::Expected<Backend*> choose_backend(const Backends& backends, Device device, const Plan& plan);

}  // namespace normscope::compute
