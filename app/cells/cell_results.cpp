// SPDX-License-Identifier: MIT
#include "app/cells/cell_results.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace normscope::cells {

std::string reach_text(const Reach& reach) {
  std::string text = fmt::format("{} of {} cells ran; {} {} the output that the file holds",
                                 reach.cells - reach.ended.size(), reach.cells, reach.standing,
                                 reach.standing == 1 ? "has" : "have");
  if (reach.ended.empty()) return text;
  return text +
         fmt::format("; {} {} did not run to {} end", reach.ended.size() == 1 ? "cell" : "cells",
                     fmt::join(reach.ended, ", "), reach.ended.size() == 1 ? "its" : "their");
}

std::string running_text(double seconds) {
  if (seconds < 1) return "running";
  return fmt::format("running {:.0f} s", std::floor(seconds));
}

}  // namespace normscope::cells
