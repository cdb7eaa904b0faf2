// SPDX-License-Identifier: MIT
// Reading a text line by line.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace normscope::text {

/// Removes the first line and its line break from `text`; returns the line without the break.
inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// The line of this number, counted from 1; empty when the text has fewer lines.
inline std::string_view nth_line(std::string_view text, int number) {
  for (int i = 1; i < number; ++i) take_line(text);
  return take_line(text);
}

/// What stands between the blanks of a line.
inline std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find(' '), line.size());
    if (end > 0) words.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return words;
}

}  // namespace normscope::text
