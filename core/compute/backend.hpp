// SPDX-License-Identifier: MIT
// What every device offers: it runs a plan over buffers that the caller owns. Whatever it is asked
// has been checked before, so a backend holds arithmetic and nothing else.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/names.hpp"
#include "core/ops/norm.hpp"
#include "core/ops/softmax.hpp"
#include "core/stats/histogram.hpp"

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

/// What a run is told, and whom it tells how far it is.
struct Control {
  int threads = 0;         // of the cpu; 0: as many as the machine has
  std::stop_token stop{};  // asked between pieces of work: the run then ends with kCancelled
  /// Called with the share done, 0 to 1, in growing order, one call at a time, from any thread of
  /// the run; it must not throw.
  std::function<void(double)> progress{};
  bool measure_copy = false;  // also time a copy of the same bytes on the device
};

/// What a device says about a run of its own; empty: it does not measure itself.
struct RunReport {
  std::optional<double> kernel_seconds{};  // computing alone, without transfers
  std::optional<double> copy_seconds{};    // copying x to y on the device
};

/// Whether `auto` should take a device for a plan.
struct Suitability {
  bool good = true;
  std::string why_not{};  // a clause for a person; empty: nothing worth a word
};

class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  /// The word of the command line: "cpu", "reference".
  virtual std::string_view name() const = 0;
  /// The device in words, for a person. May open the device.
  virtual std::string device() = 0;
  /// Whether it can run this plan; `auto` asks, and takes the first that can.
  virtual bool accepts(const Plan& plan) const = 0;
  /// Whether it is worth it, which `auto` asks besides. May open the device.
  virtual Suitability suitability(const Plan& /*plan*/) { return {}; }
  /// Runs the plan; results do not depend on the number of threads. After an error the buffers hold
  /// anything.
  /// errors  Cancelled: a stop was requested; Unavailable, TooLarge: the device failed
  virtual base::Expected<RunReport> run(const Plan& plan, const Buffers& buffers,
                                        const Control& control) = 0;
  /// Counts values between equal edges, as stats::histogram, whose counts are the same.
  /// errors  as stats::histogram and run
  virtual base::Expected<stats::Histogram> histogram(std::span<const float> values,
                                                     std::int64_t bins, double low, double high,
                                                     const Control& control);
};

enum class Device { kAuto, kCpu, kGpu, kReference };

std::span<const base::Name<Device>> device_names();

using Backends = std::vector<std::unique_ptr<Backend>>;

/// The backends of the processor, fastest first, the reference last. core/gpu adds its own.
Backends make_backends();

/// The backend for a device; under kAuto the first that accepts the plan and that the plan fits.
/// `why_not`, where given, gets a clause for each that was passed over.
/// errors  Unavailable: this build or machine has no such device, or it does not accept the plan
base::Expected<Backend*> choose_backend(const Backends& backends, Device device, const Plan& plan,
                                        std::string* why_not = nullptr);

}  // namespace normscope::compute
