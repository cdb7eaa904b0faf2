// SPDX-License-Identifier: MIT
#include "app/application/files/python_choice.hpp"

#include <utility>

#include "app/application/files/cells_at_hand.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "core/text/translate.hpp"

namespace normscope::application {

RunsByPython cells_of_notebook(const workspace::Workspace& workspace) {
  return {tr_later("the Python that was chosen for these cells cannot run them, and the built-in "
                   "one does: {reason}"),
          tr_later("choose another one beside the cells"),
          [&workspace, cells = CellsAtHand(workspace)]() mutable {
            const lessons::Lesson* const lesson = lesson_of(workspace);
            const bool notebook = lesson != nullptr && !lesson->sets_stage;
            return notebook ? cells.digest() : std::string();
          }};
}

RunsByPython exercises_of_lessons(const workspace::Workspace& workspace) {
  return {tr_later("the Python that was chosen for these exercises cannot run them, and the "
                   "built-in one does: {reason}"),
          tr_later("choose another one beside the exercises"), [&workspace] {
            const lessons::Step* const step = lesson_step_of(workspace);
            const bool has = step != nullptr && !step->exercises.empty();
            return has ? open_save::exercises_digest() : std::string();
          }};
}

PythonChoice::PythonChoice(RunsByPython runs, std::optional<std::filesystem::path> file,
                           std::filesystem::path home)
    : runs_(std::move(runs)), chosen_(std::move(file)), home_(std::move(home)) {}

const std::optional<cells::OwnPython>& PythonChoice::now() {
  const std::string digest = runs_.digest();
  if (digest == digest_) return now_;
  digest_ = digest;
  now_.reset();
  fault_.reset();
  const std::string program = chosen_.word_of(digest);
  if (program.empty()) return now_;
  auto python = notebook::client::own_python(program, home_);
  if (python) {
    now_ = *std::move(python);
  } else {
    fault_ = base::Error{python.error().kind,
                         tr(runs_.fault, arg("reason", python.error().sentence)), tr(runs_.hint)};
  }
  return now_;
}

void PythonChoice::choose(std::optional<cells::OwnPython> python) {
  if (!possible()) return;
  (void)now();
  now_ = std::move(python);
  fault_.reset();
  chosen_.add(digest_, now_ ? now_->program.string() : std::string());
}

std::optional<base::Error> PythonChoice::take_fault() {
  return std::exchange(fault_, std::nullopt);
}

}  // namespace normscope::application
