// SPDX-License-Identifier: MIT
// The files of an operation's parameters, read alike by every command. A table has two dimensions,
// so one of a single row or column stands for a list of numbers.
#pragma once

#include <string>
#include <vector>

#include "app/cli/failure.hpp"
#include "core/compute/compute.hpp"
#include "core/ops/operation.hpp"

namespace normscope::cli {

/// The files, as they were given; empty: none.
struct ParameterPaths {
  std::string weight{};
  std::string bias{};
  std::string running_mean{};
  std::string running_var{};

  std::vector<const std::string*> all() const;
};

/// Makes a batch norm for which files of running statistics were given one in evaluation.
/// errors  wrong usage: one of the two files alone, or another operation
OrFailure<void> take_running(ops::Operation& operation, const ParameterPaths& paths);

/// The plan of a request's operation for an input of shape x, which PyTorch takes, too.
/// errors  as compute::plan_request and ops::check_training, about `input`
OrFailure<compute::Plan> plan_for(const compute::Request& request, const tensor::Shape& x,
                                  const std::string& input);

/// Reads the parameters of an input of shape x into a request, and checks each against it; a table
/// of one row stays [1, n] where the operation needs that.
/// errors  as io::read_tensor and compute::plan_request, about the file that does not fit;
///         InvalidArgument: a variance below 0; Unsupported: a mean of which float32 loses digits
OrFailure<void> add_parameters(compute::Request& request, const tensor::Shape& x,
                               const ParameterPaths& paths);

/// Reads them as lists, without an input to check them against; null without a path.
/// errors  as io::read_tensor, about the file
OrFailure<void> read_parameters(compute::Request& request, const ParameterPaths& paths);

}  // namespace normscope::cli
