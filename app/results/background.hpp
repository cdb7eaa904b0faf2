// SPDX-License-Identifier: MIT
// Computes values that take longer than a frame on a thread of its own, one after the other. The
// thread starts with the first request. The newest request wins: a new request drops one that is
// still waiting, and stops one that has been running for long. The latest value never goes back to
// an older request's. A coarse value may be handed out at once and replaced by finer ones of the
// same request.
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
  /// Computes a finer value from one that has been handed out; null where that one is exact. It
  /// must not throw. A stop is requested as soon as there is another request.
  using Refine = std::function<std::optional<Value>(const Value&, const std::stop_token&)>;
  /// Does what can wait until the exact value has been handed out, before the next one is computed.
  /// It must not throw.
  using After = std::function<void(const Value&)>;
  struct Ready {
    std::uint64_t number = 0;
    Value value;
  };

  /// `wake` is called on the background thread when a value is ready, but not after publish; it
  /// posts an empty event to the window. It must not throw.
  explicit Background(std::function<void()> wake, Refine refine = {}, After after = {})
      : wake_(std::move(wake)), refine_(std::move(refine)), after_(std::move(after)) {}
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
      const bool refines = latest_ != nullptr && running_ && running_->number == latest_->number;
      if (refines) running_->stop.request_stop();
      stop_what_lasts();
      if (!thread_.joinable()) {
        thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
      }
    }
    requested_.notify_one();
  }

  /// Whether the newest request has its value, or the value before came within `most`.
  bool comes_within(std::chrono::milliseconds most) const {
    const std::lock_guard lock(mutex_);
    return !is_awaited() || took_ <= most;
  }

  /// Waits for the newest request, at most `most`, once: so its value is shown in the frame that
  /// asks, and not in the next. Where the value before took longer, this returns at once. Each
  /// frame calls it: an older request that delays the newest for long is stopped here.
  void wait_briefly(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    stop_what_lasts();
    if (!is_awaited() || waited_for_ == asked_ || took_ > most) return;
    waited_for_ = asked_;
    ready_.wait_for(lock, most, [this] { return !is_awaited(); });
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
    return is_awaited();
  }

  /// Whether the newest request has a value, and a finer one may come.
  bool refining() const {
    const std::lock_guard lock(mutex_);
    return refined_ && refined_ == asked_ && asked_ != cancelled_ && !is_awaited();
  }

 private:
  using Clock = std::chrono::steady_clock;

  // A new request stops a computation that has been running for longer.
  static constexpr std::chrono::milliseconds kFinishWithin{500};

  struct Request {
    std::uint64_t number = 0;
    Make make{};
    Clock::time_point since = Clock::now();
  };

  struct Running {
    std::uint64_t number = 0;
    std::stop_source stop{};
    Clock::time_point since = Clock::now();

    bool lasts() const { return Clock::now() - since > kFinishWithin; }
  };

  // A computation that began shortly before a request may finish, so that the window shows
  // intermediate values while the user drags; a longer one would delay the request. Under the lock.
  void stop_what_lasts() {
    if (pending_ && running_ && running_->lasts()) running_->stop.request_stop();
  }

  // As busy(), under the lock.
  bool is_awaited() const {
    return asked_ && asked_ != cancelled_ && (latest_ == nullptr || latest_->number < *asked_);
  }

  void run(const std::stop_token& ended) {
    while (true) {
      Request request;
      std::stop_source stop;
      {
        std::unique_lock lock(mutex_);
        if (!requested_.wait(lock, ended, [this] { return pending_.has_value(); })) return;
        request = *std::exchange(pending_, std::nullopt);
        running_.emplace(Running{request.number});
        stop = running_->stop;
      }
      const std::stop_callback end_with_thread(ended, [&stop] { stop.request_stop(); });
      Value value = request.make(stop.get_token());
      {
        const std::lock_guard lock(mutex_);
        running_.reset();
        took_ = Clock::now() - request.since;
        if (refine_) refined_ = request.number;
      }
      // A stopped computation may have returned an incomplete value.
      if (stop.stop_requested()) continue;
      if (!take_over(request.number, std::move(value))) continue;
      wake_();
      const bool exact = !refine_ || refine_latest(request.number, ended);
      {
        const std::lock_guard lock(mutex_);
        refined_.reset();
      }
      if (exact && after_) after_(latest()->value);
    }
  }

  // Replaces the latest value by finer ones until it is exact; returns whether it is.
  bool refine_latest(std::uint64_t number, const std::stop_token& ended) {
    while (true) {
      std::shared_ptr<const Ready> coarse;
      std::stop_source stop;
      {
        const std::lock_guard lock(mutex_);
        if (pending_ || latest_->number != number || cancelled_ == number) return false;
        coarse = latest_;
        running_.emplace(Running{number});
        stop = running_->stop;
      }
      const std::stop_callback end_with_thread(ended, [&stop] { stop.request_stop(); });
      std::optional<Value> finer = refine_(coarse->value, stop.get_token());
      {
        const std::lock_guard lock(mutex_);
        running_.reset();
      }
      if (stop.stop_requested()) return false;
      if (!finer) return true;
      if (!take_over(number, *std::move(finer), true)) return false;
      wake_();
    }
  }

  // Makes a value the latest unless there is a newer one, or one of the same request that this one
  // does not refine; returns whether it did.
  bool take_over(std::uint64_t number, Value value, bool refined = false) {
    std::shared_ptr<const Ready> ready(new Ready{number, std::move(value)});
    const std::lock_guard lock(mutex_);
    if (latest_ != nullptr && latest_->number >= number + (refined ? 1 : 0)) return false;
    // The older value is destroyed with `ready`, after the lock is released.
    latest_.swap(ready);
    ready_.notify_all();
    return true;
  }

  std::function<void()> wake_;
  Refine refine_;
  After after_;
  mutable std::mutex mutex_;
  std::condition_variable_any requested_;
  std::condition_variable ready_;
  std::optional<Request> pending_;
  std::optional<Running> running_;
  std::optional<std::uint64_t> asked_;
  std::optional<std::uint64_t> cancelled_;
  std::optional<std::uint64_t> waited_for_;
  std::optional<std::uint64_t> refined_;           // has a value, or had one a moment ago
  Clock::duration took_ = Clock::duration::max();  // from the request to the value, of the last one
  std::shared_ptr<const Ready> latest_;
  std::jthread thread_;  // last, so that it ends before the members that it uses are destroyed
};

}  // namespace normscope::results
