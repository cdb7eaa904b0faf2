// SPDX-License-Identifier: MIT
// Expressions that operators make, from the loosest binding to the tightest.
#include <array>
#include <optional>
#include <utility>

#include "app/notebook/syntax/parser.hpp"
#include "app/notebook/syntax/parser_support.hpp"

namespace normscope::notebook::syntax {
namespace {

struct Infix {
  TokenKind token;
  BinaryOperator op;
  int level;  // the higher, the tighter
};

constexpr int kLoosest = 0;
constexpr int kTightest = 5;
constexpr std::array<Infix, 12> kInfixes = {{
    {TokenKind::kBar, BinaryOperator::kBitOr, 0},
    {TokenKind::kCaret, BinaryOperator::kBitXor, 1},
    {TokenKind::kAmpersand, BinaryOperator::kBitAnd, 2},
    {TokenKind::kLeftShift, BinaryOperator::kLeftShift, 3},
    {TokenKind::kRightShift, BinaryOperator::kRightShift, 3},
    {TokenKind::kPlus, BinaryOperator::kAdd, 4},
    {TokenKind::kMinus, BinaryOperator::kSubtract, 4},
    {TokenKind::kStar, BinaryOperator::kMultiply, 5},
    {TokenKind::kSlash, BinaryOperator::kDivide, 5},
    {TokenKind::kDoubleSlash, BinaryOperator::kFloorDivide, 5},
    {TokenKind::kPercent, BinaryOperator::kModulo, 5},
    {TokenKind::kAt, BinaryOperator::kMatMultiply, 5},
}};

const Infix* infix_of(TokenKind token) {
  for (const Infix& infix : kInfixes) {
    if (infix.token == token) return &infix;
  }
  return nullptr;
}

bool begins_expression(TokenKind kind) {
  switch (kind) {
    case TokenKind::kName:
    case TokenKind::kNumber:
    case TokenKind::kString:
    case TokenKind::kLeftParen:
    case TokenKind::kLeftBracket:
    case TokenKind::kLeftBrace:
    case TokenKind::kEllipsis:
    case TokenKind::kPlus:
    case TokenKind::kMinus:
    case TokenKind::kTilde:
    case TokenKind::kStar:
    case TokenKind::kFalse:
    case TokenKind::kNone:
    case TokenKind::kTrue:
    case TokenKind::kAwait:
    case TokenKind::kLambda:
    case TokenKind::kNot:
      return true;
    default:
      return false;
  }
}

}  // namespace

// One expression, or a tuple without parentheses.
Expr Parser::star_expressions() {
  const std::size_t start = at_;
  Expr first = star_expression();
  if (!is(TokenKind::kComma)) return first;
  Tuple tuple;
  tuple.elements.push_back(std::move(first));
  while (accept(TokenKind::kComma) && begins_expression(now().kind)) {
    tuple.elements.push_back(star_expression());
  }
  return make(start, std::move(tuple));
}

Expr Parser::star_expression() {
  const std::size_t start = at_;
  if (!accept(TokenKind::kStar)) return expression();
  return make(start, Starred{boxed(binary(kLoosest))});
}

Expr Parser::star_named_expression() {
  return is(TokenKind::kStar) ? star_expression() : named_expression();
}

Expr Parser::yield_or_star_expressions() {
  return is(TokenKind::kYield) ? yield() : star_expressions();
}

Expr Parser::yield() {
  const std::size_t start = at_;
  expect(TokenKind::kYield);
  yields_ = true;
  if (accept(TokenKind::kFrom)) return make(start, YieldFrom{boxed(expression())});
  Yield node;
  if (begins_expression(now().kind)) node.value = boxed(star_expressions());
  return make(start, std::move(node));
}

Expr Parser::named_expression() {
  const std::size_t start = at_;
  if (!is(TokenKind::kName) || next().kind != TokenKind::kWalrus) return expression();
  const Span name_span = now().span;
  std::string name(expect_name());
  expect(TokenKind::kWalrus);
  return make(start, NamedExpr{name_span, std::move(name), boxed(expression())});
}

Expr Parser::expression() {
  const Deeper deeper(*this);
  if (is(TokenKind::kLambda)) return lambda();
  const std::size_t start = at_;
  Expr body = disjunction();
  if (!accept(TokenKind::kIf)) return body;
  Conditional node;
  node.body = boxed(std::move(body));
  node.test = boxed(disjunction());
  expect(TokenKind::kElse);
  node.otherwise = boxed(expression());
  return make(start, std::move(node));
}

Expr Parser::lambda() {
  const std::size_t start = at_;
  expect(TokenKind::kLambda);
  Lambda node;
  node.parameters = parameters(TokenKind::kColon, false);
  expect(TokenKind::kColon);
  const bool outer_yields = std::exchange(yields_, false);
  node.body = boxed(expression());
  node.is_generator = std::exchange(yields_, outer_yields);
  return make(start, std::move(node));
}

Expr Parser::disjunction() {
  const std::size_t start = at_;
  Expr first = conjunction();
  if (!is(TokenKind::kOr)) return first;
  BoolOp node{BoolOperator::kOr, {}};
  node.values.push_back(std::move(first));
  while (accept(TokenKind::kOr)) node.values.push_back(conjunction());
  return make(start, std::move(node));
}

Expr Parser::conjunction() {
  const std::size_t start = at_;
  Expr first = inversion();
  if (!is(TokenKind::kAnd)) return first;
  BoolOp node{BoolOperator::kAnd, {}};
  node.values.push_back(std::move(first));
  while (accept(TokenKind::kAnd)) node.values.push_back(inversion());
  return make(start, std::move(node));
}

Expr Parser::inversion() {
  const Deeper deeper(*this);
  const std::size_t start = at_;
  if (!accept(TokenKind::kNot)) return comparison();
  return make(start, Unary{UnaryOperator::kNot, boxed(inversion())});
}

bool Parser::compare_operator(CompareOperator& op) {
  constexpr std::array<std::pair<TokenKind, CompareOperator>, 7> kOperators = {{
      {TokenKind::kEqual, CompareOperator::kEqual},
      {TokenKind::kNotEqual, CompareOperator::kNotEqual},
      {TokenKind::kLess, CompareOperator::kLess},
      {TokenKind::kLessEqual, CompareOperator::kLessEqual},
      {TokenKind::kGreater, CompareOperator::kGreater},
      {TokenKind::kGreaterEqual, CompareOperator::kGreaterEqual},
      {TokenKind::kIn, CompareOperator::kIn},
  }};
  for (const auto& [token, which] : kOperators) {
    op = which;
    if (accept(token)) return true;
  }
  if (accept(TokenKind::kIs)) {
    op = accept(TokenKind::kNot) ? CompareOperator::kIsNot : CompareOperator::kIs;
    return true;
  }
  if (!is(TokenKind::kNot) || next().kind != TokenKind::kIn) return false;
  at_ += 2;
  op = CompareOperator::kNotIn;
  return true;
}

Expr Parser::comparison() {
  const std::size_t start = at_;
  Expr left = binary(kLoosest);
  CompareOperator op{};
  if (!compare_operator(op)) return left;
  Compare node;
  node.left = boxed(std::move(left));
  do {
    node.operators.push_back(op);
    node.operands.push_back(binary(kLoosest));
  } while (compare_operator(op));
  return make(start, std::move(node));
}

// Operators of a level group from the left; what is right of one binds tighter than it.
Expr Parser::binary(int level) {
  if (level > kTightest) return unary();
  const std::size_t start = at_;
  Expr left = unary();
  while (true) {
    const Infix* const infix = infix_of(now().kind);
    if (infix == nullptr || infix->level < level) return left;
    ++at_;
    Expr right = binary(infix->level + 1);
    left = make(start, Binary{infix->op, boxed(std::move(left)), boxed(std::move(right))});
  }
}

Expr Parser::unary() {
  const std::size_t start = at_;
  std::optional<UnaryOperator> op;
  if (is(TokenKind::kMinus)) op = UnaryOperator::kNegative;
  if (is(TokenKind::kPlus)) op = UnaryOperator::kPositive;
  if (is(TokenKind::kTilde)) op = UnaryOperator::kInvert;
  if (!op) return power();
  const Deeper deeper(*this);
  ++at_;
  return make(start, Unary{*op, boxed(unary())});
}

Expr Parser::power() {
  const std::size_t start = at_;
  Expr base = primary();
  if (!accept(TokenKind::kDoubleStar)) return base;
  const Deeper deeper(*this);
  Expr exponent = unary();
  return make(start,
              Binary{BinaryOperator::kPower, boxed(std::move(base)), boxed(std::move(exponent))});
}

// An atom and what follows it: attributes, calls, subscripts.
Expr Parser::primary() {
  const std::size_t start = at_;
  if (is(TokenKind::kAwait)) raise_not_supported("await; call the function without it", now().span);
  Expr value = atom();
  while (true) {
    if (accept(TokenKind::kDot)) {
      std::string name(expect_name());
      value = make(start, Attribute{boxed(std::move(value)), std::move(name)});
    } else if (is(TokenKind::kLeftParen)) {
      value = call(start, std::move(value));
    } else if (is(TokenKind::kLeftBracket)) {
      value = subscript(start, std::move(value));
    } else {
      return value;
    }
  }
}

Expr Parser::call(std::size_t start, Expr function) {
  const std::size_t bracket = at_;
  expect(TokenKind::kLeftParen);
  Call node;
  node.function = boxed(std::move(function));
  arguments(node.arguments, node.keywords);
  if (node.arguments.size() == 1 && node.keywords.empty() && is(TokenKind::kFor)) {
    Expr element = std::move(node.arguments.front());
    if (std::holds_alternative<Starred>(element.node)) throw Mismatch{};
    Expr generator =
        comprehension(bracket, ComprehensionKind::kGenerator, std::move(element), nullptr);
    node.arguments.front() = std::move(generator);
  } else {
    expect(TokenKind::kRightParen);
  }
  return make(start, std::move(node));
}

// Positional arguments, then named ones; behind the first `**` no positional or starred one.
void Parser::arguments(std::vector<Expr>& positional, std::vector<Keyword>& keywords) {
  bool named = false;
  bool unpacked = false;
  while (!is(TokenKind::kRightParen)) {
    const std::size_t start = at_;
    if (accept(TokenKind::kDoubleStar)) {
      Expr value = expression();
      keywords.push_back({since(start), std::nullopt, boxed(std::move(value))});
      unpacked = true;
    } else if (is(TokenKind::kName) && next().kind == TokenKind::kAssign) {
      std::string name(expect_name());
      expect(TokenKind::kAssign);
      Expr value = expression();
      keywords.push_back({since(start), std::move(name), boxed(std::move(value))});
      named = true;
    } else if (is(TokenKind::kStar)) {
      if (unpacked) throw Mismatch{};
      ++at_;
      Expr value = expression();
      positional.push_back(make(start, Starred{boxed(std::move(value))}));
    } else {
      if (named || unpacked) throw Mismatch{};
      positional.push_back(named_expression());
    }
    if (!accept(TokenKind::kComma)) return;
  }
}

Expr Parser::subscript(std::size_t start, Expr value) {
  expect(TokenKind::kLeftBracket);
  const std::size_t index_start = at_;
  Expr index = slice();
  if (is(TokenKind::kComma) || std::holds_alternative<Starred>(index.node)) {
    Tuple tuple;
    tuple.elements.push_back(std::move(index));
    while (accept(TokenKind::kComma) && !is(TokenKind::kRightBracket)) {
      tuple.elements.push_back(slice());
    }
    index = make(index_start, std::move(tuple));
  }
  expect(TokenKind::kRightBracket);
  return make(start, Subscript{boxed(std::move(value)), boxed(std::move(index))});
}

Expr Parser::slice() {
  const std::size_t start = at_;
  const auto ends = [&] {
    return is(TokenKind::kColon) || is(TokenKind::kComma) || is(TokenKind::kRightBracket);
  };
  Slice node;
  if (is(TokenKind::kStar)) return star_expression();
  if (!is(TokenKind::kColon)) {
    Expr first = named_expression();
    if (!is(TokenKind::kColon)) return first;
    if (std::holds_alternative<NamedExpr>(first.node) && tokens_[start].kind == TokenKind::kName) {
      throw Mismatch{};
    }
    node.lower = boxed(std::move(first));
  }
  expect(TokenKind::kColon);
  if (!ends()) node.upper = boxed(expression());
  if (accept(TokenKind::kColon) && !ends()) node.step = boxed(expression());
  return make(start, std::move(node));
}

}  // namespace normscope::notebook::syntax
