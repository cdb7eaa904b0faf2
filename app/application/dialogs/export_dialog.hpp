// SPDX-License-Identifier: MIT
// The dialog that exports the figure on the screen to a file: sizes and colours, with a preview of
// the page. It remembers the last choices. A background thread creates and writes the file while
// the window goes on drawing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/application/dialogs/file_dialog.hpp"
#include "app/application/dialogs/replace_dialog.hpp"
#include "app/open_save/preferences.hpp"
#include "app/results/background.hpp"
#include "app/ui/context.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class ExportDialog {
 public:
  /// `dialogs.wake` is called on the background thread when a file is written. `preferences` must
  /// outlive this.
  ExportDialog(const FileDialogHost& dialogs, open_save::PreferencesFile& preferences);

  /// Opens the dialog in the next draw.
  void open() { opening_ = true; }

  /// Draws the dialog while it is open. Returns, once, the sentence that names the written files;
  /// errors are shown in the dialog. Files that are there already are replaced after a question.
  /// map  as ReplaceDialog; export/path, export/path/browse, export/format/N, export/width, height, dpi, font-size, export/theme/N,
  ///      export/transparent, export/preview, export/accept, export/all, export/cancel,
  ///      export/complaint, export/writing
  std::optional<std::string> draw(ui::Context& ui, workspace::Workspace& workspace);

  const figures::ExportOptions& options() const { return page_; }

 private:
  using Outcome = base::Expected<std::string>;

  // The laid-out page. It is laid out again only when the figure or the page changes.
  struct Preview {
    std::shared_ptr<const figures::Figure> figure;
    figures::ExportOptions page;
    figures::Theme theme;
    figures::Layout layout;
  };

  bool draw_options(ui::Context& ui);
  void draw_preview(ui::Context& ui, const std::shared_ptr<const figures::Figure>& figure);
  void write_one_or_ask(std::shared_ptr<const figures::Figure> figure,
                        const workspace::Workspace& workspace);
  void write_all_or_ask(const workspace::Workspace& workspace);
  void write(std::function<Outcome()> work);
  std::optional<std::string> take_outcome(ui::Context& ui, ui::Dialog& dialog);

  open_save::PreferencesFile& preferences_;
  bool opening_ = false;
  std::string path_ = "figure.svg";
  figures::ExportFormat format_;
  figures::ExportOptions page_;
  std::string error_sentence_{};
  FileDialog browse_;
  ReplaceDialog replace_{};
  std::optional<Preview> preview_{};
  std::uint64_t asked_ = 0;  // number of the last write request
  std::uint64_t seen_ = 0;   // number of the last answer taken

  results::Background<Outcome> writer_;  // last: its thread ends before the others are destroyed
};

}  // namespace normscope::application
