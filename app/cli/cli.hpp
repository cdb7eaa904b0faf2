// SPDX-License-Identifier: MIT
// The command line: its commands, their output and exit status. No command needs a display; without
// a command the window opens. Scripts rely on the exit status: 0 done, 1 failed, 2 wrong usage.
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "core/base/error.hpp"

namespace normscope::cli {

enum class Exit { kDone = 0, kFailed = 1, kUsage = 2 };

/// The output streams of a command; tests pass files of their own.
struct Console {
  std::FILE* out = stdout;
  std::FILE* err = stderr;
};

/// Writes a text. A full disk or a closed pipe is reported at the end of run().
void say(std::FILE* where, const std::string& text);

/// Writes the one line of a failure: "normscope: SUBJECT: sentence (hint)"; the subject may be
/// empty.
Exit report(const Console& console, const char* subject, const base::Error& error);

/// Shows the window with these files until it is closed; called when no command is given.
/// errors  no display, a file that cannot be opened (its name in front of the sentence)
using ShowWindow = std::function<base::Expected<void>(const std::vector<std::string>& files)>;

/// Runs a command line; argv as in main. Returns the exit status.
int run(int argc, const char* const* argv, const Console& console, const ShowWindow& show_window);

}  // namespace normscope::cli
