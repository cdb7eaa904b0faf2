// SPDX-License-Identifier: MIT
// `normscope export`: a figure of a file into a file.
#pragma once

#include "app/cli/cli.hpp"
#include "app/cli/export_options.hpp"

namespace normscope::cli {

/// Exports or lists, and says on the console what went wrong. `options` are as parsed.
Exit run_export(const ExportOptions& options, const Console& console);

}  // namespace normscope::cli
