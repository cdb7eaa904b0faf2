// SPDX-License-Identifier: MIT
// The dialog that exports the figure on the screen to a file: sizes and colours, with a preview of
// the page. It remembers the last choices. A background thread creates and writes the file while
// the window goes on drawing.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/application/dialogs/write_form.hpp"
#include "app/open_save/preferences.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class ExportDialog {
 public:
  /// `dialogs.wake` is called on the background thread when a file is written. `preferences` must
  /// outlive this.
  ExportDialog(const FileDialogHost& dialogs, open_save::PreferencesFile& preferences);

  /// Opens the dialog in the next draw.
  void open();

  /// Draws the dialog while it is open. Returns, once, the sentence that names the written files;
  /// errors are shown in the dialog. Files that are there already are replaced after a question.
  /// map  as WriteForm; export/format/N, export/width, height, dpi, font-size, export/theme/N,
  ///      export/transparent, export/preview, export/accept, export/all
  std::optional<std::string> draw(ui::Context& ui, workspace::Workspace& workspace);

  const figures::ExportOptions& options() const { return page_; }

 private:
  // The laid-out page. It is laid out again only when the figure or the page changes.
  struct Preview {
    std::shared_ptr<const figures::Figure> figure;
    figures::ExportOptions page;
    figures::Theme theme;
    figures::Layout layout;
  };

  void draw_options(ui::Context& ui);
  void draw_preview(ui::Context& ui, const std::shared_ptr<const figures::Figure>& figure);

  open_save::PreferencesFile& preferences_;
  figures::ExportFormat format_;
  figures::ExportOptions page_;
  std::optional<Preview> preview_{};
  WriteForm form_;
};

}  // namespace normscope::application
