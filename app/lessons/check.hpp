// SPDX-License-Identifier: MIT
// Checks of a lesson that was read without a fault: what reading alone cannot find. A lesson with
// findings does not ship.
#pragma once

#include <string>
#include <vector>

#include "app/lessons/lesson.hpp"

namespace normscope::lessons {

struct Finding {
  int line = 0;  // in the file
  std::string sentence;
};

/// What is wrong with a lesson: a step whose document gives no result on the processor, a decimal
/// number typed in prose instead of named, an act that is done before the reader does anything, an
/// answer that is no number, and cells that do not print their output blocks byte for byte. In the
/// order of the steps, cells last.
std::vector<Finding> check_lesson(const Lesson& lesson);

}  // namespace normscope::lessons
