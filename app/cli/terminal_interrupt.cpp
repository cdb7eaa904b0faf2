// SPDX-License-Identifier: MIT
#include "app/cli/terminal_interrupt.hpp"

namespace normscope::cli {

TerminalInterrupt::TerminalInterrupt() {
  struct sigaction now {};
  if (sigaction(SIGINT, nullptr, &now) != 0 || now.sa_handler == SIG_IGN) return;
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
  waits_ = std::jthread([this](const std::stop_token& ended) {
    int signal = 0;
    while (sigwait(&signals_, &signal) == 0 && !ended.stop_requested()) stop_.request_stop();
  });
}

TerminalInterrupt::~TerminalInterrupt() {
  if (!waits_.joinable()) return;
  waits_.request_stop();
  pthread_kill(waits_.native_handle(), SIGINT);
  waits_.join();
  pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
}

}  // namespace normscope::cli
