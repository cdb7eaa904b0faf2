// SPDX-License-Identifier: MIT
// Computes one request: checks it, allocates the buffers, runs a backend and measures the time.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "core/base/error.hpp"
#include "core/compute/backend.hpp"
#include "core/precision/plan.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::compute {

using Operation = std::variant<ops::NormOptions, ops::SoftmaxOptions, ops::RelativeOptions>;

/// A value that may be passed between threads: inputs are shared and never changed.
struct Request {
  Operation operation;
  std::shared_ptr<const tensor::Tensor> x;
  std::shared_ptr<const tensor::Tensor> gamma{};  // may be null
  std::shared_ptr<const tensor::Tensor> beta{};   // may be null
  ops::RunningStatistics running{};               // of a batch norm in evaluation
  Edit edit{};  // how x differs from the x of an earlier request, for devices that still hold that
  /// x in double precision, where float32 loses digits that matter: computed in double then, which
  /// the cpu leaves to the reference and the gpu refuses.
  std::shared_ptr<const std::vector<double>> exact{};
  /// Another than float32 throughout: the steps are computed one after the other, in its formats.
  precision::Plan precision{};
};

struct Settings {
  Device device = Device::kAuto;
  int threads = 0;                         // 0: as many as the machine has
  int repeats = 1;                         // runs over the same buffers; the time is their median
  std::stop_token stop{};                  // as Control::stop
  std::function<void(double)> progress{};  // as Control::progress
  bool measure_copy = false;               // as Control::measure_copy
  bool fall_back = false;  // a device that fails leaves it to the next, as under auto
};

struct Result {
  tensor::Tensor y;
  StatisticNames names;
  tensor::Tensor first;  // statistics: the input's shape with the reduced dimensions as 1
  tensor::Tensor second;
  std::string device;          // in words
  std::string_view backend{};  // its name: "cpu"
  std::string note{};  // one sentence: why `auto` did not choose a faster device; empty: it did
  double kernel_seconds = 0;
  std::optional<double> copy_seconds{};  // copying the same bytes on the device, where measured
  std::uint64_t bytes_moved = 0;  // lower bound: each input read once, each output written once
};

/// The operation's plan for these inputs.
/// errors  as plan_norm and plan_softmax; InvalidArgument: gamma, beta or running statistics for
///         what has none
base::Expected<Plan> plan_request(const Request& request);
/// The same of an input of this shape, whose numbers the request may lack.
/// errors  as the other
base::Expected<Plan> plan_request(const Request& request, const tensor::Shape& x);

/// Runs a request. Under kAuto, and with `fall_back`, when a device fails, the next one in the list
/// runs the same request, and the result's note gives the reason.
/// errors  as plan_request, choose_backend and Backend::run; Unsupported: numbers in double for the
///         gpu; TooLarge: more than the machine's
///         memory; Cancelled: a stop was requested
base::Expected<Result> compute(const Backends& backends, const Request& request,
                               const Settings& settings);

}  // namespace normscope::compute
