// SPDX-License-Identifier: MIT
#include "app/application/files/python_choice.hpp"

#include <fmt/format.h>

#include <utility>

#include "app/workspace/lesson_walk.hpp"

namespace normscope::application {

PythonChoice::PythonChoice(const workspace::Workspace& workspace,
                           std::optional<std::filesystem::path> file, std::filesystem::path home)
    : workspace_(workspace), chosen_(std::move(file)), home_(std::move(home)), cells_(workspace) {}

bool PythonChoice::possible() {
  const lessons::Lesson* const lesson = lesson_of(workspace_);
  return lesson != nullptr && !lesson->sets_stage && !cells_.digest().empty();
}

const std::optional<cells::OwnPython>& PythonChoice::now() {
  const std::string digest = possible() ? cells_.digest() : std::string();
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
                         fmt::format("the Python that was chosen for these cells cannot run them, "
                                     "and the built-in one does: {}",
                                     python.error().sentence),
                         "choose another one above the cells"};
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
