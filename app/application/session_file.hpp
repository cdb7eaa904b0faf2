// SPDX-License-Identifier: MIT
// The file that the document lies in: opening, saving, beginning anew, and the questions that keep
// changes from being lost on the way.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/open_save/open_file.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

/// What takes the document's place, or ends the program: done at once, or after the question about
/// changes that are in no file.
struct OpenFile {
  std::filesystem::path path{};
  document::FilePlaces places{};  // of what the file was made from
  std::size_t left_out = 0;       // files that were dropped together with it
};
struct NewSession {};
struct BeginLesson {
  std::string id{};
};
struct Quit {};
using Intent = std::variant<OpenFile, NewSession, BeginLesson, Quit>;

class SessionFile {
 public:
  /// `workspace` must outlive this; `close` closes the window.
  SessionFile(workspace::Workspace& workspace, std::function<void()> close);

  /// The file that the session was opened from or saved to; none for one that is in no file.
  const std::optional<std::filesystem::path>& path() const { return path_; }

  /// Opens a file in place of what is there, changes or not. Where that fails all stays as it was.
  /// errors  as open_save::open_file
  base::Expected<void> open(const OpenFile& file);

  /// The same; asks about changes first, and for files that have moved, which is no error.
  base::Expected<void> open_or_ask(const OpenFile& file);

  /// Files that were dropped on the window, opened with the next draw: an open dialog that asks for
  /// a file takes the first one, any other dialog none.
  void drop(std::vector<std::filesystem::path> files);
  void take_dropped(const ui::Context& ui);

  void ask_what_to_open();
  void save();
  void ask_where_to_save();

  /// The welcome document, or the first step of a lesson; asks about changes first. A step of the
  /// lesson that the document is at is one more entry of the history and asks nothing.
  void begin_new();
  void begin_lesson(const std::string& id);
  /// Whether the window may close; where not, the question about changes is asked.
  bool may_close();

  /// Draws the dialog that is open. Gives the sentence of what was done since the last draw.
  /// map  dialog/path, dialog/accept, dialog/cancel, dialog/complaint, dialog/missing/words;
  ///      dialog/close/words, /save, /discard, /cancel; dialog/replace/words, /accept, /cancel
  std::optional<std::string> draw(ui::Context& ui);

 private:
  enum class Asking { kNothing, kOpen, kSaveAs, kMissing, kReplace, kChanges };
  struct PathQuestion;

  void do_or_ask(Intent intent);
  void perform(const Intent& intent);
  void show(open_save::Opened opened, const OpenFile& file);
  void replace_document(document::Document document, std::optional<std::filesystem::path> path);
  void perform_begin(const std::string& lesson);

  void ask(Asking what);
  void cancel();
  void ask_for_missing();
  base::Expected<void> take_missing(const std::filesystem::path& place);
  base::Expected<void> save_as(std::filesystem::path path);
  base::Expected<void> save_to(const std::filesystem::path& path);
  void save_changes();
  bool owns(const std::filesystem::path& path) const;

  PathQuestion path_question() const;
  std::string changes_words() const;
  base::Expected<void> accept_path();
  void draw_path_dialog(ui::Context& ui);
  void draw_replace_dialog(ui::Context& ui);
  void draw_changes_dialog(ui::Context& ui);

  workspace::Workspace& workspace_;
  std::function<void()> close_;
  std::optional<std::filesystem::path> path_{};
  // Files that this document was opened from or saved to: replacing them needs no question.
  std::vector<std::filesystem::path> own_{};
  std::optional<std::string> notice_{};  // what was done last: "saved to x.json"

  Asking asking_ = Asking::kNothing;
  bool opening_ = false;                       // the dialog is to be opened in this frame
  std::string typed_{};                        // the path in a dialog
  std::optional<std::string> dropped_path_{};  // takes its place, and is accepted
  std::string error_sentence_{};
  std::optional<Intent> intent_{};  // waits for an answer
  bool may_close_ = false;
  std::vector<std::filesystem::path> dropped_{};
  // A file whose numbers lie in other files, which are not where it says.
  struct Missing {
    OpenFile file{};
    std::vector<document::File> parts{};
  };
  Missing missing_{};
};

}  // namespace normscope::application
