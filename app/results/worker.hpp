// SPDX-License-Identifier: MIT
// Evaluates documents beside the window: small ones at once, larger ones on a thread of its own.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "app/results/background.hpp"
#include "app/results/evaluation.hpp"

namespace normscope::results {

/// What the worker's thread computes with.
struct Devices {
  std::function<compute::Backends()> make = compute::make_backends;
  /// Called by Worker::request, on its thread, before the worker's thread may want a device.
  std::function<void(compute::Device)> prepare{};
};

class Worker {
 public:
  /// `wake` as Background's.
  explicit Worker(std::function<void()> wake, Devices devices = {});

  /// Asks for a document's evaluation on a device. Revisions grow (a History sees to that): one
  /// that is not above the last one asked for is asked again for another device only. A small one
  /// is there when this returns, unless it is for the gpu, which belongs to the worker's thread.
  void request(const document::Document& document, std::uint64_t revision,
               compute::Device device = compute::Device::kAuto);

  /// Gives up what is being evaluated; the next request is as ever.
  void cancel() { evaluations_.cancel(); }
  /// Forgets what was asked last, so that it is asked again.
  void forget() { asked_.reset(); }

  /// The newest evaluation that is ready; null before the first. It may belong to an older
  /// revision, which the picture then says.
  std::shared_ptr<const Evaluation> latest() const;

  /// Whether the newest request has no evaluation yet.
  bool busy() const { return evaluations_.busy(); }
  /// How far it is, from 0 to 1.
  double progress() const { return progress_; }

 private:
  struct Asked {
    std::uint64_t revision;
    compute::Device device;
  };

  Devices devices_;
  compute::Backends backends_;         // of the calling thread
  compute::Backends thread_backends_;  // of the worker's
  std::optional<Asked> asked_;
  std::uint64_t number_ = 0;            // of the newest request
  std::atomic<double> progress_ = 0;    // of what the worker's thread evaluates
  Background<Evaluation> evaluations_;  // last: its thread ends before the rest goes
};

}  // namespace normscope::results
