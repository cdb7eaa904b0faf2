// SPDX-License-Identifier: MIT
#include "app/notebook/notebook_kernel/link.hpp"

#include <unistd.h>

#include <csignal>
#include <utility>
#include <variant>

#include "app/notebook/protocol/messages.hpp"

namespace normscope::notebook::kernel {

void Link::start() {
  // Signals go to the thread that runs Python.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::jthread([this] { read(); });
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void Link::read() {
  while (true) {
    // The app has ended, or sent something malformed: nobody waits for this process any more.
    if (!reader_.read_some().value_or(false)) _exit(0);
    while (true) {
      auto frame = reader_.next();
      if (!frame) _exit(0);
      if (!*frame) break;
      const auto request = protocol::request_from((*frame)->text);
      if (!request) _exit(0);
      if (const auto* const asked = std::get_if<protocol::Interrupt>(&*request)) {
        interrupt(asked->run);
        continue;
      }
      const std::lock_guard lock(frames_mutex_);
      frames_.push_back(**std::move(frame));
      came_.notify_one();
    }
  }
}

protocol::Frame Link::next() {
  std::unique_lock lock(frames_mutex_);
  came_.wait(lock, [this] { return !frames_.empty(); });
  protocol::Frame frame = std::move(frames_.front());
  frames_.pop_front();
  return frame;
}

void Link::send(std::string_view text) const {
  if (!protocol::send_frame(socket_, text)) _exit(0);
}

void Link::begin(int run) {
  const std::lock_guard lock(run_mutex_);
  run_ = run;
  stop_ = false;
  if (interrupted_ == run) signal_main();
}

void Link::end() {
  const std::lock_guard lock(run_mutex_);
  run_ = 0;
  stop_ = false;
}

void Link::interrupt(int run) {
  const std::lock_guard lock(run_mutex_);
  // A run that has not begun yet is interrupted when it does.
  interrupted_ = run;
  if (run_ == run) signal_main();
}

void Link::signal_main() {
  // The flag after the signal: a loop that ends because of the flag then finds the signal pending.
  pthread_kill(main_, SIGINT);
  stop_ = true;
}

}  // namespace normscope::notebook::kernel
