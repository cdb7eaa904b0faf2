// SPDX-License-Identifier: MIT
// The dialogs about the session's file: the path to open, to save to or of a moved file; the
// replacement of a file; unsaved changes. At most one is open.
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/application/files/session_file.hpp"
#include "app/document/descriptions.hpp"
#include "app/workspace/editing.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

using ui::Context;

void SessionFile::ask_what_to_open() {
  suggested_.clear();
  ask(Asking::kOpen);
}

void SessionFile::ask_for_parameter(const workspace::FillParameter& parameter) {
  parameter_ = parameter;
  suggested_.clear();
  ask(Asking::kParameter);
}

void SessionFile::ask_where_to_save() {
  std::error_code failed;
  suggested_ = path_ ? std::filesystem::absolute(*path_, failed).string() : "session.json";
  ask(Asking::kSaveAs);
}

bool SessionFile::asks_for_path() const {
  return asking_ == Asking::kOpen || asking_ == Asking::kSaveAs || asking_ == Asking::kMissing ||
         asking_ == Asking::kParameter;
}

void SessionFile::ask(Asking what) {
  asking_ = what;
  if (asks_for_path()) {
    question_.withdraw();
    paths_.ask(path_question());
  } else if (what == Asking::kReplace) {
    const auto back = [this] { ask(Asking::kSaveAs); };
    question_.ask(application::replace_question(
        replace_question(), [this] { replace_file(); }, back));
  } else {
    question_.ask(what == Asking::kOutside ? outside_question() : changes_dialog());
  }
}

void SessionFile::ask_to_replace(const std::filesystem::path& path) {
  replaced_ = path;
  suggested_ = path.string();
  ask(Asking::kReplace);
}

void SessionFile::cancel() {
  asking_ = Asking::kNothing;
  intent_.reset();
}

std::optional<std::string> SessionFile::draw(Context& ui) {
  arrays_.draw(ui, workspace_);
  table_.draw(ui);
  if (asks_for_path()) {
    const auto accept = [this](const ChosenFile& chosen) { return accept_path(chosen); };
    if (paths_.draw(ui, accept)) cancel();
    return std::exchange(notice_, std::nullopt);
  }
  question_.draw(ui);
  return std::exchange(notice_, std::nullopt);
}

FileQuestion SessionFile::path_question() const {
  FileQuestion question{.filters = open_save::filters_to_open(), .suggested = suggested_};
  if (asking_ == Asking::kMissing) {
    const document::File& part = missing_.parts.front();
    question.id = "dialog/missing";
    question.title = tr("Where is the file?");
    const std::string name = missing_.file.path.filename().string();
    question.words =
        part.sha256.empty()
            ? tr("{file} was made from {part}, which is not there.", arg("file", name),
                 arg("part", part.path))
            : tr("{file} was made from {part}, which is not there or is not the same any more.",
                 arg("file", name), arg("part", part.path));
    question.filters = open_save::filters_of_numbers();
  } else if (asking_ == Asking::kParameter) {
    const bool upstream = parameter_.target == document::Target::kUpstream;
    question.id = "dialog/parameter";
    question.title = tr("Which file has {parameter}?",
                        arg("parameter", document::target_name(parameter_.target)));
    question.words =
        upstream
            ? tr("Numbers of the shape of the output, or an array of an archive that has it.")
            : tr("A list of numbers, a table of one row or column, or an array of an archive.");
    question.filters = open_save::filters_of_numbers();
  } else if (asking_ == Asking::kSaveAs) {
    question.id = "dialog/save";
    question.title = tr("Save the session");
    question.words = tr("The file keeps everything: numbers, layers, options, what is selected.");
    question.accept = tr("Save");
    question.saves = true;
    question.filters = open_save::filters_of(tr("Sessions"), ".json");
  } else {
    question.id = "dialog/open";
    question.title = tr("Open a file");
    question.words =
        tr("A session (.json), a lesson (.md), a notebook or script (.ipynb, .py), an exported "
           "figure, or numbers (.npy, .npz, .safetensors, .pt, .csv, .tsv).");
  }
  return question;
}

// Performs the dialog's action, after which another question may follow. On an error the dialog
// stays open.
Expected<void> SessionFile::accept_path(const ChosenFile& chosen) {
  const Asking asked = std::exchange(asking_, Asking::kNothing);
  Expected<void> done;
  if (asked == Asking::kOpen) {
    done = open_or_ask({chosen.path});
  } else if (asked == Asking::kSaveAs) {
    done = save_as(chosen);
  } else if (asked == Asking::kParameter) {
    done = take_parameter(chosen.path);
  } else {
    done = take_missing(chosen.path);
  }
  if (!done) asking_ = asked;
  return done;
}

// Of an archive a person chooses the array.
Expected<void> SessionFile::take_parameter(const std::filesystem::path& file) {
  auto probe = open_save::probe(file);
  if (!probe) return tl::unexpected(probe.error());
  if (!probe->arrays || probe->arrays->entries.size() < 2) return fill_parameter(probe->place);
  arrays_.open_for_one(file.filename().string(), probe->arrays->entries,
                       [this, file](const open_save::ArrayChoice& choice) {
                         if (auto filled = fill_parameter({file, choice.input}); !filled) {
                           workspace_.error = filled.error();
                         }
                       });
  return {};
}

Expected<void> SessionFile::fill_parameter(const io::ArrayPlace& place) {
  auto edit =
      open_save::fill_parameter(seen_from(workspace_, parameter_.side), parameter_.target, place);
  if (!edit) return tl::unexpected(edit.error());
  apply_to(workspace_, parameter_.side, std::move(edit));
  return {};
}

std::string SessionFile::replace_question() const {
  if (!on_disk_.is_changed(replaced_)) return replace_words(std::span(&replaced_, 1));
  return tr(
      "{file} was changed by another program since it was opened here, and those changes would be "
      "lost.",
      arg("file", replaced_.filename().string()));
}

// From the question about replacing a file Cancel leads back to the path.
void SessionFile::replace_file() {
  asking_ = Asking::kNothing;
  if (const auto saved = save_to(replaced_); !saved) {
    ask(Asking::kSaveAs);
    paths_.refuse(saved.error());
  }
}

// The text of the question: which changes are not saved, and what is about to replace them.
std::string SessionFile::changes_question() const {
  std::string what =
      path_ ? tr("{file} has changes that are not saved.", arg("file", path_->filename().string()))
            : tr("This session has changes that are not saved.");
  if (!intent_) return what;
  std::string save(tr("Save them before Normscope closes?"));
  if (const auto* file = std::get_if<OpenFile>(&*intent_)) {
    save = tr("Save them before {file} is opened?", arg("file", file->path.filename().string()));
  } else if (const auto* lesson = std::get_if<workspace::BeginLesson>(&*intent_)) {
    const auto found = std::ranges::find(workspace_.lessons, lesson->id, &lessons::Lesson::id);
    save = tr("Save them before the lesson \"{lesson}\" begins?",
              arg("lesson", found == workspace_.lessons.end() ? lesson->id : found->title));
  } else if (std::holds_alternative<workspace::NewSession>(*intent_)) {
    save = tr("Save them before a new session begins?");
  }
  return text::in_a_row(what, save);
}

Question SessionFile::changes_dialog() {
  const auto save = [this] {
    asking_ = Asking::kNothing;
    save_changes();
  };
  const auto discard = [this] {
    asking_ = Asking::kNothing;
    go_on();
  };
  return {.id = "dialog/close",
          .title = tr("Save your changes?"),
          .words = changes_question(),
          .answers = {{"save", tr("Save"), save},
                      {"discard", tr("Don't save"), discard},
                      {"cancel", tr("Cancel"), [this] { cancel(); }}},
          .given_up = [this] { cancel(); },
          .width = 560};
}

}  // namespace normscope::application
