// SPDX-License-Identifier: MIT
// `normscope export`: writes a figure of a file to a file.
#pragma once

#include "app/cli/cli.hpp"
#include "app/cli/export_options.hpp"

namespace normscope::cli {

/// Exports a figure or lists the figures; errors are reported on the console.
Exit run_export(const ExportOptions& options, const Console& console);

}  // namespace normscope::cli
