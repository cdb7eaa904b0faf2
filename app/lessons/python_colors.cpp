// SPDX-License-Identifier: MIT
#include "app/lessons/python_colors.hpp"
#include "core/text/ascii.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace normscope::lessons {
using text::is_digit;

namespace {

constexpr std::array<std::string_view, 35> kKeywords = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

// Bytes beyond ASCII belong to letters of names.
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c) ||
         static_cast<unsigned char>(c) >= 0x80;
}

bool is_quote(char c) {
  return c == '"' || c == '\'';
}

class Scanner {
 public:
  explicit Scanner(std::string_view code) : code_(code) {}

  std::vector<CodeSpan> spans() {
    while (at_ < code_.size()) {
      const std::size_t begin = at_;
      const CodeKind kind = next();
      if (!spans_.empty() && spans_.back().kind == kind) {
        spans_.back().end = at_;
      } else {
        spans_.push_back({begin, at_, kind});
      }
    }
    return std::move(spans_);
  }

 private:
  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < code_.size() ? code_[at_ + ahead] : '\0';
  }

  // Passes one part and says what it is.
  CodeKind next() {
    const char c = peek();
    if (c == '#') {
      at_ = std::min(code_.find('\n', at_), code_.size());
      return CodeKind::kComment;
    }
    if (is_quote(c)) return string();
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number();
    if (is_name(c)) return name();
    ++at_;
    return CodeKind::kPlain;
  }

  CodeKind name() {
    const std::size_t begin = at_;
    while (is_name(peek())) ++at_;
    const std::string_view word = code_.substr(begin, at_ - begin);
    const bool prefix =
        word.size() <= 2 && word.find_first_not_of("rRbBuUfF") == std::string_view::npos;
    if (prefix && is_quote(peek())) return string();
    const bool keyword = std::find(kKeywords.begin(), kKeywords.end(), word) != kKeywords.end();
    if (keyword) return CodeKind::kKeyword;
    return peek() == '(' ? CodeKind::kCall : CodeKind::kPlain;
  }

  CodeKind number() {
    while (is_name(peek()) || peek() == '.') {
      const bool exponent = peek() == 'e' || peek() == 'E';
      ++at_;
      if (exponent && (peek() == '-' || peek() == '+') && is_digit(peek(1))) ++at_;
    }
    return CodeKind::kNumber;
  }

  // A string without its end goes to the end of the line, with three quotes to that of the code.
  CodeKind string() {
    const char quote = peek();
    const bool triple = peek(1) == quote && peek(2) == quote;
    const std::size_t length = triple ? 3 : 1;
    at_ += length;
    while (at_ < code_.size()) {
      if (!triple && peek() == '\n') break;
      if (peek() == '\\') {
        at_ = std::min(at_ + 2, code_.size());
        continue;
      }
      if (peek() == quote && (!triple || (peek(1) == quote && peek(2) == quote))) {
        at_ += length;
        break;
      }
      ++at_;
    }
    return CodeKind::kString;
  }

  std::string_view code_;
  std::size_t at_ = 0;
  std::vector<CodeSpan> spans_{};
};

}  // namespace

std::vector<CodeSpan> python_spans(std::string_view code) {
  return Scanner(code).spans();
}

}  // namespace normscope::lessons
