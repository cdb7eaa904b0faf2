// SPDX-License-Identifier: MIT
// A table's text taken apart: lines, their cells, and what a cell is. Nothing is copied but cells
// with doubled quotes, so that a line of a million columns costs no more than its length.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace normscope::io {

/// The lines of a text that are not comments, with their numbers from 1. Lines end in \n, \r\n, or
/// \r in a file without any \n.
class LineReader {
 public:
  explicit LineReader(std::string_view text);

  /// Moves to the next line; false at the end.
  bool next();

  std::string_view line() const { return line_; }
  std::int64_t number() const { return number_; }
  bool blank() const;

 private:
  std::string_view text_;
  char end_;
  std::string_view line_{};
  std::int64_t number_ = 0;
};

/// The cells of one line, without the blanks around them and without their quotes.
class CellReader {
 public:
  enum class Step { kCell, kEnd, kOpenQuote, kTextAfterQuote };

  /// separator: as TableDialect's; '\0' takes the line as one cell.
  CellReader(std::string_view line, char separator);

  Step next();

  /// Valid until the next call.
  std::string_view cell() const { return cell_; }

 private:
  Step quoted_cell();
  std::size_t skip_blanks(std::size_t at) const;

  std::string_view line_;
  char separator_;
  std::string_view blanks_;  // what may surround a cell
  std::size_t at_ = 0;
  bool more_ = true;
  std::string_view cell_{};
  std::string unquoted_{};
};

enum class CellKind {
  kNumber,
  kOtherMark,  // a number, with the decimal mark that this file does not use
  kEmpty,
  kMissing,  // NA, null and the like
  kAlmost,   // begins as a number does, and is none
  kText,
};

/// Reads cells as numbers and holds them to one decimal mark, the first one met.
class NumberReader {
 public:
  /// comma_allowed: whether a comma may be a decimal mark, because it does not separate.
  explicit NumberReader(bool comma_allowed) : comma_allowed_(comma_allowed) {}

  CellKind read(std::string_view cell);

  float value() const { return value_; }       // after kNumber
  char decimal_mark() const { return mark_; }  // '\0' before any was met

 private:
  bool comma_allowed_;
  char mark_ = '\0';
  float value_ = 0.0F;
};

}  // namespace normscope::io
