// SPDX-License-Identifier: MIT
#include "app/cells/cell_results.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace normscope::cells {

std::string reach_text(const Reach& reach) {
  std::string text = fmt::format("{} of {} {} ran", reach.cells - reach.ended.size(), reach.cells,
                                 reach.cells == 1 ? "cell" : "cells");
  if (reach.stored > 0) {
    text += fmt::format("; {} of {} stored {} there again", reach.standing, reach.stored,
                        reach.stored == 1     ? "output is"
                        : reach.standing == 1 ? "outputs is"
                                              : "outputs are");
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
