// SPDX-License-Identifier: MIT
// The options of `normscope export`, parsed to values. Errors that need no file to be read are
// reported here, as wrong usage.
#pragma once

#include <optional>
#include <string>

#include "app/cli/command.hpp"
#include "app/document/document.hpp"
#include "app/figures/export/export.hpp"
#include "core/compute/backend.hpp"

namespace normscope::cli {

struct ExportOptions {
  std::string file;
  std::string figure;
  std::string output;
  bool list = false;
  std::optional<int> step{};                                   // of a lesson, counted from 1
  figures::ExportFormat format = figures::ExportFormat::kSvg;  // by the output's name
  std::optional<document::Selection> select{};                 // null: the selection of the file
  bool plain = false;                                          // nothing is marked
  figures::ExportOptions page{};

  // The operation for a data file; sessions and lessons contain their own.
  bool operation_given = false;
  document::Subject subject = document::Subject::kNorm;
  ops::NormOptions norm{};
  ops::SoftmaxOptions softmax{};
  std::string weight;  // empty: none
  std::string bias;    // empty: none
  compute::Device device = compute::Device::kAuto;
};

/// The command `export`. Parsing fills `options`, which must outlive the command.
Command export_command(ExportOptions& options);

}  // namespace normscope::cli
