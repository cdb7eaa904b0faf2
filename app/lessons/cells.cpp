// SPDX-License-Identifier: MIT
#include "app/lessons/cells.hpp"

namespace normscope::lessons {

std::vector<Cell> cells_of(const Lesson& lesson) {
  std::vector<Cell> cells;
  for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
    const std::vector<Block>& blocks = lesson.steps[step].blocks;
    bool follows = false;  // whether this step has a cell without output block
    for (std::size_t at = 0; at < blocks.size(); ++at) {
      const Block& block = blocks[at];
      if (block.kind != BlockKind::kCode) continue;
      if (block.language == "python") {
        cells.push_back({{static_cast<int>(step), at}, block.text});
        follows = true;
      } else if (block.language == "output" && follows) {
        cells.back().output = block.text;
        follows = false;
      }
    }
  }
  return cells;
}

}  // namespace normscope::lessons
