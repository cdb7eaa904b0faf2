// SPDX-License-Identifier: MIT
// The dialog that saves the numbers of a step, or of all steps, as a file for NumPy, PyTorch or a
// spreadsheet. A background thread writes.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "app/application/dialogs/write_form.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class NumbersDialog {
 public:
  /// `dialogs.wake` is called on the background thread when a file is written.
  explicit NumbersDialog(const FileDialogHost& dialogs) : form_("numbers", 560, dialogs) {}

  /// Opens the dialog for the step that the stage shows.
  void open(const workspace::Workspace& workspace);

  /// Draws the dialog while it is open. Returns, once, the sentence that names the written file;
  /// errors are shown in the dialog.
  /// A file that is there already is replaced after a question.
  /// map  as WriteForm; numbers/step, numbers/format/N, numbers/words, numbers/accept
  std::optional<std::string> draw(ui::Context& ui, const workspace::Workspace& workspace);

 private:
  void name_file(const results::Evaluation& shown);
  void draw_options(ui::Context& ui, const results::Evaluation& shown, std::size_t in_sight);

  std::size_t step_ = 0;  // a position in the cards; their number: all steps
  WriteForm form_;
};

}  // namespace normscope::application
