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

/// The fields of the first lines as they are written, at most `rows` of `columns`, after the lines
/// that the choice skips. `choice` is complete.
std::vector<std::vector<std::string>> first_fields(std::string_view text, const TableChoice& choice,
                                                   std::size_t rows, std::size_t columns);

/// How many lines stand before those whose fields are numbers in the same columns, line by line: 3
/// where "numbers begin at line 4". 0: at most a header, or no such lines, or a line between that
/// is neither words nor blank.
std::int64_t lines_before_numbers(std::string_view text);

/// What would make a text that was refused readable: "numbers begin at line 4: --skip 3", "columns
/// 1-3 hold numbers: --columns 1-3"; empty where nothing is known.
std::string way_to_read(std::string_view text, const TableChoice& choice);

/// "1-3,5" for columns counted from 0.
std::string columns_text(const std::vector<std::int64_t>& columns);

/// The columns of "1-3, 5", counted from 0; none where that is no such list of numbers from 1 to
/// `count`.
std::optional<std::vector<std::int64_t>> columns_of(std::string_view text, std::int64_t count);

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
