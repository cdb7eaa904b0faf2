// SPDX-License-Identifier: MIT
// What happened, in full: the status bar has room for the beginning of a sentence, and none for
// what can be done about it. The dialog opens by a click alone, so no error takes the focus.
#pragma once

#include <filesystem>

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"
#include "core/base/error.hpp"

namespace normscope::application {

/// The error of a file that could not be opened: its name in front, and in the hint what was kept
/// and what to do next.
base::Error not_opened(const std::filesystem::path& path, base::Error error);
/// The same of a file that could not be written.
base::Error not_saved(const std::filesystem::path& path, base::Error error);

class ErrorDialog {
 public:
  /// Opens the dialog in the next draw, about the error of the workspace.
  void open() { opening_ = true; }

  /// Draws the dialog while it is open; true when the words were copied. Closing it puts the error
  /// away.
  /// map  error/words, error/hint, error/copy, error/close
  bool draw(ui::Context& ui, workspace::Workspace& workspace);

 private:
  bool opening_ = false;
};

}  // namespace normscope::application
