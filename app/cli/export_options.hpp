// SPDX-License-Identifier: MIT
// The options of `normscope export`, from words to values. What can be refused without looking at a
// file is refused here, as wrong usage.
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
  figures::ExportOptions page{};

  // What is done to the numbers of a data file; sessions and lessons say it themselves.
  bool operation_given = false;
  document::Subject subject = document::Subject::kNorm;
  ops::NormOptions norm{};
  ops::SoftmaxOptions softmax{};
  std::string weight;  // empty: none
  std::string bias;    // empty: none
  compute::Device device = compute::Device::kAuto;
};

/// `export`. Parsing fills `options`, which must outlive it.
Command export_command(ExportOptions& options);

}  // namespace normscope::cli
