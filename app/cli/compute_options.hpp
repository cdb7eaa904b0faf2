// SPDX-License-Identifier: MIT
// The options of `normscope compute`, parsed to values. Errors that need no file to be read are
// reported here, as wrong usage.
#pragma once

#include <string>

#include "app/cli/command.hpp"
#include "app/cli/operation_options.hpp"
#include "core/compute/compute.hpp"

namespace normscope::cli {

struct ComputeOptions {
  GivenOperation given{};
  std::string session;  // whose operation is applied; empty: `given`
  std::string unknown;  // an argument that is no session
  std::string input;
  std::string output;
  std::string mean_output;  // empty: not wanted
  std::string rstd_output;  // empty: not wanted
  compute::Settings settings{};
  bool verbose = false;
};

/// The command `compute`, with one subcommand per operation. Parsing fills `options`, which must
/// outlive the command.
Command compute_command(ComputeOptions& options);

}  // namespace normscope::cli
