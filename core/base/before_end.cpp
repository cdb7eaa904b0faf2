// SPDX-License-Identifier: MIT
#include "core/base/before_end.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace normscope::base {
namespace {

// Where the handler writes which signal has come. NOLINTNEXTLINE: a handler has no object
std::atomic<int> told = -1;

void tell(int signal) {
  const int kept = errno;
  const auto byte = static_cast<unsigned char>(signal);
  [[maybe_unused]] const auto written = write(told, &byte, 1);
  errno = kept;
}

class Signals {
 public:
  static Signals& of_the_process() {
    // Never destroyed: the thread uses it until the process ends.
    // NOLINTNEXTLINE(cppcoreguidelines-*): the only one
    static auto* const signals = new Signals();
    return *signals;
  }

  void add(const BeforeEnd::Action& action) {
    const std::lock_guard lock(guard_);
    actions_.push_back(&action);
  }
  void remove(const BeforeEnd::Action& action) {
    const std::lock_guard lock(guard_);
    std::erase(actions_, &action);
  }
  bool goes_on(int signal) {
    const std::lock_guard lock(guard_);
    return std::ranges::any_of(actions_, [&](const BeforeEnd::Action* action) {
      return (*action)(signal) && signal != 0;
    });
  }

 private:
  // Handlers and a thread instead of signals that every thread blocks: programs that are started
  // would inherit the block.
  Signals() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return;
    told = ends[1];
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    try {
      std::thread([this, from = ends[0]] { listen(from); }).detach();
      for (const int signal : {SIGTERM, SIGHUP, SIGINT}) heed(signal);
    } catch (const std::system_error&) {
      // Without a thread signals end the process at once, as without this.
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  static void heed(int signal) {
    struct sigaction now {};
    if (sigaction(signal, nullptr, &now) != 0 || now.sa_handler == SIG_IGN) return;
    struct sigaction caught {};
    caught.sa_handler = tell;
    caught.sa_flags = SA_RESTART;
    sigaction(signal, &caught, nullptr);
  }

  void listen(int from) {
    unsigned char signal = 0;
    while (read(from, &signal, 1) == 1) {
      if (goes_on(signal)) continue;
      std::signal(signal, SIG_DFL);
      sigset_t only;
      sigemptyset(&only);
      sigaddset(&only, signal);
      pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
      kill(getpid(), signal);
    }
  }

  std::mutex guard_{};
  std::vector<const BeforeEnd::Action*> actions_{};
};

}  // namespace

BeforeEnd::BeforeEnd(Action action) : action_(std::move(action)) {
  Signals::of_the_process().add(action_);
}

BeforeEnd::~BeforeEnd() {
  Signals::of_the_process().remove(action_);
}

void do_before_end() {
  Signals::of_the_process().goes_on(0);
}

}  // namespace normscope::base
