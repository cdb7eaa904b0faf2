// SPDX-License-Identifier: MIT
// Tables of numbers as text: CSV, TSV and similar formats. Separator, decimal mark and header are
// detected by rules of one sentence each; where a guess could change a number, there is an error
// instead.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/limits.hpp"
#include "core/io/read_watch.hpp"
#include "core/io/write_files.hpp"
#include "core/tensor/tensor.hpp"

namespace normscope::io {

struct TableDialect {
  char separator = '\0';      // ',', ';', '\t', '|', ' ' for any white space; '\0' for one column
  char decimal_mark = '.';    // '.' or ','; '.' when no number has a decimal mark
  bool header = false;        // the first row names the columns
  bool index_column = false;  // the first column numbers or names the rows and was skipped

  bool operator==(const TableDialect&) const = default;
};

/// What a person says about a table; what is missing is detected.
struct TableChoice {
  std::optional<char> separator{};      // as TableDialect::separator
  std::optional<char> decimal_mark{};   // '.' or ','
  std::optional<bool> header{};         // the first row names the columns
  std::vector<std::int64_t> columns{};  // those to read, ascending from 0; empty: all but an index
  std::optional<std::int64_t> skip{};   // lines before the table; none: 0
  bool transposed = false;              // columns of the text become rows

  bool operator==(const TableChoice&) const = default;
};

struct Table {
  tensor::Tensor values;  // [rows, columns]
  TableDialect dialect{};
  std::vector<std::string> column_names{};  // empty without a header
};

/// Reads a rectangular table of numbers from UTF-8 text. The rules:
/// - Lines that begin with #, and blank lines before and after the table, are skipped; a first line
///   such as `sep=;` states the separator.
/// - Where the first row of numbers ends in a separator, no field follows that of any row.
/// - The separator is tab ; | , or white space: preferably one that splits the first lines into the
///   same number of fields, then the one with the largest share of fields that are numbers, then
///   the first in this order. So `1,5` is two numbers, and `1,5 2,5` is two as well.
/// - A comma within a number is a decimal comma, unless commas separate: `1;1,500` ends in 1.5. One
///   file uses one decimal mark. Where a number has both marks, or the decimal mark is chosen, the
///   other one may group thousands: `1.234,5` is 1234.5.
/// - A field may stand in double quotes, doubled inside: "1.5"; it may have line breaks.
/// - The minus sign U+2212 is a minus; no-break and narrow spaces may stand around a number, and
///   between its groups of three digits.
/// - The first row is a header when it has text and no number. When its first field is empty, as
///   pandas and R write it, the first column is an index and skipped; the same holds for pandas'
///   `,0,1,2` above a row that begins with 0.
/// - nan, inf, -inf and infinity are numbers in any case; an empty field and NA are not.
/// errors  Malformed: rows of different lengths, a field that is empty or text, a quote that is not
///         closed, a blank line inside, no numbers at all; the hint says, where the text shows it,
///         where the numbers begin, which columns hold some, and what a refused character is;
///         Unsupported: binary data, UTF-16;
///         TooLarge: more than max_columns columns; InvalidArgument: a chosen column that the
///         table does not have; Cancelled: the watch's stop
/// numeric read as double, then rounded to float32; an infinity beyond the range of float32
base::Expected<Table> read_table(std::string_view text, const TableChoice& choice = {},
                                 const ReadWatch& watch = {},
                                 std::int64_t max_columns = base::kMaxTableColumns);

/// Writes rows of numbers; a tensor of rank 0 or 1 becomes one row. Each number is the shortest
/// text that reads back as the same float32.
/// errors  Unsupported: a rank above 2, or no elements; as the sink
base::Expected<void> write_table(const tensor::Tensor& tensor, char separator,
                                 const ByteSink& sink);

}  // namespace normscope::io
