// SPDX-License-Identifier: MIT
// What the beginning of a text table looks like, so that a person can see and correct how it is
// read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/table.hpp"

namespace normscope::io {

/// How a table would be read. Made from its first lines.
struct TableGuess {
  TableChoice choice{};  // complete: the separator, the mark, the header, and every column that has
                         // nothing but numbers in these lines
  std::int64_t columns = 0;  // of the first line
  bool certain = false;      // plain numbers in all columns, and only one way to read them
};

/// Looks at the first lines of a text. What `known` has is taken as it is.
TableGuess guess_table(std::string_view text, const TableChoice& known = {});

/// The fields of the first lines as they are written, at most `rows` of `columns`.
std::vector<std::vector<std::string>> first_fields(std::string_view text, char separator,
                                                   std::size_t rows, std::size_t columns);

/// A number as it is written, and what it is read as.
struct ReadNumber {
  std::string text;
  float value = 0.0F;
};

/// The first number in the chosen columns that others may read as another one, such as 1,500, or
/// that has groups of thousands. `choice` is complete.
std::optional<ReadNumber> doubtful_number(const std::vector<std::vector<std::string>>& rows,
                                          const TableChoice& choice);

}  // namespace normscope::io
