// SPDX-License-Identifier: MIT
// Expressions as code: each leaves one value on the stack.
#include <algorithm>
#include <variant>

#include "app/notebook/runtime/bytes.hpp"
#include "app/notebook/runtime/compiler.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {

using namespace syntax;

namespace {

BinaryOp op_of(BinaryOperator op) {
  switch (op) {
    case BinaryOperator::kAdd:
      return BinaryOp::kAdd;
    case BinaryOperator::kSubtract:
      return BinaryOp::kSubtract;
    case BinaryOperator::kMultiply:
      return BinaryOp::kMultiply;
    case BinaryOperator::kMatMultiply:
      return BinaryOp::kMatMultiply;
    case BinaryOperator::kDivide:
      return BinaryOp::kTrueDivide;
    case BinaryOperator::kFloorDivide:
      return BinaryOp::kFloorDivide;
    case BinaryOperator::kModulo:
      return BinaryOp::kRemainder;
    case BinaryOperator::kPower:
      return BinaryOp::kPower;
    case BinaryOperator::kLeftShift:
      return BinaryOp::kLeftShift;
    case BinaryOperator::kRightShift:
      return BinaryOp::kRightShift;
    case BinaryOperator::kBitAnd:
      return BinaryOp::kAnd;
    case BinaryOperator::kBitOr:
      return BinaryOp::kOr;
    case BinaryOperator::kBitXor:
      return BinaryOp::kXor;
  }
  return BinaryOp::kAdd;
}

bool has_starred(const std::vector<Expr>& elements) {
  for (const auto& each : elements) {
    if (std::holds_alternative<Starred>(each.node)) return true;
  }
  return false;
}

bool all_constant(const std::vector<Expr>& elements);

bool is_constant(const Expr& expr) {
  if (const auto* const tuple = std::get_if<Tuple>(&expr.node))
    return all_constant(tuple->elements);
  if (const auto* const unary = std::get_if<Unary>(&expr.node)) {
    return unary->op != UnaryOperator::kNot && is_constant(*unary->operand);
  }
  return is_literal(expr);
}

bool all_constant(const std::vector<Expr>& elements) {
  return std::ranges::all_of(elements, is_constant);
}

}  // namespace

void Compiler::expression(const Expr& expr) {
  const AtPlace here(code(), expr.span);
  std::visit(Overloaded{
                 [&](const NoneLiteral&) { code().emit(Op::kNone); },
                 [&](const EllipsisLiteral&) { code().constant(Value::ellipsis()); },
                 [&](const BoolLiteral& node) { code().constant(Value::boolean(node.value)); },
                 [&](const IntLiteral& node) { literal(expr, node); },
                 [&](const FloatLiteral& node) { code().constant(Value::real(node.value)); },
                 [&](const StringLiteral& node) {
                   // Short texts are one object, so that they are found in dicts by their place.
                   code().constant(node.value.size() <= 40 ? Value(vm_.intern(node.value))
                                                           : vm_.str(node.value));
                 },
                 [&](const BytesLiteral& node) {
                   Value bytes = make_bytes(vm_, node.value);
                   if (!bytes) failed_ = true;
                   code().constant(bytes ? std::move(bytes) : Value::integer(0));
                 },
                 [&](const FString& node) { fstring(expr, node); },
                 [&](const Name& node) { load(node.id); },
                 [&](const Tuple& node) { sequence(expr, node.elements, Op::kBuildTuple); },
                 [&](const List& node) { sequence(expr, node.elements, Op::kBuildList); },
                 [&](const Set& node) { sequence(expr, node.elements, Op::kBuildSet); },
                 [&](const Dict& node) { dict(node); },
                 [&](const Unary& node) { unary(expr, node); },
                 [&](const Binary& node) {
                   expression(*node.left);
                   expression(*node.right);
                   code().emit(Op::kBinary, static_cast<std::uint32_t>(op_of(node.op)));
                 },
                 [&](const BoolOp& node) { bool_op(node); },
                 [&](const Compare& node) { comparison(expr, node); },
                 [&](const Conditional& node) { conditional(node); },
                 [&](const Lambda& node) { lambda(expr, node); },
                 [&](const Call& node) { call(expr, node); },
                 [&](const Attribute& node) {
                   expression(*node.value);
                   code().emit(Op::kLoadAttribute, code().name(mangle(node.name)));
                 },
                 [&](const Subscript& node) {
                   expression(*node.value);
                   expression(*node.index);
                   code().emit(Op::kLoadItem);
                 },
                 [&](const Slice& node) { slice(node); },
                 [&](const Starred& node) { expression(*node.value); },
                 [&](const NamedExpr& node) {
                   expression(*node.value);
                   code().emit(Op::kCopy, 1);
                   store(node.name);
                 },
                 [&](const Comprehension& node) { comprehension(expr, node); },
                 [&](const Yield& node) {
                   optional_expression(node.value);
                   code().emit(Op::kYield);
                 },
                 [&](const YieldFrom& node) {
                   expression(*node.value);
                   code().emit(Op::kGetYieldFromIter);
                   code().emit(Op::kNone);
                   code().emit(Op::kYieldFrom);
                 },
             },
             expr.node);
}

void Compiler::optional_expression(const ExprPtr& expr) {
  if (expr) {
    expression(*expr);
  } else {
    code().emit(Op::kNone);
  }
}

void Compiler::literal(const Expr&, const IntLiteral& node) {
  Value value = parse_int(vm_, node.digits, node.base);
  if (!value) failed_ = true;
  code().constant(value ? std::move(value) : Value::integer(0));
}

void Compiler::sequence(const Expr&, const std::vector<Expr>& elements, Op build) {
  if (!has_starred(elements)) {
    // CPython copies a set of constants that it made from another one, which shows in the order.
    const bool copied = build == Op::kBuildSet && elements.size() >= 3 && all_constant(elements);
    for (int n = 0; copied && n < 2; ++n) code().emit(build, 0);
    for (const auto& each : elements) expression(each);
    code().emit(build, static_cast<std::uint32_t>(elements.size()));
    if (copied) code().emit(Op::kSetUpdate, 1 | kOneByOne);
    if (copied) code().emit(Op::kSetUpdate, 1);
    return;
  }
  const bool is_set = build == Op::kBuildSet;
  spread(elements, is_set ? Op::kBuildSet : Op::kBuildList, is_set ? Op::kSetAdd : Op::kListAppend,
         is_set ? Op::kSetUpdate : Op::kListExtend);
  if (build == Op::kBuildTuple) code().emit(Op::kListToTuple);
}

void Compiler::spread(const std::vector<Expr>& elements, Op build, Op add, Op extend) {
  code().emit(build, 0);
  for (const auto& each : elements) {
    expression(each);
    code().emit(std::holds_alternative<Starred>(each.node) ? extend : add, 1);
  }
}

void Compiler::dict(const Dict& node) {
  bool plain = true;
  for (const auto& item : node.items) plain = plain && item.key != nullptr;
  if (plain) {
    for (const auto& item : node.items) {
      expression(*item.key);
      expression(*item.value);
    }
    code().emit(Op::kBuildDict, static_cast<std::uint32_t>(node.items.size()));
    return;
  }
  code().emit(Op::kBuildDict, 0);
  for (const auto& item : node.items) {
    if (item.key) {
      expression(*item.key);
      expression(*item.value);
      code().emit(Op::kDictSet, 1);
    } else {
      expression(*item.value);
      code().emit(Op::kDictUpdate, 1);
    }
  }
}

void Compiler::unary(const Expr&, const Unary& node) {
  if (node.op == UnaryOperator::kNegative) {
    // -1 is a constant, as in CPython.
    if (const auto* const real = std::get_if<FloatLiteral>(&node.operand->node)) {
      code().constant(Value::real(-real->value));
      return;
    }
    if (const auto* const whole = std::get_if<IntLiteral>(&node.operand->node)) {
      const Value value = parse_int(vm_, whole->digits, whole->base);
      if (value && value.is_int()) {
        code().constant(Value::integer(-value.as_int()));
        return;
      }
      vm_.take_exception();
    }
  }
  expression(*node.operand);
  switch (node.op) {
    case UnaryOperator::kNot:
      code().emit(Op::kNot);
      break;
    case UnaryOperator::kNegative:
      code().emit(Op::kUnary, static_cast<std::uint32_t>(UnaryOp::kNegative));
      break;
    case UnaryOperator::kPositive:
      code().emit(Op::kUnary, static_cast<std::uint32_t>(UnaryOp::kPositive));
      break;
    case UnaryOperator::kInvert:
      code().emit(Op::kUnary, static_cast<std::uint32_t>(UnaryOp::kInvert));
      break;
  }
}

void Compiler::bool_op(const BoolOp& node) {
  const Label end = code().new_label();
  const Op jump = node.op == BoolOperator::kAnd ? Op::kJumpIfFalseOrPop : Op::kJumpIfTrueOrPop;
  for (std::size_t n = 0; n < node.values.size(); ++n) {
    expression(node.values[n]);
    if (n + 1 < node.values.size()) code().jump(jump, end);
  }
  code().put(end);
}

void Compiler::compare_op(CompareOperator op) {
  const auto emit = [&](CompareOp compare) {
    code().emit(Op::kCompare, static_cast<std::uint32_t>(compare));
  };
  switch (op) {
    case CompareOperator::kEqual:
      emit(CompareOp::kEqual);
      break;
    case CompareOperator::kNotEqual:
      emit(CompareOp::kNotEqual);
      break;
    case CompareOperator::kLess:
      emit(CompareOp::kLess);
      break;
    case CompareOperator::kLessEqual:
      emit(CompareOp::kLessEqual);
      break;
    case CompareOperator::kGreater:
      emit(CompareOp::kGreater);
      break;
    case CompareOperator::kGreaterEqual:
      emit(CompareOp::kGreaterEqual);
      break;
    case CompareOperator::kIs:
      code().emit(Op::kIs, 0);
      break;
    case CompareOperator::kIsNot:
      code().emit(Op::kIs, 1);
      break;
    case CompareOperator::kIn:
      code().emit(Op::kIn, 0);
      break;
    case CompareOperator::kNotIn:
      code().emit(Op::kIn, 1);
      break;
  }
}

void Compiler::comparison(const Expr&, const Compare& node) {
  expression(*node.left);
  if (node.operators.size() == 1) {
    expression(node.operands[0]);
    compare_op(node.operators[0]);
    return;
  }
  const Label end = code().new_label();
  const Label cleanup = code().new_label();
  for (std::size_t n = 0; n < node.operators.size(); ++n) {
    expression(node.operands[n]);
    if (n + 1 == node.operators.size()) {
      compare_op(node.operators[n]);
      break;
    }
    code().emit(Op::kSwap, 2);
    code().emit(Op::kCopy, 2);
    compare_op(node.operators[n]);
    code().jump(Op::kJumpIfFalseOrPop, cleanup);
  }
  code().jump(Op::kJump, end);
  code().put(cleanup);
  code().emit(Op::kSwap, 2);
  code().emit(Op::kPop);
  code().put(end);
}

void Compiler::conditional(const Conditional& node) {
  const Label otherwise = code().new_label();
  const Label end = code().new_label();
  jump_if(*node.test, false, otherwise);
  expression(*node.body);
  code().jump(Op::kJump, end);
  code().put(otherwise);
  expression(*node.otherwise);
  code().put(end);
}

// Jumps where the test is `when`, without making the values of `and`, `or` and `not`.
void Compiler::jump_if(const Expr& test, bool when, Label target) {
  const AtPlace here(code(), test.span);
  if (const auto* const inverted = std::get_if<Unary>(&test.node);
      inverted != nullptr && inverted->op == UnaryOperator::kNot) {
    jump_if(*inverted->operand, !when, target);
    return;
  }
  if (const auto* const node = std::get_if<BoolOp>(&test.node)) {
    const bool stops_at = node->op == BoolOperator::kOr;  // the value that decides at once
    const Label next = code().new_label();
    for (std::size_t n = 0; n < node->values.size(); ++n) {
      const bool last = n + 1 == node->values.size();
      if (last) {
        jump_if(node->values[n], when, target);
      } else {
        jump_if(node->values[n], stops_at, stops_at == when ? target : next);
      }
    }
    code().put(next);
    return;
  }
  expression(test);
  code().jump(when ? Op::kJumpIfTrue : Op::kJumpIfFalse, target);
}

void Compiler::call(const Expr& expr, const Call& node) {
  bool plain = !has_starred(node.arguments);
  for (const auto& each : node.keywords) plain = plain && each.name.has_value();
  const auto* const attribute = std::get_if<Attribute>(&node.function->node);
  Span span = expr.span;
  if (plain && attribute != nullptr) {
    expression(*attribute->value);
    Span place = node.function->span;
    if (place.line != place.end_line) {
      // Of a chain over several lines, errors show the line of the attribute.
      const auto size = static_cast<int>(attribute->name.size());
      place.line = place.end_line;
      place.column = std::max(0, place.end_column - size);
      span.line = place.line;
      span.column = place.column;
    }
    const AtPlace here(code(), place);
    code().emit(Op::kLoadMethod, code().name(mangle(attribute->name)));
  } else {
    expression(*node.function);
    code().emit(Op::kPushEmpty);
  }
  const AtPlace here(code(), span);
  call_arguments(expr, node.arguments, node.keywords, 0);
}

void Compiler::call_arguments(const Expr& expr, const std::vector<Expr>& arguments,
                              const std::vector<Keyword>& keywords, std::size_t already) {
  bool plain = !has_starred(arguments);
  for (const auto& each : keywords) plain = plain && each.name.has_value();
  if (!plain) {
    spread_arguments(expr, arguments, keywords, already);
    return;
  }
  for (const auto& each : arguments) expression(each);
  for (const auto& each : keywords) expression(*each.value);
  const auto count = static_cast<std::uint32_t>(already + arguments.size() + keywords.size());
  if (keywords.empty()) {
    code().emit(Op::kCall, count);
    return;
  }
  std::vector<Value> names;
  for (const auto& each : keywords) names.emplace_back(vm_.intern(mangle(*each.name)));
  code().constant(vm_.tuple(names));
  code().emit(Op::kCallNames, count);
}

void Compiler::spread_arguments(const Expr&, const std::vector<Expr>& arguments,
                                const std::vector<Keyword>& keywords, std::size_t already) {
  code().emit(Op::kBuildList, static_cast<std::uint32_t>(already));
  for (const auto& each : arguments) {
    expression(each);
    const bool starred = std::holds_alternative<Starred>(each.node);
    const bool alone = starred && arguments.size() == 1;
    code().emit(starred ? Op::kListExtend : Op::kListAppend, alone ? 1 | kOnlyArgument : 1);
  }
  code().emit(Op::kListToTuple);
  if (!keywords.empty()) {
    code().emit(Op::kBuildDict, 0);
    for (const auto& each : keywords) {
      if (each.name) {
        code().constant(Value(vm_.intern(mangle(*each.name))));
        expression(*each.value);
        code().emit(Op::kBuildDict, 1);
      } else {
        expression(*each.value);
      }
      code().emit(Op::kDictMerge, 1);
    }
  }
  code().emit(Op::kCallSpread, keywords.empty() ? 0 : 1);
}

void Compiler::slice(const Slice& node) {
  optional_expression(node.lower);
  optional_expression(node.upper);
  if (node.step) expression(*node.step);
  code().emit(Op::kBuildSlice, node.step ? 3 : 2);
}

void Compiler::fstring(const Expr& expr, const FString& node) {
  std::uint32_t count = 0;
  for (const auto& part : node.parts) {
    ++count;
    if (const auto* const text = std::get_if<std::string>(&part)) {
      code().constant(vm_.str(*text));
      continue;
    }
    const auto& replacement = std::get<Replacement>(part);
    expression(*replacement.value);
    auto flags = static_cast<std::uint32_t>(static_cast<unsigned char>(replacement.conversion));
    if (replacement.spec) {
      fstring(expr, *replacement.spec);
      flags |= kFormatHasSpec;
    }
    const AtPlace here(code(), replacement.span);
    code().emit(Op::kFormat, flags);
  }
  code().emit(Op::kBuildString, count);
}

}  // namespace normscope::notebook::runtime
