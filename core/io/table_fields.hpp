// SPDX-License-Identifier: MIT
// Splits the text of a table into lines and fields, and tells what a field is. Only quoted fields
// are copied, so that a line of a million columns costs no more than its length.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace normscope::io {

/// The separator that a first line "sep=;" states, as spreadsheets write it; none without one.
std::optional<char> stated_separator(std::string_view text);

/// The text without the byte order mark of UTF-8.
std::string_view without_mark(std::string_view text);

/// Whether a line ends in a separator, after which there is no field; blanks never do.
bool ends_in_separator(std::string_view line, char separator);
std::string_view without_last_separator(std::string_view line, char separator);

/// The lines of a text, without comments and without one that states the separator, with their
/// numbers from 1. Lines end in \n, \r\n, or \r in a file without any \n; a break within a quoted
/// field ends none.
class LineReader {
 public:
  /// The first `skipped` lines are left out.
  explicit LineReader(std::string_view text, std::int64_t skipped = 0);

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

  float value() const { return static_cast<float>(exact_); }  // after kNumber
  double exact() const { return exact_; }                     // after kNumber
  /// Whether the number of this field, just read, is beyond double's range, or an integer that
  /// double has not.
  bool inexact(std::string_view field) const;
  char decimal_mark() const { return mark_; }  // '\0' before the first one

 private:
  FieldKind read_plain(std::string_view field);
  FieldKind read_groups(std::string_view field, FieldKind otherwise);

  bool comma_allowed_;
  char mark_;
  bool groups_;  // the other mark is known to group thousands
  double exact_ = 0;
};

}  // namespace normscope::io
