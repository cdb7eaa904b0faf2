// SPDX-License-Identifier: MIT
// The kernel as a process: found, started with nothing but a socket, ended, and how it ended. Where
// a signal ends the app, its kernels end first, and their folders are removed.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "app/notebook/client/own_python.hpp"
#include "app/notebook/client/private_folder.hpp"
#include "app/notebook/client/usage.hpp"
#include "core/base/error.hpp"
#include "core/io/posix.hpp"

namespace normscope::notebook::client {

struct KernelOptions {
  std::filesystem::path program{};  // empty: kernel_program()
  std::uint64_t seed = 0;           // where random numbers begin until a cell sets another seed
  bool trusted = false;             // without confinement: only a person may say so
  // The folder that cells may read, and begin in, beside the one of their own: only a person may
  // say so. Empty: none.
  std::filesystem::path readable{};
  // The Python that runs the cells; nothing: the built-in one. Trusted it has the rights, the
  // environment and the memory that the app has.
  std::optional<OwnPython> python{};
  // Where the list of fonts that matplotlib makes is kept; empty: in the user's cache.
  std::filesystem::path font_folder{};
  bool makes_fonts = false;                          // this kernel makes that list
  std::chrono::milliseconds heeds_within{2000};      // an interrupt; then the kernel is ended
  std::chrono::milliseconds answers_within{30'000};  // its start, and questions that run no cell
};

/// The program normscope-kernel: beside the running program, in libexec/normscope beside its
/// folder, or of the build that the running program belongs to. Never by PATH.
/// errors  Unavailable: there is none
base::Expected<std::filesystem::path> kernel_program();

class Process {
 public:
  /// errors  Unavailable: there is no such program, or the system starts none
  static base::Expected<Process> start(const KernelOptions& options);

  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  Process(Process&& other) noexcept
      : folder_(std::move(other.folder_)),
        socket_(std::move(other.socket_)),
        id_(std::exchange(other.id_, 0)),
        watch_(std::move(other.watch_)) {}
  Process& operator=(Process&& other) = delete;
  ~Process();

  int socket() const { return socket_.number(); }
  pid_t id() const { return id_; }
  const std::filesystem::path& folder() const { return folder_.path(); }
  /// What all threads of the process have taken; nothing where it has ended.
  std::optional<std::chrono::nanoseconds> processor_time() const;

  /// Waits a moment for a process that is about to end, then ends it and removes its folder;
  /// returns why it ended, as a sentence.
  std::string end(std::chrono::milliseconds patience);

 private:
  Process(PrivateFolder folder, io::Descriptor socket, pid_t id)
      : folder_(std::move(folder)), socket_(std::move(socket)), id_(id) {}

  PrivateFolder folder_;
  io::Descriptor socket_;
  pid_t id_;                             // 0: it has ended, and its status was collected
  std::unique_ptr<UsageWatch> watch_{};  // none: trusted
};

}  // namespace normscope::notebook::client
