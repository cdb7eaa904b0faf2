// SPDX-License-Identifier: MIT
// f-strings as Python 3.11 reads them: a scanner of their own finds where each expression ends, and
// the parser reads it in parentheses. So an expression holds no backslash, no comment, and no quote
// of the string around it.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/notebook/syntax/literals.hpp"
#include "app/notebook/syntax/parser.hpp"

namespace normscope::notebook::syntax {
namespace {

constexpr std::size_t kMostBrackets = 200;  // Python's bound
constexpr int kMostSpecs = 2;               // `{x:{width}}`, and no deeper

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == '\v';
}

class FStringReader {
 public:
  FStringReader(const StringToken& string, const Token& token, Span span, const Token& following)
      : string_(string), text_(string.content), token_(token), span_(span), following_(following) {}

  FString read(int level) {
    FString result;
    while (true) {
      std::string text = literal(level);
      if (!text.empty()) append(result, std::move(text));
      if (at_end() || peek() == '}') return result;
      replacement(result, level);
    }
  }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  char peek(std::size_t offset = 0) const {
    return at_ + offset < text_.size() ? text_[at_ + offset] : '\0';
  }
  [[noreturn]] void fail(std::string what) const {
    raise(FaultKind::kSyntaxError, std::move(what), following_.span);
  }
  [[noreturn]] void wrong(const std::string& what) const { fail("f-string: " + what); }
  static void append(FString& result, std::string text) {
    if (!result.parts.empty()) {
      if (auto* last = std::get_if<std::string>(&result.parts.back())) {
        *last += text;
        return;
      }
    }
    result.parts.emplace_back(std::move(text));
  }

  // Text up to a brace that means something. Of a format spec, either brace does.
  std::string literal(int level) {
    std::string value;
    std::size_t start = at_;
    const auto take = [&](std::size_t end) {
      const std::string_view piece = text_.substr(start, end - start);
      value += string_.raw ? std::string(piece) : unescape(piece, following_);
    };
    while (!at_end()) {
      const char c = peek();
      const bool is_brace = c == '{' || c == '}';
      if (c == '\\' && !string_.raw) {
        step_over_escape();
      } else if (is_brace && level == 0 && peek(1) == c) {
        take(at_ + 1);
        at_ += 2;
        start = at_;
      } else if (is_brace) {
        if (level == 0 && c == '}') wrong("single '}' is not allowed");
        break;
      } else {
        ++at_;
      }
    }
    at_ = std::min(at_, text_.size());
    take(at_);
    return value;
  }

  // An escape is one piece, and so are the braces of a character's name.
  void step_over_escape() {
    if (peek(1) == 'N' && peek(2) == '{') {
      at_ = std::min(text_.find('}', at_), text_.size() - 1) + 1;
    } else {
      at_ += peek(1) == '{' || peek(1) == '}' ? 1 : 2;
    }
  }

  // At an opening brace.
  void replacement(FString& result, int level) {
    if (level >= kMostSpecs) wrong("expressions nested too deeply");
    const std::size_t brace = at_++;
    const std::size_t start = at_;
    find_end();
    if (at_end()) wrong("expecting '}'");
    Replacement field;
    field.span = span_;
    field.value = boxed(expression(brace, text_.substr(start, at_ - start)));
    std::string shown;
    const bool with_text = peek() == '=';
    if (with_text) {
      ++at_;
      while (!at_end() && is_space(peek())) ++at_;
      if (at_end()) wrong("expecting '}'");
      shown = text_.substr(start, at_ - start);
    }
    if (peek() == '!') field.conversion = conversion();
    if (at_end()) wrong("expecting '}'");
    if (peek() == ':') {
      ++at_;
      field.spec = std::make_unique<FString>(read(level + 1));
    }
    if (peek() != '}' || at_end()) wrong("expecting '}'");
    ++at_;
    if (with_text) append(result, std::move(shown));
    if (with_text && !field.spec && field.conversion == 0) field.conversion = 'r';
    result.parts.emplace_back(std::move(field));
  }

  char conversion() {
    ++at_;
    if (at_end()) wrong("expecting '}'");
    const char which = peek();
    if (which != 's' && which != 'r' && which != 'a') {
      wrong("invalid conversion character: expected 's', 'r', or 'a'");
    }
    ++at_;
    return which;
  }

  // Leaves the reader behind the expression: at what may follow one, outside of quotes and
  // brackets.
  void find_end() {
    std::string open;
    for (; !at_end(); ++at_) {
      const char c = peek();
      if (c == '\\') fail("f-string expression part cannot include a backslash");
      if (c == '#') fail("f-string expression part cannot include '#'");
      if (c == '\'' || c == '"') {
        step_over_string();
      } else if (c == '(' || c == '[' || c == '{') {
        if (open.size() >= kMostBrackets) wrong("too many nested parenthesis");
        open += c;
      } else if (open.empty() && ends_expression()) {
        break;
      } else if (c == ')' || c == ']' || c == '}') {
        close(open, c);
      }
    }
    if (!open.empty()) wrong(fmt::format("unmatched '{}'", open.back()));
  }

  // From the first of its quotes to the last.
  void step_over_string() {
    const char quote = peek();
    const bool triple = peek(1) == quote && peek(2) == quote;
    for (at_ += triple ? 3 : 1; !at_end(); ++at_) {
      if (peek() == '\\') fail("f-string expression part cannot include a backslash");
      if (peek() != quote) continue;
      if (!triple) return;
      if (peek(1) == quote && peek(2) == quote) {
        at_ += 2;
        return;
      }
    }
    wrong("unterminated string");
  }

  // At a character outside of quotes and brackets; steps over the first half of `!=` and the like.
  bool ends_expression() {
    const char c = peek();
    const bool compares = c == '!' || c == '=' || c == '<' || c == '>';
    if (compares && peek(1) == '=') {
      ++at_;
      return false;
    }
    return c == '!' || c == ':' || c == '}' || c == '=';
  }

  void close(std::string& open, char c) const {
    if (open.empty()) wrong(fmt::format("unmatched '{}'", c));
    const char opening = open.back();
    open.pop_back();
    const char fits = c == ')' ? '(' : c == ']' ? '[' : '{';
    if (opening != fits) {
      wrong(fmt::format("closing parenthesis '{}' does not match opening parenthesis '{}'", c,
                        opening));
    }
  }

  Expr expression(std::size_t brace, std::string_view source) const {
    const bool blank = source.find_first_not_of(" \t\n\f") == std::string_view::npos;
    if (blank && (peek() == '!' || peek() == ':' || peek() == '=')) {
      wrong(fmt::format("expression required before '{}'", peek()));
    }
    if (blank) wrong("empty expression not allowed");
    return parse_replacement(fmt::format("({})", source), place(brace));
  }

  // Where the brace stands in the program. Where a line break follows it, Python counts the columns
  // of the lines below as they are.
  Span place(std::size_t brace) const {
    const std::string_view before = token_.text.substr(0, string_.content_at + brace);
    const auto lines = static_cast<int>(std::ranges::count(before, '\n'));
    const auto line_break = before.rfind('\n');
    const int line = token_.span.line + lines;
    int column = static_cast<int>(lines == 0 ? before.size() : before.size() - line_break - 1);
    const auto behind = text_.find_first_not_of(" \t\f", brace + 1);
    if (behind != std::string_view::npos && text_[behind] == '\n') column = 0;
    if (lines == 0) column += token_.span.column;
    return {line, column, line, column};
  }

  const StringToken& string_;
  std::string_view text_;
  const Token& token_;
  Span span_;
  const Token& following_;
  std::size_t at_ = 0;
};

}  // namespace

FString read_fstring(const StringToken& string, const Token& token, Span span,
                     const Token& following) {
  FStringReader reader(string, token, span, following);
  return reader.read(0);
}

}  // namespace normscope::notebook::syntax
