// SPDX-License-Identifier: MIT
// Statements without blocks of their own, and the way into the compiler.
#include <variant>

#include "app/notebook/runtime/compiler.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {

using namespace syntax;

namespace {

BinaryOp op_of(BinaryOperator op) {
  constexpr BinaryOp kOps[] = {
      BinaryOp::kAdd,        BinaryOp::kSubtract,    BinaryOp::kMultiply,  BinaryOp::kMatMultiply,
      BinaryOp::kTrueDivide, BinaryOp::kFloorDivide, BinaryOp::kRemainder, BinaryOp::kPower,
      BinaryOp::kLeftShift,  BinaryOp::kRightShift,  BinaryOp::kAnd,       BinaryOp::kOr,
      BinaryOp::kXor};
  return kOps[static_cast<std::size_t>(op)];
}

// Of one function; a hand-written one has some thousand.
constexpr std::size_t kMostInstructions = std::size_t{1} << 21U;

const Expr* last_comparison(const Expr& test) {
  if (std::holds_alternative<Compare>(test.node)) return &test;
  if (const auto* const node = std::get_if<Unary>(&test.node)) {
    return node->op == UnaryOperator::kNot ? last_comparison(*node->operand) : nullptr;
  }
  const Expr* last = nullptr;
  if (const auto* const node = std::get_if<BoolOp>(&test.node)) {
    for (const auto& value : node->values) {
      if (const Expr* const one = last_comparison(value)) last = one;
    }
  }
  return last;
}

bool has_annotations(const Body& body) {
  for (const auto& stmt : body) {
    const auto* const node = std::get_if<AnnotatedAssign>(&stmt.node);
    if (node != nullptr && node->simple) return true;
  }
  return false;
}

}  // namespace

Compiler::Compiler(Vm& vm, const Module& module, std::shared_ptr<const Source> source,
                   bool shows_last)
    : vm_(vm),
      module_(module),
      source_(std::move(source)),
      shows_last_(shows_last),
      scopes_(find_scopes(module)) {}

Ref<CodeObject> Compiler::run() {
  const auto unit = open_unit(nullptr, "<module>", 1);
  const Body& all = module_.body;
  if (!shows_last_ && !all.empty()) {
    const auto* const first = std::get_if<ExpressionStatement>(&all.front().node);
    const auto* const text =
        first != nullptr ? std::get_if<StringLiteral>(&first->value->node) : nullptr;
    if (text != nullptr) {
      code().constant(vm_.str(text->value));
      code().emit(Op::kStoreGlobal, code().name("__doc__"));
    }
  }
  for (std::size_t n = 0; n < all.size(); ++n) {
    const auto* const last = std::get_if<ExpressionStatement>(&all[n].node);
    if (shows_last_ && n + 1 == all.size() && last != nullptr) {
      expression(*last->value);
      code().place = all[n].span;
      code().emit(Op::kDisplay);
    } else {
      statement(all[n]);
    }
  }
  code().emit(Op::kNone);
  code().emit(Op::kReturn);
  auto object = close_unit(*unit);
  if (!failed_) return object;
  if (!vm_.raised()) {
    vm_.raise_not_supported("a program of this size", "several smaller cells");
  }
  return {};
}

Ref<CodeObject> compile(Vm& vm, const Module& module, std::shared_ptr<const Source> source,
                        bool shows_last) {
  return Compiler(vm, module, std::move(source), shows_last).run();
}

void Compiler::body(const Body& statements) {
  if (code().code().is_class_body && has_annotations(statements)) {
    code().emit(Op::kSetupAnnotations);
  }
  for (const auto& each : statements) statement(each);
}

void Compiler::statement(const Stmt& stmt) {
  // Nested `finally` bodies double with each level: there is an end to it.
  if (code().code().instructions.size() > kMostInstructions) {
    failed_ = true;
    return;
  }
  const AtPlace here(code(), stmt.span);
  const std::uint32_t depth = code().depth();
  std::visit(Overloaded{
                 [&](const ExpressionStatement& node) { expression_statement(node); },
                 [&](const Assign& node) { assign(node); },
                 [&](const AugmentedAssign& node) { augmented(stmt, node); },
                 [&](const AnnotatedAssign& node) { annotated(node); },
                 [&](const Delete& node) {
                   for (const auto& each : node.targets) erase_target(each);
                 },
                 [&](const Return& node) { return_statement(node); },
                 [&](const Raise& node) { raise_statement(node); },
                 [&](const Assert& node) { assert_statement(node); },
                 [&](const Pass&) { code().emit(Op::kNop); },
                 [&](const Break&) { leave_to_loop(true); },
                 [&](const Continue&) { leave_to_loop(false); },
                 [](const Global&) {},
                 [](const Nonlocal&) {},
                 [&](const Import& node) { import(node); },
                 [&](const ImportFrom& node) { import_from(node); },
                 [&](const If& node) { if_statement(node); },
                 [&](const While& node) { while_loop(node); },
                 [&](const For& node) { for_loop(node); },
                 [&](const With& node) { with_statement(stmt, node, 0); },
                 [&](const Try& node) { try_statement(node); },
                 [&](const FunctionDef& node) { function(stmt, node); },
                 [&](const ClassDef& node) { class_definition(stmt, node); },
             },
             stmt.node);
  if (!code().reachable()) code().set_depth(depth);
}

void Compiler::expression_statement(const ExpressionStatement& node) {
  if (is_literal(*node.value)) return;
  expression(*node.value);
  code().emit(Op::kPop);
}

void Compiler::assign(const Assign& node) {
  expression(*node.value);
  for (std::size_t n = 0; n < node.targets.size(); ++n) {
    if (n + 1 < node.targets.size()) code().emit(Op::kCopy, 1);
    target(node.targets[n]);
  }
}

void Compiler::target(const Expr& expr) {
  const AtPlace here(code(), expr.span);
  std::visit(Overloaded{
                 [&](const Name& node) { store(node.id); },
                 [&](const Attribute& node) {
                   expression(*node.value);
                   code().emit(Op::kStoreAttribute, code().name(mangle(node.name)));
                 },
                 [&](const Subscript& node) {
                   expression(*node.value);
                   expression(*node.index);
                   code().emit(Op::kStoreItem);
                 },
                 [&](const Tuple& node) { unpack(expr, node.elements); },
                 [&](const List& node) { unpack(expr, node.elements); },
                 [&](const Starred& node) { target(*node.value); },
                 [](const auto&) {},
             },
             expr.node);
}

void Compiler::unpack(const Expr&, const std::vector<Expr>& elements) {
  std::size_t star = elements.size();
  for (std::size_t n = 0; n < elements.size(); ++n) {
    if (std::holds_alternative<Starred>(elements[n].node)) star = n;
  }
  if (star == elements.size()) {
    code().emit(Op::kUnpack, static_cast<std::uint32_t>(elements.size()));
  } else {
    const std::size_t after = elements.size() - star - 1;
    if (star > 0xFFF || after > 0xFFF) failed_ = true;
    code().emit(Op::kUnpackStar,
                static_cast<std::uint32_t>((star & 0xFFF) + ((after & 0xFFF) << 12U)));
  }
  for (const auto& each : elements) target(each);
}

void Compiler::augmented(const Stmt&, const AugmentedAssign& node) {
  const auto op = static_cast<std::uint32_t>(op_of(node.op));
  std::visit(Overloaded{
                 [&](const Name& name) {
                   expression(*node.target);
                   expression(*node.value);
                   code().emit(Op::kInplace, op);
                   const AtPlace here(code(), node.target->span);
                   store(name.id);
                 },
                 [&](const Attribute& attribute) {
                   expression(*attribute.value);
                   {
                     const AtPlace here(code(), node.target->span);
                     code().emit(Op::kCopy, 1);
                     code().emit(Op::kLoadAttribute, code().name(mangle(attribute.name)));
                   }
                   expression(*node.value);
                   code().emit(Op::kInplace, op);
                   const AtPlace here(code(), node.target->span);
                   code().emit(Op::kSwap, 2);
                   code().emit(Op::kStoreAttribute, code().name(mangle(attribute.name)));
                 },
                 [&](const Subscript& subscript) {
                   expression(*subscript.value);
                   expression(*subscript.index);
                   {
                     const AtPlace here(code(), node.target->span);
                     code().emit(Op::kCopy, 2);
                     code().emit(Op::kCopy, 2);
                     code().emit(Op::kLoadItem);
                   }
                   expression(*node.value);
                   code().emit(Op::kInplace, op);
                   const AtPlace here(code(), node.target->span);
                   code().emit(Op::kSwap, 3);
                   code().emit(Op::kSwap, 2);
                   code().emit(Op::kStoreItem);
                 },
                 [](const auto&) {},
             },
             node.target->node);
}

void Compiler::annotated(const AnnotatedAssign& node) {
  if (node.value) {
    expression(*node.value);
    target(*node.target);
  }
  if (unit_->scope->kind == ScopeKind::kFunction) return;
  if (!node.simple) {
    // Only that the annotation can be evaluated matters here.
    expression(*node.annotation);
    code().emit(Op::kPop);
    return;
  }
  expression(*node.annotation);
  code().emit(is_module() ? Op::kLoadGlobal : Op::kLoadName, code().name("__annotations__"));
  code().constant(Value(vm_.intern(mangle(std::get<Name>(node.target->node).id))));
  code().emit(Op::kStoreItem);
}

void Compiler::erase_target(const Expr& expr) {
  const AtPlace here(code(), expr.span);
  std::visit(Overloaded{
                 [&](const Name& node) { erase(node.id); },
                 [&](const Attribute& node) {
                   expression(*node.value);
                   code().emit(Op::kDeleteAttribute, code().name(mangle(node.name)));
                 },
                 [&](const Subscript& node) {
                   expression(*node.value);
                   expression(*node.index);
                   code().emit(Op::kDeleteItem);
                 },
                 [&](const Tuple& node) {
                   for (const auto& each : node.elements) erase_target(each);
                 },
                 [&](const List& node) {
                   for (const auto& each : node.elements) erase_target(each);
                 },
                 [](const auto&) {},
             },
             expr.node);
}

void Compiler::return_statement(const Return& node) {
  const bool keeps = node.value && !is_literal(*node.value);
  if (keeps) expression(*node.value);
  const int handler = code().active_handler();
  leave_above(0, keeps);
  if (!keeps) optional_expression(node.value);
  code().emit(Op::kReturn);
  code().set_handler(handler);
}

void Compiler::raise_statement(const Raise& node) {
  std::uint32_t count = 0;
  if (node.exception) {
    expression(*node.exception);
    ++count;
  }
  if (node.cause) {
    expression(*node.cause);
    ++count;
  }
  code().emit(Op::kRaise, count);
}

void Compiler::assert_statement(const Assert& node) {
  const Label end = code().new_label();
  jump_if(*node.test, true, end);
  // CPython's place: the comparison that decided, where there is one.
  const Expr* const decided = last_comparison(*node.test);
  const AtPlace here(code(), decided != nullptr ? decided->span : code().place);
  code().emit(Op::kAssertionError);
  if (node.message) {
    code().emit(Op::kPushEmpty);
    expression(*node.message);
    code().emit(Op::kCall, 1);
  }
  code().emit(Op::kRaise, 1);
  code().put(end);
}

void Compiler::import(const Import& node) {
  for (const auto& alias : node.names) {
    if (alias.as_name.empty()) {
      code().emit(Op::kImportTop, code().name(alias.name));
      store(alias.name.substr(0, alias.name.find('.')));
    } else {
      code().emit(Op::kImport, code().name(alias.name));
      store(alias.as_name);
    }
  }
}

void Compiler::import_from(const ImportFrom& node) {
  const std::string module = std::string(static_cast<std::size_t>(node.level), '.') + node.module;
  code().emit(Op::kImport, code().name(module));
  for (const auto& alias : node.names) {
    if (alias.name == "*") {
      code().emit(Op::kImportStar);
      return;
    }
    code().emit(Op::kImportFrom, code().name(alias.name));
    store(alias.as_name.empty() ? alias.name : alias.as_name);
  }
  code().emit(Op::kPop);
}

}  // namespace normscope::notebook::runtime
