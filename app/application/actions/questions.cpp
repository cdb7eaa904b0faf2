// SPDX-License-Identifier: MIT
// The questions that commands lead to, and what happened in full: the status bar has room for the
// beginning of a sentence, and none for what can be done about it.
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/application/application.hpp"
#include "app/open_save/readable_folder.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/ascii.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

void Application::show_error() {
  if (!workspace_.error) return;
  const std::string words = text::whole_sentence(workspace_.error->sentence);
  const auto copy = [this, words] {
    ImGui::SetClipboardText(words.c_str());
    notice_ = tr("copied");
  };
  question_.ask({.id = "error",
                 .title = tr("What happened"),
                 .words = words,
                 .hint = text::whole_sentence(workspace_.error->hint),
                 .answers = {{.id = "copy", .label = tr("Copy"), .run = copy, .settles = false},
                             {"close", tr("Close"), [this] { workspace_.error.reset(); }}},
                 .at_hand = 1,
                 .holds = [this] { return workspace_.error.has_value(); },
                 .width = 560});
}

void Application::ask_to_begin_again() {
  const lessons::Lesson* const lesson = lesson_of(workspace_);
  if (lesson == nullptr) return;
  const std::size_t answers = workspace_.view.lesson_work[lesson->id].kept.answers.size();
  const auto begin = [this, id = lesson->id] {
    workspace_.view.lesson_work[id] = {};
    go_to_step(workspace_, id, 0);
  };
  question_.ask(
      {.id = "dialog/again",
       .title = tr("Begin again?"),
       .words =
           answers == 0
               ? tr("\"{lesson}\" goes back to its first step, and what was done in it is "
                    "forgotten.",
                    arg("lesson", lesson->title))
               : tr_n("\"{lesson}\" goes back to its first step, and your answer is forgotten.",
                      "\"{lesson}\" goes back to its first step, and your {n} answers are "
                      "forgotten.",
                      static_cast<std::int64_t>(answers), arg("lesson", lesson->title),
                      arg("n", answers)),
       .answers = {{"accept", tr("Begin again"), begin, 130}, {"cancel", tr("Cancel")}}});
}

// Only a person says yes, for each file anew; the careful answer is the one at hand.
void Application::ask_to_run_unconfined() {
  const auto unconfined = [](const auto& cell) {
    return cell.second->state == cells::CellState::kUnconfined;
  };
  const auto& cells = workspace_.cells;
  if (cells == nullptr) return;
  if (cells->own_python && !cells->unconfined) return ask_to_trust_python();
  if (std::ranges::none_of(cells->cells, unconfined)) return;
  question_.ask({.id = "dialog/trust",
                 .title = tr("Run the cells without confinement?"),
                 .words = tr("Cells are programs. Normscope runs them where they reach no file's "
                             "content, no network and no other program, and this system does not "
                             "allow that. Without it the cells of \"{file}\" can read, change and "
                             "send all that you can. Say yes only if you know who wrote them.",
                             arg("file", cells->lesson)),
                 .answers = {{"accept", tr("Run them"), [this] { run_unconfined(); }},
                             {"cancel", tr("Cancel")}},
                 .at_hand = 1});
}

// The person runs the cells by it, too: files that are new to this computer are held back.
void Application::ask_to_trust_python() {
  question_.ask(
      {.id = "dialog/trust",
       .title = tr("Run it unconfined, as Jupyter would?"),
       .words = tr("The cells of \"{file}\" can then read, change and send all that you can, and "
                   "start programs. It holds until another file is opened, and the status bar says "
                   "so as long. Say yes only if you know who wrote them.",
                   arg("file", workspace_.cells->lesson)),
       .answers = {{"accept", tr("Run unconfined"), [this] { run_unconfined(); }, 150},
                   {"cancel", tr("Cancel")}},
       .at_hand = 1});
}

// A Python of the person's own begins in the file's folder, as the person would begin it.
void Application::run_unconfined() {
  notebook::client::KernelOptions kernel = cells_.kernel();
  kernel.trusted = true;
  const auto path = file_.lesson_path();
  if (kernel.python && path) kernel.readable = path->parent_path();
  run_before_.note();
  cells_.run_with(std::move(kernel));
}

void Application::confine_again() {
  if (workspace_.cells == nullptr || !workspace_.cells->own_python) return;
  notebook::client::KernelOptions kernel = cells_.kernel();
  kernel.trusted = false;
  kernel.readable.clear();
  cells_.run_with(std::move(kernel));
}

void Application::choose_python() {
  PythonChoice& choice = exercise_python_.possible() ? exercise_python_ : python_;
  if (!choice.possible()) return;
  const auto path = file_.lesson_path();
  python_dialog_.open(
      cells::found_pythons(host_.pythons, path ? path->parent_path() : std::filesystem::path()),
      choice.now(), host_.pythons.home,
      [&choice](std::optional<cells::OwnPython> python) { choice.choose(std::move(python)); });
}

// The files of the folder are counted beside the window: it may be large, or far away.
void Application::ask_to_read_folder() {
  const auto path = file_.lesson_path();
  if (!path || workspace_.cells == nullptr) return;
  const auto folder = open_save::readable_folder(*path);
  if (!folder) {
    question_.ask({.id = "dialog/folder",
                   .title = tr("The cells cannot read this folder"),
                   .words = text::whole_sentence(folder.error().sentence),
                   .hint = text::whole_sentence(folder.error().hint),
                   .answers = {{"cancel", tr("Close")}}});
    return;
  }
  folder_question_ = FolderQuestion{*path, *folder};
  folder_files_.request(++folder_number_, [folder = *folder](const std::stop_token& stop) {
    return open_save::files_in(folder, stop);
  });
}

void Application::follow_folder_question() {
  const auto counted = folder_files_.latest();
  if (!folder_question_ || counted == nullptr || counted->number != folder_number_) return;
  const FolderQuestion asked = *std::exchange(folder_question_, std::nullopt);
  if (file_.lesson_path() != asked.file || workspace_.cells == nullptr) return;
  question_.ask({.id = "dialog/folder",
                 .title = tr("Let the cells read their folder?"),
                 .words = tr("The cells of \"{file}\" can then read the {files} in {folder} and in "
                             "the folders below it. They still change nothing there, send nothing "
                             "and read nothing else. It holds until another file is opened.",
                             arg("file", workspace_.cells->lesson), arg("files", counted->value),
                             arg("folder", asked.folder.string())),
                 .answers = {{"accept", tr("Let them read it"),
                              [this, folder = asked.folder] {
                                notebook::client::KernelOptions kernel = cells_.kernel();
                                kernel.readable = folder;
                                cells_.run_with(std::move(kernel));
                              },
                              140},
                             {"cancel", tr("Cancel")}},
                 .at_hand = 1});
}

}  // namespace normscope::application
