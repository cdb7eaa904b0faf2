// SPDX-License-Identifier: MIT
// How an edit becomes a version of the document, or a sentence.
#include "app/panels/workspace.hpp"

#include <utility>

namespace normscope::panels {

void Workspace::apply(document::MaybeEdit edit, document::Gesture gesture) {
  if (!edit) {
    trouble = std::move(edit.error());
    return;
  }
  trouble.reset();
  history.apply(std::move(*edit), gesture);
}

}  // namespace normscope::panels
