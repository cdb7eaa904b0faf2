// SPDX-License-Identifier: MIT
// The cells of a lesson in the order in which they run, and what the lesson says that each gives.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"

namespace normscope::lessons {

/// Where a block stands: the step, and the block's position in it, both from 0.
struct BlockPlace {
  int step = 0;
  std::size_t block = 0;
  // What clang-tidy takes for a null pointer is the 0 of the order.
  auto operator<=>(const BlockPlace&) const = default;  // NOLINT(modernize-use-nullptr)
};

struct Cell {
  BlockPlace place{};
  std::string source;
  std::optional<std::string> output{};  // of the output block that follows it

  bool operator==(const Cell&) const = default;
};

/// The python blocks of a lesson. Cells are counted from 1: the first is cell 1.
std::vector<Cell> cells_of(const Lesson& lesson);

}  // namespace normscope::lessons
