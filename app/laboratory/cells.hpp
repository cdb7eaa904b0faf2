// SPDX-License-Identifier: MIT
// The cells of a lesson, run beside the window: those of the step that is read, after all before
// it, each time from the beginning, so that what is shown is what a reader who runs them in order
// sees.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "app/panels/cell_results.hpp"
#include "app/panels/workspace.hpp"
#include "app/results/background.hpp"

namespace normscope::laboratory {

/// What the python blocks of a lesson give up to a step, and the arrays that they leave.
/// errors  none: what fails is the cell's own error
panels::CellResults run_cells(const lessons::Lesson& lesson, int step, std::stop_token stop);

class CellRunner {
 public:
  /// `wake` as Background's.
  explicit CellRunner(std::function<void()> wake) : results_(std::move(wake)) {}

  /// Asks for the results of the lesson's step that the document is at, unless they were asked for,
  /// and hands over the newest that belong to it.
  void update(panels::Workspace& workspace);

 private:
  document::LessonPosition asked_{};  // what was asked for last
  std::uint64_t opened_ = 0;          // and which opening of a file it belongs to
  std::uint64_t number_ = 0;
  results::Background<panels::CellResults> results_;  // last: its thread ends before the rest goes
};

}  // namespace normscope::laboratory
