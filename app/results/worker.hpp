// SPDX-License-Identifier: MIT
// Evaluates documents beside the window: small ones at once, larger ones on a thread of its own,
// where the newest request wins and an older one is dropped.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "app/results/evaluation.hpp"

namespace normscope::results {

class Worker {
 public:
  /// `wake` is called from the thread when an evaluation is ready (it posts an empty event). It
  /// must not throw, and it is not called for what was evaluated within request().
  explicit Worker(std::function<void()> wake);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Asks for a document's evaluation. Revisions grow (a History sees to that): one that is not
  /// above the last one asked for is not asked again. A small one is there when this returns.
  void request(const document::Document& document, std::uint64_t revision);

  /// The newest evaluation that is ready; null before the first. It may belong to an older
  /// revision, which the picture then says.
  std::shared_ptr<const Evaluation> latest();

  /// Whether the newest request has no evaluation yet.
  bool busy() const;

 private:
  struct Request {
    document::Document document;
    std::uint64_t revision = 0;
  };
  void run(const std::stop_token& stop);
  /// Makes it the latest unless a newer one is there already; says whether it did.
  bool publish(Evaluation evaluation);

  std::function<void()> wake_;
  compute::Backends backends_;         // of the calling thread
  compute::Backends thread_backends_;  // of the worker's
  mutable std::mutex mutex_;
  std::condition_variable_any asked_;
  std::optional<Request> pending_;
  std::optional<std::uint64_t> last_requested_;
  std::shared_ptr<const Evaluation> latest_;
  std::jthread thread_;  // last: it must stop before what it uses goes
};

}  // namespace normscope::results
