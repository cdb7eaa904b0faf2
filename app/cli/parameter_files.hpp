// SPDX-License-Identifier: MIT
// The files of gamma and beta, read alike by every command. A table has two dimensions, so one of a
// single row or column stands for a list of numbers.
#pragma once

#include <string>

#include "app/cli/failure.hpp"
#include "core/compute/compute.hpp"

namespace normscope::cli {

/// One parameter, of a table of one row or one column as [n]; null without a path.
/// errors  as io::read_tensor, about this file
OrFailure<std::shared_ptr<const tensor::Tensor>> read_parameter(const std::string& path);

/// Reads gamma and beta into a request that has its input, and checks both against it; a table of
/// one row stays [1, n] where the operation needs that.
/// errors  as read_parameter and compute::plan_request, about the file that does not fit
OrFailure<void> add_parameters(compute::Request& request, const std::string& weight,
                               const std::string& bias);

}  // namespace normscope::cli
