// SPDX-License-Identifier: MIT
#include "app/application/files/run_before.hpp"

#include <utility>

#include "app/lessons/cells.hpp"
#include "app/workspace/lesson_walk.hpp"

namespace normscope::application {

RunBefore::RunBefore(const workspace::Workspace& workspace,
                     std::optional<std::filesystem::path> file)
    : workspace_(workspace), known_(std::move(file)) {
  for (const lessons::Lesson& lesson : workspace_.lessons) {
    known_.add_here(open_save::cells_digest(lesson));
  }
}

bool RunBefore::may_run() {
  const lessons::Lesson* const lesson = lesson_of(workspace_);
  if (lesson == nullptr) return true;
  const std::uint64_t version = workspace_.opened + workspace_.cells_changed;
  if (lesson_ != lesson->id || version_ != version) {
    lesson_ = lesson->id;
    version_ = version;
    digest_ = lessons::cells_of(*lesson).empty() ? "" : open_save::cells_digest(*lesson);
  }
  return digest_.empty() || known_.has(digest_);
}

void RunBefore::note() {
  if (!may_run()) known_.add(digest_);
}

}  // namespace normscope::application
