// SPDX-License-Identifier: MIT
// The files of an input: one, or all that a pattern means.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/failure.hpp"
#include "core/io/read_watch.hpp"
#include "core/io/table.hpp"
#include "core/io/tensor_file.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::cli {

/// The files that fit a path with *, ? or [] where no file has that very name, as in a shell, by
/// their names, numbers in these by value ("part-2" before "part-10"); else the path itself.
/// errors  that none fits
OrFailure<std::vector<std::filesystem::path>> input_files(const std::string& path);

/// The place of one of them, a table as the options have it.
/// errors  wrong usage: options of tables with a file of arrays
OrFailure<io::ArrayPlace> input_place(const std::string& path, const io::TableChoice& table);

/// Reads an input; several files are put below one another.
/// errors  as input_files, input_place, io::add_rows and io::read_tensor, about the file
OrFailure<tensor::Tensor> read_input(const std::string& path, const io::TableChoice& table,
                                     const io::ReadWatch& watch = {});

}  // namespace normscope::cli
