// SPDX-License-Identifier: MIT
// The options of the operations, shared by `compute`, `export` and `compare`. Each function adds
// options to a command; parsing fills the given values, which must outlive the command.
#pragma once

#include <string>
#include <vector>

#include "app/cli/command.hpp"
#include "core/compute/compute.hpp"
#include "core/ops/norm.hpp"
#include "core/ops/softmax.hpp"

namespace normscope::cli {

void add_normalized_shape(Command& command, ops::NormOptions& norm);
void add_groups(Command& command, ops::NormOptions& norm);
/// Epsilon and its placement, the estimator, centring.
void add_norm_numbers(Command& command, ops::NormOptions& norm);
void add_norm_algorithm(Command& command, ops::NormOptions& norm);
/// Dimension and temperature.
void add_softmax_numbers(Command& command, ops::SoftmaxOptions& softmax);
void add_softmax_algorithm(Command& command, ops::SoftmaxOptions& softmax);

/// An operation, and the files of its gamma and beta.
struct GivenOperation {
  compute::Operation operation{ops::NormOptions{}};
  std::string weight;  // empty: none
  std::string bias;    // empty: none
};

/// One command for each operation, with its options.
std::vector<Command> operation_commands(GivenOperation& given);

}  // namespace normscope::cli
