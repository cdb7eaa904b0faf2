// SPDX-License-Identifier: MIT
#include "app/workspace/next_lesson.hpp"
#include "app/workspace/lesson_walk.hpp"

#include <algorithm>
#include <filesystem>

namespace normscope::workspace {

using lessons::Lesson;

bool is_own(const Workspace& workspace, const Lesson& lesson) {
  return !lesson.sets_stage || std::ranges::find(workspace.lesson_files, lesson.id,
                                                 &LessonFile::id) != workspace.lesson_files.end();
}

lessons::Progress progress_in(const Workspace& workspace, const Lesson& lesson) {
  const auto work = workspace.view.lesson_work.find(lesson.id);
  return work == workspace.view.lesson_work.end() ? lessons::Progress{} : work->second.kept;
}

std::optional<NextLesson> next_lesson(const Workspace& workspace) {
  const Lesson* last_used = nullptr;
  const Lesson* not_begun = nullptr;
  const Lesson* first = nullptr;
  std::filesystem::file_time_type used = std::filesystem::file_time_type::min();
  for (const Lesson* const lesson : lessons::in_order(workspace.lessons)) {
    if (is_own(workspace, *lesson)) continue;
    if (first == nullptr) first = lesson;
    const int furthest = progress_in(workspace, *lesson).furthest;
    if (furthest < 0) {
      if (not_begun == nullptr) not_begun = lesson;
    } else if (furthest < lesson->last_step()) {
      const auto work = workspace.view.lesson_work.find(lesson->id);
      if (last_used != nullptr && work->second.used <= used) continue;
      last_used = lesson;
      used = work->second.used;
    }
  }
  if (last_used != nullptr) {
    return NextLesson{last_used, step_to_begin(workspace, last_used->id), true};
  }
  if (not_begun == nullptr) not_begun = first;
  if (not_begun == nullptr) return std::nullopt;
  return NextLesson{not_begun, 0, false};
}

}  // namespace normscope::workspace
