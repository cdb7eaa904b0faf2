// SPDX-License-Identifier: MIT
// Splits the text of a table into lines and fields, and tells what a field is. Only quoted fields
// are copied, so that a line of a million columns costs no more than its length.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace normscope::io {

/// The lines of a text, without comments, with their numbers from 1. Lines end in \n, \r\n, or \r
/// in a file without any \n.
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

/// The fields of one line, without the blanks around them and without their quotes.
class FieldReader {
 public:
  enum class Step { kField, kEnd, kOpenQuote, kTextAfterQuote };

  /// separator: as TableDialect::separator; with '\0' the line is one field.
  FieldReader(std::string_view line, char separator);

  Step next();

  /// Valid until the next call.
  std::string_view field() const { return field_; }

 private:
  Step quoted_field();
  std::size_t skip_blanks(std::size_t at) const;

  std::string_view line_;
  char separator_;
  std::string_view blanks_;  // the blanks that may surround a field
  std::size_t at_ = 0;
  bool more_ = true;
  std::string_view field_{};
  std::string unquoted_{};
};

enum class FieldKind {
  kNumber,
  kOtherMark,  // a number with the decimal mark that this file does not use
  kEmpty,
  kMissing,    // NA, null and similar marks of a missing value
  kMalformed,  // begins like a number, but is none
  kText,
};

/// Reads fields as numbers. The first decimal mark found is the only one accepted afterwards. The
/// other mark may group thousands: `1.234,5` has both; `1.234` has groups only where the decimal
/// mark is given, or where an earlier number had both.
class NumberReader {
 public:
  /// comma_allowed: whether a comma may be a decimal mark; false where commas separate fields.
  /// `mark` is the decimal mark where it is known.
  explicit NumberReader(bool comma_allowed, char mark = '\0')
      : comma_allowed_(comma_allowed), mark_(mark), groups_(mark != '\0') {}

  FieldKind read(std::string_view field);

  float value() const { return value_; }       // after kNumber
  char decimal_mark() const { return mark_; }  // '\0' before the first one

 private:
  FieldKind read_groups(std::string_view field, FieldKind otherwise);

  bool comma_allowed_;
  char mark_;
  bool groups_;  // the other mark is known to group thousands
  float value_ = 0.0F;
};

}  // namespace normscope::io
