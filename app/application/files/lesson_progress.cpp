// SPDX-License-Identifier: MIT
#include "app/application/files/lesson_progress.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "app/open_save/progress_file.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using lessons::Lesson;
using lessons::Progress;

namespace {

constexpr double kWriteAfter = 1;  // seconds, so that a run of answers is one file

// A NaN among the answers is unequal to itself, but its text is not.
bool same(const Progress& a, const Progress& b) {
  return a == b || open_save::to_json(a, "") == open_save::to_json(b, "");
}

}  // namespace

LessonProgress::LessonProgress(workspace::Workspace& workspace,
                               std::optional<std::filesystem::path> folder)
    : workspace_(workspace), folder_(std::move(folder)) {
  read_new();
}

LessonProgress::~LessonProgress() {
  try {
    for (const std::string& id : changed()) write(id, workspace_.view.lesson_work[id].kept);
  } catch (...) {
    // Without memory the answers of the last second are lost, but nothing else.
  }
}

// A lesson that was given another id brings its progress with it.
void LessonProgress::read_new() {
  if (!folder_) return;
  for (const Lesson& lesson : workspace_.lessons) {
    if (!lesson.sets_stage || written_.contains(lesson.id)) continue;
    Progress& kept = workspace_.view.lesson_work[lesson.id].kept;
    auto read = open_save::read_progress(*folder_, lesson.id);
    if (!read) {
      const auto aside = open_save::set_progress_aside(*folder_, lesson.id);
      const std::string& reason = read.error().sentence;
      workspace_.error = base::Error{
          read.error().kind, aside ? tr("the answers in \"{lesson}\" could not be read: {reason}; "
                                        "the file is now {file}",
                                        arg("lesson", lesson.title), arg("reason", reason),
                                        arg("file", aside->string()))
                                   : tr("the answers in \"{lesson}\" could not be read: {reason}",
                                        arg("lesson", lesson.title), arg("reason", reason))};
    }
    written_[lesson.id] = read.value_or(Progress{});
    workspace_.view.lesson_work[lesson.id].used = open_save::progress_written(*folder_, lesson.id);
    if (kept == Progress{}) kept = lessons::follow(written_[lesson.id], lesson);
  }
}

std::vector<std::string> LessonProgress::changed() const {
  std::vector<std::string> ids;
  if (!folder_) return ids;
  ids.reserve(written_.size());
  for (const auto& entry : written_) {
    const auto work = workspace_.view.lesson_work.find(entry.first);
    if (work != workspace_.view.lesson_work.end() && !same(work->second.kept, entry.second)) {
      ids.push_back(entry.first);
    }
  }
  return ids;
}

void LessonProgress::follow(ui::Context& ui) {
  read_new();
  if (const Lesson* const lesson = lesson_of(workspace_); lesson != nullptr && lesson->sets_stage) {
    workspace::LessonWork& work = workspace_.view.lesson_work[lesson->id];
    work.used = std::filesystem::file_time_type::clock::now();
    int& furthest = work.kept.furthest;
    furthest = std::max(furthest, std::min(workspace_.document().lesson.step, lesson->last_step()));
  }
  const std::vector<std::string> ids = changed();
  if (ids.empty()) {
    write_at_.reset();
    return;
  }
  if (!write_at_) write_at_ = ui.time + kWriteAfter;
  if (ui.time < *write_at_) {
    ui.pacing.wake_at(*write_at_);
    return;
  }
  write_at_.reset();
  for (const std::string& id : ids) write(id, workspace_.view.lesson_work[id].kept);
}

// What could not be written is tried again with the next change.
void LessonProgress::write(const std::string& lesson, const Progress& progress) {
  written_[lesson] = progress;
  const auto written = open_save::write_progress(*folder_, lesson, progress);
  std::string failure = written ? std::string() : written.error().sentence;
  if (!failure.empty() && failure != failure_) {
    workspace_.error = base::Error{written.error().kind,
                                   tr("answers are not kept on this computer: {folder}: {reason}",
                                      arg("folder", folder_->string()), arg("reason", failure))};
  }
  failure_ = std::move(failure);
}

}  // namespace normscope::application
