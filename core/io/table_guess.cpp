// SPDX-License-Identifier: MIT
#include "core/io/table_guess.hpp"

#include <algorithm>
#include <cstddef>

#include "core/io/table_dialect.hpp"
#include "core/io/table_fields.hpp"

namespace normscope::io {
namespace {

// Lines and fields that are looked at.
constexpr std::size_t kGuessedLines = 32;
constexpr std::size_t kGuessedFields = std::size_t{1} << 20;

using Rows = std::vector<std::vector<std::string>>;

std::string_view row_text(const std::vector<std::string_view>& lines, std::size_t at) {
  return at < lines.size() ? lines[at] : std::string_view();
}

std::vector<std::string_view> first_rows(std::string_view text, std::size_t most) {
  std::vector<std::string_view> lines;
  LineReader reader(text);
  while (lines.size() < most && reader.next()) {
    if (!reader.blank()) lines.push_back(reader.line());
  }
  return lines;
}

// The decimal mark of the numbers. A number with both marks shows which one groups thousands. Else
// it is a comma where a field is a number with one, unless commas separate.
char find_mark(const Rows& rows, char separator) {
  NumberReader numbers(separator != ',');
  for (const auto& row : rows) {
    for (const std::string& field : row) {
      NumberReader alone(separator != ',');
      const bool both =
          field.find(',') != std::string::npos && field.find('.') != std::string::npos;
      if (both && alone.read(field) == FieldKind::kNumber) return alone.decimal_mark();
      (void)numbers.read(field);
    }
  }
  return numbers.decimal_mark() == ',' ? ',' : '.';
}

// Columns that have nothing but numbers below the header.
std::vector<std::int64_t> numeric_columns(const Rows& rows, const TableChoice& choice) {
  std::vector<std::int64_t> columns;
  const std::size_t first = *choice.header ? 1 : 0;
  if (rows.size() <= first) return columns;
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    const auto is_number = [&](const std::vector<std::string>& row) {
      NumberReader numbers(*choice.decimal_mark == ',', *choice.decimal_mark);
      return column < row.size() && numbers.read(row[column]) == FieldKind::kNumber;
    };
    if (std::all_of(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(), is_number)) {
      columns.push_back(static_cast<std::int64_t>(column));
    }
  }
  return columns;
}

// "1,500" is one and a half, or fifteen hundred to who wrote it.
bool is_doubtful(std::string_view number, char decimal_mark) {
  const auto comma = number.find(',');
  if (decimal_mark == '.') return comma != std::string_view::npos;
  return number.find('.') != std::string_view::npos || number.size() == comma + 4;
}

// "1,5" above "2,5" is two columns, or one with decimal commas; "1,234.5" one with thousands.
bool may_be_one_column(const Rows& rows, char separator) {
  return separator == ',' && std::ranges::all_of(rows, [](const std::vector<std::string>& row) {
           return row.size() == 2 &&
                  NumberReader(true).read(row[0] + ',' + row[1]) == FieldKind::kNumber;
         });
}

}  // namespace

std::vector<std::vector<std::string>> first_fields(std::string_view text, char separator,
                                                   std::size_t rows, std::size_t columns) {
  Rows result;
  for (const std::string_view line : first_rows(text, rows)) {
    FieldReader fields(line, separator);
    std::vector<std::string> row;
    while (row.size() < columns && fields.next() == FieldReader::Step::kField) {
      row.emplace_back(fields.field());
    }
    result.push_back(std::move(row));
  }
  return result;
}

TableGuess guess_table(std::string_view text, const TableChoice& known) {
  TableGuess guess{known};
  const std::vector<std::string_view> lines = first_rows(text, kGuessedLines);
  if (lines.empty()) return guess;
  TableChoice& choice = guess.choice;
  if (!choice.separator) choice.separator = find_separator(text);
  const FirstRow first =
      classify_first_row(row_text(lines, 0), row_text(lines, 1), *choice.separator);
  if (!choice.header) choice.header = first.header;
  const Rows rows = first_fields(text, *choice.separator, kGuessedLines, kGuessedFields);
  if (!choice.decimal_mark) choice.decimal_mark = find_mark(rows, *choice.separator);
  guess.columns = static_cast<std::int64_t>(rows.front().size());
  std::vector<std::int64_t> numeric = numeric_columns(rows, choice);
  const bool all = static_cast<std::int64_t>(numeric.size()) == guess.columns;
  const bool commas_in_one_column = *choice.decimal_mark == ',' && *choice.separator == '\0';
  const bool one_way = !commas_in_one_column && !may_be_one_column(rows, *choice.separator);
  if (first.index_column && !numeric.empty() && numeric.front() == 0) {
    numeric.erase(numeric.begin());
  }
  if (choice.columns.empty()) choice.columns = std::move(numeric);
  guess.certain = all && !*choice.header && one_way && !doubtful_number(rows, choice);
  return guess;
}

std::optional<ReadNumber> doubtful_number(const Rows& rows, const TableChoice& choice) {
  NumberReader numbers(*choice.decimal_mark == ',', *choice.decimal_mark);
  for (std::size_t row = *choice.header ? 1 : 0; row < rows.size(); ++row) {
    for (const std::int64_t column : choice.columns) {
      if (column >= static_cast<std::int64_t>(rows[row].size())) break;
      const std::string& field = rows[row][static_cast<std::size_t>(column)];
      if (is_doubtful(field, *choice.decimal_mark) && numbers.read(field) == FieldKind::kNumber) {
        return ReadNumber{field, numbers.value()};
      }
    }
  }
  return std::nullopt;
}

}  // namespace normscope::io
