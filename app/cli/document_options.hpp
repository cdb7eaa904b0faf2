// SPDX-License-Identifier: MIT
// The document that a command works on, shared by `export` and `verify`: a file of any kind, a step
// of a lesson, and for a file of numbers the operation.
#pragma once

#include <optional>
#include <string>

#include "app/cli/command.hpp"
#include "app/cli/failure.hpp"
#include "app/cli/parameter_files.hpp"
#include "app/document/document.hpp"
#include "core/compute/backend.hpp"
#include "core/io/table.hpp"
#include "core/ops/operation.hpp"

namespace normscope::cli {

struct DocumentOptions {
  std::string command;  // its name, for hints
  std::string file;
  io::TableChoice table{};    // how a table is read
  bool allow_files = false;   // a session reads files outside its folder
  std::optional<int> step{};  // of a lesson, counted from 1

  // The operation for a data file; sessions and lessons contain their own.
  bool operation_given = false;
  ops::Operation named = ops::NormOptions();  // with its own defaults
  ops::NormOptions norm{};
  ops::SoftmaxOptions softmax{};
  ops::RelativeOptions relative{};
  ParameterPaths paths{};
  std::optional<precision::Plan> precision{};  // of any file, in place of its own
  compute::Device device = compute::Device::kAuto;
};

/// Each adds options to a command; parsing fills `options`, which must outlive the command.
void add_file(Command& command, DocumentOptions& options);
void add_step(Command& command, DocumentOptions& options);
/// The operation and the device.
void add_operation(Command& command, DocumentOptions& options);

/// Opens the file, and says where each group has one number, and what float32 loses of the numbers.
/// errors  wrong usage: options that are not for this kind of file; as open_save::open_file;
///         parameters that do not fit; `of_cells` of a notebook or script, where it is given
OrFailure<document::Document> document_of(const DocumentOptions& options, const Console& console,
                                          const std::optional<base::Error>& of_cells = {});

}  // namespace normscope::cli
