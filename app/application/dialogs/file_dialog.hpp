// SPDX-License-Identifier: MIT
// The one way in which the window asks for a file: by the desktop's own dialog, or by the program's
// browser where the desktop has none.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "app/application/dialogs/file_browser.hpp"
#include "app/desktop/desktop.hpp"
#include "app/open_save/recent_files.hpp"
#include "app/ui/context.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/base/error.hpp"

namespace normscope::application {

/// What all file dialogs of the window share. Pointers may be null; else they outlive the dialogs.
struct FileDialogHost {
  std::function<void()> wake{};  // called on background threads
  desktop::Desktop* desktop = nullptr;
  const open_save::RecentFiles* recent = nullptr;
};

/// The file that was chosen.
struct ChosenFile {
  std::filesystem::path path{};  // absolute
  bool may_replace = false;      // the user has already agreed to replace what is there
};

class FileDialog {
 public:
  /// Uses the file. After an error the dialog stays open and shows its sentence.
  using Accept = std::function<base::Expected<void>(const ChosenFile&)>;

  explicit FileDialog(FileDialogHost host);

  /// Opens the dialog in the next draw.
  void ask(FileQuestion question);
  /// Whether it asks: from ask() until an accepted answer or the end by the user.
  bool asks() const { return asks_; }
  /// Shows why the answer cannot be taken.
  void refuse(const base::Error& error);
  /// A field for a path, with a button beside it that opens this dialog with the question.
  /// map  ID, ID/browse
  ui::TextEdit field(ui::Context& ui, std::string_view id, std::string& path,
                     const std::function<FileQuestion()>& question);
  /// The path in the field was refused: it is edited again, unless the focus has gone to something
  /// other than the field and the button that accepts it.
  static void edit_again(ui::Focus& focus, std::string_view field, std::string_view accept);
  void take_dropped(std::string path);

  /// Draws the dialog while it is open; true when the user cancelled it.
  /// map  as FileBrowser, with ID/words; beside the desktop's dialog: dialog/words, dialog/own,
  ///      dialog/again, dialog/cancel, dialog/complaint
  bool draw(ui::Context& ui, const Accept& accept);

 private:
  enum class Step { kNone, kCancelled, kAccepted };

  void begin_asking();
  Step draw_browser(ui::Context& ui, ChosenFile& chosen);
  Step draw_waiting(ui::Context& ui, ChosenFile& chosen);

  FileDialogHost host_;
  FileBrowser browser_;
  bool asks_ = false;
  bool opening_ = false;
  bool by_desktop_ = false;
  std::uint64_t request_ = 0;  // of the desktop's dialog
  std::string complaint_{};    // about its last answer
};

}  // namespace normscope::application
