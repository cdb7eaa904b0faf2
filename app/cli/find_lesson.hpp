// SPDX-License-Identifier: MIT
// A lesson as a command line names it.
#pragma once

#include <string>

#include "app/lessons/lesson.hpp"
#include "core/base/error.hpp"

namespace normscope::cli {

/// The lesson of a file of this name, else the built-in lesson of this id.
/// errors  as lessons::load_lesson; the hint names the built-in lessons where there is no such file
base::Expected<lessons::Lesson> find_lesson(const std::string& name);

}  // namespace normscope::cli
