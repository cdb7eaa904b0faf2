// SPDX-License-Identifier: MIT
// The lexer: one pass over the text that keeps what Python's keeps, the stack of indentations and
// that of open brackets. Only tokenize() is for others.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/syntax/token.hpp"

namespace normscope::notebook::syntax {

class Lexer {
 public:
  explicit Lexer(std::string_view source) : source_(source) {}
  Tokens run();

 private:
  /// The character at an offset from here; 0 behind the end.
  char peek(std::size_t offset = 0) const {
    return at_ + offset < source_.size() ? source_[at_ + offset] : '\0';
  }
  bool at_end() const { return at_ >= source_.size(); }
  bool failed() const { return failed_; }
  int column() const { return static_cast<int>(at_ - line_start_); }

  bool next_token();  // false: the list is complete
  bool indentation();
  /// narrow: the width where a tab counts for one column.
  bool apply_indentation(int width, int narrow);
  bool skip_blanks();  // false: the lexer failed
  void begin_token();
  bool continued_line();
  bool newline();
  bool name_or_string();
  bool string_prefix();
  bool check_name();
  bool number();
  bool decimal_number();
  bool leading_zero();
  bool decimal_tail();
  bool exponent();
  bool prefixed_number(int base, std::string_view kind);
  bool end_of_number(std::string_view kind);
  bool string();
  bool operator_or_bracket();
  bool close_bracket(char bracket);
  bool finish();
  bool never_closed();

  void next_line();
  void put(TokenKind kind);
  void put_virtual(TokenKind kind);
  /// Gives up here. Python points at the character just read.
  bool fault(std::string message);
  bool fault_at(FaultKind kind, std::string message, Span span, bool comes_first);

  std::string_view source_;
  std::size_t at_ = 0;
  std::size_t line_start_ = 0;
  int line_ = 1;
  std::size_t token_start_ = 0;
  int token_line_ = 1;
  std::size_t token_line_start_ = 0;
  bool line_begins_ = true;
  bool blank_line_ = false;
  bool failed_ = false;
  std::vector<int> indents_{0};
  std::vector<int> narrow_indents_{0};  // the same with tabs of one column
  Tokens tokens_;
};

}  // namespace normscope::notebook::syntax
