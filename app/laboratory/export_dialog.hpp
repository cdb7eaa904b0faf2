// SPDX-License-Identifier: MIT
// The dialog that writes the figure on the screen into a file: sizes and colours with a preview of
// the page as it will be. What was chosen last is there the next time.
#pragma once

#include <optional>
#include <string>

#include "app/figures/export.hpp"
#include "app/panels/workspace.hpp"
#include "app/ui/context.hpp"

namespace normscope::laboratory {

class ExportDialog {
 public:
  /// Opens with the next draw.
  void open() { opening_ = true; }

  /// Draws the dialog while it is open. Gives the sentence of what was written, once.
  /// map  export/path, export/format/N, export/width, height, dpi, font-size, export/theme/N,
  ///      export/transparent, export/preview, export/accept, export/all, export/cancel,
  ///      export/complaint
  std::optional<std::string> draw(ui::Context& ui, const panels::Workspace& workspace);

  const figures::ExportOptions& options() const { return options_; }

 private:
  void draw_options(ui::Context& ui);
  void draw_preview(ui::Context& ui, const panels::MadeFigure& made);
  base::Expected<std::string> save_one(const ui::Context& ui, const panels::Workspace& workspace,
                                       const figures::Figure& figure) const;
  base::Expected<std::string> save_all(const ui::Context& ui,
                                       const panels::Workspace& workspace) const;

  bool opening_ = false;
  std::string path_ = "figure.svg";
  figures::ExportFormat format_ = figures::ExportFormat::kSvg;
  figures::ExportOptions options_{};
  std::string complaint_{};
};

}  // namespace normscope::laboratory
