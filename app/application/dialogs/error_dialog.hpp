// SPDX-License-Identifier: MIT
// What happened, in full: the status bar has room for the beginning of a sentence, and none for
// what can be done about it. The dialog opens by a click alone, so no error takes the focus.
#pragma once

#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

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
