// SPDX-License-Identifier: MIT
#include "app/application/dialogs/replace_dialog.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::application {

namespace {

constexpr std::string_view kReplaceDialog = "dialog/replace";
constexpr float kReplaceWidth = 560;  // points
constexpr std::size_t kMostNames = 3;

}  // namespace

void ReplaceDialog::ask(std::string words) {
  words_ = std::move(words);
  asks_ = opening_ = true;
}

void ReplaceDialog::note(const ChosenFile& chosen) {
  agreed_ = chosen.may_replace ? std::optional(chosen.path) : std::nullopt;
}

void ReplaceDialog::write_or_ask(std::vector<std::filesystem::path> files,
                                 std::function<void()> write) {
  std::erase_if(files, [&](const std::filesystem::path& file) {
    std::error_code failed;
    return file == agreed_ || !std::filesystem::is_regular_file(file, failed);
  });
  if (files.empty()) {
    write();
    return;
  }
  write_ = std::move(write);
  ask(replace_words(files));
}

ReplaceDialog::Answer ReplaceDialog::draw(ui::Context& ui) {
  if (!asks_) return Answer::kNone;
  const bool fresh = std::exchange(opening_, false);
  if (fresh) ui::open_popup(ui, kReplaceDialog);
  if (!ui::is_popup_open(kReplaceDialog)) {  // by Escape
    asks_ = false;
    write_ = nullptr;
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
  const auto write = std::exchange(write_, nullptr);
  if (replace && write) write();
  return back ? Answer::kCancelled : Answer::kReplace;
}

std::string replace_words(std::span<const std::filesystem::path> files) {
  std::vector<std::string> names;
  for (const auto& file : files.first(std::min(files.size(), kMostNames))) {
    names.push_back(file.filename().string());
  }
  if (names.size() == 1) {
    return fmt::format("{} is there already, and what it holds would be lost.", names.front());
  }
  return fmt::format("{} files are there already, and what they hold would be lost: {}{}.",
                     files.size(), fmt::join(names, ", "),
                     files.size() > kMostNames ? " and more" : "");
}

}  // namespace normscope::application
