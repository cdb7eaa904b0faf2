// SPDX-License-Identifier: MIT
// The question whether the cells of the open file may read the files of its folder. It is asked
// where a cell has not found one, and only a person answers it, for each file anew.
#pragma once

#include <filesystem>

#include "app/cells/cell_runner.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class FolderDialog {
 public:
  void open() { asked_ = true; }

  /// Draws the question about `folder`, the one of the cells' file, while it is open; after a yes
  /// the cells run again. An empty folder is never asked about.
  /// map  dialog/folder/words, /accept, /cancel
  void draw(ui::Context& ui, const workspace::Workspace& workspace,
            const std::filesystem::path& folder, cells::CellRunner& cells);

 private:
  bool asked_ = false;
  bool fresh_ = false;  // the dialog has just opened: its first widget takes the focus
};

}  // namespace normscope::application
