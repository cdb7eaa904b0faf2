// SPDX-License-Identifier: MIT
// Statements that hold others.
#include <algorithm>
#include <utility>

#include "app/notebook/syntax/parser.hpp"
#include "app/notebook/syntax/parser_support.hpp"

namespace normscope::notebook::syntax {

// `match` is a name where nothing else makes it a statement: a colon at the end of its line, and a
// `case` that the block begins with.
bool Parser::is_match_statement() const {
  if (!is(TokenKind::kName) || now().text != "match") return false;
  std::size_t i = at_ + 1;
  while (tokens_[i].kind != TokenKind::kNewline && i + 1 < tokens_.size()) ++i;
  return tokens_[i - 1].kind == TokenKind::kColon && i + 2 < tokens_.size() &&
         tokens_[i + 1].kind == TokenKind::kIndent && tokens_[i + 2].text == "case";
}

Stmt Parser::compound() {
  const Deeper deeper(*this);
  switch (now().kind) {
    case TokenKind::kIf:
      return if_statement();
    case TokenKind::kWhile:
      return while_statement();
    case TokenKind::kFor:
      return for_statement();
    case TokenKind::kWith:
      return with_statement();
    case TokenKind::kTry:
      return try_statement();
    case TokenKind::kDef:
      return function({});
    case TokenKind::kClass:
      return class_statement({});
    case TokenKind::kAt:
      return decorated();
    default:
      raise_not_supported("async; write the statement without it", now().span);
  }
}

Body Parser::block() {
  expect(TokenKind::kColon);
  Body body;
  if (!accept(TokenKind::kNewline)) {
    simple_line(body);
    return body;
  }
  expect(TokenKind::kIndent);
  while (!accept(TokenKind::kDedent)) statement(body);
  return body;
}

Body Parser::else_block() {
  return accept(TokenKind::kElse) ? block() : Body{};
}

Stmt Parser::if_statement() {
  const std::size_t start = at_;
  If node;
  std::vector<std::size_t> starts;
  do {
    starts.push_back(at_++);
    Branch branch;
    branch.test = boxed(named_expression());
    branch.body = block();
    node.branches.push_back(std::move(branch));
  } while (is(TokenKind::kElif));
  node.otherwise = else_block();
  for (std::size_t i = 0; i < starts.size(); ++i) node.branches[i].span = since(starts[i]);
  return {since(start), std::move(node)};
}

Stmt Parser::while_statement() {
  const std::size_t start = at_;
  expect(TokenKind::kWhile);
  While node;
  node.test = boxed(named_expression());
  node.body = block();
  node.otherwise = else_block();
  return {since(start), std::move(node)};
}

Stmt Parser::for_statement() {
  const std::size_t start = at_;
  expect(TokenKind::kFor);
  For node;
  node.target = boxed(targets());
  expect(TokenKind::kIn);
  node.iterable = boxed(star_expressions());
  node.body = block();
  node.otherwise = else_block();
  return {since(start), std::move(node)};
}

WithItem Parser::with_item() {
  WithItem item;
  item.context = boxed(expression());
  if (accept(TokenKind::kAs)) item.target = boxed(target());
  return item;
}

// `with (a as b, c as d):`; where that is not what stands here, the parser is back where it was.
bool Parser::parenthesized_items(std::vector<WithItem>& items) {
  const std::size_t start = at_;
  const int depth = depth_;
  const bool yields = yields_;
  try {
    expect(TokenKind::kLeftParen);
    do {
      items.push_back(with_item());
    } while (accept(TokenKind::kComma) && !is(TokenKind::kRightParen));
    expect(TokenKind::kRightParen);
    if (is(TokenKind::kColon)) return true;
  } catch (const Mismatch&) {
    depth_ = depth;
  }
  at_ = start;
  yields_ = yields;
  items.clear();
  return false;
}

Stmt Parser::with_statement() {
  const std::size_t start = at_;
  expect(TokenKind::kWith);
  With node;
  if (!is(TokenKind::kLeftParen) || !parenthesized_items(node.items)) {
    do {
      node.items.push_back(with_item());
    } while (accept(TokenKind::kComma));
  }
  node.body = block();
  return {since(start), std::move(node)};
}

Handler Parser::handler() {
  const std::size_t start = at_;
  expect(TokenKind::kExcept);
  if (is(TokenKind::kStar)) {
    raise_not_supported("except* and exception groups; use except", now().span);
  }
  Handler node;
  if (!is(TokenKind::kColon)) {
    node.type = boxed(expression());
    if (accept(TokenKind::kAs)) node.name = expect_name();
  }
  node.body = block();
  node.span = since(start);
  return node;
}

Stmt Parser::try_statement() {
  const std::size_t start = at_;
  expect(TokenKind::kTry);
  Try node;
  node.body = block();
  while (is(TokenKind::kExcept)) node.handlers.push_back(handler());
  if (!node.handlers.empty()) node.otherwise = else_block();
  if (accept(TokenKind::kFinally)) {
    node.finally = block();
  } else if (node.handlers.empty()) {
    throw Mismatch{};
  }
  return {since(start), std::move(node)};
}

Stmt Parser::decorated() {
  std::vector<Expr> decorators;
  while (accept(TokenKind::kAt)) {
    decorators.push_back(named_expression());
    expect(TokenKind::kNewline);
  }
  if (is(TokenKind::kDef)) return function(std::move(decorators));
  if (is(TokenKind::kClass)) return class_statement(std::move(decorators));
  if (is(TokenKind::kAsync)) raise_not_supported("async; write a plain function", now().span);
  throw Mismatch{};
}

Stmt Parser::function(std::vector<Expr> decorators) {
  const std::size_t start = at_;
  expect(TokenKind::kDef);
  FunctionDef node;
  node.decorators = std::move(decorators);
  node.name = expect_name();
  expect(TokenKind::kLeftParen);
  node.parameters = parameters(TokenKind::kRightParen, true);
  expect(TokenKind::kRightParen);
  if (accept(TokenKind::kArrow)) node.returns = boxed(expression());
  const bool outer_yields = std::exchange(yields_, false);
  node.body = block();
  node.is_generator = std::exchange(yields_, outer_yields);
  return {since(start), std::move(node)};
}

Stmt Parser::class_statement(std::vector<Expr> decorators) {
  const std::size_t start = at_;
  expect(TokenKind::kClass);
  ClassDef node;
  node.decorators = std::move(decorators);
  node.name = expect_name();
  if (accept(TokenKind::kLeftParen)) {
    arguments(node.bases, node.keywords);
    expect(TokenKind::kRightParen);
  }
  node.body = block();
  return {since(start), std::move(node)};
}

Parameter Parser::parameter(bool annotated, bool may_have_default, bool may_star_annotation) {
  const std::size_t start = at_;
  Parameter result;
  result.name = expect_name();
  if (annotated && accept(TokenKind::kColon)) {
    result.annotation = boxed(may_star_annotation ? star_expression() : expression());
  }
  result.span = since(start);
  if (may_have_default && accept(TokenKind::kAssign)) result.default_value = boxed(expression());
  return result;
}

// At a star: *rest, or a star alone that keyword-only parameters follow.
void Parser::star_parameter(Parameters& result, bool annotated) {
  expect(TokenKind::kStar);
  if (!is(TokenKind::kComma)) {
    result.variadic = parameter(annotated, false, true);
  } else if (next().kind != TokenKind::kName) {
    throw Mismatch{};
  }
}

// What stands between the parentheses of `def`, or between `lambda` and its colon.
Parameters Parser::parameters(TokenKind end, bool annotated) {
  Parameters result;
  bool seen_star = false;
  bool seen_default = false;
  while (!is(end)) {
    if (accept(TokenKind::kDoubleStar)) {
      result.keywords = parameter(annotated, false, false);
      accept(TokenKind::kComma);
      break;  // nothing follows **keywords
    }
    if (is(TokenKind::kStar)) {
      if (std::exchange(seen_star, true)) throw Mismatch{};
      star_parameter(result, annotated);
    } else if (accept(TokenKind::kSlash)) {
      const bool fits = !seen_star && result.positional_only.empty() && !result.positional.empty();
      if (!fits) throw Mismatch{};
      result.positional_only = std::exchange(result.positional, {});
    } else {
      Parameter one = parameter(annotated, true, false);
      const bool late = !seen_star && seen_default && !one.default_value;
      if (late) throw Mismatch{};
      seen_default |= one.default_value != nullptr;
      auto& group = seen_star ? result.keyword_only : result.positional;
      group.push_back(std::move(one));
    }
    if (!accept(TokenKind::kComma)) break;
  }
  return result;
}

}  // namespace normscope::notebook::syntax
