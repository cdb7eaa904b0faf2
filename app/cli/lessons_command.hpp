// SPDX-License-Identifier: MIT
// `normscope lessons`: lists lessons and checks them, the built-in ones or files, and judges the
// answer to an exercise.
#pragma once

#include <string>
#include <vector>

#include "app/cli/cli.hpp"
#include "app/cli/command.hpp"

namespace normscope::cli {

struct LessonsOptions {
  std::vector<std::string> files;  // empty: the built-in lessons
  std::string lesson;              // whose exercises are tried
  std::string answer;              // the file with the functions that were written
  std::string python;              // the Python of the person's own that runs it; empty: none
  bool trust = false;              // cells run without confinement
};

/// The command `lessons` with `list`, `check` and `try`. Parsing fills `options`, which must
/// outlive the command.
Command lessons_command(LessonsOptions& options);

/// Lists or checks. One line for each lesson, or for each finding, on standard output. A lesson
/// that cannot be read, or has findings when checked, is a failure.
Exit run_lessons(const LessonsOptions& options, bool check, const Console& console);

/// Judges each function of an exercise that the answer defines: a report on standard output. An
/// answer that is not right, or defines none of them, is a failure.
Exit try_exercises(const LessonsOptions& options, const Console& console);

}  // namespace normscope::cli
