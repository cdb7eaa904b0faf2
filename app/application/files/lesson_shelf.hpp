// SPDX-License-Identifier: MIT
// The lessons of files: those in the user's folder, and opened ones. They are read again when they
// are saved. A file with a fault keeps its last version without one.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>

#include "app/open_save/file_watch.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class LessonShelf {
 public:
  /// `workspace` must outlive this. `wake` is called on another thread when a file was saved.
  LessonShelf(workspace::Workspace& workspace, std::optional<std::filesystem::path> folder,
              std::function<void()> wake);

  /// Once a frame: reads what was saved, when the watching thread has seen it or a file was opened.
  void follow();

  /// Reads what was saved since the last call; true when there was something.
  bool look();

 private:
  void read(const std::filesystem::path& path, const std::optional<open_save::FileStamp>& stamp);
  void lose(workspace::LessonFile& file);
  // errors  as lessons::load_lesson; InvalidArgument: another lesson has its id
  base::Expected<lessons::Lesson> read_lesson(const workspace::LessonFile& file) const;
  bool knows_all_files() const;

  workspace::Workspace& workspace_;
  std::optional<std::filesystem::path> folder_;
  open_save::FileStamps known_{};  // what was read, with and without a fault
  bool folder_seen_ = false;
  open_save::FileWatch watch_;  // last: its thread ends first
};

}  // namespace normscope::application
