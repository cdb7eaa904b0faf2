// SPDX-License-Identifier: MIT
// A text line by line.
#pragma once

#include <string_view>

namespace normscope::text {

/// Takes the first line off a text, with its line break, and gives it without.
inline std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

/// The line of this number, counted from 1; empty where there is none.
inline std::string_view nth_line(std::string_view text, int number) {
  for (int i = 1; i < number; ++i) take_line(text);
  return take_line(text);
}

}  // namespace normscope::text
