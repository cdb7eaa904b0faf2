// SPDX-License-Identifier: MIT
// The options of `normscope compute`, parsed to values. Errors that need no file to be read are
// reported here, as wrong usage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.hpp"
#include "app/cli/operation_options.hpp"
#include "app/cli/viewed_request.hpp"
#include "core/compute/compute.hpp"
#include "core/io/table.hpp"

namespace normscope::cli {

/// The files of a backward pass; empty: not given, not wanted.
struct GradientFiles {
  std::string of_output{};  // read; the others are written
  std::string of_input{};   // empty or "-": a table on standard output
  std::string of_weight{};
  std::string of_bias{};
};

struct ComputeOptions {
  GivenOperation given{};
  ViewOptions view{};
  std::vector<std::string> words{};  // a session, whose operation is applied; none: `given`
  bool allow_files = false;          // the session reads files outside its folder
  std::optional<precision::Plan> precision{};  // in place of the session's
  std::string input;
  io::TableChoice table{};  // how it is read
  std::string output;       // empty or "-": a table on standard output
  bool force = false;       // the output may be the input
  std::string mean_output;  // empty: not wanted
  std::string rstd_output;  // empty: not wanted
  GradientFiles gradient{};
  compute::Settings settings{};
  bool verbose = false;
};

/// The command `compute`, with one subcommand per operation. Parsing fills `options`, which must
/// outlive the command.
Command compute_command(ComputeOptions& options);

}  // namespace normscope::cli
