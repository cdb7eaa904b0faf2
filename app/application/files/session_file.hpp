// SPDX-License-Identifier: MIT
// The document's file: opening, saving, beginning a new session, and the questions that prevent the
// loss of unsaved changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "app/application/dialogs/arrays_dialog.hpp"
#include "app/application/dialogs/file_dialog.hpp"
#include "app/application/dialogs/question.hpp"
#include "app/application/dialogs/table_dialog.hpp"
#include "app/application/files/file_on_disk.hpp"
#include "app/application/files/large_file.hpp"
#include "app/open_save/open_file.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

/// An action that replaces the document or ends the program. It runs at once, or after the question
/// about unsaved changes.
using open_save::OpenFile;
using Intent =
    std::variant<OpenFile, workspace::NewSession, workspace::BeginLesson, workspace::Quit>;

class SessionFile {
 public:
  /// `workspace` and `recent` must outlive this; `close` closes the window. Opened and saved files
  /// are added to `recent`. `locks` is the folder of the sessions' locks; none: sessions are not
  /// locked. `agreed` keeps which files sessions may name.
  SessionFile(workspace::Workspace& workspace, std::function<void()> close,
              const FileDialogHost& dialogs, open_save::RecentFiles& recent,
              std::optional<std::filesystem::path> locks,
              std::optional<std::filesystem::path> agreed);

  /// The file that the session was opened from or saved to; none for a session without a file.
  const std::optional<std::filesystem::path>& path() const { return path_; }

  /// The name of the file that the document is from: also of numbers, a lesson or a notebook, which
  /// saving does not replace. Empty without one.
  std::string name() const { return path_ ? path_->filename().string() : source_; }

  /// The stamp of that file when it was read or written.
  const std::optional<open_save::FileStamp>& stamp() const { return on_disk_.stamp(); }

  /// Replaces the document by a file's, even when it has unsaved changes. On an error nothing
  /// changes. What takes long is read on a background thread, and follow() replaces the document.
  /// errors  as open_save::begin
  base::Expected<void> open(const OpenFile& file) { return begin(file, Purpose::kReplace); }

  /// Opens a file as open(), but first asks about unsaved changes and for moved files. Moved files
  /// are no error.
  /// errors  as open, but for those
  base::Expected<void> open_or_ask(const OpenFile& file) { return begin(file, Purpose::kAsk); }

  /// The same for a file that has been read already, or could not be.
  /// errors  that of the attempt
  base::Expected<void> take_or_ask(OpenFile file, open_save::Attempt attempt);

  /// The same for a file that was chosen from a list; its error is shown in the status bar.
  void open_listed(const std::filesystem::path& path);

  /// Opens the first of the files that were dropped on the window. A dialog that asks for a path
  /// takes it, any other dialog ignores them.
  void take_dropped(const ui::Context& ui, const std::vector<std::filesystem::path>& files);

  /// A file that takes long and is being read; what takes a moment is not told.
  struct Reading {
    std::string name;
    double share;  // from 0 to 1
  };
  std::optional<Reading> reading() const;
  void stop_reading();
  /// Whether a file is being read, or is about to ask for the files that it lacks.
  bool settles() const { return large_.awaited() || missing_.waits; }
  /// Shows the file that has been read since the last call or asks for the files that it lacks, and
  /// notices that another program has changed the file.
  void follow(ui::Context& ui);

  /// Whether another program has changed the file, and that was not answered yet.
  bool changed_elsewhere() const { return on_disk_.changed(); }
  /// The answers: takes the file as it is now, as an edit that can be undone; or keeps the
  /// document, which is then to replace it.
  void reload();
  void keep_mine() { on_disk_.accept_as_it_is(); }

  /// The kept session that was opened since the last call.
  std::optional<std::filesystem::path> take_restored() {
    return std::exchange(restored_, std::nullopt);
  }

  void ask_what_to_open();
  void ask_for_parameter(const workspace::FillParameter& parameter);
  /// Asks how a pasted table is read.
  void ask_about_table(workspace::ReadTable table) {
    table_.open(text::tr("the clipboard"), std::move(table.text), std::move(table.take));
  }
  void save();
  void ask_where_to_save();

  /// Begin the welcome document, or a lesson at this step, else where its reader stopped; ask about
  /// unsaved changes first. Beginning the lesson that the document is at only adds a history entry
  /// and asks nothing.
  void begin_new();
  void begin_lesson(const workspace::BeginLesson& asked);
  /// Whether the window may close; where not, the question about unsaved changes is asked.
  bool may_close();

  /// Draws the open dialog. Returns the sentence that reports what was done since the last draw.
  /// map  as FileDialog, with dialog/open, dialog/save and dialog/missing; dialog/close/words,
  ///      /save, /discard, /cancel; dialog/replace/words, /accept, /cancel
  std::optional<std::string> draw(ui::Context& ui);

  /// The files that sessions may name.
  std::shared_ptr<const open_save::DigestList> agreed() const;
  /// The file of the lesson or notebook at hand, where it was opened from one.
  std::optional<std::filesystem::path> lesson_path() const;

 private:
  enum class Asking {
    kNothing,
    kOpen,
    kSaveAs,
    kOutside,
    kMissing,
    kParameter,
    kReplace,
    kChanges
  };

  // Whether a file replaces the document at once, or after the question about unsaved changes, or
  // as an edit of it.
  enum class Purpose { kReplace, kAsk, kReload };

  // errors  as open
  base::Expected<void> begin(OpenFile file, Purpose purpose);
  void begin_reading(const OpenFile& file, Purpose purpose);
  void take_read(open_save::Attempt attempt);
  void take_reloaded(open_save::Opened opened, const OpenFile& file);
  void stays_as_it_was(const base::Error& error);
  void perform_or_ask(const OpenFile& file, bool answered);
  void ask_about_arrays(const OpenFile& file);
  void ask_about_table(const OpenFile& file);
  void ask_about_size(const OpenFile& file);
  void take_arrays(const OpenFile& file, const open_save::ArrayChoice& choice);
  void open_chosen(OpenFile file, open_save::Choice choice);
  void look_for_damage();
  void do_or_ask(Intent intent);
  void perform(const Intent& intent);
  void go_on();
  void show(open_save::Opened opened, const OpenFile& file);
  void show_lesson(lessons::Lesson lesson, open_save::FileKind kind,
                   const std::filesystem::path& path,
                   const std::optional<open_save::FileStamp>& stamp = {});
  void show_restored(const open_save::KeptHeader& kept);
  void show_lesson_again(const std::filesystem::path& path);
  bool take_session(const std::filesystem::path& path);
  void notice_change();
  void note_lesson_file(const std::filesystem::path& path, const std::string& id,
                        const std::optional<open_save::FileStamp>& stamp);
  void replace_document(document::Document document);
  void perform_begin(const workspace::BeginLesson& lesson);

  void ask(Asking what);
  void ask_to_replace(const std::filesystem::path& path);
  void cancel();
  void ask_for_missing();
  Question outside_question();
  void note_files();
  // errors  NotFound: there is no such file; as FileOnDisk::lock and document::save_session
  base::Expected<void> take_parameter(const std::filesystem::path& file);
  base::Expected<void> fill_parameter(const io::ArrayPlace& place);
  base::Expected<void> take_missing(const std::filesystem::path& place);
  base::Expected<void> save_as(ChosenFile chosen);
  base::Expected<void> save_to(const std::filesystem::path& path);
  void save_changes();
  bool owns(const std::filesystem::path& path) const;

  FileQuestion path_question() const;
  bool asks_for_path() const;
  std::string changes_question() const;
  std::string replace_question() const;
  // errors  as open_or_ask, save_as or take_missing, as was asked
  base::Expected<void> accept_path(const ChosenFile& chosen);
  void note_recent(const std::filesystem::path& path);
  Question changes_dialog();
  void replace_file();

  workspace::Workspace& workspace_;
  std::function<void()> close_;
  std::optional<std::filesystem::path> path_{};
  std::string source_{};  // the name of an opened file that is no session
  // Files that this document was opened from or saved to; they are replaced without a question.
  std::vector<std::filesystem::path> own_{};
  std::map<std::string, std::filesystem::path> lesson_paths_{};  // by the lesson's id
  std::optional<std::string> notice_{};  // the last completed action: "saved to x.json"

  Asking asking_ = Asking::kNothing;
  workspace::FillParameter parameter_{};  // that a file is asked for
  std::string suggested_{};               // the path that the dialog begins with
  std::filesystem::path replaced_{};      // the file that the question about replacing is about
  std::optional<Intent> intent_{};        // waits for the user's answer
  bool may_close_ = false;
  // A file that reads other files, which are outside its folder or not at their recorded paths.
  struct Missing {
    OpenFile file{};
    std::vector<open_save::OutsideFile> outside{};
    std::vector<document::File> parts{};  // that are still to be asked for
    bool answered = false;                // the question about unsaved changes
    bool waits = false;                   // until no dialog is open
    bool calm = false;                    // there was none, and no input, in the last frame
    std::optional<base::Error> fault{};   // of the places that were chosen
  };
  Missing missing_{};

  ArraysDialog arrays_{};
  TableDialog table_{};
  OpenFile read_file_{};                      // the file that was begun last
  Purpose read_purpose_ = Purpose::kReplace;  // and for what
  std::optional<double> reading_since_{};     // in seconds, as Context::time
  bool reading_told_ = false;
  std::uint64_t read_revision_ = 0;  // of the document at that time
  std::uint64_t damage_told_ = 0;    // Workspace::opened of the file whose change was told
  std::optional<std::filesystem::path> restored_{};
  FileOnDisk on_disk_;
  open_save::RecentFiles& recent_;
  open_save::DigestList agreed_;
  std::uint64_t noted_ = 0;  // the revision whose files are in it
  FileDialog paths_;
  QuestionDialog question_{};
  LargeFile large_;
};

}  // namespace normscope::application
