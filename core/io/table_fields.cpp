// SPDX-License-Identifier: MIT
#include "core/io/table_fields.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

#include "core/io/table_characters.hpp"
#include "core/text/ascii.hpp"
#include "core/text/numbers.hpp"

namespace normscope::io {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";
constexpr std::string_view kBlanksButTab = " \r\v\f";
constexpr std::string_view kAfterField = ",;|\t\n\r";  // what may follow a quoted field

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The marks that R, pandas and databases write for a missing number, and the errors of
// spreadsheets.
constexpr std::array<std::string_view, 15> kMissing = {
    "na",   "n/a",     "<na>",    "null",  "none",   "-",     "?",     ".",
    "#n/a", "#div/0!", "#value!", "#ref!", "#name?", "#num!", "#null!"};

bool equal_ignoring_case(std::string_view text, std::string_view lowercase) {
  return std::ranges::equal(text, lowercase, {}, text::to_lowercase);
}

bool is_missing(std::string_view field) {
  return std::ranges::any_of(
      kMissing, [&](std::string_view name) { return equal_ignoring_case(field, name); });
}

// A line that begins with #, but not with a spreadsheet's error such as #N/A.
bool is_comment(std::string_view line) {
  if (!line.starts_with('#')) return false;
  return std::ranges::none_of(kMissing, [&](std::string_view name) {
    return name[0] == '#' && equal_ignoring_case(line.substr(0, name.size()), name);
  });
}

bool begins_as_number(std::string_view field) {
  const std::size_t at = field.find_first_not_of("+-.,");
  return (at < 3 && is_digit(field[at])) || begins_as_odd_number(field);
}

// Where the quote that opens a field ends: after the quote that closes it, if the field ends there.
std::optional<std::size_t> end_of_quoted(std::string_view text, std::size_t open) {
  std::size_t at = open + 1;
  while (true) {
    at = text.find('"', at);
    if (at == std::string_view::npos) return std::nullopt;
    if (at + 1 >= text.size() || text[at + 1] != '"') break;
    at += 2;
  }
  const std::size_t after = text.find_first_not_of(kBlanks, at + 1);
  const bool ends =
      after == std::string_view::npos || kAfterField.find(text[after]) != std::string_view::npos;
  return ends ? std::optional(at + 1) : std::nullopt;
}

// How long the first line is, line breaks within its quoted fields included.
std::size_t record_length(std::string_view text, char line_end) {
  std::size_t end = std::min(text.find(line_end), text.size());
  if (end == text.size() || text.substr(0, end).find('"') == std::string_view::npos) return end;
  bool field_begins = true;
  for (std::size_t at = 0; at < end; ++at) {
    if (field_begins && text[at] == '"') {
      const auto closed = end_of_quoted(text, at);
      if (!closed) return end;
      // A break within the quotes belongs to the field.
      if (*closed > end) end = std::min(text.find(line_end, *closed), text.size());
      at = *closed - 1;
      continue;
    }
    if (kBlanks.find(text[at]) == std::string_view::npos || text[at] == '\t') {
      field_begins = kAfterField.find(text[at]) != std::string_view::npos;
    }
  }
  return end;
}

// "1234.5" for "1.234,5", where the comma is the decimal mark; nothing where the marks before it do
// not stand between groups of three digits.
std::optional<std::string> without_groups(std::string_view field, char decimal_mark) {
  const char mark = decimal_mark == ',' ? '.' : ',';
  const std::size_t first = field.find_first_not_of("+-");
  if (first > 1 || field[first] == '0') return std::nullopt;
  std::size_t end = first;
  while (end < field.size() && (is_digit(field[end]) || field[end] == mark)) ++end;
  const std::string_view whole = field.substr(first, end - first);
  if (whole.find(mark) == 0 || whole.find(mark) > 3) return std::nullopt;
  std::string plain(field.substr(0, first));
  for (std::size_t i = 0; i < whole.size(); ++i) {
    if ((whole[i] == mark) != ((whole.size() - i) % 4 == 0)) return std::nullopt;
    if (whole[i] != mark) plain += whole[i];
  }
  plain += field.substr(end);
  if (end < field.size() && field[end] == decimal_mark)
    plain[plain.size() - (field.size() - end)] = '.';
  return plain;
}

}  // namespace

std::optional<char> stated_separator(std::string_view text) {
  constexpr std::string_view kWord = "sep=";
  if (text.starts_with('"')) text.remove_prefix(1);
  if (text.size() <= kWord.size() || !equal_ignoring_case(text.substr(0, kWord.size()), kWord)) {
    return std::nullopt;
  }
  const char separator = text[kWord.size()];
  const bool ends = text.size() == kWord.size() + 1 || text[kWord.size() + 1] == '\n' ||
                    text[kWord.size() + 1] == '\r' || text[kWord.size() + 1] == '"';
  const bool known = std::string_view("\t;|, ").find(separator) != std::string_view::npos;
  return ends && known ? std::optional(separator) : std::nullopt;
}

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  return text;
}

bool ends_in_separator(std::string_view line, char separator) {
  if (separator == '\0' || separator == ' ') return false;
  const std::string_view blanks = separator == '\t' ? kBlanksButTab : kBlanks;
  const std::size_t last = line.find_last_not_of(blanks);
  return last != std::string_view::npos && last > 0 && line[last] == separator;
}

std::string_view without_last_separator(std::string_view line, char separator) {
  return ends_in_separator(line, separator) ? line.substr(0, line.rfind(separator)) : line;
}

LineReader::LineReader(std::string_view text, std::int64_t skipped)
    : text_(without_mark(text)), end_(text.find('\n') != std::string_view::npos ? '\n' : '\r') {
  for (; number_ < skipped && !text_.empty(); ++number_) {
    text_.remove_prefix(std::min(text_.find(end_), text_.size() - 1) + 1);
  }
}

bool LineReader::next() {
  while (!text_.empty()) {
    const std::size_t length = record_length(text_, end_);
    number_ += std::ranges::count(line_, end_);
    line_ = text_.substr(0, length);
    text_.remove_prefix(std::min(length + 1, text_.size()));
    ++number_;
    const std::size_t first = line_.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return true;
    const bool states = number_ == 1 && stated_separator(line_).has_value();
    if (!states && !is_comment(line_.substr(first))) return true;
  }
  return false;
}

bool LineReader::blank() const {
  return line_.find_first_not_of(kBlanks) == std::string_view::npos;
}

FieldReader::FieldReader(std::string_view line, char separator)
    : line_(line), separator_(separator), blanks_(separator == '\t' ? kBlanksButTab : kBlanks) {
  // With white space as separator, blanks at the end of the line separate nothing.
  line_.remove_suffix(line_.size() - (line_.find_last_not_of(blanks_) + 1));
}

std::size_t FieldReader::skip_blanks(std::size_t at) const {
  return std::min(line_.find_first_not_of(blanks_, at), line_.size());
}

FieldReader::Step FieldReader::next() {
  if (!more_) return Step::kEnd;
  at_ = skip_blanks(at_);
  if (at_ < line_.size() && line_[at_] == '"') return quoted_field();
  std::size_t end = line_.size();
  if (separator_ == ' ') {
    end = std::min(line_.find_first_of(blanks_, at_), line_.size());
  } else if (separator_ != '\0') {
    end = std::min(line_.find(separator_, at_), line_.size());
  }
  field_ = line_.substr(at_, end - at_);
  field_.remove_suffix(field_.size() - (field_.find_last_not_of(blanks_) + 1));
  more_ = end < line_.size();
  at_ = end + 1;
  return Step::kField;
}

FieldReader::Step FieldReader::quoted_field() {
  unquoted_.clear();
  std::size_t start = at_ + 1;
  while (true) {
    const std::size_t quote = line_.find('"', start);
    if (quote == std::string_view::npos) return Step::kOpenQuote;
    unquoted_ += line_.substr(start, quote - start);
    start = quote + 1;
    if (start >= line_.size() || line_[start] != '"') break;
    unquoted_ += '"';
    ++start;
  }
  field_ = unquoted_;
  const std::size_t end = skip_blanks(start);
  more_ = end < line_.size();
  if (!more_) return Step::kField;
  if (separator_ == ' ') {
    at_ = end;
    return end > start ? Step::kField : Step::kTextAfterQuote;
  }
  at_ = end + 1;
  return line_[end] == separator_ ? Step::kField : Step::kTextAfterQuote;
}

FieldKind NumberReader::read(std::string_view field) {
  if (const auto plain = in_plain_characters(field)) return read_plain(*plain);
  return read_plain(field);
}

FieldKind NumberReader::read_plain(std::string_view field) {
  if (field.empty()) return FieldKind::kEmpty;
  if (const auto number = text::parse_double(field)) {
    // Only a file that may have decimal commas can mix the two marks.
    if (comma_allowed_ && mark_ != '.' && field.find('.') != std::string_view::npos) {
      if (mark_ == ',') return read_groups(field, FieldKind::kOtherMark);
      mark_ = '.';
    }
    exact_ = *number;
    return FieldKind::kNumber;
  }
  const std::size_t comma = field.find(',');
  if (comma_allowed_ && comma != std::string_view::npos &&
      field.find('.') == std::string_view::npos) {
    std::string with_point(field);
    with_point[comma] = '.';
    if (const auto number = text::parse_double(with_point)) {
      if (mark_ == '.') return read_groups(field, FieldKind::kOtherMark);
      mark_ = ',';
      exact_ = *number;
      return FieldKind::kNumber;
    }
  }
  if (is_missing(field)) return FieldKind::kMissing;
  return begins_as_number(field) ? read_groups(field, FieldKind::kMalformed) : FieldKind::kText;
}

bool NumberReader::inexact(std::string_view field) const {
  const auto plain = without_groups(field, mark_ == '\0' ? '.' : mark_);
  const auto whole = text::parse_int(plain ? std::string_view(*plain) : field);
  // The widest type has each integer of 64 bits.
  return whole ? static_cast<long double>(*whole) != static_cast<long double>(exact_)
               : std::isinf(exact_) && begins_as_number(field);
}

// A number whose thousands are grouped; `otherwise` where it is none.
FieldKind NumberReader::read_groups(std::string_view field, FieldKind otherwise) {
  const std::size_t comma = field.rfind(',');
  const std::size_t point = field.rfind('.');
  const bool both = comma != std::string_view::npos && point != std::string_view::npos;
  if (!both && !groups_) return otherwise;
  char mark = mark_;
  if (both) mark = comma < point ? '.' : ',';
  if (mark == ',' && !comma_allowed_) return otherwise;
  const auto plain = without_groups(field, mark);
  const auto number = plain ? text::parse_double(*plain) : std::nullopt;
  if (!number) return otherwise;
  if (mark_ != '\0' && mark_ != mark) return FieldKind::kOtherMark;
  mark_ = mark;
  groups_ = true;
  exact_ = *number;
  return FieldKind::kNumber;
}

}  // namespace normscope::io
