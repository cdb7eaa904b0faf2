// SPDX-License-Identifier: MIT
// The command line: which commands there are, and what a process says and returns. It needs no
// display, and scripts rely on it: exit status 0 is done, 1 failed, 2 wrong usage.
#pragma once

#include <cstdio>
#include <string>

#include "core/base/error.hpp"

namespace normscope::cli {

enum class Exit { kDone = 0, kFailed = 1, kUsage = 2 };

/// Where a command writes; tests give files of their own.
struct Console {
  std::FILE* out = stdout;
  std::FILE* err = stderr;
};

/// Writes a text. What a full disk or a closed pipe takes away shows when run() ends.
void say(std::FILE* where, const std::string& text);

/// Writes the one line of a failure: "normscope: SUBJECT: sentence (hint)"; the subject may be
/// empty.
Exit report(const Console& console, const char* subject, const base::Error& error);

/// Runs a command line; argv as main gets it. Returns the exit status.
int run(int argc, const char* const* argv, const Console& console);

}  // namespace normscope::cli
