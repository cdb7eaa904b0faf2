// SPDX-License-Identifier: MIT
#include "app/application/dialogs/trust_dialog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::application {
namespace {

constexpr const char* kTrustDialog = "dialog/trust";
constexpr float kTrustWidth = 460;  // in points

}  // namespace

bool TrustDialog::possible(const workspace::Workspace& workspace) {
  return workspace.cells != nullptr &&
         std::ranges::any_of(workspace.cells->cells, [](const auto& cell) {
           return cell.second->state == cells::CellState::kUnconfined;
         });
}

void TrustDialog::draw(ui::Context& ui, const workspace::Workspace& workspace,
                       cells::CellRunner& cells) {
  if (std::exchange(asked_, false) && possible(workspace)) {
    ui::open_popup(ui, kTrustDialog);
    fresh_ = true;
  }
  if (!ui::is_popup_open(kTrustDialog)) return;
  ui::Dialog dialog(ui, kTrustDialog, "Run the cells without confinement?", kTrustWidth);
  if (!dialog) return;
  // The careful answer is the one at hand.
  if (std::exchange(fresh_, false)) ui.focus.set("dialog/trust/cancel");
  ui::paragraph(ui,
                fmt::format("Cells are programs. Normscope runs them where they can reach nothing "
                            "of this computer, and this system does not allow that. Without it the "
                            "cells of \"{}\" can read, change and send all that you can. Say yes "
                            "only if you know who wrote them.",
                            workspace.cells == nullptr ? "" : workspace.cells->lesson),
                ui::Tone::kText, "dialog/trust/words");
  ui::space(ui, 12);
  const bool accepted =
      ui::button(ui, "dialog/trust/accept", "Run them", ui::ButtonLook::kPlain, {.width = 110});
  ui::beside(ui);
  const bool cancelled =
      ui::button(ui, "dialog/trust/cancel", "Cancel", ui::ButtonLook::kPrimary, {.width = 110});
  if (accepted) cells.run_trusted();
  if (accepted || cancelled) dialog.close();
}

}  // namespace normscope::application
