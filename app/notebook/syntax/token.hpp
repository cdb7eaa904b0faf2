// SPDX-License-Identifier: MIT
// The words of Python: what the lexer makes and both the parser and the explainer of errors read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/syntax/ast.hpp"
#include "app/notebook/syntax/parse.hpp"

namespace normscope::notebook::syntax {

enum class TokenKind : std::uint8_t {
  kEnd,
  kName,
  kNumber,
  kString,
  kNewline,
  kIndent,
  kDedent,
  kUnknown,  // a character that is no operator: $ ? !
  kFault,    // here the lexer gave up; Tokens says why
  // Operators and delimiters.
  kLeftParen,
  kRightParen,
  kLeftBracket,
  kRightBracket,
  kLeftBrace,
  kRightBrace,
  kComma,
  kColon,
  kSemicolon,
  kDot,
  kEllipsis,
  kArrow,
  kWalrus,
  kAssign,
  kPlus,
  kMinus,
  kStar,
  kDoubleStar,
  kSlash,
  kDoubleSlash,
  kPercent,
  kAt,
  kLeftShift,
  kRightShift,
  kAmpersand,
  kBar,
  kCaret,
  kTilde,
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kPlusAssign,
  kMinusAssign,
  kStarAssign,
  kDoubleStarAssign,
  kSlashAssign,
  kDoubleSlashAssign,
  kPercentAssign,
  kAtAssign,
  kLeftShiftAssign,
  kRightShiftAssign,
  kAmpersandAssign,
  kBarAssign,
  kCaretAssign,
  // Keywords.
  kFalse,
  kNone,
  kTrue,
  kAnd,
  kAs,
  kAssert,
  kAsync,
  kAwait,
  kBreak,
  kClass,
  kContinue,
  kDef,
  kDel,
  kElif,
  kElse,
  kExcept,
  kFinally,
  kFor,
  kFrom,
  kGlobal,
  kIf,
  kImport,
  kIn,
  kIs,
  kLambda,
  kNonlocal,
  kNot,
  kOr,
  kPass,
  kRaise,
  kReturn,
  kTry,
  kWhile,
  kWith,
  kYield,
};
inline constexpr std::size_t kTokenKinds = static_cast<std::size_t>(TokenKind::kYield) + 1;

/// How a kind is written: "(", "**=", "lambda"; of the first nine their name ("NEWLINE").
std::string_view spelling(TokenKind kind);

/// The keyword or operator that is written so; kName or kUnknown for none.
TokenKind keyword(std::string_view word);
TokenKind operator_of(std::string_view text);

struct Token {
  TokenKind kind{};
  Span span;
  std::string_view text;  // a piece of the source; empty where nothing is written
};

/// A bracket that is open where the tokens end.
struct OpenBracket {
  char bracket = 0;
  int line = 0;
  int column = 0;
};

struct Tokens {
  std::vector<Token> list;  // the last is kEnd or kFault
  Fault fault;              // of kFault
  /// Whether the fault is said instead of an earlier error of the grammar, too.
  bool fault_comes_first = false;
  std::vector<OpenBracket> open;  // the innermost last
};

/// A text as Python takes it in: every line ends with \n, the last one, too.
std::string with_line_feeds(std::string_view source);

/// Cuts a program, with line feeds, into tokens that are pieces of it, up to its end or the first
/// fault.
/// numeric no bound of its own; a token for each word, and INDENT and DEDENT between lines
Tokens tokenize(std::string_view source);

/// The line of a text, counted from 1, without its line break.
std::string_view line_of(std::string_view source, int line);

}  // namespace normscope::notebook::syntax
