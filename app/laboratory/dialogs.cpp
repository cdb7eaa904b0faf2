// SPDX-License-Identifier: MIT
// The laboratory's dialogs: a file to open, a place to save to, changes before closing.
#include <fmt/format.h>
#include <imgui.h>

#include <array>
#include <utility>

#include "app/document/session.hpp"
#include "app/laboratory/laboratory.hpp"
#include "app/ui/layout.hpp"
#include "app/ui/text.hpp"
#include "app/ui/widgets.hpp"

namespace normscope::laboratory {

using ui::Context;

void Laboratory::save() {
  if (file_) {
    save_to(*file_);
    return;
  }
  asking_ = Asking::kSaveAs;
  opening_ = true;
  path_ = "session.json";
}

void Laboratory::save_to(const std::filesystem::path& path) {
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

void Laboratory::draw_dialogs(Context& ui) {
  static constexpr std::array<const char*, 4> kIds = {"", "dialog/open", "dialog/save",
                                                      "dialog/close"};
  if (std::exchange(opening_, false)) {
    complaint_.clear();
    ui::open_popup(ui, kIds[static_cast<std::size_t>(asking_)]);
    ui.focus.set(asking_ == Asking::kClose ? "dialog/close/save" : "dialog/path");
  }
  if (asking_ == Asking::kOpen || asking_ == Asking::kSaveAs) draw_file_dialog(ui);
  if (asking_ == Asking::kClose) draw_close_dialog(ui);
  if (auto written = export_.draw(ui, workspace_)) notice_ = *std::move(written);
}

void Laboratory::draw_file_dialog(Context& ui) {
  const bool open = asking_ == Asking::kOpen;
  ui::Dialog dialog(ui, open ? "dialog/open" : "dialog/save",
                    open ? "Open a file" : "Save the session", 520);
  if (!dialog) return;
  ui::paragraph(
      ui,
      open ? "A session (.json), a lesson (.md), an exported figure, or numbers (.npy, .csv, .tsv)."
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
    const auto opened = this->open(path_);
    complaint_ = opened ? "" : opened.error().sentence;
  } else if (accepted) {
    save_to(path_);
  }
  if (cancelled || (accepted && complaint_.empty())) {
    asking_ = Asking::kNothing;
    dialog.close();
  }
}

void Laboratory::draw_close_dialog(Context& ui) {
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

}  // namespace normscope::laboratory
