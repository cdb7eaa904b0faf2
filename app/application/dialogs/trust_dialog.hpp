// SPDX-License-Identifier: MIT
// The question whether the cells of the open file may run without confinement, on a system that has
// none. It is asked for each file anew, and only a person answers it.
#pragma once

#include "app/cells/cell_runner.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class TrustDialog {
 public:
  /// Whether there is something to ask: cells that did not run for want of confinement alone.
  static bool possible(const workspace::Workspace& workspace);

  void open() { asked_ = true; }

  /// Draws the question while it is open; after a yes the cells run.
  /// map  dialog/trust/words, /accept, /cancel
  void draw(ui::Context& ui, const workspace::Workspace& workspace, cells::CellRunner& cells);

 private:
  bool asked_ = false;
  bool fresh_ = false;  // the dialog has just opened: its first widget takes the focus
};

}  // namespace normscope::application
