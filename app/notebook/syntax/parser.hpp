// SPDX-License-Identifier: MIT
// The parser: recursive descent over the tokens, one function for each rule of Python's grammar
// that needs one. It decides only what is a program. Why something is none is worked out afterwards
// by the explainer, from the grammar as Python's own parser has it; so a mismatch here carries
// nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/notebook/syntax/ast.hpp"
#include "app/notebook/syntax/parse.hpp"
#include "app/notebook/syntax/token.hpp"

namespace normscope::notebook::syntax {

/// Thrown inside the parser: this is no program. It never leaves parse().
struct Mismatch {};

class Parser {
 public:
  explicit Parser(const Tokens& tokens) : tokens_(tokens.list) {}

  /// The whole text. Throws Mismatch, or a Fault where the reason is known.
  Module module();
  /// What stands between the braces of an f-string, in its parentheses.
  Expr replacement();
  /// How many tokens were looked at.
  std::size_t seen() const { return at_ + 1; }

 private:
  class Deeper;

  // Tokens.
  const Token& now() const { return tokens_[at_]; }
  const Token& next(std::size_t offset = 1) const;
  bool is(TokenKind kind) const { return now().kind == kind; }
  bool accept(TokenKind kind);
  const Token& expect(TokenKind kind);
  std::string_view expect_name();
  /// From a token to the last one that was consumed and is no line break.
  Span since(std::size_t start) const;
  template <class Node>
  Expr make(std::size_t start, Node node) const;

  // Statements.
  void statement(Body& body);
  Stmt compound();
  void simple_line(Body& body);
  Stmt simple();
  Stmt expression_or_assignment();
  Stmt assignment(std::size_t start, Expr first);
  Stmt annotated(std::size_t start, Expr target);
  Stmt augmented(std::size_t start, Expr target, BinaryOperator op);
  Stmt return_statement();
  Stmt raise_statement();
  Stmt assert_statement();
  Stmt delete_statement();
  Stmt names_statement();
  Stmt import_statement();
  Stmt import_from();
  std::string dotted_name();
  Body block();
  Body else_block();
  Stmt if_statement();
  Stmt while_statement();
  Stmt for_statement();
  Stmt with_statement();
  bool parenthesized_items(std::vector<WithItem>& items);
  WithItem with_item();
  Stmt try_statement();
  Handler handler();
  Stmt decorated();
  Stmt function(std::vector<Expr> decorators);
  Stmt class_statement(std::vector<Expr> decorators);
  Parameters parameters(TokenKind end, bool annotated);
  void star_parameter(Parameters& result, bool annotated);
  Parameter parameter(bool annotated, bool may_have_default, bool may_star_annotation);
  bool is_match_statement() const;

  // Expressions.
  Expr star_expressions();
  Expr star_expression();
  Expr yield_or_star_expressions();
  Expr yield();
  Expr named_expression();
  Expr star_named_expression();
  Expr expression();
  Expr lambda();
  Expr disjunction();
  Expr conjunction();
  Expr inversion();
  Expr comparison();
  bool compare_operator(CompareOperator& op);
  Expr binary(int level);
  Expr unary();
  Expr power();
  Expr primary();
  Expr call(std::size_t start, Expr function);
  void arguments(std::vector<Expr>& positional, std::vector<Keyword>& keywords);
  Expr subscript(std::size_t start, Expr value);
  Expr slice();
  Expr atom();
  Expr number();
  Expr strings();
  Expr parenthesized();
  Expr list();
  Expr dict_or_set();
  Expr dict(std::size_t start, std::optional<DictItem> first);
  Expr set(std::size_t start, Expr first);
  DictItem dict_item();
  std::vector<ComprehensionClause> clauses();
  Expr comprehension(std::size_t start, ComprehensionKind kind, Expr element, ExprPtr value);

  // Targets.
  Expr targets();
  Expr target();

  const std::vector<Token>& tokens_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool yields_ = false;  // a yield stood in the innermost function
};

/// Gives up with a reason.
[[noreturn]] void raise(FaultKind kind, std::string message, Span span);
/// Gives up because this is outside of the engine's scope.
[[noreturn]] void raise_not_supported(std::string_view what, Span span);

/// Whether values can be assigned to it, at any depth of tuples and lists.
bool is_target(const Expr& expr);
/// Whether a target takes a rest: *a, at any depth of tuples and lists.
bool holds_starred(const Expr& target);
/// A Name, an Attribute or a Subscript.
bool is_single_target(const Expr& expr);

/// The value of adjacent string tokens. `following` is where Python points when one is wrong.
Expr read_strings(const std::vector<Token>& strings, const Token& following);
Expr read_number(const Token& token);

/// The expression between an f-string's braces, given in parentheses; place is where its brace
/// stands. Throws as Parser does.
Expr parse_replacement(std::string_view source, Span place);

/// An expression with its height. Throws a Fault when it is nested too deeply.
Expr make_expr(Span span, decltype(Expr::node) node);
ExprPtr boxed(Expr expr);

}  // namespace normscope::notebook::syntax
