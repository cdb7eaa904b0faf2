// SPDX-License-Identifier: MIT
// A notebook or a script as a lesson: its text and its cells, a step for each cell with what leads
// up to it.
#pragma once

#include <string>

#include "app/lessons/lesson.hpp"
#include "app/notebook/ipynb/notebook_file.hpp"

namespace normscope::lessons {

/// A step ends with each code cell, which is its `python` block, and with what the file says that
/// the cell gave, as its `output` block (no pictures, no standard error); text after the last cell
/// is a step of its own. Text that lessons cannot show (tables, pictures) stands as it is written.
/// All steps have the document that the program opens with, without its layers: the cells'
/// variables come onto the stage by hand. `name` is the file's name: the lesson's title and, with
/// "notebook:" before it, its id.
Lesson notebook_lesson(const notebook::ipynb::NotebookFile& file, const std::string& name);

}  // namespace normscope::lessons
