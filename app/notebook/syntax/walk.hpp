// SPDX-License-Identifier: MIT
// The children of a node, for whatever goes through all of them in the order they are written.
#pragma once

#include <variant>
#include <vector>

#include "app/notebook/syntax/ast.hpp"

namespace normscope::notebook::syntax {

/// Calls visit(const Expr&) for each direct child of an expression, from left to right.
template <class Visit>
class ExprChildren {
 public:
  explicit ExprChildren(Visit& visit) : visit_(visit) {}

  void operator()(const NoneLiteral&) {}
  void operator()(const EllipsisLiteral&) {}
  void operator()(const BoolLiteral&) {}
  void operator()(const IntLiteral&) {}
  void operator()(const FloatLiteral&) {}
  void operator()(const StringLiteral&) {}
  void operator()(const BytesLiteral&) {}
  void operator()(const Name&) {}
  void operator()(const FString& node) {
    for (const auto& part : node.parts) {
      if (const auto* field = std::get_if<Replacement>(&part)) {
        one(field->value);
        if (field->spec) (*this)(*field->spec);
      }
    }
  }
  void operator()(const Tuple& node) { all(node.elements); }
  void operator()(const List& node) { all(node.elements); }
  void operator()(const Set& node) { all(node.elements); }
  void operator()(const Dict& node) {
    for (const DictItem& item : node.items) {
      one(item.key);
      one(item.value);
    }
  }
  void operator()(const Unary& node) { one(node.operand); }
  void operator()(const Binary& node) {
    one(node.left);
    one(node.right);
  }
  void operator()(const BoolOp& node) { all(node.values); }
  void operator()(const Compare& node) {
    one(node.left);
    all(node.operands);
  }
  void operator()(const Conditional& node) {
    one(node.body);
    one(node.test);
    one(node.otherwise);
  }
  void operator()(const Lambda& node) {
    parameters(node.parameters);
    one(node.body);
  }
  void operator()(const Call& node) {
    one(node.function);
    all(node.arguments);
    for (const Keyword& keyword : node.keywords) one(keyword.value);
  }
  void operator()(const Attribute& node) { one(node.value); }
  void operator()(const Subscript& node) {
    one(node.value);
    one(node.index);
  }
  void operator()(const Slice& node) {
    one(node.lower);
    one(node.upper);
    one(node.step);
  }
  void operator()(const Starred& node) { one(node.value); }
  void operator()(const NamedExpr& node) { one(node.value); }
  void operator()(const Comprehension& node) {
    one(node.element);
    one(node.value);
    for (const ComprehensionClause& clause : node.clauses) {
      one(clause.target);
      one(clause.iterable);
      all(clause.conditions);
    }
  }
  void operator()(const Yield& node) { one(node.value); }
  void operator()(const YieldFrom& node) { one(node.value); }

  /// Annotations and defaults.
  void parameters(const Parameters& node) {
    parameters(node.positional_only);
    parameters(node.positional);
    if (node.variadic) parameter(*node.variadic);
    parameters(node.keyword_only);
    if (node.keywords) parameter(*node.keywords);
  }
  void all(const std::vector<Expr>& children) {
    for (const Expr& child : children) visit_(child);
  }
  void one(const ExprPtr& child) {
    if (child) visit_(*child);
  }

 private:
  void parameter(const Parameter& node) {
    one(node.annotation);
    one(node.default_value);
  }
  void parameters(const std::vector<Parameter>& nodes) {
    for (const Parameter& node : nodes) parameter(node);
  }

  Visit& visit_;
};

template <class Visit>
void for_each_child(const Expr& expr, Visit visit) {
  std::visit(ExprChildren<Visit>(visit), expr.node);
}

}  // namespace normscope::notebook::syntax
