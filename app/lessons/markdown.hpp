// SPDX-License-Identifier: MIT
// The Markdown of a lesson, as sections of blocks. What a lesson cannot show (pictures, tables,
// quotes, headings of other levels) is refused, so that nothing of a file vanishes silently.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.hpp"
#include "core/base/error.hpp"

namespace normscope::lessons {

/// A heading of the second level and what follows it.
struct Section {
  std::string title;
  int line = 0;
  std::vector<Block> blocks{};
};

/// Reads the text of a lesson after its front matter; `first_line` is where it begins in the file.
/// errors  Malformed: text before the first heading, a formula that does not parse, a lone '$';
///         Unsupported: Markdown that lessons do not have. Sentences begin with the file's line.
base::Expected<std::vector<Section>> read_sections(std::string_view markdown, int first_line);

}  // namespace normscope::lessons
