// SPDX-License-Identifier: MIT
#include "app/application/files/session_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "app/application/dialogs/complaint.hpp"
#include "app/document/session/session.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/ascii.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using workspace::BeginLesson;
using workspace::NewSession;
using workspace::Quit;

namespace {

std::string opened_notice(const OpenFile& file) {
  const std::string name = file.path.filename().string();
  if (file.left_out == 0) return tr("opened {file}", arg("file", name));
  return tr_n("opened {file}; {n} other file was dropped with it, and one is open at a time",
              "opened {file}; {n} other files were dropped with it, and one is open at a time",
              static_cast<std::int64_t>(file.left_out), arg("file", name), arg("n", file.left_out));
}

}  // namespace

SessionFile::SessionFile(workspace::Workspace& workspace, std::function<void()> close,
                         const FileDialogHost& dialogs, open_save::RecentFiles& recent,
                         std::optional<std::filesystem::path> locks,
                         std::optional<std::filesystem::path> agreed)
    : workspace_(workspace),
      close_(std::move(close)),
      on_disk_(std::move(locks), dialogs.wake),
      recent_(recent),
      agreed_(std::move(agreed)),
      paths_(dialogs),
      large_(dialogs.wake) {}

Expected<void> SessionFile::begin(OpenFile file, Purpose purpose) {
  const auto way = open_save::begin(file, agreed());
  if (!way) return tl::unexpected(way.error());
  switch (*way) {
    case open_save::Way::kAskArrays:
      ask_about_arrays(file);
      return {};
    case open_save::Way::kAskTable:
      ask_about_table(file);
      return {};
    case open_save::Way::kAskSize:
      ask_about_size(file);
      return {};
    case open_save::Way::kAtOnce:
      if (purpose == Purpose::kAsk) {
        do_or_ask(std::move(file));
      } else if (purpose == Purpose::kReplace) {
        show(std::move(*file.read), file);
      } else {
        take_reloaded(std::move(*file.read), file);
      }
      return {};
    case open_save::Way::kListBeside:
    case open_save::Way::kBeside:
      break;
  }
  const bool anew = purpose == Purpose::kAsk || (purpose == Purpose::kReload &&
                                                 file.probe->kind == open_save::FileKind::kNumbers);
  if (anew && *way == open_save::Way::kBeside) {
    do_or_ask(std::move(file));
  } else {
    begin_reading(file, purpose);
  }
  return {};
}

// Of an archive a person chooses first which arrays become input, gamma and beta.
void SessionFile::ask_about_arrays(const OpenFile& file) {
  arrays_.open(file.path.filename().string(), file.probe->arrays->entries,
               [this, file](const open_save::ArrayChoice& choice) { take_arrays(file, choice); });
}

// A person sees how a table is understood.
void SessionFile::ask_about_table(const OpenFile& file) {
  table_.open(file.path.filename().string(), file.probe->front,
              [this, file](const io::TableChoice& choice) { open_chosen(file, choice); });
}

// A few megabytes may be the zeros of all memory.
void SessionFile::ask_about_size(const OpenFile& file) {
  const io::ArrayEntry& array = *open_save::chosen_array(*file.probe, file.choice);
  const std::string words = text::whole_sentence(
      text::labelled(file.path.filename().string(), io::sentence_of(*array.swells, array.name)));
  question_.ask({.id = "dialog/unpack",
                 .title = tr("Unpack it?"),
                 .words = words,
                 .answers = {{"unpack", tr("Unpack it"),
                              [this, file] {
                                file.probe->may_swell = true;
                                open_chosen(file, file.choice);
                              }},
                             {"cancel", tr("Cancel")}},
                 .at_hand = 1,
                 .width = 520});
}

void SessionFile::take_arrays(const OpenFile& file, const open_save::ArrayChoice& choice) {
  if (choice.input.empty()) {
    apply(workspace_, open_save::take_arrays(workspace_.document(), *file.probe, choice));
  } else {
    open_chosen(file, choice);
  }
}

void SessionFile::open_chosen(OpenFile file, open_save::Choice choice) {
  file.choice = std::move(choice);
  if (const auto opened = open_or_ask(file); !opened) {
    workspace_.error = not_opened(file.path, opened.error());
  }
}

Expected<void> SessionFile::take_or_ask(OpenFile file, open_save::Attempt attempt) {
  if (attempt.opened) {
    file.read = std::make_shared<open_save::Opened>(*std::move(attempt.opened));
    do_or_ask(std::move(file));
  } else {
    if (attempt.missing.empty() && attempt.outside.empty()) {
      return tl::unexpected(attempt.opened.error());
    }
    missing_ = {std::move(file), std::move(attempt.outside), std::move(attempt.missing)};
    ask_for_missing();
  }
  return {};
}

void SessionFile::open_listed(const std::filesystem::path& path) {
  if (const auto opened = open_or_ask({path}); !opened) {
    workspace_.error = not_opened(path, opened.error());
  }
}

void SessionFile::take_dropped(const ui::Context& ui,
                               const std::vector<std::filesystem::path>& files) {
  if (files.empty()) return;
  const OpenFile file{files.front(), {}, files.size() - 1};
  if (asks_for_path() && asking_ != Asking::kSaveAs) {
    paths_.take_dropped(file.path.string());
  } else if (ui.focus.in_popup()) {
    workspace_.error = base::Error{base::ErrorKind::kInvalidArgument,
                                   tr("{file} was not opened: a dialog or a menu is open",
                                      arg("file", file.path.filename().string()))};
  } else if (const auto opened = open_or_ask(file); !opened) {
    workspace_.error = not_opened(file.path, opened.error());
  }
}

void SessionFile::begin_new() {
  do_or_ask(NewSession{});
}

void SessionFile::begin_lesson(const BeginLesson& asked) {
  const auto& [id, step] = asked;
  const auto lesson = std::ranges::find(workspace_.lessons, id, &lessons::Lesson::id);
  if (lesson == workspace_.lessons.end()) return;
  // A notebook does not change the stage, so nothing can be lost.
  if (lesson->sets_stage && workspace_.document().lesson.lesson != id) {
    do_or_ask(asked);
  } else {
    go_to_step(workspace_, id, step.value_or(step_to_begin(workspace_, id)));
  }
}

bool SessionFile::may_close() {
  if (may_close_ || !workspace_.history.changed_since_saved()) return true;
  do_or_ask(Quit{});
  return false;
}

void SessionFile::do_or_ask(Intent intent) {
  if (!workspace_.history.changed_since_saved()) {
    perform(intent);
    return;
  }
  intent_ = std::move(intent);
  ask(Asking::kChanges);
}

// What waited for an answer. A file that was changed meanwhile, as by saving, is looked at again.
void SessionFile::go_on() {
  auto next = std::exchange(intent_, std::nullopt);
  if (!next) return;
  auto* const file = std::get_if<OpenFile>(&*next);
  if (file != nullptr && file->probe &&
      open_save::stamp_of(file->probe->place.file) != file->probe->stamp) {
    file->probe.reset();
    file->read.reset();
  }
  perform(*next);
}

void SessionFile::perform(const Intent& intent) {
  if (const auto* file = std::get_if<OpenFile>(&intent)) {
    if (file->read) {
      show(std::move(*file->read), *file);
    } else if (const auto opened = open(*file); !opened) {
      workspace_.error = not_opened(file->path, opened.error());
    }
  } else if (const auto* lesson = std::get_if<BeginLesson>(&intent)) {
    perform_begin(*lesson);
  } else if (std::holds_alternative<NewSession>(intent)) {
    replace_document(document::welcome_document());
    workspace_.view.start_page = true;
    notice_ = tr("began a new session");
  } else {
    may_close_ = true;
    close_();
  }
}

// Beginning can be undone, so the history is kept. The new document has no file.
void SessionFile::perform_begin(const BeginLesson& lesson) {
  large_.stop();
  go_to_step(workspace_, lesson.id, lesson.step.value_or(step_to_begin(workspace_, lesson.id)));
  path_.reset();
  source_.clear();
  own_.clear();
  on_disk_.forget();
}

void SessionFile::show(open_save::Opened opened, const OpenFile& file) {
  const bool notebook = opened.lesson && !opened.lesson->sets_stage;
  if (opened.lesson) {
    show_lesson(*std::move(opened.lesson), opened.kind, file.path, file.probe->stamp);
  }
  replace_document(std::move(opened.document));
  if (notebook) workspace_.view.cell_awaited = workspace_.history.revision();
  workspace_.view.start_page = false;
  source_ = file.path.filename().string();
  notice_ = opened_notice(file);
  if (!opened.lost.empty()) *notice_ = text::listed_apart(opened.lost, *notice_);
  if (opened.kept) {
    restored_ = file.path;
    show_restored(*opened.kept);
    return;
  }
  note_recent(file.path);
  if (opened.session) take_session(*opened.session);
  // Lessons are read again when they are saved. One array of an archive is no file.
  if (opened.kind != open_save::FileKind::kLesson && file.probe &&
      file.probe->place.array.empty()) {
    on_disk_.watch(file.path, file.probe->stamp);
  }
}

void SessionFile::show_lesson(lessons::Lesson lesson, open_save::FileKind kind,
                              const std::filesystem::path& path,
                              const std::optional<open_save::FileStamp>& stamp) {
  // An opened lesson replaces a loaded one of the same id: its file was edited.
  const std::string id = lesson.id;
  if (kind == open_save::FileKind::kLesson) note_lesson_file(path, id, stamp);
  std::error_code failed;
  lesson_paths_[id] = std::filesystem::absolute(path, failed);
  replace_lesson(workspace_, id, std::move(lesson));
}

std::optional<std::filesystem::path> SessionFile::lesson_path() const {
  const auto found = lesson_paths_.find(workspace_.document().lesson.lesson);
  if (found == lesson_paths_.end()) return std::nullopt;
  return found->second;
}

// A lesson has one file, and a file one lesson: those that were opened last.
void SessionFile::note_lesson_file(const std::filesystem::path& path, const std::string& id,
                                   const std::optional<open_save::FileStamp>& stamp) {
  std::erase_if(workspace_.lesson_files, [&](const workspace::LessonFile& other) {
    std::error_code failed;
    const bool same = std::filesystem::equivalent(other.path, path, failed);
    if (same && other.id != id) {
      std::erase_if(workspace_.lessons,
                    [&](const lessons::Lesson& lesson) { return lesson.id == other.id; });
    }
    return same || other.id == id;
  });
  std::error_code failed;
  workspace::LessonFile file{std::filesystem::absolute(path, failed), id};
  if (stamp) file.read = stamp->time;
  workspace_.lesson_files.push_back(std::move(file));
}

void SessionFile::replace_document(document::Document document) {
  large_.stop();
  ++workspace_.opened;
  workspace_.history.reset(std::move(document));
  workspace_.view.begin_document();
  workspace_.error.reset();
  path_.reset();
  source_.clear();
  own_.clear();
  on_disk_.forget();
}

void SessionFile::save() {
  if (!path_) {
    ask_where_to_save();
  } else if (on_disk_.is_changed(*path_)) {
    ask_to_replace(*path_);
  } else if (const auto saved = save_to(*path_); !saved) {
    workspace_.error = not_saved(*path_, saved.error());
  }
}

// Where saving fails the dialog asks for another path.
void SessionFile::save_changes() {
  if (!path_) {
    ask_where_to_save();
  } else if (on_disk_.is_changed(*path_)) {
    ask_to_replace(*path_);
  } else if (const auto saved = save_to(*path_); !saved) {
    ask_where_to_save();
    paths_.refuse(saved.error());
  }
}

Expected<void> SessionFile::save_as(ChosenFile chosen) {
  if (chosen.path.extension().empty()) {
    chosen.path += ".json";
    chosen.may_replace = false;  // what was agreed to is another file
  }
  std::error_code failed;
  const bool there = std::filesystem::is_regular_file(chosen.path, failed);
  const bool changed = there && on_disk_.is_changed(chosen.path);
  if (there && !chosen.may_replace && (!owns(chosen.path) || changed)) {
    ask_to_replace(chosen.path);
    return {};
  }
  return save_to(chosen.path);
}

Expected<void> SessionFile::save_to(const std::filesystem::path& path) {
  if (auto locked = on_disk_.lock(path); !locked) return locked;
  if (auto saved = document::save_session(path, workspace_.document()); !saved) {
    if (path_) (void)on_disk_.lock(*path_);  // the session stays the one that it was
    return saved;
  }
  on_disk_.watch(path, open_save::stamp_of(path));
  path_ = path;
  if (!owns(path)) own_.push_back(path);
  workspace_.history.mark_saved();
  workspace_.error.reset();
  notice_ = tr("saved to {file}", arg("file", path.string()));
  note_recent(path);
  go_on();
  return {};
}

void SessionFile::note_recent(const std::filesystem::path& path) {
  if (const auto noted = recent_.add(path, open_save::seconds_now()); !noted && notice_) {
    *notice_ = tr("{done}; the list of recent files is not kept: {reason}", arg("done", *notice_),
                  arg("reason", noted.error().sentence));
  }
}

// Compares files instead of paths: links and other spellings can lead to the same file.
bool SessionFile::owns(const std::filesystem::path& path) const {
  return std::ranges::any_of(own_, [&](const std::filesystem::path& own) {
    std::error_code failed;
    return std::filesystem::equivalent(own, path, failed);
  });
}

}  // namespace normscope::application
