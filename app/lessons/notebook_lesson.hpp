// SPDX-License-Identifier: MIT
// A notebook or a script as a lesson: one step per code cell, with the text before it.
#pragma once

#include <string>

#include "app/lessons/lesson.hpp"
#include "app/notebook/ipynb/notebook_file.hpp"

namespace normscope::lessons {

/// A step ends with a code cell as its `python` block and the output stored in the file as its
/// `output` block (no pictures, no standard error); text after the last cell is a step of its own.
/// Text that lessons cannot show (tables, pictures) is shown as source. All steps have the welcome
/// document without its layers: the user puts the cells' variables onto the stage. `name` is the
/// file's name: the lesson's title and, with "notebook:" before it, its id.
Lesson notebook_lesson(const notebook::ipynb::NotebookFile& file, const std::string& name);

}  // namespace normscope::lessons
