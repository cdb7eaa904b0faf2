// SPDX-License-Identifier: MIT
// Links in a lesson's text to steps of the lesson: (#a-mask) in the file, (#step-4) in the lesson
// that was read, whose handouts have this anchor.
#pragma once

#include <string>

#include "app/lessons/lesson.hpp"
#include "core/base/error.hpp"

namespace normscope::lessons {

/// The target of a link to a step, counted from 0: "#step-1" of the first.
std::string step_link(int step);

/// Gives the links that name a step's title, in small letters with - for spaces and without signs,
/// the target of that step.
/// errors  Malformed: no step has such a title
base::Expected<void> resolve_step_links(Lesson& lesson);

}  // namespace normscope::lessons
