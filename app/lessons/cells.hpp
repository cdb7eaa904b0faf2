// SPDX-License-Identifier: MIT
// The cells of a lesson in the order in which they run, with the expected output of each.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"

namespace normscope::lessons {

/// The position of a block: the step, and the index of the block in it, both from 0.
struct BlockPlace {
  int step = 0;
  std::size_t block = 0;
  // clang-tidy takes the 0 of the comparison for a null pointer.
  auto operator<=>(const BlockPlace&) const = default;  // NOLINT(modernize-use-nullptr)
};

struct Cell {
  BlockPlace place{};
  std::string source;
  std::optional<std::string> output{};  // the text of the output block that follows

  bool operator==(const Cell&) const = default;
};

/// The python blocks of a lesson. Cells are counted from 1: the first is cell 1.
std::vector<Cell> cells_of(const Lesson& lesson);

}  // namespace normscope::lessons
