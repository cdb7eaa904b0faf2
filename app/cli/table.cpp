// SPDX-License-Identifier: MIT
#include "app/cli/table.hpp"

#include <fmt/format.h>

namespace normscope::cli {

std::string Table::text() const {
  std::string text;
  for (const Line& line : lines_) {
    if (line.cells.empty()) {
      text += line.label;
    } else {
      text += fmt::format("{:<{}}", line.label, label_width_);
      for (const std::string& cell : line.cells) text += fmt::format("  {:>{}}", cell, width_);
    }
    text += '\n';
  }
  return text;
}

}  // namespace normscope::cli
