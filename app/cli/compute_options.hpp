// SPDX-License-Identifier: MIT
// The options of `normscope compute`, from words to values. What can be refused without looking at
// a file is refused here, as wrong usage.
#pragma once

#include <CLI/App.hpp>
#include <string>

#include "core/compute/compute.hpp"

namespace normscope::cli {

struct ComputeOptions {
  compute::Operation operation{ops::NormOptions{}};
  std::string input;
  std::string output;
  std::string weight;       // empty: none
  std::string bias;         // empty: none
  std::string mean_output;  // empty: not wanted
  std::string rstd_output;  // empty: not wanted
  compute::Settings settings{};
  bool verbose = false;
};

/// Adds `compute` with one subcommand an operation, and gives it back. Parsing fills `options`,
/// which must outlive the parser.
CLI::App* add_compute(CLI::App& app, ComputeOptions& options);

}  // namespace normscope::cli
