// SPDX-License-Identifier: MIT
// The options of `normscope export`, parsed to values. Errors that need no file to be read are
// reported here, as wrong usage.
#pragma once

#include <optional>
#include <string>

#include "app/cli/document_options.hpp"
#include "app/figures/export/export.hpp"

namespace normscope::cli {

struct ExportOptions : DocumentOptions {
  std::string figure;
  std::string output;
  bool list = false;
  bool force = false;                                          // the output may be the file itself
  figures::ExportFormat format = figures::ExportFormat::kSvg;  // by the output's name
  std::optional<document::Selection> select{};                 // null: the selection of the file
  std::optional<document::Selection> unfold{};                 // a number that is unfolded
  bool plain = false;                                          // nothing is marked
  figures::ExportOptions page{};
};

/// The command `export`. Parsing fills `options`, which must outlive the command.
Command export_command(ExportOptions& options);

}  // namespace normscope::cli
