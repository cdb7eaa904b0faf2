// SPDX-License-Identifier: MIT
// The options of `normscope compare`, parsed to values.
#pragma once

#include <optional>
#include <string>

#include "app/cli/command.hpp"
#include "core/compute/backend.hpp"
#include "core/io/table.hpp"

namespace normscope::cli {

struct CompareOptions {
  std::string a;  // a preset, an operation with its options, or a file; empty: all presets
  std::string b;
  std::string input;
  io::TableChoice table{};  // how it is read
  bool presets = false;
  std::optional<compute::Device> device{};  // empty: as the window shows it
  bool json = false;
};

/// The command `compare`. Parsing fills `options`, which must outlive the command.
Command compare_command(CompareOptions& options);

}  // namespace normscope::cli
