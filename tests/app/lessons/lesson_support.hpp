// SPDX-License-Identifier: MIT
// Short lessons as text, for tests.
#pragma once

#include <string>
#include <string_view>

#include "app/lessons/lesson.hpp"

namespace normscope::lessons {

/// Front matter of five lines, so that the body begins in line 6.
std::string with_front(std::string_view body);

/// A lesson of one step with this normscope block, from line 9 on; the block first sets a list as
/// input.
std::string one_step(std::string_view settings);

/// Reads a lesson; a fault fails the test.
Lesson lesson_of(std::string_view text);

/// The error sentence of a lesson; "no fault" when there is none.
std::string fault_of(std::string_view text);
std::string hint_of(std::string_view text);

}  // namespace normscope::lessons
