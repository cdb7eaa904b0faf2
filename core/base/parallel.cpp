// SPDX-License-Identifier: MIT
#include "core/base/parallel.hpp"

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <type_traits>

namespace normscope::base {
namespace {

using Body = std::function<void(std::int64_t, std::int64_t)>;

// One call of parallel_for. It lives on the stack of the calling thread, which stays until the last
// helper has left.
struct Loop {
  std::int64_t count;
  std::int64_t grain;
  const Body& body;
  std::int64_t pieces = (count - 1) / grain + 1;
  std::atomic<std::int64_t> next{1};  // the first piece is the caller's
  std::mutex failing{};
  std::exception_ptr failure{};

  std::atomic<int> helpers{0};  // that joined and have not left
  // Of the pool, under its mutex.
  Loop* older = nullptr;
  std::int64_t vacancies = 0;  // helpers that may still join

  // Runs this piece and others until none is left to begin.
  void work(std::int64_t piece) noexcept {
    try {
      for (; piece < pieces; piece = next++) {
        const std::int64_t first = piece * grain;
        body(first, std::min(count, first + grain));
      }
    } catch (...) {
      next = pieces;
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
    }
  }
};

// Looks for a while whether something has become true before the thread sleeps: to wake a thread
// takes 20 to 60 microseconds on a virtual machine, longer than many a loop. Yielding leaves the
// processor to whoever needs it.
template <class Condition>
bool soon(Condition condition) {
  constexpr std::chrono::microseconds kWhile{50};
  const auto end = std::chrono::steady_clock::now() + kWhile;
  do {
    if (condition()) return true;
    std::this_thread::yield();
  } while (std::chrono::steady_clock::now() < end);
  return condition();
}

// Threads that help with the loops of all callers. They are started when a loop first needs them
// and stay, asleep while there is no loop. A helper leaves a loop only when no piece is left to
// begin, and a caller waits only for the helpers within its own loop, so loops may be nested.
class Pool {
 public:
  // Runs the loop with up to `helpers` helpers beside the calling thread.
  void run(Loop& loop, std::int64_t helpers) {
    open(loop, helpers);
    loop.work(0);
    close(loop);
    used_ = Clock::now();
    calls_ = kCallsAlone;
  }

  // To wake a helper costs as much as it saves in some eight short loops: it is done for the ninth.
  bool near() {
    constexpr std::chrono::microseconds kNear{250};
    const Clock::time_point now = Clock::now();
    const bool paused = now - used_.exchange(now) >= kNear;
    const int before = paused ? 0 : calls_.load();
    if (before < kCallsAlone) calls_ = before + 1;
    return before >= kCallsAlone;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr int kCallsAlone = 8;

  void open(Loop& loop, std::int64_t helpers) {
    {
      const std::lock_guard lock(mutex_);
      start_threads(helpers);
      keep_off_this_processor();
      loop.vacancies = std::min(helpers, started_);
      loop.older = newest_;
      newest_ = &loop;
    }
    ++opened_;
    for (std::int64_t i = 0; i < helpers; ++i) opened_.notify_one();
  }

  // When the system refuses more threads, or memory for them, the threads already started and the
  // calling thread do all the pieces.
  void start_threads(std::int64_t wanted) {
    try {
      for (; started_ < wanted; ++started_) {
        std::thread helper([this] { help(); });
#ifdef __linux__
        if (started_ < kMostMoved)
          threads_[static_cast<std::size_t>(started_)] = helper.native_handle();
        kept_off_ = -1;  // the new one is not yet
#endif
        helper.detach();
      }
    } catch (const std::system_error&) {
    } catch (const std::bad_alloc&) {
    }
  }

  // Lets helpers run on all processors but the caller's. A thread that is woken may be put on the
  // processor of the one that wakes it; it would wait there until its caller has done all pieces,
  // while another processor idles.
  void keep_off_this_processor() {
#ifdef __linux__
    const int here = sched_getcpu();
    if (here == kept_off_ || here < 0) return;
    kept_off_ = here;
    cpu_set_t others;
    if (sched_getaffinity(0, sizeof(others), &others) != 0) return;
    CPU_CLR(static_cast<std::size_t>(here), &others);
    if (CPU_COUNT(&others) == 0) return;
    for (std::int64_t at = 0; at < std::min(started_, kMostMoved); ++at) {
      const pthread_t helper = threads_[static_cast<std::size_t>(at)];
      if (pthread_equal(helper, pthread_self()) != 0) continue;  // of a loop within a loop
      (void)pthread_setaffinity_np(helper, sizeof(others), &others);
    }
#endif
  }

  void close(Loop& loop) {
    {
      const std::lock_guard lock(mutex_);
      Loop** link = &newest_;
      while (*link != &loop) link = &(*link)->older;
      *link = loop.older;
    }
    const auto all_left = [&loop] { return loop.helpers == 0; };
    if (soon(all_left)) return;
    for (;;) {
      const std::uint32_t before = left_;
      if (all_left()) return;
      left_.wait(before);
    }
  }

  [[noreturn]] void help() {
    for (;;) {
      const std::uint32_t before = opened_;
      if (Loop* const loop = joined()) {
        loop->work(loop->next++);
        // From here on the caller may return: the loop is not touched any more.
        if (--loop->helpers == 0) {
          ++left_;
          left_.notify_all();
        }
      } else if (!soon([&] { return opened_ != before; })) {
        opened_.wait(before);
      }
    }
  }

  // The newest loop that takes one more helper: of nested loops the inner ones, for which outer
  // ones wait.
  Loop* joined() {
    const std::lock_guard lock(mutex_);
    for (Loop* loop = newest_; loop != nullptr; loop = loop->older) {
      if (loop->vacancies == 0) continue;
      --loop->vacancies;
      ++loop->helpers;
      return loop;
    }
    return nullptr;
  }

  std::mutex mutex_;
  Loop* newest_ = nullptr;
  std::int64_t started_ = 0;
#ifdef __linux__
  static constexpr std::int64_t kMostMoved = 256;
  std::array<pthread_t, kMostMoved> threads_{};
  int kept_off_ = -1;  // the processor of the newest caller
#endif
  std::atomic<std::uint32_t> opened_{0};   // loops so far; idle helpers wait for the next one
  std::atomic<std::uint32_t> left_{0};     // loops left by their last helper so far
  std::atomic<Clock::time_point> used_{};  // the end of the last loop, or the last question
  std::atomic<int> calls_{0};  // questions without a pause, after a loop of helpers some
};

// The helpers are detached and nothing is destroyed at exit: a thread that is in a loop, or begins
// one, while the process ends finds the pool whole.
static_assert(std::is_trivially_destructible_v<Pool>);

Pool& pool() {
  static Pool shared;
  return shared;
}

}  // namespace

int hardware_threads() {
  // Asked once: each question is a call of the system.
  static const int threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return threads;
}

bool helpers_are_near() {
  return pool().near();
}

void parallel_for(std::int64_t count, std::int64_t grain, int threads, const Body& body) {
  if (count <= 0) return;
  Loop loop{count, std::max<std::int64_t>(1, grain), body};
  const std::int64_t wanted = threads > 0 ? threads : hardware_threads();
  const std::int64_t helpers = std::min(wanted, loop.pieces) - 1;
  if (helpers == 0) {
    loop.work(0);
  } else {
    pool().run(loop, helpers);
  }
  if (loop.failure) std::rethrow_exception(loop.failure);
}

}  // namespace normscope::base
