// SPDX-License-Identifier: MIT
// The program normscope-kernel, but for the modules that it offers: its start in the one order in
// which nothing that a cell could use is open when Python begins.
#pragma once

#include "app/notebook/notebook_kernel/modules.hpp"

namespace normscope::notebook::kernel {

/// The kernel; argv as in main: SOCKET FOLDER SEED [--trust] [--read FOLDER] [--python PROGRAM
/// [--user-base FOLDER] [--place PATH]...]. Only the app starts it. Returns when the kernel could
/// not start, with the exit status.
int run_program(int argc, const char* const* argv, const Modules& modules);

}  // namespace normscope::notebook::kernel
