// SPDX-License-Identifier: MIT
#include "app/lessons/code_rows.hpp"

#include <algorithm>

#include "core/text/utf8.hpp"

namespace normscope::lessons {
namespace {

// The byte after `count` characters of the line.
std::size_t after_characters(std::string_view line, std::size_t count) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < count && at < line.size(); ++i) {
    at += text::first_character(line.substr(at)).bytes;
  }
  return at;
}

// Where a piece of at most `most` bytes, and more than `least`, ends best: after a space, else
// before a dot or after a bracket or operator, else after an underscore.
std::size_t best_break(std::string_view rest, std::size_t least, std::size_t most) {
  const std::size_t space = rest.rfind(' ', most);
  if (space != std::string_view::npos && space > least) return space + 1;
  const auto joins = [](char letter) {
    return std::string_view("([{,=+-*/%|&@:").find(letter) != std::string_view::npos;
  };
  for (std::size_t at = most; at > least + 1; --at) {
    const char before = rest[at - 1];
    const bool in_number = before >= '0' && before <= '9';
    if ((rest[at] == '.' && !in_number) || (joins(before) && !joins(rest[at]))) return at;
  }
  const std::size_t word = rest.substr(0, most).rfind('_');
  return word != std::string_view::npos && word > least ? word + 1 : most;
}

}  // namespace

std::vector<CodeRow> code_rows(std::string_view code, std::size_t columns) {
  constexpr std::size_t kHanging = 2;
  std::vector<CodeRow> rows;
  std::size_t begin = 0;
  for (int number = 1; begin <= code.size(); ++number) {
    const std::size_t end = std::min(code.find('\n', begin), code.size());
    const std::string_view line = code.substr(begin, end - begin);
    const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t hanging = std::min(spaces + kHanging, columns / 2);
    std::size_t at = 0;
    do {
      const std::size_t indent = at == 0 ? 0 : hanging;
      const std::string_view rest = line.substr(at);
      std::size_t taken = after_characters(rest, columns - indent);
      if (taken < rest.size()) taken = best_break(rest, at == 0 ? spaces : 0, taken);
      rows.push_back({begin + at, begin + at + taken, number, indent});
      at += taken;
    } while (at < line.size());
    begin = end + 1;
  }
  return rows;
}

}  // namespace normscope::lessons
