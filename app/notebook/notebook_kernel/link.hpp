// SPDX-License-Identifier: MIT
// The kernel's end of the socket. A thread of its own reads it, so that an interrupt arrives while
// a cell runs and the process ends when the app is gone. That thread never takes Python's lock: a
// cell that holds it for ever must not keep the kernel alive.
#pragma once

#include <pthread.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "app/notebook/protocol/frames.hpp"
#include "app/notebook/protocol/messages.hpp"

namespace normscope::notebook::kernel {

struct Question {
  protocol::Request request;
  io::Descriptor descriptor{};  // of the memory file that came with it
};

class Link {
 public:
  /// `stop` is set while an interrupted cell has not ended. To be made before the confinement,
  /// which allows no new descriptors but files.
  Link(int socket, std::atomic<bool>& stop);

  /// Starts the thread. Interrupts become SIGINT of the thread that calls this.
  void start();

  /// The next question, which the caller waits for.
  Question next();
  /// Sends an answer, behind all output before it.
  void answer(const protocol::Reply& reply);

  /// Between these two an interrupt of this run is heeded.
  void begin(int run);
  void end();
  /// Arrays go on after an interrupt; the run can be interrupted again.
  void forget_interrupt() { stop_ = false; }

  /// Keeps printed text until the app gets it, a moment later; false: the cell has printed more
  /// than a cell may, and the text past that bound is dropped.
  bool write(protocol::Stream stream, std::string_view text);
  /// Shows a picture behind all output before it. The app takes its pixels in the meantime.
  /// Threads of a cell wait for each other, and the cell's end for them.
  /// errors  TooLarge: beyond the bounds of a picture, or of those of a cell; InvalidArgument: the
  ///         pixels are not those of this size, or no cell runs; Unwritable: the app's file was not
  ///         to be filled
  base::Expected<void> show(const protocol::Picture& picture, const void* pixels,
                            std::size_t bytes);
  /// Asks the app for a line of a cell's standard input, behind all output before it, and waits for
  /// it. Nothing: there is no more, the cell is interrupted, or none runs.
  std::optional<std::string> read_line();
  /// Sends what write() keeps.
  void flush();

 private:
  [[noreturn]] void read();
  void take(Question question);
  void interrupt_run();
  void flush_locked();
  void send_locked(const protocol::Reply& reply) const;

  int socket_;
  std::atomic<bool>& stop_;
  protocol::FrameReader reader_;  // used by the thread only
  pthread_t main_{};
  int wake_;  // an eventfd: there is output to send

  std::mutex questions_mutex_;
  std::condition_variable asked_;
  std::deque<Question> questions_{};
  std::optional<protocol::TypedLine> line_{};  // that came last
  int interrupts_ = 0;                         // how many there were

  std::mutex input_mutex_;  // held by who waits for a line
  int lines_asked_ = 0;

  std::mutex run_mutex_;
  int run_ = 0;          // the run that can be interrupted; 0: none
  int interrupted_ = 0;  // the run that an interrupt was last asked for

  std::mutex output_mutex_;
  protocol::Output output_{};
  std::size_t printed_ = 0;   // by this cell, in bytes
  bool told_ = false;         // the app knows that this cell printed more than it may
  std::mutex picture_mutex_;  // from a picture to the answer about its pixels; taken first
  bool shows_ = false;        // a cell runs
  std::size_t pictures_ = 0;  // of this cell
  std::int64_t picture_bytes_ = 0;

  std::jthread thread_{};
};

}  // namespace normscope::notebook::kernel
