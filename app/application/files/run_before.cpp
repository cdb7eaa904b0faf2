// SPDX-License-Identifier: MIT
#include "app/application/files/run_before.hpp"

#include <utility>

namespace normscope::application {

RunBefore::RunBefore(const workspace::Workspace& workspace,
                     std::optional<std::filesystem::path> file)
    : known_(std::move(file)), cells_(workspace) {
  for (const lessons::Lesson& lesson : workspace.lessons) {
    known_.add_here(open_save::cells_digest(lesson));
  }
}

bool RunBefore::may_run() {
  const std::string& digest = cells_.digest();
  return digest.empty() || known_.has(digest);
}

void RunBefore::note() {
  if (!may_run()) known_.add(cells_.digest());
}

}  // namespace normscope::application
