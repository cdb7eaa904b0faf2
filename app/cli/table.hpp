// SPDX-License-Identifier: MIT
// A table of plain text, as commands print it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace normscope::cli {

/// The rows of a table, each a label and its cells, with one width for all cells.
class Table {
 public:
  void add_title(std::string title) { lines_.push_back({std::move(title), {}}); }
  void add_row(std::string label, std::vector<std::string> cells) {
    label_width_ = std::max(label_width_, label.size());
    for (const std::string& cell : cells) width_ = std::max(width_, cell.size());
    lines_.push_back({std::move(label), std::move(cells)});
  }

  std::string text() const;

 private:
  struct Line {
    std::string label;
    std::vector<std::string> cells;
  };
  std::vector<Line> lines_;
  std::size_t label_width_ = 0;
  std::size_t width_ = 0;
};

}  // namespace normscope::cli
