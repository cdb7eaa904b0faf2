// SPDX-License-Identifier: MIT
// Keeps what was answered in lessons: reads it when a lesson is there for the first time, and
// writes it a second after a change and at the end.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/progress.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class LessonProgress {
 public:
  /// `workspace` must outlive this. Without a folder everything lasts until the program ends.
  LessonProgress(workspace::Workspace& workspace, std::optional<std::filesystem::path> folder);
  ~LessonProgress();
  LessonProgress(const LessonProgress&) = delete;
  LessonProgress& operator=(const LessonProgress&) = delete;

  /// Once a frame. What fails is workspace.error, once.
  void follow(ui::Context& ui);

 private:
  void read_new();
  void write(const std::string& lesson, const lessons::Progress& progress);
  std::vector<std::string> changed() const;

  workspace::Workspace& workspace_;
  std::optional<std::filesystem::path> folder_;
  std::map<std::string, lessons::Progress> written_{};  // key: the lesson's id
  std::optional<double> write_at_{};                    // in seconds, when something has changed
  std::string failure_{};                               // of the last writing
};

}  // namespace normscope::application
