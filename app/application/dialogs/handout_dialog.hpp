// SPDX-License-Identifier: MIT
// The dialog that writes the lesson on the screen as a PDF to be handed out in class. A background
// thread makes the file while the window goes on drawing.
#pragma once

#include <optional>
#include <string>

#include "app/application/dialogs/write_form.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class HandoutDialog {
 public:
  /// `dialogs.wake` is called on the background thread when the file is written.
  explicit HandoutDialog(const FileDialogHost& dialogs) : form_("handout", 460, dialogs) {}

  /// Opens the dialog, where there is a lesson.
  void open(const workspace::Workspace& workspace);

  /// Draws the dialog while it is open. Returns, once, the sentence that names the written file;
  /// errors are shown in the dialog. A file that is there already is replaced after a question.
  /// map  as WriteForm; handout/answers, handout/accept
  std::optional<std::string> draw(ui::Context& ui, const workspace::Workspace& workspace);

 private:
  std::string lesson_{};  // the id of the lesson that the path was suggested for
  bool answers_ = false;
  WriteForm form_;
};

}  // namespace normscope::application
