// SPDX-License-Identifier: MIT
// How the table of an input is read: its columns, the lines above it, which way it lies.
#pragma once

#include "app/cli/command.hpp"
#include "core/io/table.hpp"

namespace normscope::cli {

/// Adds the options; parsing fills `table`, which must outlive the command.
void add_table_options(Command& command, io::TableChoice& table);

}  // namespace normscope::cli
