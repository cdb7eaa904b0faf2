// SPDX-License-Identifier: MIT
// The dialog that saves the numbers of a step, or of all steps, as a file for NumPy, PyTorch or a
// spreadsheet. A background thread writes.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/application/dialogs/file_dialog.hpp"
#include "app/application/dialogs/replace_dialog.hpp"
#include "app/results/background.hpp"
#include "app/ui/context.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class NumbersDialog {
 public:
  /// `dialogs.wake` is called on the background thread when a file is written.
  explicit NumbersDialog(const FileDialogHost& dialogs) : browse_(dialogs), writer_(dialogs.wake) {}

  /// Opens the dialog in the next draw, for the step that the stage shows.
  void open() { opening_ = true; }

  /// Draws the dialog while it is open. Returns, once, the sentence that names the written file;
  /// errors are shown in the dialog.
  /// A file that is there already is replaced after a question.
  /// map  as ReplaceDialog; numbers/step, numbers/format/N, numbers/path, numbers/path/browse, numbers/words,
  ///      numbers/complaint, numbers/accept, numbers/cancel
  std::optional<std::string> draw(ui::Context& ui, const workspace::Workspace& workspace);

 private:
  using Outcome = base::Expected<std::string>;

  void begin(const results::Evaluation& shown, std::size_t step);
  void name_file(const results::Evaluation& shown);
  bool draw_options(ui::Context& ui, const results::Evaluation& shown, std::size_t in_sight);
  void write(std::shared_ptr<const results::Evaluation> shown);
  std::optional<std::string> take_outcome(ui::Context& ui, ui::Dialog& dialog);

  bool opening_ = false;
  std::size_t step_ = 0;  // a position in the cards; their number: all steps
  std::string path_{};
  std::string complaint_{};
  FileDialog browse_;
  ReplaceDialog replace_{};
  std::uint64_t asked_ = 0;  // number of the last write request
  std::uint64_t seen_ = 0;   // number of the last answer taken

  results::Background<Outcome> writer_;  // last: its thread ends before the others are destroyed
};

}  // namespace normscope::application
