// SPDX-License-Identifier: MIT
#include "core/io/table_guess.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "core/io/table_dialect.hpp"
#include "core/io/table_fields.hpp"
#include "core/text/joined.hpp"
#include "core/text/numbers.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

namespace {

// Lines and fields that are looked at.
constexpr std::size_t kGuessedLines = 32;
constexpr std::size_t kGuessedFields = std::size_t{1} << 20;
// Lines with numbers in the same columns that tell where those begin.
constexpr std::size_t kAlikeLines = 8;
// Fields that tell where the numbers begin.
constexpr std::size_t kFieldsOfKinds = 256;

using Rows = std::vector<std::vector<std::string>>;

std::string_view row_text(const std::vector<std::string_view>& lines, std::size_t at) {
  return at < lines.size() ? lines[at] : std::string_view();
}

std::vector<std::string_view> first_rows(std::string_view text, std::int64_t skipped,
                                         std::size_t most) {
  std::vector<std::string_view> lines;
  LineReader reader(text, skipped);
  while (lines.size() < most && reader.next()) {
    if (!reader.blank()) lines.push_back(reader.line());
  }
  return lines;
}

// What the fields of a line are.
struct LineKinds {
  std::int64_t number = 0;  // of the line
  std::vector<FieldKind> kinds{};

  bool has(FieldKind kind) const { return std::ranges::find(kinds, kind) != kinds.end(); }
  // The same number of fields, numbers in the same columns.
  bool same_columns(const LineKinds& other) const {
    return std::ranges::equal(kinds, other.kinds, [](FieldKind a, FieldKind b) {
      return (a == FieldKind::kNumber) == (b == FieldKind::kNumber);
    });
  }
};

std::vector<LineKinds> kinds_of_lines(std::string_view text, std::size_t most) {
  const char separator = find_separator(text);
  std::vector<LineKinds> lines;
  LineReader reader(text);
  while (lines.size() < most && reader.next()) {
    if (reader.blank()) continue;
    LineKinds line{reader.number()};
    FieldReader fields(without_last_separator(reader.line(), separator), separator);
    NumberReader numbers(separator != ',');
    while (line.kinds.size() < kFieldsOfKinds && fields.next() == FieldReader::Step::kField) {
      line.kinds.push_back(numbers.read(fields.field()));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

// The text after its first lines.
std::string_view after_lines(std::string_view text, std::int64_t count) {
  LineReader reader(text, count);
  return reader.next() ? text.substr(static_cast<std::size_t>(reader.line().data() - text.data()))
                       : std::string_view();
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
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

std::vector<std::vector<std::string>> first_fields(std::string_view text, const TableChoice& choice,
                                                   std::size_t rows, std::size_t columns) {
  const char separator = *choice.separator;
  Rows result;
  const std::vector<std::string_view> lines =
      first_rows(text, *choice.skip, std::max<std::size_t>(rows, 2));
  const bool last_separators =
      ends_in_separator(row_text(lines, *choice.header && lines.size() > 1 ? 1 : 0), separator);
  for (const std::string_view line : std::span(lines).first(std::min(rows, lines.size()))) {
    FieldReader fields(last_separators ? without_last_separator(line, separator) : line, separator);
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
  TableChoice& choice = guess.choice;
  if (!choice.skip) choice.skip = choice == TableChoice{} ? lines_before_numbers(text) : 0;
  const std::vector<std::string_view> lines = first_rows(text, *choice.skip, kGuessedLines);
  if (lines.empty()) return guess;
  if (!choice.separator) choice.separator = find_separator(text, *choice.skip);
  const FirstRow first =
      classify_first_row(row_text(lines, 0), row_text(lines, 1), *choice.separator);
  if (!choice.header) choice.header = first.header;
  const Rows rows = first_fields(text, choice, kGuessedLines, kGuessedFields);
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
  guess.certain =
      all && *choice.skip == 0 && !*choice.header && one_way && !doubtful_number(rows, choice);
  return guess;
}

std::int64_t lines_before_numbers(std::string_view text) {
  // What stands above the numbers may hide their separator: the lines are read again without it.
  const std::vector<LineKinds> lines = kinds_of_lines(text, kGuessedLines);
  for (const LineKinds& line : lines) {
    const std::string_view rest = after_lines(text, line.number - 1);
    const std::vector<LineKinds> below = kinds_of_lines(rest, kAlikeLines);
    const bool begins = below.size() > 1 && below.front().has(FieldKind::kNumber) &&
                        std::ranges::all_of(below, [&](const LineKinds& other) {
                          return below.front().same_columns(other);
                        });
    if (begins) {
      const bool header = lines.size() > 1 && line.number == lines[1].number &&
                          classify_first_row(first_rows(text, 0, 1).front(),
                                             first_rows(rest, 0, 1).front(), find_separator(text))
                              .header;
      return header || &line == &lines.front() ? 0 : line.number - 1;
    }
    const bool empty =
        std::ranges::all_of(line.kinds, [](FieldKind kind) { return kind == FieldKind::kEmpty; });
    if (!empty && (!line.has(FieldKind::kText) || line.has(FieldKind::kMissing))) return 0;
  }
  return 0;
}

std::string way_to_read(std::string_view text, const TableChoice& choice) {
  TableChoice known = choice;
  known.columns.clear();
  const std::int64_t before = !choice.skip ? lines_before_numbers(text) : 0;
  if (!known.skip) known.skip = before;
  std::string way;
  if (before > 0) {
    way = tr("numbers begin at line {line}: --skip {lines}", arg("line", before + 1),
             arg("lines", before));
  }
  const TableGuess guess = guess_table(text, known);
  const std::vector<std::int64_t>& columns = guess.choice.columns;
  if (!guess.choice.header) return way;
  const Rows rows = first_fields(text, guess.choice, kGuessedLines, kGuessedFields);
  const bool even = std::ranges::all_of(rows, [&](const std::vector<std::string>& row) {
    return static_cast<std::int64_t>(row.size()) == guess.columns;
  });
  const bool some =
      even && !columns.empty() && static_cast<std::int64_t>(columns.size()) < guess.columns;
  if (!choice.columns.empty() || !some) return way;
  const std::string list = columns_text(columns);
  const std::string hold = tr_n("column {columns} holds numbers: --columns {columns}",
                                "columns {columns} hold numbers: --columns {columns}",
                                static_cast<std::int64_t>(columns.size()), arg("columns", list));
  return text::listed_apart(way, hold);
}

std::string columns_text(const std::vector<std::int64_t>& columns) {
  std::string text;
  for (std::size_t i = 0; i < columns.size();) {
    std::size_t end = i + 1;
    while (end < columns.size() && columns[end] == columns[end - 1] + 1) ++end;
    if (!text.empty()) text += ",";
    text += fmt::format("{}", columns[i] + 1);
    if (end > i + 1) text += fmt::format("-{}", columns[end - 1] + 1);
    i = end;
  }
  return text;
}

std::optional<std::vector<std::int64_t>> columns_of(std::string_view text, std::int64_t count) {
  std::vector<std::int64_t> columns;
  while (!text.empty()) {
    const auto comma = std::min(text.find(','), text.size());
    const std::string_view part = trimmed(text.substr(0, comma));
    text.remove_prefix(std::min(comma + 1, text.size()));
    const auto dash = part.find('-');
    const auto first = text::parse_int(trimmed(part.substr(0, dash)));
    const auto last =
        dash == std::string_view::npos ? first : text::parse_int(trimmed(part.substr(dash + 1)));
    if (!first || !last || *first < 1 || *last < *first || *last > count) return std::nullopt;
    for (std::int64_t column = *first; column <= *last; ++column) columns.push_back(column - 1);
  }
  std::ranges::sort(columns);
  columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
  if (columns.empty()) return std::nullopt;
  return columns;
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
