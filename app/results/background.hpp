// SPDX-License-Identifier: MIT
// Computes values that take longer than a frame on a thread of its own, one after the other. The
// newest request wins: a new request drops one that is still waiting, and stops one that has been
// running for long. The latest value never goes back to an older request's.
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

/// Computes the values of numbered requests; the numbers ascend.
template <class Value>
class Background {
 public:
  /// Computes a value. It must not throw. After a requested stop it should return soon; the value
  /// is then dropped.
  using Make = std::function<Value(const std::stop_token&)>;
  /// Does what can wait until a value has been handed out, before the next one is computed. It must
  /// not throw.
  using After = std::function<void(const Value&)>;
  struct Ready {
    std::uint64_t number;
    Value value;
  };

  /// `wake` is called on the background thread when a value is ready, but not after publish; it
  /// posts an empty event to the window. It must not throw.
  explicit Background(std::function<void()> wake, After after = {})
      : wake_(std::move(wake)),
        after_(std::move(after)),
        thread_([this](const std::stop_token& stop) { run(stop); }) {}
  ~Background() = default;
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  /// Whether there was no request of this number or a higher one.
  bool is_new(std::uint64_t number) const {
    const std::lock_guard lock(mutex_);
    return !asked_ || number > *asked_;
  }

  /// Requests a value; ignored unless the number is new.
  void request(std::uint64_t number, Make make) {
    {
      const std::lock_guard lock(mutex_);
      if (asked_ && number <= *asked_) return;
      asked_ = number;
      pending_ = Request{number, std::move(make)};
      // A computation that began shortly before may finish, so that the window shows intermediate
      // values while the user drags; a longer one would delay the new request.
      if (running_ && std::chrono::steady_clock::now() - running_->since > kFinishWithin) {
        running_->stop.request_stop();
      }
    }
    requested_.notify_one();
  }

  /// Cancels the newest request; later requests are not affected.
  void cancel() {
    const std::lock_guard lock(mutex_);
    cancelled_ = asked_;
    pending_.reset();
    if (running_) running_->stop.request_stop();
  }

  /// Sets the value of a request that the caller has computed itself; older requests are dropped.
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

  /// The newest value; null before the first. Its number may be lower than the newest request's.
  std::shared_ptr<const Ready> latest() const {
    const std::lock_guard lock(mutex_);
    return latest_;
  }

  /// Whether the newest request has neither a value yet nor was cancelled.
  bool busy() const {
    const std::lock_guard lock(mutex_);
    return asked_ && asked_ != cancelled_ && (latest_ == nullptr || latest_->number < *asked_);
  }

 private:
  // A new request stops a computation that has been running for longer.
  static constexpr std::chrono::milliseconds kFinishWithin{500};

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
      // A stopped computation may have returned an incomplete value.
      if (stop.stop_requested()) continue;
      if (!take_over(request->number, std::move(value))) continue;
      wake_();
      if (after_) after_(latest()->value);
    }
  }

  // Makes a value the latest unless there is a newer one; returns whether it did.
  bool take_over(std::uint64_t number, Value value) {
    std::shared_ptr<const Ready> ready(new Ready{number, std::move(value)});
    const std::lock_guard lock(mutex_);
    if (latest_ != nullptr && latest_->number >= number) return false;
    // The older value is destroyed with `ready`, after the lock is released.
    latest_.swap(ready);
    return true;
  }

  std::function<void()> wake_;
  After after_;
  mutable std::mutex mutex_;
  std::condition_variable_any requested_;
  std::optional<Request> pending_;
  std::optional<Running> running_;
  std::optional<std::uint64_t> asked_;
  std::optional<std::uint64_t> cancelled_;
  std::shared_ptr<const Ready> latest_;
  std::jthread thread_;  // last, so that it ends before the members that it uses are destroyed
};

}  // namespace normscope::results
