// SPDX-License-Identifier: MIT
// Whose cells run without being asked for: those of the built-in lessons, and those that a person
// has run before on this computer. A file opens by a double click, and its cells are programs.
#pragma once

#include <filesystem>
#include <optional>

#include "app/application/files/cells_at_hand.hpp"
#include "app/open_save/digest_list.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class RunBefore {
 public:
  /// The lessons that the workspace holds by now are built in. `file` keeps what was run.
  RunBefore(const workspace::Workspace& workspace, std::optional<std::filesystem::path> file);

  /// Whether the cells of the lesson at hand may run: it is known, or has none.
  bool may_run();
  /// The person runs the cells of the lesson at hand.
  void note();

 private:
  open_save::DigestList known_;
  CellsAtHand cells_;
};

}  // namespace normscope::application
