// SPDX-License-Identifier: MIT
#include "core/io/table_cells.hpp"
#include "core/text/numbers.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace normscope::io {
namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";
constexpr std::string_view kBlanksButTab = " \r\v\f";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// What R, pandas and databases write where they have no number, and the errors of spreadsheets.
constexpr std::array<std::string_view, 15> kMissing = {
    "na",   "n/a",     "<na>",    "null",  "none",   "-",     "?",     ".",
    "#n/a", "#div/0!", "#value!", "#ref!", "#name?", "#num!", "#null!"};

bool equal_ignoring_case(std::string_view text, std::string_view lower_case) {
  return std::ranges::equal(text, lower_case, {}, lower);
}

bool is_missing(std::string_view cell) {
  return std::ranges::any_of(
      kMissing, [&](std::string_view name) { return equal_ignoring_case(cell, name); });
}

// A row may begin with a spreadsheet's error, and must not vanish as a comment.
bool is_comment(std::string_view line) {
  if (!line.starts_with('#')) return false;
  return std::ranges::none_of(kMissing, [&](std::string_view name) {
    return name[0] == '#' && equal_ignoring_case(line.substr(0, name.size()), name);
  });
}

bool begins_as_number(std::string_view cell) {
  const std::size_t at = cell.find_first_not_of("+-.,");
  return at < 3 && is_digit(cell[at]);
}

}  // namespace

LineReader::LineReader(std::string_view text)
    : text_(text), end_(text.find('\n') != std::string_view::npos ? '\n' : '\r') {}

bool LineReader::next() {
  while (!text_.empty()) {
    const std::size_t length = std::min(text_.find(end_), text_.size());
    line_ = text_.substr(0, length);
    text_.remove_prefix(std::min(length + 1, text_.size()));
    ++number_;
    const std::size_t first = line_.find_first_not_of(kBlanks);
    if (first == std::string_view::npos || !is_comment(line_.substr(first))) return true;
  }
  return false;
}

bool LineReader::blank() const {
  return line_.find_first_not_of(kBlanks) == std::string_view::npos;
}

CellReader::CellReader(std::string_view line, char separator)
    : line_(line), separator_(separator), blanks_(separator == '\t' ? kBlanksButTab : kBlanks) {
  // With white space as separator, what stands at the ends separates nothing.
  line_.remove_suffix(line_.size() - (line_.find_last_not_of(blanks_) + 1));
}

std::size_t CellReader::skip_blanks(std::size_t at) const {
  return std::min(line_.find_first_not_of(blanks_, at), line_.size());
}

CellReader::Step CellReader::next() {
  if (!more_) return Step::kEnd;
  at_ = skip_blanks(at_);
  if (at_ < line_.size() && line_[at_] == '"') return quoted_cell();
  std::size_t end = line_.size();
  if (separator_ == ' ') {
    end = std::min(line_.find_first_of(blanks_, at_), line_.size());
  } else if (separator_ != '\0') {
    end = std::min(line_.find(separator_, at_), line_.size());
  }
  cell_ = line_.substr(at_, end - at_);
  cell_.remove_suffix(cell_.size() - (cell_.find_last_not_of(blanks_) + 1));
  more_ = end < line_.size();
  at_ = end + 1;
  return Step::kCell;
}

CellReader::Step CellReader::quoted_cell() {
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
  cell_ = unquoted_;
  const std::size_t end = skip_blanks(start);
  more_ = end < line_.size();
  if (!more_) return Step::kCell;
  if (separator_ == ' ') {
    at_ = end;
    return end > start ? Step::kCell : Step::kTextAfterQuote;
  }
  at_ = end + 1;
  return line_[end] == separator_ ? Step::kCell : Step::kTextAfterQuote;
}

CellKind NumberReader::read(std::string_view cell) {
  if (cell.empty()) return CellKind::kEmpty;
  if (const auto number = text::parse_double(cell)) {
    // Only a file that may have decimal commas can mix the two marks.
    if (comma_allowed_ && mark_ != '.' && cell.find('.') != std::string_view::npos) {
      if (mark_ == ',') return CellKind::kOtherMark;
      mark_ = '.';
    }
    value_ = static_cast<float>(*number);
    return CellKind::kNumber;
  }
  const std::size_t comma = cell.find(',');
  if (comma_allowed_ && comma != std::string_view::npos &&
      cell.find('.') == std::string_view::npos) {
    std::string with_point(cell);
    with_point[comma] = '.';
    if (const auto number = text::parse_double(with_point)) {
      if (mark_ == '.') return CellKind::kOtherMark;
      mark_ = ',';
      value_ = static_cast<float>(*number);
      return CellKind::kNumber;
    }
  }
  if (is_missing(cell)) return CellKind::kMissing;
  return begins_as_number(cell) ? CellKind::kAlmost : CellKind::kText;
}

}  // namespace normscope::io
