// SPDX-License-Identifier: MIT
#include "app/application/replace_dialog.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::application {

namespace {

constexpr std::string_view kReplaceDialog = "dialog/replace";
constexpr float kReplaceWidth = 560;  // points

}  // namespace

void ReplaceDialog::ask(std::string words) {
  words_ = std::move(words);
  asks_ = opening_ = true;
}

ReplaceDialog::Answer ReplaceDialog::draw(ui::Context& ui) {
  if (!asks_) return Answer::kNone;
  const bool fresh = std::exchange(opening_, false);
  if (fresh) ui::open_popup(ui, kReplaceDialog);
  if (!ui::is_popup_open(kReplaceDialog)) {  // by Escape
    asks_ = false;
    ui.pacing.activity();
    return Answer::kCancelled;
  }
  ui::Dialog dialog(ui, kReplaceDialog, "Replace the file?", kReplaceWidth);
  if (!dialog) return Answer::kNone;
  if (fresh) ui.focus.set("dialog/replace/cancel");
  ui::paragraph(ui, words_, ui::Tone::kText, "dialog/replace/words");
  ui::space(ui, 12);
  const bool replace =
      ui::button(ui, "dialog/replace/accept", "Replace", ui::ButtonLook::kPlain, {.width = 110});
  ui::beside(ui);
  const bool back =
      ui::button(ui, "dialog/replace/cancel", "Cancel", ui::ButtonLook::kPrimary, {.width = 110});
  if (!replace && !back) return Answer::kNone;
  dialog.close();
  asks_ = false;
  return back ? Answer::kCancelled : Answer::kReplace;
}

std::string replace_words(const std::string& name) {
  return fmt::format("{} is there already, and what it holds would be lost.", name);
}

}  // namespace normscope::application
