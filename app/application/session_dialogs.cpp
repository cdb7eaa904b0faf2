// SPDX-License-Identifier: MIT
// The dialogs about the session's file: the path to open, to save to or of a moved file; the
// replacement of a file; unsaved changes. At most one is open.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "app/application/session_file.hpp"
#include "app/ui/widgets/layout.hpp"
#include "app/ui/widgets/text.hpp"
#include "app/ui/widgets/widgets.hpp"

namespace normscope::application {

using base::Expected;
using ui::Context;

// The texts and ids of a dialog that asks for a path.
struct SessionFile::PathQuestion {
  std::string_view id;
  std::string_view title;
  std::string text;
  std::string_view accept;
};

namespace {

constexpr float kDialogWidth = 560;  // points
constexpr std::string_view kReplaceId = "dialog/replace";
constexpr std::string_view kChangesId = "dialog/close";

}  // namespace

void SessionFile::ask_what_to_open() {
  typed_.clear();
  ask(Asking::kOpen);
}

void SessionFile::ask_where_to_save() {
  typed_ = path_ ? path_->string() : "session.json";
  ask(Asking::kSaveAs);
}

void SessionFile::ask(Asking what) {
  asking_ = what;
  opening_ = true;
  dropped_path_.reset();
  error_sentence_.clear();
}

void SessionFile::cancel() {
  asking_ = Asking::kNothing;
  intent_.reset();
}

std::optional<std::string> SessionFile::draw(Context& ui) {
  if (const auto answer = arrays_.draw(ui, workspace_)) take_arrays(*answer);
  if (auto pasted = std::exchange(workspace_.view.pasted_table, std::nullopt)) {
    table_.open("the clipboard", std::move(pasted->text), std::move(pasted->take));
  }
  table_.draw(ui);
  const auto id = [this]() -> std::string_view {
    if (asking_ == Asking::kChanges) return kChangesId;
    return asking_ == Asking::kReplace ? kReplaceId : path_question().id;
  };
  if (std::exchange(opening_, false)) {
    ui::open_popup(ui, id());
    fresh_ = true;
  }
  // Escape closed the dialog. From the question about replacing a file it leads back to the path.
  if (asking_ != Asking::kNothing && !ui::is_popup_open(id())) {
    if (asking_ == Asking::kReplace) {
      ask(Asking::kSaveAs);
      ui.pacing.activity();
    } else {
      cancel();
    }
  }
  switch (asking_) {
    case Asking::kNothing:
      break;
    case Asking::kOpen:
    case Asking::kSaveAs:
    case Asking::kMissing:
      draw_path_dialog(ui);
      break;
    case Asking::kReplace:
      draw_replace_dialog(ui);
      break;
    case Asking::kChanges:
      draw_changes_dialog(ui);
      break;
  }
  return std::exchange(notice_, std::nullopt);
}

// Called within the dialog, so that closing it returns the focus to the widget that had it before.
void SessionFile::focus_first(Context& ui, std::string_view id) {
  if (!std::exchange(fresh_, false)) return;
  // The dialog before this one may have had the same field: editing starts anew.
  if (ui.focus.id() == id) ui.focus.clear();
  ui.focus.set(id);
}

SessionFile::PathQuestion SessionFile::path_question() const {
  if (asking_ == Asking::kMissing) {
    const document::File& part = missing_.parts[missing_.file.places.size()];
    return {"dialog/missing", "Where is the file?",
            fmt::format("{} was made from {}, which is not there{}.",
                        missing_.file.path.filename().string(), part.path,
                        part.sha256.empty() ? "" : " or is not the same any more"),
            "Open"};
  }
  if (asking_ == Asking::kSaveAs) {
    return {"dialog/save", "Save the session",
            "The file keeps everything: numbers, layers, options, what is selected.", "Save"};
  }
  return {"dialog/open", "Open a file",
          "A session (.json), a lesson (.md), a notebook or script (.ipynb, .py), an exported "
          "figure, or numbers (.npy, .npz, .safetensors, .csv, .tsv).",
          "Open"};
}

// Performs the dialog's action, after which another question may follow. On an error the dialog
// stays open.
Expected<void> SessionFile::accept_path() {
  const Asking asked = std::exchange(asking_, Asking::kNothing);
  Expected<void> done;
  if (asked == Asking::kOpen) {
    done = open_or_ask({typed_});
  } else if (asked == Asking::kSaveAs) {
    done = save_as(typed_);
  } else {
    done = take_missing(typed_);
  }
  if (!done) asking_ = asked;
  return done;
}

void SessionFile::draw_path_dialog(Context& ui) {
  const PathQuestion question = path_question();
  ui::Dialog dialog(ui, question.id, question.title, kDialogWidth);
  if (!dialog) return;
  focus_first(ui, "dialog/path");
  ui::paragraph(ui, question.text, ui::Tone::kMuted, std::string(question.id) + "/words");
  ui::space(ui, 8);
  // Moves the focus: a focused field would keep its own text instead of the dropped path.
  if (dropped_path_) ui.focus.set("dialog/accept");
  const ui::TextEdit edit = ui::text_field(ui, "dialog/path", typed_, "path of the file");
  const auto dropped = std::exchange(dropped_path_, std::nullopt);
  if (dropped) typed_ = *dropped;
  if (!error_sentence_.empty())
    ui::paragraph(ui, error_sentence_, ui::Tone::kError, "dialog/complaint");
  ui::space(ui, 12);
  const bool cancelled =
      ui::button(ui, "dialog/cancel", "Cancel", ui::ButtonLook::kPlain, {.width = 110});
  ui::beside(ui);
  const bool accepted = ui::button(ui, "dialog/accept", question.accept, ui::ButtonLook::kPrimary,
                                   {.enabled = !typed_.empty(), .width = 110}) ||
                        (edit.submitted && !typed_.empty()) || dropped;
  if (cancelled) {
    cancel();
    dialog.close();
  } else if (accepted) {
    const auto done = accept_path();
    if (done) {
      dialog.close();
    } else {
      error_sentence_ = done.error().sentence;
    }
  }
}

void SessionFile::draw_replace_dialog(Context& ui) {
  ui::Dialog dialog(ui, kReplaceId, "Replace the file?", kDialogWidth);
  if (!dialog) return;
  focus_first(ui, "dialog/replace/cancel");
  ui::paragraph(ui,
                fmt::format("{} is there already, and what it holds would be lost.",
                            std::filesystem::path(typed_).filename().string()),
                ui::Tone::kText, "dialog/replace/words");
  ui::space(ui, 12);
  const bool replace =
      ui::button(ui, "dialog/replace/accept", "Replace", ui::ButtonLook::kPlain, {.width = 110});
  ui::beside(ui);
  const bool back =
      ui::button(ui, "dialog/replace/cancel", "Cancel", ui::ButtonLook::kPrimary, {.width = 110});
  if (!replace && !back) return;
  dialog.close();
  if (back) {
    ask(Asking::kSaveAs);
    return;
  }
  asking_ = Asking::kNothing;
  if (const auto saved = save_to(typed_); !saved) {
    ask(Asking::kSaveAs);
    error_sentence_ = saved.error().sentence;
  }
}

// The text of the question: which changes are not saved, and what is about to replace them.
std::string SessionFile::changes_question() const {
  std::string what = path_ ? path_->filename().string() + " has changes that are not saved."
                           : std::string("This session has changes that are not saved.");
  if (!intent_) return what;
  std::string before = "Normscope closes";
  if (const auto* file = std::get_if<OpenFile>(&*intent_)) {
    before = file->path.filename().string() + " is opened";
  } else if (const auto* lesson = std::get_if<BeginLesson>(&*intent_)) {
    const auto found = std::ranges::find(workspace_.lessons, lesson->id, &lessons::Lesson::id);
    before = fmt::format("the lesson \"{}\" begins",
                         found == workspace_.lessons.end() ? lesson->id : found->title);
  } else if (std::holds_alternative<NewSession>(*intent_)) {
    before = "a new session begins";
  }
  return fmt::format("{} Save them before {}?", what, before);
}

void SessionFile::draw_changes_dialog(Context& ui) {
  ui::Dialog dialog(ui, kChangesId, "Save your changes?", kDialogWidth);
  if (!dialog) return;
  focus_first(ui, "dialog/close/save");
  ui::paragraph(ui, changes_question(), ui::Tone::kText, "dialog/close/words");
  ui::space(ui, 12);
  const bool save_first =
      ui::button(ui, "dialog/close/save", "Save", ui::ButtonLook::kPrimary, {.width = 110});
  ui::beside(ui);
  const bool discard =
      ui::button(ui, "dialog/close/discard", "Don't save", ui::ButtonLook::kPlain, {.width = 110});
  ui::beside(ui);
  const bool cancelled =
      ui::button(ui, "dialog/close/cancel", "Cancel", ui::ButtonLook::kPlain, {.width = 110});
  if (!save_first && !discard && !cancelled) return;
  dialog.close();
  asking_ = Asking::kNothing;
  if (save_first) {
    save_changes();
  } else if (const auto next = std::exchange(intent_, std::nullopt); next && discard) {
    perform(*next);
  }
}

}  // namespace normscope::application
