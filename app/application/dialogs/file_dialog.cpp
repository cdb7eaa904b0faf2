// SPDX-License-Identifier: MIT
#include "app/application/dialogs/file_dialog.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/application/dialogs/complaint.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using ui::Context;

namespace {

constexpr float kBrowserWidth = 860;  // points
constexpr float kWaitingWidth = 560;  // three buttons beside each other
constexpr float kBrowseWidth = 36;
constexpr float kLeastField = 40;
constexpr ui::Help kBrowseHelp{tr_later("Choose a file"),
                               tr_later("In folders, instead of typing its path.")};

desktop::FileRequest request_of(const FileQuestion& question, const std::filesystem::path& path) {
  desktop::FileRequest request{.title = question.title,
                               .accept = tr(question.accept),
                               .saves = question.saves,
                               .folder = path.parent_path(),
                               .name = question.saves ? path.filename().string() : std::string()};
  for (const open_save::FileFilter& filter : question.filters) {
    desktop::FilePatterns patterns{.name = std::string(filter.name)};
    for (const std::string_view extension : filter.extensions) {
      patterns.patterns.push_back(fmt::format("*{}", extension));
    }
    request.patterns.push_back(std::move(patterns));
  }
  return request;
}

}  // namespace

FileDialog::FileDialog(FileDialogHost host)
    : host_(std::move(host)), browser_(host_.wake, host_.recent) {}

void FileDialog::ask(FileQuestion question) {
  by_desktop_ = host_.desktop != nullptr && host_.desktop->has_file_dialog();
  complaint_.clear();
  browser_.begin(std::move(question));
  asks_ = opening_ = true;
  if (by_desktop_) begin_asking();
}

void FileDialog::begin_asking() {
  request_ = host_.desktop->ask(request_of(browser_.question(), browser_.path()));
}

void FileDialog::refuse(const base::Error& error) {
  complaint_ = complaint(error, browser_.question().saves ? FileUse::kWritten : FileUse::kRead);
  browser_.refuse(complaint_);
}

ui::TextEdit FileDialog::field(Context& ui, std::string_view id, std::string& path,
                               const std::function<FileQuestion()>& question) {
  const float room = ImGui::GetContentRegionAvail().x / ui.scale;
  const float width = std::max(kLeastField, room - kBrowseWidth - ui.theme.metrics.gap);
  const ui::TextEdit edit = ui::text_field(ui, id, path, tr("path of the file"), {.width = width});
  ui::beside(ui);
  if (ui::button(ui, fmt::format("{}/browse", id), "\u2026", ui::ButtonLook::kPlain,
                 {.help = kBrowseHelp, .width = kBrowseWidth})) {
    ask(question());
  }
  return edit;
}

void FileDialog::edit_again(ui::Focus& focus, std::string_view field, std::string_view accept) {
  if (!focus.is(field) && !focus.is(accept)) return;
  focus.clear();
  focus.set(field);
}

void FileDialog::take_dropped(std::string path) {
  if (by_desktop_) host_.desktop->withdraw();
  by_desktop_ = false;
  browser_.take_dropped(std::move(path));
}

FileDialog::Step FileDialog::draw_browser(Context& ui, ChosenFile& chosen) {
  switch (browser_.draw(ui)) {
    case FileBrowser::Answer::kNone:
      break;
    case FileBrowser::Answer::kCancelled:
      return Step::kCancelled;
    case FileBrowser::Answer::kAccepted:
      chosen.path = browser_.path();
      return Step::kAccepted;
  }
  return Step::kNone;
}

FileDialog::Step FileDialog::draw_waiting(Context& ui, ChosenFile& chosen) {
  const auto answer = host_.desktop->take_answer(request_);
  if (answer && answer->path) {
    chosen = {*answer->path, true};
    return Step::kAccepted;
  }
  if (answer && answer->fault.empty()) return Step::kCancelled;
  if (answer) {
    complaint_.clear();
    by_desktop_ = false;
    ui.pacing.activity();
    return Step::kNone;
  }
  const bool refused = !complaint_.empty();
  if (refused) {
    ui::paragraph(ui, complaint_, ui::Tone::kError, "dialog/complaint");
  } else {
    ui::paragraph(ui, tr("The desktop's file dialog is open."), ui::Tone::kText, "dialog/words");
  }
  ui::space(ui, 12);
  const bool cancelled =
      ui::button(ui, "dialog/cancel", tr("Cancel"), ui::ButtonLook::kPlain, {.width = 110});
  ui::beside(ui);
  if (ui::button(ui, "dialog/own", tr("Choose here instead"))) {
    host_.desktop->withdraw();
    by_desktop_ = false;
    ui.pacing.activity();
  }
  if (refused) {
    ui::beside(ui);
    if (ui::button(ui, "dialog/again", tr("Choose another file"), ui::ButtonLook::kPrimary)) {
      complaint_.clear();
      begin_asking();
    }
  }
  return cancelled ? Step::kCancelled : Step::kNone;
}

bool FileDialog::draw(Context& ui, const Accept& accept) {
  if (!asks_) return false;
  const std::string id = browser_.question().id;
  if (std::exchange(opening_, false)) ui::open_popup(ui, id);
  if (!ui::is_popup_open(id)) {  // by Escape
    if (by_desktop_) host_.desktop->withdraw();
    asks_ = false;
    return true;
  }
  ui::Dialog dialog(ui, id, browser_.question().title, by_desktop_ ? kWaitingWidth : kBrowserWidth);
  if (!dialog) return false;
  if (!browser_.question().words.empty()) {
    ui::paragraph(ui, browser_.question().words, ui::Tone::kMuted, id + "/words");
    ui::space(ui, 4);
  }
  ChosenFile chosen;
  const Step step = by_desktop_ ? draw_waiting(ui, chosen) : draw_browser(ui, chosen);
  if (step == Step::kNone) return false;
  if (step == Step::kAccepted) {
    asks_ = false;  // the answer may lead to another question
    if (const auto done = accept(chosen); !done) {
      asks_ = true;
      refuse(done.error());
      ui.pacing.activity();
      return false;
    }
    dialog.close();
    return false;
  }
  if (by_desktop_) host_.desktop->withdraw();
  asks_ = false;
  dialog.close();
  return true;
}

}  // namespace normscope::application
