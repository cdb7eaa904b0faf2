// SPDX-License-Identifier: MIT
// Reads the Markdown of a lesson into sections of blocks. Markdown that a lesson cannot show
// (pictures, tables, quotes, headings of other levels) is an error, so that no text is lost
// silently.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "core/base/error.hpp"

namespace normscope::lessons {

/// What a lesson may hold, far beyond any: each step keeps a document, each cell its results, and
/// the window lays out a whole step.
inline constexpr std::size_t kMostSteps = 500;
inline constexpr std::size_t kMostLessonCells = 1000;
inline constexpr std::size_t kMostBlocks = 500;                       // of a step
inline constexpr std::size_t kMostStepBytes = std::size_t{32} << 10;  // of the text of a step

/// A heading of the second level and the blocks below it.
struct Section {
  std::string title;
  int line = 0;
  std::vector<Block> blocks{};
};

/// Reads the text of a lesson after its front matter; `first_line` is the line of the file at which
/// the text begins.
/// errors  Malformed: text before the first heading, a formula that does not parse, a lone '$';
///         Unsupported: Markdown that lessons cannot show; TooLarge: beyond the bounds above, where
///         the first of them is passed. Sentences begin with the file's line.
base::Expected<std::vector<Section>> read_sections(std::string_view markdown, int first_line);

}  // namespace normscope::lessons
