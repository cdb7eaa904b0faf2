// SPDX-License-Identifier: MIT
// Evaluates documents for the window: small ones at once, larger ones on a background thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/results/background.hpp"
#include "app/results/evaluation.hpp"

namespace normscope::results {

/// The devices of the background thread.
struct Devices {
  std::function<compute::Backends()> make = compute::make_backends;
  /// Called by Worker::request, on the calling thread, before the background thread may use the
  /// gpu.
  std::function<void()> prepare{};
};

class Worker {
 public:
  /// `wake` as for Background.
  explicit Worker(std::function<void()> wake, Devices devices = {});

  /// Requests the evaluation of a document on a device. Revisions ascend (History ensures that): a
  /// revision that is not above the last one is evaluated again only for another device. A small
  /// document is evaluated before this returns, except on the gpu, which the background thread
  /// owns.
  void request(const document::Document& document, std::uint64_t revision,
               compute::Device device = compute::Device::kAuto);

  /// Whether the evaluation of the newest request is there, or to be expected within a frame.
  bool comes_soon() const { return evaluations_.comes_within(kFrame); }
  /// Waits for the newest request no longer than a frame, as Background::wait_briefly.
  void wait_briefly() { evaluations_.wait_briefly(kFrame); }

  /// Cancels the newest request; later requests are not affected.
  void cancel() { evaluations_.cancel(); }
  /// Forgets the last request, so that the same one is evaluated again.
  void forget() { last_request_.reset(); }

  /// The newest evaluation; null before the first. It may belong to an older revision.
  std::shared_ptr<const Evaluation> latest() const;

  /// Whether the newest request has no result yet: no evaluation, or a preview.
  bool busy() const;
  /// The progress of the running evaluation, from 0 to 1.
  double progress() const { return progress_; }

 private:
  // What is asked of the background thread.
  Evaluation evaluated(const document::Document& document, std::uint64_t revision,
                       compute::Device device, const std::stop_token& stop);
  std::optional<Evaluation> refined(const Evaluation& evaluation, const std::stop_token& stop);
  void end(const Evaluation& evaluation);

  static constexpr std::chrono::milliseconds kFrame{16};

  struct LastRequest {
    std::uint64_t revision;
    compute::Device device;
  };

  Devices devices_;
  compute::Backends backends_;         // of the calling thread
  compute::Backends thread_backends_;  // of the background thread
  std::optional<LastRequest> last_request_;
  std::uint64_t number_ = 0;                         // of the newest request
  std::atomic<double> progress_ = 0;                 // of the background thread's evaluation
  compute::Device device_ = compute::Device::kAuto;  // of the background thread's evaluation
  std::function<void()> wake_;
  Background<Evaluation> evaluations_;  // last, so that its thread ends before the other members
};

}  // namespace normscope::results
