// SPDX-License-Identifier: MIT
#include "app/cells/cell_results.hpp"

#include <fmt/format.h>

#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::cells {

std::string reach_text(const Reach& reach) {
  std::string text = tr_n("{ran} of {n} cell ran", "{ran} of {n} cells ran",
                          static_cast<std::int64_t>(reach.cells),
                          arg("ran", reach.cells - reach.ended.size()), arg("n", reach.cells));
  if (reach.stored > 1 && reach.standing == 1) {
    text = tr("{before}; 1 of {n} stored outputs is there again", arg("before", text),
              arg("n", reach.stored));
  } else if (reach.stored > 0) {
    text = tr_n("{before}; {standing} of {n} stored output is there again",
                "{before}; {standing} of {n} stored outputs are there again",
                static_cast<std::int64_t>(reach.stored), arg("before", text),
                arg("standing", reach.standing), arg("n", reach.stored));
  }
  if (reach.ended.empty()) return text;
  return tr_n("{before}; cell {cells} did not run to its end",
              "{before}; cells {cells} did not run to their end",
              static_cast<std::int64_t>(reach.ended.size()), arg("before", text),
              arg("cells", text::listed(reach.ended)));
}

std::string running_text(double seconds) {
  if (seconds < 1) return tr("running");
  return tr("running {n:.0f} s", arg("n", std::floor(seconds)));
}

}  // namespace normscope::cells
