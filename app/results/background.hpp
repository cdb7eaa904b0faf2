// SPDX-License-Identifier: MIT
// Values that take longer than a frame are made on a thread beside the window, one after the other:
// the newest request wins, one that has not begun when the next comes is dropped, one that has been
// long in work is stopped, and results never go backwards.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

namespace normscope::results {

/// Makes the values of numbered requests; numbers grow.
template <class Value>
class Background {
 public:
  /// Stops early when nobody waits any more, and what it gives then is dropped; it must not throw.
  using Make = std::function<Value(const std::stop_token&)>;
  struct Made {
    std::uint64_t number;
    Value value;
  };

  /// `wake` is called from the thread when a value is ready (it posts an empty event). It must not
  /// throw, and it is not called for what was published.
  explicit Background(std::function<void()> wake)
      : wake_(std::move(wake)), thread_([this](const std::stop_token& stop) { run(stop); }) {}
  ~Background() = default;
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Whether no request of this number or a higher one came yet.
  bool is_new(std::uint64_t number) const {
    const std::lock_guard lock(mutex_);
    return !asked_ || number > *asked_;
  }

  /// Asks for a value; a number that is not new is not asked again.
  void request(std::uint64_t number, Make make) {
    {
      const std::lock_guard lock(mutex_);
      if (asked_ && number <= *asked_) return;
      asked_ = number;
      pending_ = Request{number, std::move(make)};
      // What is nearly ready is shown while a person goes on dragging; what takes long is in the
      // way.
      if (running_ && std::chrono::steady_clock::now() - running_->since > kPatience) {
        running_->stop.request_stop();
      }
    }
    requested_.notify_one();
  }

  /// Gives up the newest request; the next one is made as ever.
  void cancel() {
    const std::lock_guard lock(mutex_);
    cancelled_ = asked_;
    pending_.reset();
    if (running_) running_->stop.request_stop();
  }

  /// Takes a value that was made on the spot, in place of what is still to be made.
  void publish(std::uint64_t number, Value value) {
    {
      const std::lock_guard lock(mutex_);
      if (asked_ && number <= *asked_) return;
      asked_ = number;
      pending_.reset();
      if (running_) running_->stop.request_stop();
    }
    (void)take_over(number, std::move(value));
  }

  /// The newest that is ready; null before the first. It may be of an older number than asked for.
  std::shared_ptr<const Made> latest() const {
    const std::lock_guard lock(mutex_);
    return latest_;
  }

  /// Whether the newest request has no value yet, and is not given up.
  bool busy() const {
    const std::lock_guard lock(mutex_);
    return asked_ && asked_ != cancelled_ && (latest_ == nullptr || latest_->number < *asked_);
  }

 private:
  // What has been in work so long shows on a progress bar, too.
  static constexpr std::chrono::milliseconds kPatience{500};

  struct Request {
    std::uint64_t number;
    Make make;
  };

  struct Running {
    std::stop_source stop{};
    std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
  };

  void run(const std::stop_token& ended) {
    while (true) {
      std::optional<Request> request;
      std::stop_source stop;
      {
        std::unique_lock lock(mutex_);
        if (!requested_.wait(lock, ended, [this] { return pending_.has_value(); })) return;
        request.swap(pending_);
        running_.emplace();
        stop = running_->stop;
      }
      const std::stop_callback end_with_thread(ended, [&stop] { stop.request_stop(); });
      Value value = request->make(stop.get_token());
      {
        const std::lock_guard lock(mutex_);
        running_.reset();
      }
      // Stopped half-way, it is of no use to anyone.
      if (stop.stop_requested()) continue;
      if (take_over(request->number, std::move(value))) wake_();
    }
  }

  // Makes it the latest unless a newer one is there already; says whether it did.
  bool take_over(std::uint64_t number, Value value) {
    std::shared_ptr<const Made> made(new Made{number, std::move(value)});
    const std::lock_guard lock(mutex_);
    if (latest_ != nullptr && latest_->number >= number) return false;
    // The older one goes with `made`, after the lock is released.
    latest_.swap(made);
    return true;
  }

  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable_any requested_;
  std::optional<Request> pending_;
  std::optional<Running> running_;
  std::optional<std::uint64_t> asked_;
  std::optional<std::uint64_t> cancelled_;
  std::shared_ptr<const Made> latest_;
  std::jthread thread_;  // last: it must stop before what it uses goes
};

}  // namespace normscope::results
