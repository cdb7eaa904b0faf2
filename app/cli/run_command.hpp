// SPDX-License-Identifier: MIT
// `normscope run`: runs a script, a notebook or a lesson's cells, in the kernel.
#pragma once

#include <string>

#include "app/cli/cli.hpp"
#include "app/cli/command.hpp"

namespace normscope::cli {

struct RunOptions {
  std::string file;
  bool check = false;
  std::int64_t timeout = 20;  // of a check: seconds that a cell may take
  std::string python;         // the Python of the person's own that runs the cells; empty: none
  bool trust = false;         // cells run without confinement
  bool allow_folder = false;  // cells read the file's folder
  bool raw = false;           // a terminal obeys what cells print
};

/// The command `run`. Parsing fills `options`, which must outlive the command.
Command run_command(RunOptions& options);

/// Runs the file, or compares its stored outputs with new ones. Standard output is the text that
/// Python would print; in a notebook or a lesson each cell's text is followed by the repr of its
/// last expression, unless that is None. An error ends a script, and of a notebook or a lesson its
/// cell; its traceback goes to standard error, and at the end how far it ran.
Exit run_file(const RunOptions& options, const Console& console);

}  // namespace normscope::cli
