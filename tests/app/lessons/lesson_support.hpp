// SPDX-License-Identifier: MIT
// Lessons written in a line, for tests.
#pragma once

#include <string>
#include <string_view>

#include "app/lessons/lesson.hpp"

namespace normscope::lessons {

/// Front matter of five lines, so that the body begins in line 6.
std::string with_front(std::string_view body);

/// A lesson of one step whose normscope block, from line 9 on, is this; a list as input before it.
std::string one_step(std::string_view settings);

/// The lesson, or the end of the test.
Lesson lesson_of(std::string_view text);

/// The sentence of its fault; "no fault" when it has none.
std::string fault_of(std::string_view text);
std::string hint_of(std::string_view text);

}  // namespace normscope::lessons
