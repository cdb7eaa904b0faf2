// SPDX-License-Identifier: MIT
// Detects the separator of a text table and whether its first row is a header, by the rules of
// table.hpp.
#pragma once

#include <cstdint>
#include <string_view>

namespace normscope::io {

/// The separator, as TableDialect::separator, of what follows the first `skipped` lines.
char find_separator(std::string_view text, std::int64_t skipped = 0);

struct FirstRow {
  bool header = false;
  bool index_column = false;
};

/// Whether the first row of a table is a header, and whether the first column is an index. `second`
/// is the row below the first, empty when there is none.
FirstRow classify_first_row(std::string_view first, std::string_view second, char separator);

}  // namespace normscope::io
