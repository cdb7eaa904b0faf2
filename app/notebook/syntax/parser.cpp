// SPDX-License-Identifier: MIT
// Programs, lines and simple statements.
#include "app/notebook/syntax/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/notebook/syntax/parser_support.hpp"

namespace normscope::notebook::syntax {
namespace {

bool is_layout(TokenKind kind) {
  return kind == TokenKind::kNewline || kind == TokenKind::kIndent || kind == TokenKind::kDedent;
}

std::optional<BinaryOperator> augmenting(TokenKind kind) {
  constexpr std::array<std::pair<TokenKind, BinaryOperator>, 13> kOperators = {{
      {TokenKind::kPlusAssign, BinaryOperator::kAdd},
      {TokenKind::kMinusAssign, BinaryOperator::kSubtract},
      {TokenKind::kStarAssign, BinaryOperator::kMultiply},
      {TokenKind::kAtAssign, BinaryOperator::kMatMultiply},
      {TokenKind::kSlashAssign, BinaryOperator::kDivide},
      {TokenKind::kDoubleSlashAssign, BinaryOperator::kFloorDivide},
      {TokenKind::kPercentAssign, BinaryOperator::kModulo},
      {TokenKind::kDoubleStarAssign, BinaryOperator::kPower},
      {TokenKind::kLeftShiftAssign, BinaryOperator::kLeftShift},
      {TokenKind::kRightShiftAssign, BinaryOperator::kRightShift},
      {TokenKind::kAmpersandAssign, BinaryOperator::kBitAnd},
      {TokenKind::kBarAssign, BinaryOperator::kBitOr},
      {TokenKind::kCaretAssign, BinaryOperator::kBitXor},
  }};
  for (const auto& [token, op] : kOperators) {
    if (token == kind) return op;
  }
  return std::nullopt;
}

}  // namespace

void raise(FaultKind kind, std::string message, Span span) {
  throw Fault{kind, std::move(message), span, {}};
}

void raise_not_supported(std::string_view what, Span span) {
  raise(FaultKind::kNotSupported, fmt::format("not supported: {}", what), span);
}

const Token& Parser::next(std::size_t offset) const {
  return tokens_[std::min(at_ + offset, tokens_.size() - 1)];
}

bool Parser::accept(TokenKind kind) {
  if (!is(kind)) return false;
  ++at_;
  return true;
}

const Token& Parser::expect(TokenKind kind) {
  if (!is(kind)) throw Mismatch{};
  return tokens_[at_++];
}

std::string_view Parser::expect_name() {
  return expect(TokenKind::kName).text;
}

Span Parser::since(std::size_t start) const {
  std::size_t last = at_;
  while (last > start + 1 && is_layout(tokens_[last - 1].kind)) --last;
  const Span& first = tokens_[start].span;
  const Span& end = tokens_[last - 1].span;
  return {first.line, first.column, end.end_line, end.end_column};
}

Module Parser::module() {
  Module result;
  while (!is(TokenKind::kEnd)) {
    const std::size_t start = at_;
    statement(result.body);
    const bool ends = is(TokenKind::kEnd) && at_ >= start + 2;
    result.ends_with_semicolon = ends && tokens_[at_ - 2].kind == TokenKind::kSemicolon;
  }
  return result;
}

Expr Parser::replacement() {
  Expr value = parenthesized();
  accept(TokenKind::kNewline);
  expect(TokenKind::kEnd);
  return value;
}

void Parser::statement(Body& body) {
  switch (now().kind) {
    case TokenKind::kIf:
    case TokenKind::kWhile:
    case TokenKind::kFor:
    case TokenKind::kWith:
    case TokenKind::kTry:
    case TokenKind::kDef:
    case TokenKind::kClass:
    case TokenKind::kAt:
    case TokenKind::kAsync:
      body.push_back(compound());
      break;
    default:
      if (is_match_statement()) {
        raise_not_supported("the match statement; use if and elif", now().span);
      }
      simple_line(body);
  }
}

void Parser::simple_line(Body& body) {
  do {
    body.push_back(simple());
  } while (accept(TokenKind::kSemicolon) && !is(TokenKind::kNewline));
  expect(TokenKind::kNewline);
}

Stmt Parser::simple() {
  const std::size_t start = at_;
  switch (now().kind) {
    case TokenKind::kPass:
      ++at_;
      return {since(start), Pass{}};
    case TokenKind::kBreak:
      ++at_;
      return {since(start), Break{}};
    case TokenKind::kContinue:
      ++at_;
      return {since(start), Continue{}};
    case TokenKind::kReturn:
      return return_statement();
    case TokenKind::kRaise:
      return raise_statement();
    case TokenKind::kAssert:
      return assert_statement();
    case TokenKind::kDel:
      return delete_statement();
    case TokenKind::kGlobal:
    case TokenKind::kNonlocal:
      return names_statement();
    case TokenKind::kImport:
      return import_statement();
    case TokenKind::kFrom:
      return import_from();
    default:
      return expression_or_assignment();
  }
}

Stmt Parser::expression_or_assignment() {
  const std::size_t start = at_;
  Expr first = yield_or_star_expressions();
  if (is(TokenKind::kAssign)) return assignment(start, std::move(first));
  if (is(TokenKind::kColon)) return annotated(start, std::move(first));
  if (const auto op = augmenting(now().kind)) return augmented(start, std::move(first), *op);
  return {since(start), ExpressionStatement{boxed(std::move(first))}};
}

Stmt Parser::assignment(std::size_t start, Expr first) {
  Assign node;
  Expr value = std::move(first);
  while (accept(TokenKind::kAssign)) {
    if (!is_target(value)) throw Mismatch{};
    node.targets.push_back(std::move(value));
    value = yield_or_star_expressions();
  }
  node.value = boxed(std::move(value));
  return {since(start), std::move(node)};
}

Stmt Parser::annotated(std::size_t start, Expr target) {
  if (!is_single_target(target)) throw Mismatch{};
  AnnotatedAssign node;
  node.simple =
      std::holds_alternative<Name>(target.node) && tokens_[start].kind == TokenKind::kName;
  node.target = boxed(std::move(target));
  expect(TokenKind::kColon);
  node.annotation = boxed(expression());
  if (accept(TokenKind::kAssign)) node.value = boxed(yield_or_star_expressions());
  return {since(start), std::move(node)};
}

Stmt Parser::augmented(std::size_t start, Expr target, BinaryOperator op) {
  if (!is_single_target(target)) throw Mismatch{};
  ++at_;
  Expr value = yield_or_star_expressions();
  return {since(start), AugmentedAssign{boxed(std::move(target)), op, boxed(std::move(value))}};
}

Stmt Parser::return_statement() {
  const std::size_t start = at_;
  expect(TokenKind::kReturn);
  Return node;
  if (!is(TokenKind::kNewline) && !is(TokenKind::kSemicolon)) {
    node.value = boxed(star_expressions());
  }
  return {since(start), std::move(node)};
}

Stmt Parser::raise_statement() {
  const std::size_t start = at_;
  expect(TokenKind::kRaise);
  Raise node;
  if (!is(TokenKind::kNewline) && !is(TokenKind::kSemicolon)) {
    node.exception = boxed(expression());
    if (accept(TokenKind::kFrom)) node.cause = boxed(expression());
  }
  return {since(start), std::move(node)};
}

Stmt Parser::assert_statement() {
  const std::size_t start = at_;
  expect(TokenKind::kAssert);
  Assert node;
  node.test = boxed(expression());
  if (accept(TokenKind::kComma)) node.message = boxed(expression());
  return {since(start), std::move(node)};
}

Stmt Parser::delete_statement() {
  const std::size_t start = at_;
  expect(TokenKind::kDel);
  Delete node;
  do {
    Expr target = primary();
    if (!is_target(target)) throw Mismatch{};
    if (holds_starred(target)) throw Mismatch{};
    node.targets.push_back(std::move(target));
  } while (accept(TokenKind::kComma) && !is(TokenKind::kNewline) && !is(TokenKind::kSemicolon));
  return {since(start), std::move(node)};
}

Stmt Parser::names_statement() {
  const std::size_t start = at_;
  const bool is_global = now().kind == TokenKind::kGlobal;
  ++at_;
  std::vector<std::string> names;
  do {
    names.emplace_back(expect_name());
  } while (accept(TokenKind::kComma));
  if (is_global) return {since(start), Global{std::move(names)}};
  return {since(start), Nonlocal{std::move(names)}};
}

std::string Parser::dotted_name() {
  std::string name(expect_name());
  while (accept(TokenKind::kDot)) name.append(1, '.').append(expect_name());
  return name;
}

Stmt Parser::import_statement() {
  const std::size_t start = at_;
  expect(TokenKind::kImport);
  Import node;
  do {
    const std::size_t first = at_;
    Alias alias;
    alias.name = dotted_name();
    if (accept(TokenKind::kAs)) alias.as_name = expect_name();
    alias.span = since(first);
    node.names.push_back(std::move(alias));
  } while (accept(TokenKind::kComma));
  return {since(start), std::move(node)};
}

Stmt Parser::import_from() {
  const std::size_t start = at_;
  expect(TokenKind::kFrom);
  ImportFrom node;
  while (is(TokenKind::kDot) || is(TokenKind::kEllipsis)) {
    node.level += accept(TokenKind::kDot) ? 1 : 0;
    node.level += accept(TokenKind::kEllipsis) ? 3 : 0;
  }
  if (node.level == 0 || is(TokenKind::kName)) node.module = dotted_name();
  expect(TokenKind::kImport);
  if (is(TokenKind::kStar)) {
    ++at_;
    node.names.push_back({tokens_[at_ - 1].span, "*", {}});
    return {since(start), std::move(node)};
  }
  const bool in_parens = accept(TokenKind::kLeftParen);
  do {
    const std::size_t first = at_;
    Alias alias;
    alias.name = expect_name();
    if (accept(TokenKind::kAs)) alias.as_name = expect_name();
    alias.span = since(first);
    node.names.push_back(std::move(alias));
  } while (accept(TokenKind::kComma) && !(in_parens && is(TokenKind::kRightParen)));
  if (in_parens) expect(TokenKind::kRightParen);
  return {since(start), std::move(node)};
}

}  // namespace normscope::notebook::syntax
