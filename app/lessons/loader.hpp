// SPDX-License-Identifier: MIT
// Lessons from their files: those that the program brings along, and those that a person wrote. The
// format: front matter in TOML between two lines of +++, then Markdown, whose headings of the
// second level are the steps. Formulas are $...$ in a line and $$...$$ on their own; a fenced block
// of language `normscope` sets the laboratory (scene.hpp); other fenced blocks are shown as code.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "app/lessons/lesson.hpp"
#include "core/base/embedded.hpp"
#include "core/base/error.hpp"

namespace normscope::lessons {

/// Most bytes of a lesson: a thick book has no more, and its pictures are made, not stored.
inline constexpr std::size_t kMaxLessonBytes = std::size_t{1} << 20;

/// Reads a lesson and works out every step's document.
/// errors  Malformed: not UTF-8, no front matter, unknown or missing keys, no steps; as
///         read_sections and read_scene; Unsupported: predict blocks; TooLarge:
///         more than kMaxLessonBytes. All but the last begin with the line where it is.
base::Expected<Lesson> read_lesson(std::string_view bytes);

/// The `python` and `output` blocks of a lesson in the order of the file, as code blocks; an output
/// block holds what the python block before it gives.
/// errors  Malformed, Unsupported: as read_lesson, of the front matter's place and the Markdown
base::Expected<std::vector<Block>> read_lesson_cells(std::string_view bytes);

/// errors  as io::read_file and read_lesson
base::Expected<Lesson> load_lesson(const std::filesystem::path& path);

/// The files of the lessons that the program brings along, in the order in which they are offered.
std::span<const base::EmbeddedFile> builtin_lesson_files();

/// Those lessons.
/// errors  as read_lesson, the file's name in front; a test keeps it from happening
base::Expected<std::vector<Lesson>> builtin_lessons();

}  // namespace normscope::lessons
