// SPDX-License-Identifier: MIT
#include "app/application/dialogs/folder_dialog.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::application {
namespace {

constexpr const char* kFolderDialog = "dialog/folder";
constexpr float kFolderWidth = 460;  // in points

}  // namespace

void FolderDialog::draw(ui::Context& ui, const workspace::Workspace& workspace,
                        const std::filesystem::path& folder, cells::CellRunner& cells) {
  if (std::exchange(asked_, false) && !folder.empty()) {
    ui::open_popup(ui, kFolderDialog);
    fresh_ = true;
  }
  if (!ui::is_popup_open(kFolderDialog)) return;
  ui::Dialog dialog(ui, kFolderDialog, "Let the cells read their folder?", kFolderWidth);
  if (!dialog) return;
  // The careful answer is the one at hand.
  if (std::exchange(fresh_, false)) ui.focus.set("dialog/folder/cancel");
  ui::paragraph(
      ui,
      fmt::format("The cells of \"{}\" can then read all files in {} and in the folders "
                  "below it. They still change nothing there, send nothing and read "
                  "nothing else. It holds until another file is opened.",
                  workspace.cells == nullptr ? "" : workspace.cells->lesson, folder.string()),
      ui::Tone::kText, "dialog/folder/words");
  ui::space(ui, 12);
  const bool accepted = ui::button(ui, "dialog/folder/accept", "Let them read it",
                                   ui::ButtonLook::kPlain, {.width = 140});
  ui::beside(ui);
  const bool cancelled =
      ui::button(ui, "dialog/folder/cancel", "Cancel", ui::ButtonLook::kPrimary, {.width = 110});
  if (accepted) cells.run_reading(folder);
  if (accepted || cancelled) dialog.close();
}

}  // namespace normscope::application
