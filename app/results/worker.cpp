// SPDX-License-Identifier: MIT
#include "app/results/worker.hpp"

#include <utility>

namespace normscope::results {

using compute::Device;

Worker::Worker(std::function<void()> wake)
    : backends_(compute::make_backends()),
      thread_backends_(compute::make_backends()),
      evaluations_(std::move(wake)) {}

void Worker::request(const document::Document& document, std::uint64_t revision) {
  if (!evaluations_.is_new(revision)) return;
  if (work_of(document) <= kInFrameWork) {
    evaluations_.publish(revision, evaluate(document, revision, backends_, Device::kAuto));
    return;
  }
  evaluations_.request(revision, [this, document, revision](const std::stop_token& stop) {
    return evaluate(document, revision, thread_backends_, Device::kAuto, stop);
  });
}

std::shared_ptr<const Evaluation> Worker::latest() const {
  const auto made = evaluations_.latest();
  if (made == nullptr) return nullptr;
  return {made, &made->value};
}

}  // namespace normscope::results
