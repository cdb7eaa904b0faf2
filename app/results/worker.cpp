// SPDX-License-Identifier: MIT
#include "app/results/worker.hpp"

#include <utility>

namespace normscope::results {

using compute::Device;

Worker::Worker(std::function<void()> wake)
    : wake_(std::move(wake)),
      backends_(compute::make_backends()),
      thread_backends_(compute::make_backends()),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

Worker::~Worker() = default;

void Worker::request(const document::Document& document, std::uint64_t revision) {
  const bool in_frame = work_of(document) <= kInFrameWork;
  {
    const std::lock_guard lock(mutex_);
    if (last_requested_ && revision <= *last_requested_) return;
    last_requested_ = revision;
    pending_.reset();
    if (!in_frame) pending_ = Request{document, revision};
  }
  if (in_frame) {
    publish(evaluate(document, revision, backends_, Device::kAuto));
  } else {
    asked_.notify_one();
  }
}

std::shared_ptr<const Evaluation> Worker::latest() {
  const std::lock_guard lock(mutex_);
  return latest_;
}

bool Worker::busy() const {
  const std::lock_guard lock(mutex_);
  return last_requested_ && (latest_ == nullptr || latest_->revision < *last_requested_);
}

void Worker::run(const std::stop_token& stop) {
  while (true) {
    std::optional<Request> request;
    {
      std::unique_lock lock(mutex_);
      if (!asked_.wait(lock, stop, [this] { return pending_.has_value(); })) return;
      request.swap(pending_);
    }
    // Stopped half-way, it is of no use to anyone.
    Evaluation evaluation =
        evaluate(request->document, request->revision, thread_backends_, Device::kAuto, stop);
    if (stop.stop_requested()) return;
    if (publish(std::move(evaluation))) wake_();
  }
}

bool Worker::publish(Evaluation evaluation) {
  auto made = std::make_shared<const Evaluation>(std::move(evaluation));
  const std::lock_guard lock(mutex_);
  if (latest_ != nullptr && latest_->revision >= made->revision) return false;
  // The older one goes with `made`, after the lock is released.
  latest_.swap(made);
  return true;
}

}  // namespace normscope::results
