// SPDX-License-Identifier: MIT
// Judges what a reader has written in an exercise, on a thread of its own, and puts the report
// beside it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/cells/pythons.hpp"
#include "app/exercises/judge.hpp"
#include "app/exercises/report.hpp"
#include "app/results/background.hpp"
#include "app/ui/context.hpp"
#include "app/workspace/workspace.hpp"

namespace normscope::application {

class ExerciseJudge {
 public:
  /// `workspace` must outlive this. `wake` as for results::Background.
  ExerciseJudge(workspace::Workspace& workspace, notebook::client::KernelOptions kernel,
                std::function<void()> wake)
      : workspace_(workspace), kernel_(std::move(kernel)), judge_(std::move(wake)) {}

  /// Begins to judge, instead of what has not ended, by a Python of the person's own or the
  /// built-in one. Does nothing where there is no such exercise.
  void check(const workspace::CheckExercise& check, const std::optional<cells::OwnPython>& python);
  void stop();
  /// Once a frame: takes over what was judged, unless something else is written there by now.
  void follow(ui::Context& ui);

 private:
  struct Judged {
    exercises::Report report{};
    bool right = false;
  };

  workspace::Workspace& workspace_;
  notebook::client::KernelOptions kernel_;
  workspace::CheckExercise asked_{};
  std::string source_{};  // that is being judged
  std::uint64_t number_ = 0;
  std::uint64_t taken_ = 0;
  results::Background<Judged> judge_;  // last: its thread ends before the others are destroyed
};

}  // namespace normscope::application
