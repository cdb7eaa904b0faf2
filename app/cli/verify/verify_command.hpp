// SPDX-License-Identifier: MIT
// `normscope verify`: a document's numbers beside those of this computer's PyTorch.
#pragma once

#include <string>

#include "app/cli/cli.hpp"
#include "app/cli/command.hpp"
#include "app/cli/document_options.hpp"

namespace normscope::cli {

struct VerifyOptions : DocumentOptions {
  std::string python;    // empty: as verification::pythons()
  double bound = 16;     // most ULP that count as agreement
  double seconds = 120;  // of the PyTorch program
  bool json = false;
};

/// The command `verify`. Parsing fills `options`, which must outlive the command.
Command verify_command(VerifyOptions& options);

/// Runs the command. A difference beyond the bound is a failure, as is a computer without PyTorch.
Exit run_verify(const VerifyOptions& options, const Console& console);

}  // namespace normscope::cli
