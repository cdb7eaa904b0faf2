// SPDX-License-Identifier: MIT
// The application's dialogs: a file to open, a place to save to, changes before closing.
#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <system_error>
#include <utility>

#include "app/application/application.hpp"
#include "app/document/file_digest.hpp"
#include "app/document/session/session.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::application {

using ui::Context;

void Application::save() {
  if (file_) {
    save_to(*file_);
    return;
  }
  asking_ = Asking::kSaveAs;
  opening_ = true;
  path_ = "session.json";
}

void Application::save_to(const std::filesystem::path& path) {
  const auto saved = document::save_session(path, workspace_.document());
  if (!saved) {
    workspace_.trouble = saved.error();
    complaint_ = saved.error().sentence;
    return;
  }
  complaint_.clear();
  file_ = path;
  workspace_.history.mark_saved();
  notice_ = fmt::format("saved to {}", path.string());
}

void Application::draw_dialogs(Context& ui) {
  static constexpr std::array<const char*, 5> kIds = {"", "dialog/open", "dialog/save",
                                                      "dialog/missing", "dialog/close"};
  if (std::exchange(opening_, false)) {
    complaint_.clear();
    ui::open_popup(ui, kIds[static_cast<std::size_t>(asking_)]);
    ui.focus.set(asking_ == Asking::kClose ? "dialog/close/save" : "dialog/path");
  }
  if (asking_ == Asking::kOpen || asking_ == Asking::kSaveAs) draw_file_dialog(ui);
  if (asking_ == Asking::kMissing) draw_missing_dialog(ui);
  if (asking_ == Asking::kClose) draw_close_dialog(ui);
  if (auto written = export_.draw(ui, workspace_)) notice_ = *std::move(written);
}

void Application::draw_file_dialog(Context& ui) {
  const bool open = asking_ == Asking::kOpen;
  ui::Dialog dialog(ui, open ? "dialog/open" : "dialog/save",
                    open ? "Open a file" : "Save the session", 520);
  if (!dialog) return;
  ui::paragraph(
      ui,
      open ? "A session (.json), a lesson (.md), a notebook or script (.ipynb, .py), an exported "
             "figure, or numbers (.npy, .csv, .tsv)."
           : "The file keeps everything: numbers, layers, options, what is selected.",
      ui::Tone::kMuted);
  ui::space(ui, 8);
  const ui::TextEdit edit = ui::text_field(ui, "dialog/path", path_, "path of the file");
  if (!complaint_.empty()) ui::paragraph(ui, complaint_, ui::Tone::kError, "dialog/complaint");
  ui::space(ui, 12);
  const bool cancelled =
      ui::button(ui, "dialog/cancel", "Cancel", ui::ButtonLook::kPlain, {.width = 110});
  ui::beside(ui);
  const bool accepted =
      ui::button(ui, "dialog/accept", open ? "Open" : "Save", ui::ButtonLook::kPrimary,
                 {.enabled = !path_.empty(), .width = 110}) ||
      (edit.submitted && !path_.empty());
  if (accepted && open) {
    const auto opened = open_or_ask(std::string(path_));
    if (asking_ == Asking::kMissing) {
      dialog.close();
      return;
    }
    complaint_ = opened ? "" : opened.error().sentence;
  } else if (accepted) {
    save_to(path_);
  }
  if (cancelled || (accepted && complaint_.empty())) {
    asking_ = Asking::kNothing;
    dialog.close();
  }
}

// The next of the missing files; where one of its name lies beside the file that needs it, that one
// is probably meant.
void Application::ask_for_missing() {
  const std::filesystem::path was = missing_.parts[missing_.places.size()].path;
  const std::filesystem::path beside = missing_.file.parent_path() / was.filename();
  std::error_code failed;
  path_ = std::filesystem::exists(beside, failed) ? beside.string() : was.string();
  asking_ = Asking::kMissing;
  opening_ = true;
}

void Application::draw_missing_dialog(Context& ui) {
  ui::Dialog dialog(ui, "dialog/missing", "Where is the file?", 560);
  if (!dialog) return;
  const document::File& part = missing_.parts[missing_.places.size()];
  ui::paragraph(
      ui,
      fmt::format("{} was made from {}, which is not there{}.", missing_.file.filename().string(),
                  part.path, part.sha256.empty() ? "" : " or is not the same any more"),
      ui::Tone::kMuted, "dialog/missing/words");
  ui::space(ui, 8);
  const ui::TextEdit edit = ui::text_field(ui, "dialog/path", path_, "path of the file");
  if (!complaint_.empty()) ui::paragraph(ui, complaint_, ui::Tone::kError, "dialog/complaint");
  ui::space(ui, 12);
  const bool cancelled =
      ui::button(ui, "dialog/cancel", "Cancel", ui::ButtonLook::kPlain, {.width = 110});
  ui::beside(ui);
  const bool accepted = ui::button(ui, "dialog/accept", "Open", ui::ButtonLook::kPrimary,
                                   {.enabled = !path_.empty(), .width = 110}) ||
                        (edit.submitted && !path_.empty());
  if (!accepted && !cancelled) return;
  asking_ = Asking::kNothing;
  if (accepted) {
    const auto there = document::check_file({path_, part.sha256});
    if (!there) {
      asking_ = Asking::kMissing;
      complaint_ = there.error().sentence;
      return;
    }
    missing_.places[part.path] = std::filesystem::absolute(path_).string();
    if (missing_.places.size() < missing_.parts.size()) {
      ask_for_missing();
    } else if (const auto opened = open(missing_.file, missing_.places); !opened) {
      workspace_.trouble = opened.error();
    }
  }
  dialog.close();
}

void Application::draw_close_dialog(Context& ui) {
  ui::Dialog dialog(ui, "dialog/close", "Keep your changes?", 440);
  if (!dialog) return;
  ui::paragraph(ui, "The session has changes that are in no file yet.");
  ui::space(ui, 12);
  const bool save_first =
      ui::button(ui, "dialog/close/save", "Save", ui::ButtonLook::kPrimary, {.width = 110});
  ui::beside(ui);
  const bool discard = ui::button(ui, "dialog/close/discard", "Close without saving",
                                  ui::ButtonLook::kPlain, {.width = 170});
  ui::beside(ui);
  const bool cancel =
      ui::button(ui, "dialog/close/cancel", "Cancel", ui::ButtonLook::kPlain, {.width = 90});
  if (!save_first && !discard && !cancel) return;
  asking_ = Asking::kNothing;
  dialog.close();
  if (save_first) save();
  if (discard || (save_first && !workspace_.history.changed_since_saved())) {
    may_close_ = true;
    surroundings_.close();
  }
}

}  // namespace normscope::application
