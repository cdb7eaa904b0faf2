// SPDX-License-Identifier: MIT
// The smallest expressions, what brackets hold, and targets.
#include <algorithm>
#include <utility>

#include "app/notebook/syntax/parser.hpp"
#include "app/notebook/syntax/parser_support.hpp"
#include "app/notebook/syntax/walk.hpp"

namespace normscope::notebook::syntax {

ExprPtr boxed(Expr expr) {
  return std::make_unique<Expr>(std::move(expr));
}

Expr make_expr(Span span, decltype(Expr::node) node) {
  Expr expr{span, std::move(node), 1};
  for_each_child(expr,
                 [&](const Expr& child) { expr.height = std::max(expr.height, child.height + 1); });
  if (expr.height > kMostNesting) {
    raise(FaultKind::kRecursionError, "maximum recursion depth exceeded during compilation", span);
  }
  return expr;
}

bool is_single_target(const Expr& expr) {
  return std::holds_alternative<Name>(expr.node) || std::holds_alternative<Attribute>(expr.node) ||
         std::holds_alternative<Subscript>(expr.node);
}

bool holds_starred(const Expr& target) {
  if (std::holds_alternative<Starred>(target.node)) return true;
  if (const auto* tuple = std::get_if<Tuple>(&target.node)) {
    return std::ranges::any_of(tuple->elements, holds_starred);
  }
  const auto* list = std::get_if<List>(&target.node);
  return list != nullptr && std::ranges::any_of(list->elements, holds_starred);
}

bool is_target(const Expr& expr) {
  if (const auto* tuple = std::get_if<Tuple>(&expr.node)) {
    return std::ranges::all_of(tuple->elements, is_target);
  }
  if (const auto* list = std::get_if<List>(&expr.node)) {
    return std::ranges::all_of(list->elements, is_target);
  }
  if (const auto* starred = std::get_if<Starred>(&expr.node)) {
    return !std::holds_alternative<Starred>(starred->value->node) && is_target(*starred->value);
  }
  return is_single_target(expr);
}

Expr Parser::atom() {
  const std::size_t start = at_;
  switch (now().kind) {
    case TokenKind::kName:
      return make(start, Name{std::string(expect_name())});
    case TokenKind::kNumber:
      ++at_;
      return read_number(tokens_[start]);
    case TokenKind::kString:
      return strings();
    case TokenKind::kLeftParen:
      return parenthesized();
    case TokenKind::kLeftBracket:
      return list();
    case TokenKind::kLeftBrace:
      return dict_or_set();
    case TokenKind::kEllipsis:
      ++at_;
      return make(start, EllipsisLiteral{});
    case TokenKind::kNone:
      ++at_;
      return make(start, NoneLiteral{});
    case TokenKind::kTrue:
    case TokenKind::kFalse:
      ++at_;
      return make(start, BoolLiteral{tokens_[start].kind == TokenKind::kTrue});
    default:
      throw Mismatch{};
  }
}

Expr Parser::strings() {
  std::vector<Token> literals;
  while (is(TokenKind::kString)) literals.push_back(tokens_[at_++]);
  if (is(TokenKind::kFault)) throw Mismatch{};
  return read_strings(literals, now());
}

// A tuple, a generator expression, or an expression that keeps its own span.
Expr Parser::parenthesized() {
  const std::size_t start = at_;
  expect(TokenKind::kLeftParen);
  if (accept(TokenKind::kRightParen)) return make(start, Tuple{});
  if (is(TokenKind::kYield)) {
    Expr value = yield();
    expect(TokenKind::kRightParen);
    return value;
  }
  Expr first = star_named_expression();
  const bool is_starred = std::holds_alternative<Starred>(first.node);
  if (is(TokenKind::kFor) || is(TokenKind::kAsync)) {
    if (is_starred) throw Mismatch{};
    return comprehension(start, ComprehensionKind::kGenerator, std::move(first), nullptr);
  }
  if (!is(TokenKind::kComma)) {
    if (is_starred) throw Mismatch{};
    expect(TokenKind::kRightParen);
    return first;
  }
  Tuple tuple;
  tuple.elements.push_back(std::move(first));
  while (accept(TokenKind::kComma) && !is(TokenKind::kRightParen)) {
    tuple.elements.push_back(star_named_expression());
  }
  expect(TokenKind::kRightParen);
  return make(start, std::move(tuple));
}

Expr Parser::list() {
  const std::size_t start = at_;
  expect(TokenKind::kLeftBracket);
  List node;
  while (!is(TokenKind::kRightBracket)) {
    Expr element = star_named_expression();
    if (node.elements.empty() && (is(TokenKind::kFor) || is(TokenKind::kAsync))) {
      if (std::holds_alternative<Starred>(element.node)) throw Mismatch{};
      return comprehension(start, ComprehensionKind::kList, std::move(element), nullptr);
    }
    node.elements.push_back(std::move(element));
    if (!accept(TokenKind::kComma)) break;
  }
  expect(TokenKind::kRightBracket);
  return make(start, std::move(node));
}

DictItem Parser::dict_item() {
  if (accept(TokenKind::kDoubleStar)) return {nullptr, boxed(binary(0))};
  ExprPtr key = boxed(expression());
  expect(TokenKind::kColon);
  return {std::move(key), boxed(expression())};
}

Expr Parser::dict_or_set() {
  const std::size_t start = at_;
  expect(TokenKind::kLeftBrace);
  if (is(TokenKind::kRightBrace) || is(TokenKind::kDoubleStar)) return dict(start, std::nullopt);
  Expr first = star_named_expression();
  if (!is(TokenKind::kColon)) return set(start, std::move(first));
  const bool is_key =
      !std::holds_alternative<Starred>(first.node) && tokens_[start + 2].kind != TokenKind::kWalrus;
  if (!is_key) throw Mismatch{};
  ++at_;
  ExprPtr key = boxed(std::move(first));
  DictItem item{std::move(key), boxed(expression())};
  if (!is(TokenKind::kFor) && !is(TokenKind::kAsync)) return dict(start, std::move(item));
  return comprehension(start, ComprehensionKind::kDict, std::move(*item.key),
                       std::move(item.value));
}

// Behind the first item, where there is one.
Expr Parser::dict(std::size_t start, std::optional<DictItem> first) {
  Dict node;
  bool more = !first;
  if (first) {
    node.items.push_back(std::move(*first));
    more = accept(TokenKind::kComma);
  }
  while (more && !is(TokenKind::kRightBrace)) {
    node.items.push_back(dict_item());
    more = accept(TokenKind::kComma);
  }
  expect(TokenKind::kRightBrace);
  return make(start, std::move(node));
}

// Behind the first element.
Expr Parser::set(std::size_t start, Expr first) {
  if (is(TokenKind::kFor) || is(TokenKind::kAsync)) {
    if (std::holds_alternative<Starred>(first.node)) throw Mismatch{};
    return comprehension(start, ComprehensionKind::kSet, std::move(first), nullptr);
  }
  Set node;
  node.elements.push_back(std::move(first));
  while (accept(TokenKind::kComma) && !is(TokenKind::kRightBrace)) {
    node.elements.push_back(star_named_expression());
  }
  expect(TokenKind::kRightBrace);
  return make(start, std::move(node));
}

// At the first `for`; the closing bracket is consumed, too.
Expr Parser::comprehension(std::size_t start, ComprehensionKind kind, Expr element, ExprPtr value) {
  Comprehension node;
  node.kind = kind;
  node.element = boxed(std::move(element));
  node.value = std::move(value);
  node.clauses = clauses();
  switch (kind) {
    case ComprehensionKind::kGenerator:
      expect(TokenKind::kRightParen);
      break;
    case ComprehensionKind::kList:
      expect(TokenKind::kRightBracket);
      break;
    case ComprehensionKind::kSet:
    case ComprehensionKind::kDict:
      expect(TokenKind::kRightBrace);
      break;
  }
  return make(start, std::move(node));
}

std::vector<ComprehensionClause> Parser::clauses() {
  std::vector<ComprehensionClause> result;
  while (is(TokenKind::kFor) || is(TokenKind::kAsync)) {
    if (is(TokenKind::kAsync)) {
      raise_not_supported("async comprehensions; use a plain `for`", now().span);
    }
    expect(TokenKind::kFor);
    ComprehensionClause clause;
    clause.target = boxed(targets());
    expect(TokenKind::kIn);
    clause.iterable = boxed(disjunction());
    while (accept(TokenKind::kIf)) clause.conditions.push_back(disjunction());
    result.push_back(std::move(clause));
  }
  return result;
}

// What stands between `for` and `in`: one target or several.
Expr Parser::targets() {
  const std::size_t start = at_;
  Expr first = target();
  if (!is(TokenKind::kComma)) return first;
  Tuple tuple;
  tuple.elements.push_back(std::move(first));
  while (accept(TokenKind::kComma) && !is(TokenKind::kIn)) tuple.elements.push_back(target());
  return make(start, std::move(tuple));
}

Expr Parser::target() {
  const std::size_t start = at_;
  if (accept(TokenKind::kStar)) {
    Expr value = primary();
    if (std::holds_alternative<Starred>(value.node) || !is_target(value)) throw Mismatch{};
    return make(start, Starred{boxed(std::move(value))});
  }
  Expr value = primary();
  if (!is_target(value)) throw Mismatch{};
  return value;
}

}  // namespace normscope::notebook::syntax
