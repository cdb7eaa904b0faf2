// SPDX-License-Identifier: MIT
// `normscope explain`: names the operation that turned one file into another.
#pragma once

#include <string>

#include "app/cli/cli.hpp"
#include "app/cli/command.hpp"
#include "core/io/table.hpp"

namespace normscope::cli {

struct ExplainOptions {
  std::string input;
  io::TableChoice table{};  // how a table of the input is read
  std::string output;
  std::string gradient;  // dy; empty: the output is no dx
  std::string weight;
  bool json = false;
};

/// The command `explain`. Parsing fills `options`, which must outlive the command.
Command explain_command(ExplainOptions& options);

/// Runs the command. An answer is a success, also when it is that nothing explains the output.
Exit run_explain(const ExplainOptions& options, const Console& console);

}  // namespace normscope::cli
