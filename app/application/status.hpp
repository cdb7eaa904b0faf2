// SPDX-License-Identifier: MIT
// The items of the status bar: the file or lesson at hand, the batch, the device, the difference to
// the reference, the progress of computations, and the last completed action.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/application/files/session_file.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

/// The file at hand and what became of it; the progress of the newest result, and of a file that is
/// being read.
struct Computing {
  std::string file{};  // the name; empty: none
  bool busy = false;
  std::optional<double> progress{};  // from 0 to 1; nullopt: not shown
  std::optional<SessionFile::Reading> reading{};
  std::string changed_file{};  // the name of the file that another program has changed
};

/// The items from left to right; `notice` is the sentence of the last completed action.
/// map  status/file, batch, device, note, error, reading, stop-reading, progress, stop, busy,
///      unconfined, cells, stop-cells, changed-file, reload, keep-mine, trouble, notice
std::vector<ui::StatusItem> status_items(const workspace::Workspace& workspace,
                                         const Computing& computing, const std::string& notice);

/// What a click on an item asks for.
/// shape   the id of an item that can be clicked
workspace::Command status_command(std::string_view id);

}  // namespace normscope::application
