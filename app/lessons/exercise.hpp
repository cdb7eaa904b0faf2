// SPDX-License-Identifier: MIT
// A function that the reader writes, judged by its numbers.
#pragma once

#include <vector>

#include "app/exercises/problem.hpp"
#include "app/lessons/inline.hpp"

namespace normscope::lessons {

struct Exercise {
  std::vector<Inline> task;
  exercises::Problem problem{};
  bool operator==(const Exercise&) const = default;
};

}  // namespace normscope::lessons
