// SPDX-License-Identifier: MIT
// The one form of all dialogs that write files: a path with a file dialog beside it, the question
// whether a file is replaced, a background thread that writes, and why it could not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/application/dialogs/file_dialog.hpp"
#include "app/application/dialogs/form.hpp"
#include "app/application/dialogs/question.hpp"
#include "app/results/background.hpp"
#include "app/ui/context.hpp"

namespace normscope::application {

class WriteForm {
 public:
  /// Writes on the background thread; the sentence names what was written.
  using Work = std::function<base::Expected<std::string>()>;

  /// As Form.
  WriteForm(std::string id, float width, const FileDialogHost& dialogs)
      : form_(std::move(id), "path", width), browse_(dialogs), writer_(dialogs.wake) {}

  /// Opens the dialog in the next draw; nothing is agreed to yet.
  void open(std::string complaint = {});
  /// The dialog, while it is open.
  ui::Dialog begin(ui::Context& ui, std::string_view title) { return form_.begin(ui, title); }

  /// The field of the path, labelled "File".
  void draw_path(ui::Context& ui, std::string_view title,
                 std::vector<open_save::FileFilter> filters);
  /// What was refused, and the buttons: Cancel and those that write, where it is `possible`. The
  /// number of the one that was pressed; Enter in the field of the path presses the last one.
  std::optional<std::size_t> draw_buttons(ui::Context& ui, ui::Dialog& dialog,
                                          std::span<const Form::Button> buttons, bool possible);
  /// Writes: at once, or after the question about those of the files that are there already.
  void write_or_ask(std::vector<std::filesystem::path> files, Work work);
  /// Draws the file dialog and the question while they are open. After the writing the dialog
  /// closes, and the sentence is returned, once.
  /// map  as FileDialog with ID/file, and replace_question; ID/path, ID/path/browse, ID/complaint,
  ///      ID/writing
  std::optional<std::string> draw_rest(ui::Context& ui, ui::Dialog& dialog);

  // NOLINTNEXTLINE(misc-non-private-member-variables-in-classes): what stands in the field
  std::string path{};

 private:
  Form form_;
  bool submitted_ = false;  // Enter was pressed in the field
  std::string complaint_{};
  std::optional<std::filesystem::path> agreed_{};  // the file that may be replaced
  FileDialog browse_;
  QuestionDialog replace_{};
  std::uint64_t asked_ = 0;  // number of the last write request
  std::uint64_t seen_ = 0;   // number of the last answer taken

  // Last: its thread ends before the others are destroyed.
  results::Background<base::Expected<std::string>> writer_;
};

}  // namespace normscope::application
