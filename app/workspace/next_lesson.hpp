// SPDX-License-Identifier: MIT
// The lesson that the start page offers first: the one that was used last and is not at its end, or
// else the first that was not begun.
#pragma once

#include <optional>

#include "app/workspace/workspace.hpp"

namespace normscope::workspace {

struct NextLesson {
  const lessons::Lesson* lesson = nullptr;
  int step = 0;        // at which it goes on, from 0
  bool begun = false;  // false: it begins
};

/// Whether a lesson is the user's own: a file, or a notebook.
bool is_own(const Workspace& workspace, const lessons::Lesson& lesson);

/// The progress of a reader in a lesson; of a lesson that was not begun the empty one.
lessons::Progress progress_in(const Workspace& workspace, const lessons::Lesson& lesson);

/// Of the built-in lessons; when all were gone through, the first one, to begin again. None where
/// there are no lessons.
std::optional<NextLesson> next_lesson(const Workspace& workspace);

}  // namespace normscope::workspace
