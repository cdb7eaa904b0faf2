// SPDX-License-Identifier: MIT
// How the table of an input is read: its columns, the lines above it, which way it lies.
#pragma once

#include <string>

#include "app/cli/command.hpp"
#include "app/cli/failure.hpp"
#include "core/io/table.hpp"
#include "core/io/tensor_file.hpp"

namespace normscope::cli {

/// Adds the options; parsing fills `table`, which must outlive the command.
void add_table_options(Command& command, io::TableChoice& table);

/// The place of an input, a table as the options have it.
/// errors  wrong usage: options of tables with a file of arrays
OrFailure<io::ArrayPlace> input_place(const std::string& path, const io::TableChoice& table);

/// Reads an input.
/// errors  as input_place and io::read_tensor, about this file
OrFailure<tensor::Tensor> read_input(const std::string& path, const io::TableChoice& table,
                                     const io::ReadWatch& watch = {});

}  // namespace normscope::cli
