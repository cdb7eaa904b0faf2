// SPDX-License-Identifier: MIT
// Reads lessons from files: built-in ones and the user's own. The format: front matter in TOML
// between two lines of +++, then Markdown, whose headings of the second level are the steps.
// Formulas are $...$ in a line and $$...$$ on their own; a fenced block of language `normscope`
// sets the stage (scene.hpp); `predict`, `act` and `hint` ask something of the reader
// (task_reader.hpp), `exercise` asks for a function (exercise_reader.hpp); other fenced blocks are
// shown as code. {mean[0]} in prose is a number of the
// step (reference.hpp).
#pragma once

#include <cstddef>
#include <filesystem>
#include <future>
#include <span>
#include <string_view>

#include "app/lessons/lesson.hpp"
#include "core/base/embedded.hpp"
#include "core/base/error.hpp"
#include "core/io/read_file.hpp"

namespace normscope::lessons {

/// The most bytes of a lesson, which is text only: a thick book has no more.
inline constexpr std::size_t kMaxLessonBytes = std::size_t{1} << 20;

/// Reads a lesson and builds the document of every step.
/// errors  Malformed: not UTF-8, no front matter, unknown or missing keys, no steps; as
///         read_sections, read_scene, read_prediction, read_exercise and StepNumbers; TooLarge:
///         more than kMaxLessonBytes. All but the last begin with the line of the fault.
base::Expected<Lesson> read_lesson(std::string_view bytes);

/// The `python` and `output` blocks of a lesson in the order of the file, as code blocks; an output
/// block holds the expected output of the python block before it.
/// errors  Malformed, Unsupported: as read_lesson, for the front matter and the Markdown
base::Expected<std::vector<Block>> read_lesson_cells(std::string_view bytes);

/// Reads a lesson's file, none that is too large.
/// errors  as io::ByteSource and read_lesson
base::Expected<Lesson> load_lesson(io::ByteSource source);
base::Expected<Lesson> load_lesson(const std::filesystem::path& path);

/// The files of the built-in lessons, in the order of the menu; "01-first-look.es.md" is another
/// one in Spanish, with the same id and steps.
std::span<const base::EmbeddedFile> builtin_lesson_files();

/// The built-in lessons, each in the language that is spoken where it is there, else in English.
/// errors  as read_lesson, the file's name in front; a test makes sure that there is none
base::Expected<std::vector<Lesson>> builtin_lessons();

/// The built-in lessons, read on a thread of their own from now on: for a window, which takes
/// longer to come up.
using LessonsToCome = std::future<base::Expected<std::vector<Lesson>>>;
LessonsToCome builtin_lessons_to_come();

}  // namespace normscope::lessons
