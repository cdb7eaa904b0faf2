// SPDX-License-Identifier: MIT
// A Python of the person's own in the place of the built-in one: this process, which has confined
// itself, becomes that interpreter. It runs our Python files
// (app/notebook/python/normscope_kernel), which speak the same protocol over the same socket.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/notebook/protocol/messages.hpp"
#include "core/base/error.hpp"

namespace normscope::notebook::kernel {

/// What the system executes where it executes a program: the program itself, and the loader of
/// shared libraries that it names.
/// errors  Unsupported: it is no ELF program of this kind of processor; Unreadable: as io::read_file
base::Expected<std::vector<std::filesystem::path>> executed_files(
    const std::filesystem::path& program);

struct OwnPython {
  std::filesystem::path program;
  std::filesystem::path user_base;  // where the person has packages; empty: nowhere
  std::filesystem::path folder;     // the private one
  int socket = 0;
  std::uint64_t seed = 0;
};

/// Opens a memory file that holds the Python files for it, at the descriptor where it looks for
/// them. To be done before the confinement, which allows no new descriptors but files.
/// errors  Unavailable: the system makes none
base::Expected<void> open_python_files();

/// Becomes the interpreter; returns only where the system does not execute it.
base::Error become(const OwnPython& python, const protocol::Confinement& held);

}  // namespace normscope::notebook::kernel
