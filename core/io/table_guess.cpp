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

// The decimal mark of the numbers: a comma where a field is a number with one, unless commas
// separate.
char find_mark(const Rows& rows, char separator) {
  NumberReader numbers(separator != ',');
  for (const auto& row : rows) {
    for (const std::string& field : row) (void)numbers.read(field);
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

// "1,500" may be a thousand and a half, or fifteen hundred to who wrote it.
bool may_be_thousands(const Rows& rows) {
  const auto has_three_digits = [](const std::string& field) {
    const auto comma = field.find(',');
    return comma != std::string::npos && field.size() == comma + 4;
  };
  return std::ranges::any_of(rows, [&](const std::vector<std::string>& row) {
    return std::ranges::any_of(row, has_three_digits);
  });
}

// "1,5" above "2,5" is two columns, or one with decimal commas.
bool may_be_decimal_commas(const Rows& rows, char separator) {
  return separator == ',' && std::ranges::all_of(rows, [](const std::vector<std::string>& row) {
           const auto has_point = [](const std::string& field) {
             return field.find_first_of(".eE") != std::string::npos;
           };
           return row.size() == 2 && !has_point(row[0]) && !row[1].empty() &&
                  row[1].find_first_not_of("0123456789") == std::string::npos;
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
  const bool commas = *choice.decimal_mark == ',';
  const bool one_way = commas ? !may_be_thousands(rows) && *choice.separator != '\0'
                              : !may_be_decimal_commas(rows, *choice.separator);
  guess.certain = all && !*choice.header && one_way;
  if (first.index_column && !numeric.empty() && numeric.front() == 0) {
    numeric.erase(numeric.begin());
  }
  if (choice.columns.empty()) choice.columns = std::move(numeric);
  return guess;
}

}  // namespace normscope::io
