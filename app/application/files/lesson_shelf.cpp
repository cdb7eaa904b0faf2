// SPDX-License-Identifier: MIT
#include "app/application/files/lesson_shelf.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "app/lessons/loader.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using open_save::FileStamp;
using open_save::FileStamps;
using workspace::LessonFile;

namespace {

constexpr const char* kExtension = ".md";

}  // namespace

LessonShelf::LessonShelf(workspace::Workspace& workspace,
                         std::optional<std::filesystem::path> folder, std::function<void()> wake)
    : workspace_(workspace), folder_(std::move(folder)), watch_(std::move(wake)) {}

// Nothing is watched that does not exist, so that a window without lessons from files sleeps; a
// folder that is made later is seen with the next frame.
void LessonShelf::follow() {
  std::error_code none;
  const bool new_folder = folder_ && !folder_seen_ && std::filesystem::is_directory(*folder_, none);
  if (watch_.take_changed() || new_folder || !knows_all_files()) (void)look();
}

bool LessonShelf::knows_all_files() const {
  return std::ranges::all_of(workspace_.lesson_files,
                             [this](const LessonFile& file) { return known_.contains(file.path); });
}

bool LessonShelf::look() {
  std::error_code none;
  folder_seen_ = folder_ && std::filesystem::is_directory(*folder_, none);
  open_save::FileWatch::Watched watched{.extension = kExtension};
  if (folder_seen_) watched.folder = folder_;
  for (const LessonFile& file : workspace_.lesson_files) watched.known[file.path];
  FileStamps now = open_save::stamps_of(watched);
  bool changed = false;
  for (const auto& [path, stamp] : now) {
    const auto known = known_.find(path);
    if (known != known_.end() && known->second == stamp) continue;
    const auto file = std::ranges::find(workspace_.lesson_files, path, &LessonFile::path);
    if (known == known_.end() && file != workspace_.lesson_files.end() && stamp &&
        file->read == stamp->time) {
      continue;  // it was opened as it is
    }
    read(path, stamp);
    changed = true;
  }
  // A file that is gone is not looked for any more once no lesson needs it.
  std::erase_if(now, [this](const auto& entry) {
    return std::ranges::find(workspace_.lesson_files, entry.first, &LessonFile::path) ==
           workspace_.lesson_files.end();
  });
  known_ = std::move(now);
  watched.known = known_;
  if (folder_seen_ || !watched.known.empty()) watch_.watch(std::move(watched));
  return changed;
}

void LessonShelf::read(const std::filesystem::path& path, const std::optional<FileStamp>& stamp) {
  auto& files = workspace_.lesson_files;
  auto file = std::ranges::find(files, path, &LessonFile::path);
  if (file == files.end()) file = files.insert(files.end(), {.path = path});
  if (!stamp) {
    lose(*file);
    return;
  }
  auto lesson = read_lesson(*file);
  if (!lesson) {
    file->fault = lesson.error();
    file->fault->sentence = fmt::format("{}: {}", path.filename().string(), file->fault->sentence);
    return;
  }
  file->fault.reset();
  const std::string before = std::exchange(file->id, lesson->id);
  replace_lesson(workspace_, before.empty() ? lesson->id : before, *std::move(lesson));
}

// A file that is gone takes its lesson with it, unless the reader is at it.
void LessonShelf::lose(LessonFile& file) {
  if (!file.id.empty() && workspace_.document().lesson.lesson == file.id) {
    file.fault =
        base::Error{base::ErrorKind::kNotFound,
                    tr("{file}: the file is gone", arg("file", file.path.filename().string()))};
    return;
  }
  std::erase_if(workspace_.lessons,
                [&](const lessons::Lesson& lesson) { return lesson.id == file.id; });
  const std::filesystem::path path = file.path;
  std::erase_if(workspace_.lesson_files,
                [&](const LessonFile& other) { return other.path == path; });
}

Expected<lessons::Lesson> LessonShelf::read_lesson(const LessonFile& file) const {
  auto lesson = lessons::load_lesson(file.path);
  if (!lesson || lesson->id == file.id) return lesson;
  const auto other = std::ranges::find(workspace_.lessons, lesson->id, &lessons::Lesson::id);
  if (other == workspace_.lessons.end()) return lesson;
  return base::fail(base::ErrorKind::kInvalidArgument,
                    tr("line 2: the id '{id}' is that of the lesson \"{lesson}\"",
                       arg("id", lesson->id), arg("lesson", other->title)),
                    tr("choose another id"));
}

}  // namespace normscope::application
