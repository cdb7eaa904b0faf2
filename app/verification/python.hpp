// SPDX-License-Identifier: MIT
// A python3 of this computer as a process: the ones there are, started with a program and numbers,
// and what it reports, read as it comes. It runs with the rights of the person, so its program must
// be one of ours.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/io/posix.hpp"

namespace normscope::verification {

/// The programs that may be the python3 with PyTorch, the first to be tried first: the one that
/// NORMSCOPE_PYTHON names and no other, or each python3 on PATH and /usr/bin/python3.
std::vector<std::filesystem::path> pythons();

/// What a process is started with.
struct PythonTask {
  std::filesystem::path python;
  std::string code;                // on its standard input
  std::span<const float> numbers;  // at its descriptor 4
  std::stop_token stop;
  std::chrono::steady_clock::time_point until;  // then it is ended
};

class Python {
 public:
  /// Starts a python3 in the folder / and in a session of its own; what it prints is dropped.
  /// errors  Unavailable: there is no such program, or the system starts none
  static base::Expected<Python> start(const PythonTask& task);

  Python(const Python&) = delete;
  Python& operator=(const Python&) = delete;
  Python(Python&& other) noexcept
      : report_(std::move(other.report_)),
        errors_(std::move(other.errors_)),
        id_(std::exchange(other.id_, 0)),
        stop_(std::move(other.stop_)),
        until_(other.until_),
        complaint_(std::move(other.complaint_)) {}
  Python& operator=(Python&& other) = delete;
  /// Ends the process and all that it started.
  ~Python();

  /// The next line that the process reports at its descriptor 3, without its end.
  /// errors  Cancelled: a stop was requested; Unavailable: the time is over, or the process ended;
  ///         NotFound: the process ended because it has no torch; Malformed: a line without an end
  base::Expected<std::string> line();
  /// The next bytes of the report, as many as there is room for.
  /// errors  as line
  base::Expected<void> read(std::span<char> bytes);

 private:
  Python(io::Descriptor report, io::Descriptor errors, pid_t id, const PythonTask& task)
      : report_(std::move(report)),
        errors_(std::move(errors)),
        id_(id),
        stop_(task.stop),
        until_(task.until) {}

  // errors  Cancelled: a stop was requested; Unavailable: the time is over
  base::Expected<void> wait(int descriptor);
  void take_complaint();
  base::Error why_ended();

  io::Descriptor report_;
  io::Descriptor errors_;
  pid_t id_;  // 0: moved away
  std::stop_token stop_;
  std::chrono::steady_clock::time_point until_;
  std::string complaint_{};  // the end of what it wrote to standard error
};

}  // namespace normscope::verification
