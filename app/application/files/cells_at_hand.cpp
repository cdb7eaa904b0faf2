// SPDX-License-Identifier: MIT
#include "app/application/files/cells_at_hand.hpp"

#include "app/lessons/cells.hpp"
#include "app/open_save/digest_list.hpp"
#include "app/workspace/lesson_walk.hpp"

namespace normscope::application {

const std::string& CellsAtHand::digest() {
  const lessons::Lesson* const lesson = lesson_of(workspace_);
  const std::uint64_t version = workspace_.opened + workspace_.cells_changed;
  const std::string id = lesson != nullptr ? lesson->id : std::string();
  if (lesson_ == id && version_ == version) return digest_;
  lesson_ = id;
  version_ = version;
  const bool has_cells = lesson != nullptr && !lessons::cells_of(*lesson).empty();
  digest_ = has_cells ? open_save::cells_digest(*lesson) : std::string();
  return digest_;
}

}  // namespace normscope::application
