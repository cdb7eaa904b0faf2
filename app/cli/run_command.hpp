// SPDX-License-Identifier: MIT
// `normscope run`: a script, a notebook or a lesson's cells, without Python.
#pragma once

#include <string>

#include "app/cli/cli.hpp"
#include "app/cli/command.hpp"

namespace normscope::cli {

struct RunOptions {
  std::string file;
  bool check = false;
};

/// `run`. Parsing fills `options`, which must outlive it.
Command run_command(RunOptions& options);

/// Runs the file, or checks what it holds against what it gives. Of a script standard output is
/// what Python prints; of each cell of a notebook or a lesson it is followed by the repr of its
/// last expression, unless that is None. An error ends the run: its traceback goes to standard
/// error.
Exit run_file(const RunOptions& options, const Console& console);

}  // namespace normscope::cli
