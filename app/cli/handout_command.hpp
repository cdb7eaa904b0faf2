// SPDX-License-Identifier: MIT
// `normscope handout`: writes a lesson to be handed out.
#pragma once

#include <string>

#include "app/cli/cli.hpp"
#include "app/cli/command.hpp"
#include "app/handout/handout.hpp"

namespace normscope::cli {

struct HandoutOptions {
  std::string lesson;  // a path, or the id of a built-in lesson
  std::string output;
  handout::Format format = handout::Format::kPdf;
  bool answers = false;
};

/// The command `handout`. Parsing fills `options`, which must outlive the command.
Command handout_command(HandoutOptions& options);

/// Writes the handout; errors are reported on the console.
Exit run_handout(const HandoutOptions& options, const Console& console);

}  // namespace normscope::cli
