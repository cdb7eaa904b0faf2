// SPDX-License-Identifier: MIT
// A Python 3.11 program as plain data: what the parser makes and the compiler walks. Nodes are the
// ones of Python's own `ast` module with four liberties: names that are read and written look the
// same, `elif` is a list of branches instead of a nest, the comprehensions are one node with a
// kind, and an f-string's parts hold text directly. What stands here is correct Python: the parser
// has checked targets, parameters, scopes, and that return, yield, break and continue are where
// they may be.
//
// Children are owned: one child is an ExprPtr (null only where the comment says so), several are a
// vector. The nesting of any tree is bounded by kMostNesting, so walking by recursion is safe.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace normscope::notebook::syntax {

/// Deepest nesting of expressions and statements in each other, children of one Module at 1. A call
/// of a walker for each level fits many times into a thread's stack.
inline constexpr int kMostNesting = 1000;

/// Where a node stands. Lines are counted from 1, columns from 0 in bytes of the UTF-8 line; the
/// end is the first byte behind. These are the numbers of Python's lineno, col_offset and so on.
struct Span {
  int line = 1;
  int column = 0;
  int end_line = 1;
  int end_column = 0;

  bool operator==(const Span&) const = default;
};

struct Expr;
struct Stmt;
using ExprPtr = std::unique_ptr<Expr>;
using Body = std::vector<Stmt>;

// --- Operators -----------------------------------------------------------------------------------

enum class BinaryOperator : std::uint8_t {
  kAdd,
  kSubtract,
  kMultiply,
  kMatMultiply,
  kDivide,
  kFloorDivide,
  kModulo,
  kPower,
  kLeftShift,
  kRightShift,
  kBitAnd,
  kBitOr,
  kBitXor,
};
enum class UnaryOperator : std::uint8_t { kNegative, kPositive, kInvert, kNot };
enum class BoolOperator : std::uint8_t { kAnd, kOr };
enum class CompareOperator : std::uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kIs,
  kIsNot,
  kIn,
  kNotIn,
};

/// How an operator is written: "+", "not", "is not"; the one table of each.
std::string_view symbol(BinaryOperator op);
std::string_view symbol(UnaryOperator op);
std::string_view symbol(BoolOperator op);
std::string_view symbol(CompareOperator op);

// --- Expressions ---------------------------------------------------------------------------------

struct NoneLiteral {};
struct EllipsisLiteral {};
struct BoolLiteral {
  bool value = false;
};
/// Any size: the digits as written, lower case, without prefix, underscores and leading zeros.
struct IntLiteral {
  std::string digits;
  int base = 10;  // 2, 8, 10 or 16
};
struct FloatLiteral {
  double value = 0;  // correctly rounded; infinite where the literal is too large, as in Python
};
/// Adjacent literals are already joined. UTF-8; a lone surrogate ("\ud800") has its three-byte
/// form.
struct StringLiteral {
  std::string value;
};

/// Bytes as they are.
struct BytesLiteral {
  std::string value;
};

struct FString;
/// `{value!conversion:spec}`. Of `{value=}` the text is in the part before it, and the conversion
/// is 'r' where neither conversion nor spec stood.
struct Replacement {
  Span span;  // as Python 3.11 gives it: of the whole f-string
  ExprPtr value;
  char conversion = 0;            // 's', 'r', 'a' or 0 for none
  std::unique_ptr<FString> spec;  // null for none
};
/// Parts in order; texts are never empty nor adjacent. f"" has no part.
struct FString {
  std::vector<std::variant<std::string, Replacement>> parts;
};

struct Name {
  std::string id;
};
struct Tuple {
  std::vector<Expr> elements;  // may be Starred
};
struct List {
  std::vector<Expr> elements;  // may be Starred
};
struct Set {
  std::vector<Expr> elements;  // may be Starred; never empty
};
struct DictItem {
  ExprPtr key;  // null: value is behind `**`
  ExprPtr value;
};
struct Dict {
  std::vector<DictItem> items;
};

struct Unary {
  UnaryOperator op{};
  ExprPtr operand;
};
struct Binary {
  BinaryOperator op{};
  ExprPtr left;
  ExprPtr right;
};
/// Two values or more with the same operator: `a and b and c`.
struct BoolOp {
  BoolOperator op{};
  std::vector<Expr> values;
};
/// `left op[0] operands[0] op[1] operands[1] ...`, at least one.
struct Compare {
  ExprPtr left;
  std::vector<CompareOperator> operators;
  std::vector<Expr> operands;
};
/// `body if test else otherwise`
struct Conditional {
  ExprPtr test;
  ExprPtr body;
  ExprPtr otherwise;
};

struct Parameter {
  Span span;
  std::string name;
  ExprPtr annotation;     // null for none; never for lambda
  ExprPtr default_value;  // null for none; never for *args and **kwargs
};
/// def f(positional_only, /, positional, *variadic, keyword_only, **keywords)
struct Parameters {
  std::vector<Parameter> positional_only;
  std::vector<Parameter> positional;
  std::optional<Parameter> variadic;
  std::vector<Parameter> keyword_only;
  std::optional<Parameter> keywords;
};
struct Lambda {
  Parameters parameters;
  ExprPtr body;
  bool is_generator = false;  // a yield stands directly in it
};

struct Keyword {
  Span span;
  std::optional<std::string> name;  // none: value is behind `**`
  ExprPtr value;
};
struct Call {
  ExprPtr function;
  std::vector<Expr> arguments;  // may be Starred
  std::vector<Keyword> keywords;
};
struct Attribute {
  ExprPtr value;
  std::string name;
};
struct Subscript {
  ExprPtr value;
  ExprPtr index;  // may be a Slice, or a Tuple that holds Slices and Starred
};
/// Only directly in a Subscript's index or its Tuple.
struct Slice {
  ExprPtr lower;  // each null for none
  ExprPtr upper;
  ExprPtr step;
};
struct Starred {
  ExprPtr value;
};
/// `(name := value)`
struct NamedExpr {
  Span name_span;
  std::string name;
  ExprPtr value;
};

enum class ComprehensionKind : std::uint8_t { kList, kSet, kDict, kGenerator };
struct ComprehensionClause {
  ExprPtr target;
  ExprPtr iterable;
  std::vector<Expr> conditions;
};
struct Comprehension {
  ComprehensionKind kind{};
  ExprPtr element;  // of a dict: the key
  ExprPtr value;    // of a dict; else null
  std::vector<ComprehensionClause> clauses;
};
struct Yield {
  ExprPtr value;  // null for none
};
struct YieldFrom {
  ExprPtr value;
};

struct Expr {
  Span span;
  std::variant<NoneLiteral, EllipsisLiteral, BoolLiteral, IntLiteral, FloatLiteral, StringLiteral,
               BytesLiteral, FString, Name, Tuple, List, Set, Dict, Unary, Binary, BoolOp, Compare,
               Conditional, Lambda, Call, Attribute, Subscript, Slice, Starred, NamedExpr,
               Comprehension, Yield, YieldFrom>
      node;
  int height = 1;  // 1 for a leaf; never above kMostNesting
};

// --- Statements ----------------------------------------------------------------------------------
// A target of an assignment is a Name, Attribute, Subscript, or a Tuple or List of targets, of
// which at most one is Starred.

struct ExpressionStatement {
  ExprPtr value;
};
/// `targets[0] = targets[1] = ... = value`; the value is worked out first, then targets in order.
struct Assign {
  std::vector<Expr> targets;
  ExprPtr value;
};
struct AugmentedAssign {
  ExprPtr target;  // Name, Attribute or Subscript
  BinaryOperator op{};
  ExprPtr value;
};
struct AnnotatedAssign {
  ExprPtr target;  // Name, Attribute or Subscript
  ExprPtr annotation;
  ExprPtr value;        // null for none
  bool simple = false;  // a Name without parentheses: its annotation is kept
};
struct Delete {
  std::vector<Expr> targets;
};
struct Return {
  ExprPtr value;  // null for none
};
struct Raise {
  ExprPtr exception;  // null for none
  ExprPtr cause;      // null for none
};
struct Assert {
  ExprPtr test;
  ExprPtr message;  // null for none
};
struct Pass {};
struct Break {};
struct Continue {};
struct Global {
  std::vector<std::string> names;
};
struct Nonlocal {
  std::vector<std::string> names;
};

struct Alias {
  Span span;
  std::string name;     // with its dots: "os.path"; of ImportFrom perhaps "*"
  std::string as_name;  // empty for none
};
struct Import {
  std::vector<Alias> names;
};
struct ImportFrom {
  std::string module;  // empty for `from . import x`
  int level = 0;       // how many dots stood before it
  std::vector<Alias> names;
};

struct Branch {
  Span span;  // of the `if` or `elif` with all that follows, as Python's If node
  ExprPtr test;
  Body body;
};
struct If {
  std::vector<Branch> branches;  // if, elif, elif, ...
  Body otherwise;                // empty for none, here and below
};
struct While {
  ExprPtr test;
  Body body;
  Body otherwise;
};
struct For {
  ExprPtr target;
  ExprPtr iterable;
  Body body;
  Body otherwise;
};
struct WithItem {
  ExprPtr context;
  ExprPtr target;  // null for none
};
struct With {
  std::vector<WithItem> items;
  Body body;
};
struct Handler {
  Span span;
  ExprPtr type;      // null: catches everything
  std::string name;  // empty for none
  Body body;
};
struct Try {
  Body body;
  std::vector<Handler> handlers;
  Body otherwise;
  Body finally;
};

struct FunctionDef {
  std::string name;
  Parameters parameters;
  Body body;
  std::vector<Expr> decorators;
  ExprPtr returns;            // null for none
  bool is_generator = false;  // a yield stands directly in it
};
struct ClassDef {
  std::string name;
  std::vector<Expr> bases;  // may be Starred
  std::vector<Keyword> keywords;
  Body body;
  std::vector<Expr> decorators;
};

/// The span of a FunctionDef or ClassDef begins at `def` or `class`, behind the decorators.
struct Stmt {
  Span span;
  std::variant<ExpressionStatement, Assign, AugmentedAssign, AnnotatedAssign, Delete, Return, Raise,
               Assert, Pass, Break, Continue, Global, Nonlocal, Import, ImportFrom, If, While, For,
               With, Try, FunctionDef, ClassDef>
      node;
};

/// A whole program, or one cell of a notebook.
struct Module {
  Body body;
  bool ends_with_semicolon = false;  // `x;` at the end of a cell shows nothing
};

}  // namespace normscope::notebook::syntax
