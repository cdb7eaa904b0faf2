// SPDX-License-Identifier: MIT
// By what this computer knows the cells of the lesson or notebook at hand: their digest.
#pragma once

#include <cstdint>
#include <string>

#include "app/workspace/workspace.hpp"

namespace normscope::application {

class CellsAtHand {
 public:
  explicit CellsAtHand(const workspace::Workspace& workspace) : workspace_(workspace) {}

  /// As open_save::cells_digest; empty: there are none. Made once for each version of a file.
  const std::string& digest();

 private:
  const workspace::Workspace& workspace_;
  std::string lesson_{};  // that the digest is of
  std::uint64_t version_ = 0;
  std::string digest_{};
};

}  // namespace normscope::application
