// SPDX-License-Identifier: MIT
// The guesses of the table reader, each by a rule of table.hpp: which separator a text uses, and
// whether its first row is a header.
#pragma once

#include <string_view>

namespace normscope::io {

/// The separator, as TableDialect has it. `text` is without a byte order mark.
char find_separator(std::string_view text);

struct FirstRow {
  bool header = false;
  bool index_column = false;
};

/// What the first row of a table is; `second` is the row below it, empty when there is none.
FirstRow judge_first_row(std::string_view first, std::string_view second, char separator);

}  // namespace normscope::io
