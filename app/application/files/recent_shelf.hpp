// SPDX-License-Identifier: MIT
// The files used last, as menu and start page show them. Whether they are still there is looked up
// on another thread: a disk may be slow, or gone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "app/open_save/recent_files.hpp"
#include "app/results/background.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class RecentShelf {
 public:
  /// `workspace` must outlive this. `wake` is called on another thread when the files were looked
  /// up.
  RecentShelf(workspace::Workspace& workspace, std::optional<std::filesystem::path> path,
              std::function<void()> wake);

  open_save::RecentFiles& files() { return files_; }

  /// Once a frame: lists what changed.
  void follow();

 private:
  workspace::Workspace& workspace_;
  open_save::RecentFiles files_;
  std::vector<open_save::RecentFile> listed_{};
  std::uint64_t asked_ = 0;
  std::uint64_t taken_ = 0;

  results::Background<std::vector<bool>> looker_;  // whether each file is gone; last
};

}  // namespace normscope::application
