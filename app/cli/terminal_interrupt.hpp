// SPDX-License-Identifier: MIT
// Ctrl-C while cells run: they end with KeyboardInterrupt, as they do in Python, and what they
// printed before is not lost.
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace normscope::cli {

/// While it lives, SIGINT stops a token instead of ending the program; not where SIGINT is ignored,
/// as it is behind nohup. There is one at a time, in the thread that makes it.
class TerminalInterrupt {
 public:
  TerminalInterrupt();
  TerminalInterrupt(const TerminalInterrupt&) = delete;
  TerminalInterrupt& operator=(const TerminalInterrupt&) = delete;
  ~TerminalInterrupt();

  std::stop_token token() const { return stop_.get_token(); }

 private:
  sigset_t signals_{};
  std::stop_source stop_;
  std::jthread waits_;
};

}  // namespace normscope::cli
