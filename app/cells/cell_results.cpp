// SPDX-License-Identifier: MIT
#include "app/cells/cell_results.hpp"

#include <fmt/format.h>

namespace normscope::cells {

std::string running_text(double seconds) {
  if (seconds < 1) return "running";
  return fmt::format("running {:.0f} s", std::floor(seconds));
}

}  // namespace normscope::cells
