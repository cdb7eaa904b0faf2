// SPDX-License-Identifier: MIT
// What all panels share: the document with its history, what it evaluates to, the lesson that is
// open, and the sentence in the status bar. Panels read it, draw, and send edits; they never
// compute.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/document/history.hpp"
#include "app/lessons/lesson.hpp"
#include "app/results/worker.hpp"

namespace normscope::panels {

struct Workspace {
  document::History history;
  std::shared_ptr<const results::Evaluation> shown;  // the newest that is ready; null at first
  std::optional<lessons::Lesson> lesson;             // the one that is open
  std::optional<base::Error> trouble;  // of the last edit or file; shown until the next

  const document::Document& document() const { return history.document(); }
  /// Whether what is shown belongs to an older version of the document.
  bool stale() const { return shown && shown->revision != history.revision(); }

  /// Takes an edit, or keeps the sentence that says why there is none.
  void apply(document::MaybeEdit edit, document::Gesture gesture = document::kNoGesture);
};

}  // namespace normscope::panels
