// SPDX-License-Identifier: MIT
#include "app/cells/cell_results.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace normscope::cells {

std::string reach_text(const Reach& reach) {
  std::string text =
      fmt::format("{} of {} cells ran", reach.cells - reach.ended.size(), reach.cells);
  if (reach.stored > 0) {
    text += fmt::format("; {} of {} stored outputs {} there again", reach.standing, reach.stored,
                        reach.standing == 1 ? "is" : "are");
  }
  if (reach.ended.empty()) return text;
  const bool one = reach.ended.size() == 1;
  return text + fmt::format("; {} {} did not run to {} end", one ? "cell" : "cells",
                            fmt::join(reach.ended, ", "), one ? "its" : "their");
}

std::string running_text(double seconds) {
  if (seconds < 1) return "running";
  return fmt::format("running {:.0f} s", std::floor(seconds));
}

}  // namespace normscope::cells
