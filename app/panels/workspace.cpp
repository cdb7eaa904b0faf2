// SPDX-License-Identifier: MIT
// How an edit becomes a version of the document, or a sentence.
#include "app/panels/workspace.hpp"

#include <algorithm>
#include <utility>

namespace normscope::panels {

const lessons::Lesson* Workspace::lesson() const {
  const auto found = std::ranges::find(lessons, document().lesson.lesson, &lessons::Lesson::id);
  return found == lessons.end() ? nullptr : &*found;
}

void Workspace::apply(document::MaybeEdit edit, document::Gesture gesture) {
  if (!edit) {
    trouble = std::move(edit.error());
    return;
  }
  trouble.reset();
  history.apply(std::move(*edit), gesture);
}

void Workspace::show(std::shared_ptr<const results::Evaluation> evaluation) {
  if (evaluation == nullptr) return;
  const bool other = evaluation != shown;
  if (other) {
    shown = std::move(evaluation);
  }
  if (other || summarized != document().selection) {
    summarized = document().selection;
    summary = results::summarize(*shown, *summarized);
  }
}

}  // namespace normscope::panels
