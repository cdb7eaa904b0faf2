// SPDX-License-Identifier: MIT
// A lesson as the blocks of its handout, in reading order: the title, the steps with their prose,
// code, numbers and tasks, and the hints at the end.
#pragma once

#include <vector>

#include "app/formula/measure.hpp"
#include "app/handout/page.hpp"
#include "app/lessons/lesson.hpp"
#include "core/base/error.hpp"

namespace normscope::handout {

/// Evaluates the steps. A step whose document gives no result has no tables and no figure.
/// errors  TooLarge: the memory that a step would need
base::Expected<std::vector<Block>> contents(const lessons::Lesson& lesson, bool answers,
                                            const formula::Measure& measure);

}  // namespace normscope::handout
