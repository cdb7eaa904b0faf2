// SPDX-License-Identifier: MIT
// The document's file in the hands of others: another window that has it open, another program that
// changes it, a crash that came before it was saved.
#include <utility>

#include "app/application/files/session_file.hpp"
#include "app/workspace/editing.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

// Restored work has not been saved anywhere yet. It is saved to the file of the session that it
// comes from, unless another window has that open.
void SessionFile::show_restored(const open_save::KeptHeader& kept) {
  workspace_.history.mark_unsaved();
  source_ = kept.name;
  notice_ = tr("restored; the changes are not saved yet");
  if (kept.path && take_session(*kept.path)) on_disk_.watch(*kept.path, kept.stamp);
  if (kept.lesson && lesson_of(workspace_) == nullptr) show_lesson_again(*kept.lesson);
}

// The lesson or notebook that the document is at, which no folder of lessons has.
void SessionFile::show_lesson_again(const std::filesystem::path& path) {
  auto opened = open_save::open_file(path);
  if (opened && opened->lesson) {
    show_lesson(*std::move(opened->lesson), opened->kind, path);
    return;
  }
  workspace_.error =
      base::Error{opened ? base::ErrorKind::kMalformed : opened.error().kind,
                  tr("the numbers are restored, but {file} could not be read again: {reason}",
                     arg("file", path.filename().string()),
                     arg("reason", opened ? tr("it is no lesson") : opened.error().sentence))};
}

// Makes the session the file that saving writes to, unless another window has it open: the document
// is then a copy.
bool SessionFile::take_session(const std::filesystem::path& path) {
  if (const auto locked = on_disk_.lock(path); !locked) {
    workspace_.error =
        base::Error{locked.error().kind, tr("{reason}: this is a copy, and saving asks for a name",
                                            arg("reason", locked.error().sentence))};
    return false;
  }
  path_ = path;
  own_.push_back(path);
  return true;
}

// A session whose file is gone or is another program's is in no file any more.
void SessionFile::notice_change() {
  const FileOnDisk::Change change = on_disk_.take_change();
  if (change == FileOnDisk::Change::kNone) return;
  if (path_) workspace_.history.mark_unsaved();
  if (change == FileOnDisk::Change::kGone && path_) {
    notice_ =
        tr("{file} was removed by another program: saving writes it again", arg("file", name()));
  }
}

// An edit, so that undo brings back what was here. Large numbers, and a file that was opened by
// choosing, are opened anew.
void SessionFile::reload() {
  const auto begun = begin({on_disk_.file()}, Purpose::kReload);
  if (!begun) stays_as_it_was(begun.error());
}

void SessionFile::stays_as_it_was(const base::Error& error) {
  workspace_.error =
      base::Error{error.kind, tr("{file} stays as it was here: {reason}", arg("file", name()),
                                 arg("reason", error.sentence))};
}

void SessionFile::take_reloaded(open_save::Opened opened, const OpenFile& file) {
  on_disk_.watch(file.path, file.probe->stamp);
  if (opened.lesson) {
    show_lesson(*std::move(opened.lesson), opened.kind, file.path);
  } else {
    apply(workspace_, document::Edit{.description = tr("reload {file}", arg("file", name())),
                                     .after = std::move(opened.document)});
    workspace_.history.mark_saved();
  }
  notice_ = tr("reloaded {file}", arg("file", name()));
}

}  // namespace normscope::application
