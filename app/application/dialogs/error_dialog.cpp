// SPDX-License-Identifier: MIT
#include "app/application/dialogs/error_dialog.hpp"

#include <imgui.h>

#include <string>
#include <string_view>
#include <utility>

#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/ascii.hpp"

namespace normscope::application {

namespace {

constexpr std::string_view kErrorDialog = "error";
constexpr float kErrorWidth = 560;  // points

}  // namespace

bool ErrorDialog::draw(ui::Context& ui, workspace::Workspace& workspace) {
  if (std::exchange(opening_, false) && workspace.error) {
    ui::open_popup(ui, kErrorDialog);
    ui.focus.set("error/close");
  }
  ui::Dialog dialog(ui, kErrorDialog, "What happened", kErrorWidth);
  if (!dialog) return false;
  if (!workspace.error) {  // it was settled meanwhile
    dialog.close();
    return false;
  }
  const std::string words = text::whole_sentence(workspace.error->sentence);
  const std::string& hint = workspace.error->hint;
  ui::paragraph(ui, words, ui::Tone::kText, "error/words");
  if (!hint.empty()) {
    ui::space(ui, 6);
    ui::paragraph(ui, text::whole_sentence(hint), ui::Tone::kMuted, "error/hint");
  }
  ui::space(ui, 12);
  const bool copied = ui::button(ui, "error/copy", "Copy", ui::ButtonLook::kPlain, {.width = 110});
  if (copied) ImGui::SetClipboardText(words.c_str());
  ui::beside(ui);
  if (ui::button(ui, "error/close", "Close", ui::ButtonLook::kPrimary, {.width = 110})) {
    dialog.close();
    workspace.error.reset();
  }
  return copied;
}

}  // namespace normscope::application
