// SPDX-License-Identifier: MIT
#include "core/io/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "core/base/memory.hpp"
#include "core/io/quote.hpp"
#include "core/io/table_cells.hpp"
#include "core/io/table_dialect.hpp"

namespace normscope::io {

using base::Error;
using base::ErrorKind;
using base::Expected;
using base::fail;
using tensor::Tensor;

namespace {

// A control character that no text table has; white space is none of them.
bool is_binary(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && (byte < '\t' || byte > '\r')) || byte == 0x7f;
}

bool looks_like_utf16(std::string_view text) {
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) return true;
  // Without a mark: the zero halves of two ASCII characters.
  return text.size() >= 4 && ((text[0] == '\0') != (text[1] == '\0')) &&
         (text[0] == '\0') == (text[2] == '\0') && (text[1] == '\0') == (text[3] == '\0');
}

// Takes off the byte order mark of UTF-8.
Expected<std::string_view> as_text(std::string_view bytes) {
  if (bytes.empty()) return fail(ErrorKind::kMalformed, "it is empty");
  if (looks_like_utf16(bytes)) {
    return fail(ErrorKind::kUnsupported, "it is UTF-16 text, expected UTF-8", "save it as UTF-8");
  }
  const auto* const binary = std::ranges::find_if(bytes, is_binary);
  if (binary != bytes.end()) {
    return fail(ErrorKind::kUnsupported,
                fmt::format("it holds binary data (byte {:#04x} at offset {}), expected text",
                            static_cast<unsigned char>(*binary), binary - bytes.begin()));
  }
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  return bytes;
}

// Takes in a table row by row.
class TableBuilder {
 public:
  /// Room is made for at most max_lines rows and max_values numbers.
  TableBuilder(TableDialect dialect, std::int64_t max_columns, std::size_t max_lines,
               std::size_t max_values)
      : dialect_(dialect),
        max_columns_(max_columns),
        max_lines_(max_lines),
        max_values_(max_values),
        numbers_(dialect.separator != ',') {}

  Expected<void> add_header(const LineReader& lines) {
    return add_cells(lines, [&](std::string_view cell, std::int64_t) {
      names_.emplace_back(cell);
      return std::optional<Error>();
    });
  }

  Expected<void> add_row(const LineReader& lines) {
    auto added = add_cells(lines, [&](std::string_view cell, std::int64_t column) {
      const CellKind kind = numbers_.read(cell);
      if (kind != CellKind::kNumber) return std::optional(explain(cell, kind, lines, column));
      values_.push_back(numbers_.value());
      return std::optional<Error>();
    });
    if (!added) return added;
    // The first row tells how much there will be if every line is a row like it.
    if (rows_ == 0) values_.reserve(std::min(max_values_, values_.size() * max_lines_));
    ++rows_;
    return {};
  }

  Expected<Table> finish() && {
    if (rows_ == 0) {
      return fail(ErrorKind::kMalformed,
                  names_.empty() ? "it holds no numbers" : "it holds a header row, but no numbers");
    }
    const std::int64_t columns = cells_ - (dialect_.index_column ? 1 : 0);
    auto values = Tensor::from_values({rows_, columns}, std::move(values_));
    if (!values) return tl::unexpected(values.error());
    if (numbers_.decimal_mark() != '\0') dialect_.decimal_mark = numbers_.decimal_mark();
    return Table{std::move(*values), dialect_, std::move(names_)};
  }

 private:
  // Calls take(cell, column) for the cells of a line that count; it returns an error to stop.
  template <class Take>
  Expected<void> add_cells(const LineReader& lines, const Take& take) {
    CellReader cells(lines.line(), dialect_.separator);
    std::int64_t column = 0;
    CellReader::Step step = cells.next();
    for (; step == CellReader::Step::kCell; step = cells.next()) {
      if (column == max_columns_) {
        return fail(ErrorKind::kTooLarge,
                    fmt::format("line {} has more than {} cells", lines.number(), max_columns_));
      }
      ++column;
      if (first_line_ != 0 && column > cells_) continue;  // too many: the count is the error
      if (column == 1 && dialect_.index_column) continue;
      if (auto error = take(cells.cell(), column)) return tl::unexpected(std::move(*error));
    }
    if (step == CellReader::Step::kOpenQuote) {
      return fail(ErrorKind::kMalformed,
                  fmt::format("line {}, column {} has a quote that is not closed", lines.number(),
                              column + 1));
    }
    if (step == CellReader::Step::kTextAfterQuote) {
      return fail(ErrorKind::kMalformed, fmt::format("line {}, column {} has text after its quote",
                                                     lines.number(), column + 1));
    }
    if (first_line_ == 0) {
      first_line_ = lines.number();
      cells_ = column;
    }
    if (column == cells_) return {};
    return fail(ErrorKind::kMalformed,
                fmt::format("line {} has {} {}, expected {} as in line {}", lines.number(), column,
                            column == 1 ? "cell" : "cells", cells_, first_line_));
  }

  Error explain(std::string_view cell, CellKind kind, const LineReader& lines,
                std::int64_t column) const {
    const std::string place = fmt::format("line {}, column {}", lines.number(), column);
    if (kind == CellKind::kEmpty) {
      return {ErrorKind::kMalformed, place + " is empty, expected a number (nan is one)"};
    }
    if (kind == CellKind::kMissing) {
      return {ErrorKind::kMalformed,
              fmt::format("{} holds {}, expected a number (nan is one)", place, quote(cell))};
    }
    if (kind == CellKind::kOtherMark) {
      return {ErrorKind::kMalformed,
              fmt::format("{} holds {}, but earlier numbers have a decimal {}", place, quote(cell),
                          numbers_.decimal_mark() == ',' ? "comma" : "point")};
    }
    return {ErrorKind::kMalformed,
            fmt::format("{} holds {}, expected a number", place, quote(cell))};
  }

  TableDialect dialect_;
  std::int64_t max_columns_;
  std::size_t max_lines_;
  std::size_t max_values_;
  NumberReader numbers_;
  std::vector<float> values_{};
  std::vector<std::string> names_{};
  std::int64_t rows_ = 0;
  std::int64_t cells_ = 0;       // of each line, an index included
  std::int64_t first_line_ = 0;  // the line that says how many; 0 before there is one
};

// The first line from here on that is not blank; false at the end.
bool next_row(LineReader& lines) {
  while (lines.next()) {
    if (!lines.blank()) return true;
  }
  return false;
}

Expected<Table> read_text(std::string_view text, std::int64_t max_columns) {
  LineReader lines(text);
  if (!next_row(lines)) return fail(ErrorKind::kMalformed, "it holds no numbers");
  LineReader below = lines;
  const bool more = next_row(below);
  TableDialect dialect;
  dialect.separator = find_separator(text);
  const FirstRow first =
      judge_first_row(lines.line(), more ? below.line() : std::string_view(), dialect.separator);
  dialect.header = first.header;
  dialect.index_column = first.index_column;

  // A number and what ends it take two bytes or more.
  const std::size_t max_values = text.size() / 2 + 1;
  const auto fits = base::check_memory(max_values * sizeof(float), "a table of this size");
  if (!fits) return tl::unexpected(fits.error());
  const auto line_ends = std::max(std::ranges::count(text, '\n'), std::ranges::count(text, '\r'));
  TableBuilder table(dialect, max_columns, static_cast<std::size_t>(line_ends) + 1, max_values);
  if (dialect.header) {
    const auto added = table.add_header(lines);
    if (!added) return tl::unexpected(added.error());
    if (!next_row(lines)) return std::move(table).finish();
  }
  std::int64_t blank_line = 0;
  do {
    if (lines.blank()) {
      if (blank_line == 0) blank_line = lines.number();
      continue;
    }
    if (blank_line != 0) {
      return fail(ErrorKind::kMalformed,
                  fmt::format("line {} is blank, and the table goes on after it", blank_line));
    }
    const auto added = table.add_row(lines);
    if (!added) return tl::unexpected(added.error());
  } while (lines.next());
  return std::move(table).finish();
}

}  // namespace

Expected<Table> read_table(std::string_view text, std::int64_t max_columns) {
  try {
    return as_text(text).and_then(
        [&](std::string_view checked) { return read_text(checked, max_columns); });
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::kTooLarge, fmt::format("there is no memory left for a table of {}",
                                                  base::bytes_to_text(text.size())));
  }
}

}  // namespace normscope::io
