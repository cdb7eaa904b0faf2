// SPDX-License-Identifier: MIT
// `normscope compute`: reads the files, runs the operation, writes the results.
#pragma once

#include "app/cli/cli.hpp"
#include "app/cli/compute_options.hpp"

namespace normscope::cli {

/// Runs the command. After a failure no output file has changed, and one line reports the error.
Exit run_compute(const ComputeOptions& options, const Console& console);

}  // namespace normscope::cli
