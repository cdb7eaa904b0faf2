// SPDX-License-Identifier: MIT
// Evaluates documents beside the window: small ones at once, larger ones on a thread of its own.
#pragma once

#include <functional>
#include <memory>

#include "app/results/background.hpp"
#include "app/results/evaluation.hpp"

namespace normscope::results {

class Worker {
 public:
  /// `wake` as Background's.
  explicit Worker(std::function<void()> wake);

  /// Asks for a document's evaluation. Revisions grow (a History sees to that): one that is not
  /// above the last one asked for is not asked again. A small one is there when this returns.
  void request(const document::Document& document, std::uint64_t revision);

  /// The newest evaluation that is ready; null before the first. It may belong to an older
  /// revision, which the picture then says.
  std::shared_ptr<const Evaluation> latest() const;

  /// Whether the newest request has no evaluation yet.
  bool busy() const { return evaluations_.busy(); }

 private:
  compute::Backends backends_;          // of the calling thread
  compute::Backends thread_backends_;   // of the worker's
  Background<Evaluation> evaluations_;  // last: its thread ends before the rest goes
};

}  // namespace normscope::results
