// SPDX-License-Identifier: MIT
// `normscope lessons`: lists lessons and checks them, the built-in ones or files.
#pragma once

#include <string>
#include <vector>

#include "app/cli/cli.hpp"
#include "app/cli/command.hpp"

namespace normscope::cli {

struct LessonsOptions {
  std::vector<std::string> files;  // empty: the built-in lessons
  bool trust = false;              // cells run without confinement
};

/// The command `lessons` with `list` and `check`. Parsing fills `options`, which must outlive the
/// command.
Command lessons_command(LessonsOptions& options);

/// Lists or checks. One line for each lesson, or for each finding, on standard output. A lesson
/// that cannot be read, or has findings when checked, is a failure.
Exit run_lessons(const LessonsOptions& options, bool check, const Console& console);

}  // namespace normscope::cli
