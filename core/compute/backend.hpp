// SPDX-License-Identifier: MIT
// The interface of every device: a backend runs a plan over buffers that the caller owns. The
// caller has checked every request, so a backend holds arithmetic and nothing else.
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
#include "core/ops/reference.hpp"
#include "core/ops/relatives.hpp"
#include "core/ops/softmax.hpp"
#include "core/stats/histogram.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::compute {

/// An operation whose options fit its input.
using Plan = std::variant<ops::NormPlan, ops::SoftmaxPlan, ops::RelativePlan>;

const tensor::GroupLayout& groups_of(const Plan& plan);

/// The names of the two statistics that a plan's run computes for each group: mean and rstd (the
/// reciprocal denominator), maximum and sum, or of a relative its statistic and none.
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

/// Elements [first, first + count) of a batch, in row-major order.
struct Range {
  std::int64_t first = 0;
  std::int64_t count = 0;
};

/// A batch as an edit of another one of the same shape: only values in the ranges differ.
struct Edit {
  std::weak_ptr<const tensor::Tensor> before{};
  std::vector<Range> ranges{};
};

/// The buffers of one run: x and y of the input's size; gamma and beta of the plan's affine shape,
/// or empty; first and second (the statistics) with one element for each group.
struct Buffers {
  std::span<const float> x;
  std::span<const float> gamma;
  std::span<const float> beta;
  std::span<float> y;
  std::span<float> first;
  std::span<float> second;
  /// The tensor whose values x are, and that never changes: a device may keep them for its next
  /// runs. Null: x is of one run only.
  std::shared_ptr<const tensor::Tensor> batch{};
  const Edit* edit = nullptr;  // how the batch differs from an earlier one, where that is known
  std::span<const double> exact{};  // x in double, for the reference; empty: as x
};

/// The buffers of a backward pass: x, dy and dx of the input's size; gamma, dgamma and dbeta of the
/// plan's affine shape, or empty.
struct GradientBuffers {
  ops::Numbers x;
  std::span<const float> x_floats;
  std::span<const float> gamma;
  std::span<const float> dy;
  std::span<float> dx;
  std::span<double> dgamma;  // added to; empty: not wanted
  std::span<double> dbeta;
};

/// The settings of a run, and its progress callback.
struct Control {
  int threads = 0;         // of the cpu; 0: as many as the machine has
  std::stop_token stop{};  // checked between pieces of work; a stopped run returns kCancelled
  /// Called with the finished share, 0 to 1, in growing order, one call at a time, from any thread
  /// of the run; must not throw.
  std::function<void(double)> progress{};
  bool measure_copy = false;  // also time a copy of the same bytes on the device
  /// The part of y that the caller reads: a device need not send the rest. Empty: all of y.
  std::optional<Range> window{};
};

/// The times that a device measured of a run; empty where the device has no clock of its own.
struct RunReport {
  std::optional<double> kernel_seconds{};  // computing only, without transfers
  std::optional<double> copy_seconds{};    // copying x to y on the device
};

/// Whether `auto` should choose a device for a plan.
struct Suitability {
  bool good = true;
  std::string why_not{};  // a clause for the user; empty: no reason is shown
};

class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  /// The name on the command line: "cpu", "reference".
  virtual std::string_view name() const = 0;
  /// A description of the device for the user. May open the device.
  virtual std::string device() = 0;
  /// Whether the backend can run this plan.
  virtual bool accepts(const Plan& plan) const = 0;
  /// What it says of a plan that it cannot run.
  virtual std::string_view refusal() const {
    return "the device {device} cannot run this operation; there are: {available}";
  }
  /// Whether the backend is worth its overhead for this plan; only `auto` asks. May open the
  /// device.
  virtual Suitability suitability(const Plan& /*plan*/) { return {}; }
  /// Runs the plan; results do not depend on the number of threads. After an error the contents of
  /// the output buffers are unspecified.
  /// errors  Cancelled: a stop was requested; Unavailable, TooLarge: the device failed
  virtual base::Expected<RunReport> run(const Plan& plan, const Buffers& buffers,
                                        const Control& control) = 0;
  /// Runs the plan's backward pass, as run; what has none refuses it (those of the cpu and the
  /// reference are in gradient.hpp).
  /// errors  as run; Unavailable: the device has no backward pass of this plan
  virtual base::Expected<RunReport> run_backward(const Plan& plan, const GradientBuffers& buffers,
                                                 const Control& control);
  /// Counts values in bins of equal width; the same counts as stats::histogram.
  /// errors  as stats::histogram and run
  virtual base::Expected<stats::Histogram> histogram(std::span<const float> values,
                                                     std::int64_t bins, double low, double high,
                                                     const Control& control);
};

enum class Device { kAuto, kCpu, kGpu, kReference };

std::span<const base::Name<Device>> device_names();

using Backends = std::vector<std::unique_ptr<Backend>>;

/// The backends that run on the processor, fastest first, the reference last. core/gpu adds the
/// gpu.
Backends make_backends();

/// The backend for a device; under kAuto the first one that accepts the plan and is suitable for
/// it. `why_not`, where given, receives the clause of the last backend that was passed over.
/// errors  Unavailable: this build or machine has no such device, or it does not accept the plan
base::Expected<Backend*> choose_backend(const Backends& backends, Device device, const Plan& plan,
                                        std::string* why_not = nullptr);

}  // namespace normscope::compute
