// SPDX-License-Identifier: MIT
// The dialog that writes the lesson on the screen as a PDF to be handed out in class. A background
// thread makes the file while the window goes on drawing.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "app/application/dialogs/file_dialog.hpp"
#include "app/application/dialogs/replace_dialog.hpp"
#include "app/results/background.hpp"
#include "app/ui/context.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class HandoutDialog {
 public:
  /// `dialogs.wake` is called on the background thread when the file is written.
  explicit HandoutDialog(const FileDialogHost& dialogs) : browse_(dialogs), writer_(dialogs.wake) {}

  /// Opens the dialog in the next draw.
  void open() { opening_ = true; }

  /// Draws the dialog while it is open. Returns, once, the sentence that names the written file;
  /// errors are shown in the dialog. A file that is there already is replaced after a question.
  /// map  as ReplaceDialog; handout/path, handout/path/browse, handout/answers, handout/accept, handout/cancel, handout/complaint,
  ///      handout/writing
  std::optional<std::string> draw(ui::Context& ui, const workspace::Workspace& workspace);

 private:
  using Outcome = base::Expected<std::string>;

  void write(const lessons::Lesson& lesson);
  std::optional<std::string> take_outcome(ui::Context& ui, ui::Dialog& dialog);

  bool opening_ = false;
  std::string lesson_{};  // the id of the lesson that `path_` was suggested for
  std::string path_{};
  bool answers_ = false;
  std::string complaint_{};
  FileDialog browse_;
  ReplaceDialog replace_{};
  std::uint64_t asked_ = 0;  // number of the last write request
  std::uint64_t seen_ = 0;   // number of the last answer taken

  results::Background<Outcome> writer_;  // last: its thread ends before the others are destroyed
};

}  // namespace normscope::application
