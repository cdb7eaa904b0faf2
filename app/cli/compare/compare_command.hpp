// SPDX-License-Identifier: MIT
// `normscope compare`: two variants on one input, or all presets in pairs.
#pragma once

#include "app/cli/cli.hpp"
#include "app/cli/compare/compare_options.hpp"

namespace normscope::cli {

/// Runs the command. That outputs differ is no failure.
Exit run_compare(const CompareOptions& options, const Console& console);

}  // namespace normscope::cli
