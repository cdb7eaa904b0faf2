// SPDX-License-Identifier: MIT
// The kernel's end of the socket. A thread of its own reads it, so that an interrupt ends a long
// loop over arrays and the process ends when the app is gone. That thread never takes Python's
// lock: a cell that holds it for ever must not keep the kernel alive.
#pragma once

#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <string_view>
#include <thread>

#include "app/notebook/protocol/frames.hpp"

namespace normscope::notebook::kernel {

class Link {
 public:
  /// `stop` is set from an interrupt until it is heeded.
  Link(int socket, std::atomic<bool>& stop)
      : socket_(socket), stop_(stop), main_(pthread_self()), reader_(socket) {}

  /// Starts the thread. Interrupts become SIGINT of the thread that made this.
  void start();

  /// The next message but an interrupt, which the caller waits for.
  protocol::Frame next();
  /// Sends a message; the process ends where the app takes none.
  void send(std::string_view text) const;

  /// Between these two an interrupt of this run is heeded.
  void begin(int run);
  void end();
  /// The interrupt has arrived: loops over arrays go on.
  void heed() { stop_ = false; }

 private:
  [[noreturn]] void read();
  void interrupt(int run);
  void signal_main();

  int socket_;
  std::atomic<bool>& stop_;
  pthread_t main_;
  protocol::FrameReader reader_;  // used by the thread only

  std::mutex frames_mutex_;
  std::condition_variable came_;
  std::deque<protocol::Frame> frames_{};

  std::mutex run_mutex_;
  int run_ = 0;          // the run that can be interrupted; 0: none
  int interrupted_ = 0;  // the run that an interrupt was last asked for

  std::jthread thread_{};
};

}  // namespace normscope::notebook::kernel
