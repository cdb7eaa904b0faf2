// SPDX-License-Identifier: MIT
// Code in a column that is narrower than its lines: the rows into which it is wrapped.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace normscope::lessons {

/// A line of code, or a part of it.
struct CodeRow {
  std::size_t begin = 0;  // in bytes
  std::size_t end = 0;
  int line = 1;            // counted from 1
  std::size_t indent = 0;  // in characters, before a part that continues a line
  bool operator==(const CodeRow&) const = default;
};

/// Breaks lines of more than `columns` characters, after a space where there is one, else
/// between the parts of an expression, else between those of a name. The rest of a
/// line is indented by two more than its beginning, so that it is not read as a line of its own.
std::vector<CodeRow> code_rows(std::string_view code, std::size_t columns);

}  // namespace normscope::lessons
