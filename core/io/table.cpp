// SPDX-License-Identifier: MIT
#include "core/io/table.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/memory.hpp"
#include "core/io/quote.hpp"
#include "core/io/table_characters.hpp"
#include "core/io/table_dialect.hpp"
#include "core/io/table_fields.hpp"
#include "core/io/table_guess.hpp"
#include "core/text/joined.hpp"
#include "core/text/translate.hpp"

namespace normscope::io {

using base::Error;
using tensor::Tensor;

namespace {

// Commas within numbers are decimal marks where they do not separate, and where a person says so.
NumberReader number_reader(char separator, std::optional<char> decimal_mark) {
  if (decimal_mark) return NumberReader(*decimal_mark == ',', *decimal_mark);
  return NumberReader(separator != ',');
}

// Whether a byte is a control character other than white space, which no text table contains.
bool is_binary(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && (byte < '\t' || byte > '\r')) || byte == 0x7f;
}

bool looks_like_utf16(std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return true;
  // Without a byte order mark: two ASCII characters, each with a zero byte.
  return text.size() >= 4 && ((text[0] == '\0') != (text[1] == '\0')) &&
         (text[0] == '\0') == (text[2] == '\0') && (text[1] == '\0') == (text[3] == '\0');
}

// Checks that the bytes are text, and removes the byte order mark of UTF-8.
Expected<std::string_view> as_text(std::string_view bytes) {
  if (bytes.empty()) return fail(ErrorKind::kMalformed, tr("it is empty"));
  if (looks_like_utf16(bytes)) {
    return fail(ErrorKind::kUnsupported, tr("it is UTF-16 text, expected UTF-8"),
                tr("save it as UTF-8"));
  }
  const auto* const binary = std::ranges::find_if(bytes, is_binary);
  if (binary != bytes.end()) {
    return fail(
        ErrorKind::kUnsupported,
        tr("it holds binary data (byte {binary:#04x} at offset {bytes_begin}), expected text",
           arg("binary", static_cast<unsigned char>(*binary)),
           arg("bytes_begin", binary - bytes.begin())));
  }
  return without_mark(bytes);
}

template <class Number>
std::vector<Number> transposed(const std::vector<Number>& values, std::int64_t rows,
                               std::int64_t columns) {
  std::vector<Number> turned(values.size());
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t column = 0; column < columns; ++column) {
      turned[static_cast<std::size_t>(column * rows + row)] =
          values[static_cast<std::size_t>(row * columns + column)];
    }
  }
  return turned;
}

// Builds a table row by row.
class TableBuilder {
 public:
  /// max_lines and max_values bound the memory that is reserved in advance.
  TableBuilder(TableDialect dialect, const TableChoice& choice, std::int64_t max_columns,
               std::size_t max_lines, std::size_t max_values, Doubles* doubles)
      : dialect_(dialect),
        columns_(choice.columns),
        transposed_(choice.transposed),
        max_columns_(max_columns),
        max_lines_(max_lines),
        max_values_(max_values),
        numbers_(number_reader(dialect.separator, choice.decimal_mark)),
        doubles_(doubles) {}

  /// Each line may end in a separator after which there is no field.
  void expect_last_separators() { last_separators_ = true; }

  Expected<void> add_header(const LineReader& lines) {
    return add_fields(lines, [&](std::string_view field, std::int64_t) {
      names_.emplace_back(field);
      return std::optional<Error>();
    });
  }

  Expected<void> add_row(const LineReader& lines) {
    auto added = add_fields(lines, [&](std::string_view field, std::int64_t column) {
      const FieldKind kind = numbers_.read(field);
      if (kind != FieldKind::kNumber) return std::optional(explain(field, kind, lines, column));
      values_.push_back(numbers_.value());
      if (doubles_ != nullptr) {
        if (numbers_.inexact(field) && !doubles_->inexact) {
          doubles_->inexact = static_cast<std::int64_t>(doubles_->values.size());
        }
        doubles_->values.push_back(numbers_.exact());
      }
      return std::optional<Error>();
    });
    if (!added) return added;
    // Estimates the number of values: every line is a row of as many fields as the first.
    if (rows_ == 0) values_.reserve(std::min(max_values_, values_.size() * max_lines_));
    ++rows_;
    return {};
  }

  Expected<Table> finish() && {
    if (rows_ == 0) {
      return fail(ErrorKind::kMalformed, names_.empty()
                                             ? tr("it holds no numbers")
                                             : tr("it holds a header row, but no numbers"));
    }
    const std::int64_t columns = columns_.empty() ? fields_ - (dialect_.index_column ? 1 : 0)
                                                  : static_cast<std::int64_t>(columns_.size());
    if (transposed_) {
      values_ = transposed(values_, rows_, columns);
      if (doubles_ != nullptr) {
        doubles_->values = transposed(doubles_->values, rows_, columns);
        std::optional<std::int64_t>& at = doubles_->inexact;
        if (at) at = *at % columns * rows_ + *at / columns;
      }
    }
    auto values = Tensor::from_values(
        transposed_ ? tensor::Shape{columns, rows_} : tensor::Shape{rows_, columns},
        std::move(values_));
    if (!values) return tl::unexpected(values.error());
    if (numbers_.decimal_mark() != '\0') dialect_.decimal_mark = numbers_.decimal_mark();
    return Table{std::move(*values), dialect_, std::move(names_)};
  }

 private:
  // Calls take(field, column) for each field of a line, but for those of an index column; an error
  // that take returns ends the loop.
  template <class Take>
  Expected<void> add_fields(const LineReader& lines, const Take& take) {
    const std::string_view line =
        last_separators_ ? without_last_separator(lines.line(), dialect_.separator) : lines.line();
    FieldReader fields(line, dialect_.separator);
    std::int64_t column = 0;
    FieldReader::Step step = fields.next();
    for (; step == FieldReader::Step::kField; step = fields.next()) {
      if (column == max_columns_) {
        return fail(ErrorKind::kTooLarge,
                    tr("line {number} has more than {most} fields", arg("number", lines.number()),
                       arg("most", max_columns_)));
      }
      ++column;
      if (first_line_ != 0 && column > fields_) continue;  // too many: reported below
      if (!is_wanted(column)) continue;
      if (auto error = take(fields.field(), column)) return tl::unexpected(std::move(*error));
    }
    if (step == FieldReader::Step::kOpenQuote) {
      return fail(ErrorKind::kMalformed,
                  tr("line {number}, column {column} has a quote that is not closed",
                     arg("number", lines.number()), arg("column", column + 1)));
    }
    if (step == FieldReader::Step::kTextAfterQuote) {
      return fail(ErrorKind::kMalformed,
                  tr("line {number}, column {column} has text after its quote",
                     arg("number", lines.number()), arg("column", column + 1)));
    }
    if (first_line_ == 0) {
      first_line_ = lines.number();
      fields_ = column;
      if (!columns_.empty() && columns_.back() >= fields_) {
        return fail(ErrorKind::kInvalidArgument,
                    tr("there is no column {columns}; there are {fields}",
                       arg("columns", columns_.back() + 1), arg("fields", fields_)));
      }
    }
    if (column == fields_) return {};
    return fail(ErrorKind::kMalformed,
                tr_n("line {line} has {n} field, expected {fields} as in line {first}",
                     "line {line} has {n} fields, expected {fields} as in line {first}", column,
                     arg("line", lines.number()), arg("n", column), arg("fields", fields_),
                     arg("first", first_line_)));
  }

  // Columns count from 1 here.
  bool is_wanted(std::int64_t column) const {
    if (columns_.empty()) return column > 1 || !dialect_.index_column;
    return std::ranges::binary_search(columns_, column - 1);
  }

  Error explain(std::string_view field, FieldKind kind, const LineReader& lines,
                std::int64_t column) const {
    std::string_view sentence =
        tr_later("line {number}, column {column} holds {field}, expected a number");
    if (kind == FieldKind::kEmpty) {
      sentence =
          tr_later("line {number}, column {column} is empty, expected a number (nan is one)");
    } else if (kind == FieldKind::kMissing) {
      sentence =
          tr_later("line {number}, column {column} holds {field}, expected a number (nan is one)");
    } else if (kind == FieldKind::kOtherMark) {
      sentence = numbers_.decimal_mark() == ','
                     ? tr_later(
                           "line {number}, column {column} holds {field}, but earlier numbers "
                           "have a decimal comma")
                     : tr_later(
                           "line {number}, column {column} holds {field}, but earlier numbers "
                           "have a decimal point");
    }
    return {
        ErrorKind::kMalformed,
        tr(sentence, arg("number", lines.number()), arg("column", column),
           arg("field", quote(field))),
        kind == FieldKind::kEmpty || kind == FieldKind::kMissing || kind == FieldKind::kOtherMark
            ? std::string()
            : refused_character(field)};
  }

  TableDialect dialect_;
  std::vector<std::int64_t> columns_;  // as TableChoice::columns
  bool transposed_;
  bool last_separators_ = false;
  std::int64_t max_columns_;
  std::size_t max_lines_;
  std::size_t max_values_;
  NumberReader numbers_;
  Doubles* doubles_;  // may be null
  std::vector<float> values_{};
  std::vector<std::string> names_{};
  std::int64_t rows_ = 0;
  std::int64_t fields_ = 0;      // fields of each line, an index included
  std::int64_t first_line_ = 0;  // number of the line that set fields_; 0 before the first line
};

// Moves to the next line that is not blank; false at the end.
bool next_row(LineReader& lines) {
  while (lines.next()) {
    if (!lines.blank()) return true;
  }
  return false;
}

// Tells the watch how far the rows are, each time that a piece of the text has been read.
class RowWatch {
 public:
  RowWatch(std::string_view text, const ReadWatch& watch) : text_(text), watch_(watch) {}

  Expected<void> before(const LineReader& lines) {
    const auto at = static_cast<std::size_t>(lines.line().data() - text_.data());
    if (at < next_) return {};
    constexpr std::size_t kRowPiece = std::size_t{1} << 20;
    next_ = at + kRowPiece;
    return watch_.report(static_cast<double>(at) / static_cast<double>(text_.size()));
  }

 private:
  std::string_view text_;
  const ReadWatch& watch_;
  std::size_t next_ = 0;
};

Expected<void> add_rows(LineReader& lines, RowWatch rows, TableBuilder& table) {
  std::int64_t blank_line = 0;
  do {
    if (auto go_on = rows.before(lines); !go_on) return go_on;
    if (lines.blank()) {
      if (blank_line == 0) blank_line = lines.number();
      continue;
    }
    if (blank_line != 0) {
      return fail(ErrorKind::kMalformed,
                  tr("line {blank_line} is blank, and the table goes on after it",
                     arg("blank_line", blank_line)));
    }
    if (auto added = table.add_row(lines); !added) return added;
  } while (lines.next());
  return {};
}

Expected<Table> read_text(std::string_view text, const TableChoice& choice, const ReadWatch& watch,
                          std::int64_t max_columns) {
  LineReader lines(text, choice.skip.value_or(0));
  if (!next_row(lines)) return fail(ErrorKind::kMalformed, tr("it holds no numbers"));
  LineReader below = lines;
  const bool more = next_row(below);
  TableDialect dialect;
  dialect.separator = choice.separator.value_or('\0');
  if (!choice.separator) dialect.separator = find_separator(text, choice.skip.value_or(0));
  const FirstRow first =
      classify_first_row(lines.line(), more ? below.line() : std::string_view(), dialect.separator);
  dialect.header = choice.header.value_or(first.header);
  dialect.index_column = first.index_column && choice.columns.empty();

  // A number and the separator after it take two bytes or more.
  const std::size_t max_values = text.size() / 2 + 1;
  const auto fits =
      base::check_memory(max_values * sizeof(float), text::tr_later("a table of this size"));
  if (!fits) return tl::unexpected(fits.error());
  const auto line_ends = std::max(std::ranges::count(text, '\n'), std::ranges::count(text, '\r'));
  if (watch.rounds != nullptr) *watch.rounds = true;
  TableBuilder table(dialect, choice, max_columns, static_cast<std::size_t>(line_ends) + 1,
                     max_values, watch.doubles);
  const std::string_view first_numbers = dialect.header && more ? below.line() : lines.line();
  if (ends_in_separator(first_numbers, dialect.separator)) table.expect_last_separators();
  if (dialect.header) {
    const auto added = table.add_header(lines);
    if (!added) return tl::unexpected(added.error());
    if (!next_row(lines)) return std::move(table).finish();
  }
  const auto added = add_rows(lines, RowWatch(text, watch), table);
  if (!added) return tl::unexpected(added.error());
  return std::move(table).finish();
}

}  // namespace

Expected<Table> read_table(std::string_view text, const TableChoice& choice, const ReadWatch& watch,
                           std::int64_t max_columns) {
  const std::string table =
      tr("a table of {bytes}", arg("bytes", base::bytes_to_text(text.size())));
  return base::within_memory(table, [&]() -> Expected<Table> {
    const auto checked = as_text(text);
    if (!checked) return tl::unexpected(checked.error());
    auto read = read_text(*checked, choice, watch, max_columns);
    if (!read && read.error().kind == ErrorKind::kMalformed) {
      read.error().hint = text::listed_apart(read.error().hint, way_to_read(*checked, choice));
    }
    return read;
  });
}

}  // namespace normscope::io
