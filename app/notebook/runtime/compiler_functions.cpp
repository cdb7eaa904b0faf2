// SPDX-License-Identifier: MIT
// Code inside of code: functions, lambdas, classes and comprehensions; and where names live.
#include <variant>

#include "app/notebook/runtime/compiler.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {

using namespace syntax;

namespace {

enum NameUse { kLoad, kStore, kErase };

template <class List>
std::uint32_t index_in(const List& list, const std::string& name) {
  std::uint32_t index = 0;
  for (const auto& each : list) {
    if (each->text() == name) return index;
    ++index;
  }
  return index;
}

}  // namespace

std::string Compiler::mangle(const std::string& name) const {
  return mangled(unit_->scope->class_name, name);
}

void Compiler::name_op(const std::string& plain, int what) {
  const std::string name = mangle(plain);
  const auto found = unit_->scope->symbols.find(name);
  Place place = Place::kGlobal;
  if (found != unit_->scope->symbols.end()) place = found->second.place;
  const auto emit = [&](Op load, Op store, Op erase, std::uint32_t argument) {
    code().emit(what == kLoad ? load : (what == kStore ? store : erase), argument);
  };
  switch (place) {
    case Place::kLocal:
      emit(Op::kLoadFast, Op::kStoreFast, Op::kDeleteFast, index_in(code().code().locals, name));
      break;
    case Place::kCell:
    case Place::kFree: {
      const std::uint32_t cell = index_in(code().code().cells, name);
      const bool in_class = unit_->scope->kind == ScopeKind::kClass;
      emit(in_class ? Op::kLoadClassCell : Op::kLoadCell, Op::kStoreCell, Op::kDeleteCell, cell);
      break;
    }
    case Place::kGlobal:
      emit(Op::kLoadGlobal, Op::kStoreGlobal, Op::kDeleteGlobal, code().name(name));
      break;
    case Place::kName:
      emit(Op::kLoadName, Op::kStoreName, Op::kDeleteName, code().name(name));
      break;
  }
}

void Compiler::load(const std::string& name) {
  name_op(name, kLoad);
}
void Compiler::store(const std::string& name) {
  name_op(name, kStore);
}
void Compiler::erase(const std::string& name) {
  name_op(name, kErase);
}

std::unique_ptr<Compiler::Unit> Compiler::open_unit(const void* node, const std::string& name,
                                                    int line) {
  const Scope* const scope = node == nullptr ? scopes_.module.get() : scopes_.of_node.at(node);
  auto object = vm_.make<CodeObject>(*vm_.types().code);
  object->name = name;
  object->source = source_;
  object->first_line = line;
  object->is_class_body = scope->kind == ScopeKind::kClass;
  for (const auto& each : scope->locals) object->locals.push_back(vm_.intern(each));
  for (const auto& each : scope->cells) object->cells.push_back(vm_.intern(each));
  object->own_cells = static_cast<std::uint32_t>(scope->cells.size());
  for (const auto& each : scope->frees) object->cells.push_back(vm_.intern(each));
  for (std::uint32_t cell = 0; cell < object->own_cells; ++cell) {
    const auto symbol = scope->symbols.find(scope->cells[cell]);
    if (symbol == scope->symbols.end() || !symbol->second.parameter) continue;
    object->cell_parameters.emplace_back(cell, index_in(object->locals, scope->cells[cell]));
  }
  object->qualname = name;
  if (unit_ != nullptr && unit_->outer != nullptr) {
    const bool in_class = unit_->scope->kind == ScopeKind::kClass;
    object->qualname = unit_->qualname + (in_class ? "." : ".<locals>.") + name;
  }
  // A function that the cell declares global keeps its plain name.
  if (unit_ != nullptr) {
    const auto symbol = unit_->scope->symbols.find(name);
    if (symbol != unit_->scope->symbols.end() && symbol->second.global) object->qualname = name;
  }
  auto unit = std::make_unique<Unit>(Unit{CodeBuilder(vm_, object), scope});
  unit->qualname = object->qualname;
  unit->outer = unit_;
  unit->code.place = {line, 0, line, 0};
  unit_ = unit.get();
  return unit;
}

Ref<CodeObject> Compiler::close_unit(Unit& unit) {
  unit_ = unit.outer;
  if (!unit.code.finish()) {
    vm_.raise_not_supported("a function of this length", "several shorter ones");
    failed_ = true;
  }
  return Ref<CodeObject>(&unit.code.code());
}

void Compiler::make_function(const Ref<CodeObject>& code_object, const Scope& scope,
                             std::uint32_t flags) {
  if (!scope.frees.empty()) {
    for (const auto& name : scope.frees) {
      code().emit(Op::kPushCell, index_in(code().code().cells, name));
    }
    code().emit(Op::kBuildTuple, static_cast<std::uint32_t>(scope.frees.size()));
    flags |= kHasClosure;
  }
  code().constant(Value(code_object));
  code().emit(Op::kMakeFunction, flags);
}

std::uint32_t Compiler::defaults(const Parameters& all) {
  std::uint32_t flags = 0;
  std::uint32_t count = 0;
  for (const auto* list : {&all.positional_only, &all.positional}) {
    for (const auto& each : *list) {
      if (!each.default_value) continue;
      expression(*each.default_value);
      ++count;
    }
  }
  if (count > 0) {
    code().emit(Op::kBuildTuple, count);
    flags |= kHasDefaults;
  }
  count = 0;
  for (const auto& each : all.keyword_only) {
    if (!each.default_value) continue;
    code().constant(Value(vm_.intern(mangle(each.name))));
    expression(*each.default_value);
    ++count;
  }
  if (count > 0) {
    code().emit(Op::kBuildDict, count);
    flags |= kHasKeywordDefaults;
  }
  return flags;
}

bool Compiler::annotations(const Parameters& all, const ExprPtr& returns) {
  std::uint32_t count = 0;
  const auto add = [&](const std::string& name, const ExprPtr& annotation) {
    if (!annotation) return;
    code().constant(Value(vm_.intern(name)));
    expression(*annotation);
    ++count;
  };
  for (const auto& each : all.positional_only) add(mangle(each.name), each.annotation);
  for (const auto& each : all.positional) add(mangle(each.name), each.annotation);
  if (all.variadic) add(mangle(all.variadic->name), all.variadic->annotation);
  for (const auto& each : all.keyword_only) add(mangle(each.name), each.annotation);
  if (all.keywords) add(mangle(all.keywords->name), all.keywords->annotation);
  add("return", returns);
  if (count > 0) code().emit(Op::kBuildDict, count);
  return count > 0;
}

void Compiler::parameters(const Parameters& all) {
  CodeObject& object = code().code();
  object.positional_only = static_cast<std::uint32_t>(all.positional_only.size());
  object.positional =
      static_cast<std::uint32_t>(all.positional_only.size() + all.positional.size());
  object.keyword_only = static_cast<std::uint32_t>(all.keyword_only.size());
  object.has_rest = all.variadic.has_value();
  object.has_rest_keywords = all.keywords.has_value();
}

void Compiler::function(const Stmt& stmt, const FunctionDef& node) {
  const AtPlace here(code(), stmt.span);
  for (const auto& each : node.decorators) {
    expression(each);
    code().emit(Op::kPushEmpty);
  }
  std::uint32_t flags = defaults(node.parameters);
  if (annotations(node.parameters, node.returns)) flags |= kHasAnnotations;
  const auto unit = open_unit(&node, node.name, stmt.span.line);
  parameters(node.parameters);
  code().code().is_generator = node.is_generator;
  if (!node.body.empty()) {
    if (const auto* const first = std::get_if<ExpressionStatement>(&node.body.front().node)) {
      if (const auto* const text = std::get_if<StringLiteral>(&first->value->node)) {
        code().code().doc = vm_.str(text->value);
      }
    }
  }
  body(node.body);
  if (code().reachable()) {
    code().emit(Op::kNone);
    code().emit(Op::kReturn);
  }
  make_function(close_unit(*unit), *unit->scope, flags);
  for (auto each = node.decorators.rbegin(); each != node.decorators.rend(); ++each) {
    const AtPlace at_decorator(code(), each->span);
    code().emit(Op::kCall, 1);
  }
  store(node.name);
}

void Compiler::lambda(const Expr& expr, const Lambda& node) {
  const std::uint32_t flags = defaults(node.parameters);
  const auto unit = open_unit(&node, "<lambda>", expr.span.line);
  parameters(node.parameters);
  code().code().is_generator = node.is_generator;
  code().place = node.body->span;
  expression(*node.body);
  code().emit(Op::kReturn);
  make_function(close_unit(*unit), *unit->scope, flags);
}

void Compiler::class_definition(const Stmt& stmt, const ClassDef& node) {
  const AtPlace here(code(), stmt.span);
  for (const auto& each : node.decorators) {
    expression(each);
    code().emit(Op::kPushEmpty);
  }
  code().emit(Op::kLoadBuildClass);
  code().emit(Op::kPushEmpty);
  const auto unit = open_unit(&node, node.name, stmt.span.line);
  code().emit(Op::kLoadName, code().name("__name__"));
  code().emit(Op::kStoreName, code().name("__module__"));
  code().constant(vm_.str(unit->qualname));
  code().emit(Op::kStoreName, code().name("__qualname__"));
  if (const auto* const first = std::get_if<ExpressionStatement>(&node.body.front().node)) {
    if (const auto* const text = std::get_if<StringLiteral>(&first->value->node)) {
      code().constant(vm_.str(text->value));
      code().emit(Op::kStoreName, code().name("__doc__"));
    }
  }
  body(node.body);
  if (!unit->scope->cells.empty()) {
    code().emit(Op::kPushCell, index_in(code().code().cells, "__class__"));
  } else {
    code().emit(Op::kNone);
  }
  code().emit(Op::kReturn);
  make_function(close_unit(*unit), *unit->scope, 0);
  code().constant(vm_.str(node.name));
  Expr whole;
  whole.span = stmt.span;
  call_arguments(whole, node.bases, node.keywords, 2);
  for (auto each = node.decorators.rbegin(); each != node.decorators.rend(); ++each) {
    const AtPlace at_decorator(code(), each->span);
    code().emit(Op::kCall, 1);
  }
  store(node.name);
}

void Compiler::comprehension(const Expr& expr, const Comprehension& node) {
  const char* name = "<listcomp>";
  if (node.kind == ComprehensionKind::kSet) name = "<setcomp>";
  if (node.kind == ComprehensionKind::kDict) name = "<dictcomp>";
  if (node.kind == ComprehensionKind::kGenerator) name = "<genexpr>";
  const auto unit = open_unit(&node, name, expr.span.line);
  CodeObject& object = code().code();
  object.positional = 1;
  object.positional_only = 1;
  object.is_generator = node.kind == ComprehensionKind::kGenerator;
  code().place = expr.span;
  switch (node.kind) {
    case ComprehensionKind::kList:
      code().emit(Op::kBuildList, 0);
      break;
    case ComprehensionKind::kSet:
      code().emit(Op::kBuildSet, 0);
      break;
    case ComprehensionKind::kDict:
      code().emit(Op::kBuildDict, 0);
      break;
    case ComprehensionKind::kGenerator:
      break;
  }
  code().emit(Op::kLoadFast, 0);
  comprehension_clauses(node, 0);
  if (node.kind == ComprehensionKind::kGenerator) code().emit(Op::kNone);
  code().emit(Op::kReturn);
  make_function(close_unit(*unit), *unit->scope, 0);
  code().emit(Op::kPushEmpty);
  expression(*node.clauses.front().iterable);
  code().emit(Op::kGetIter);
  code().emit(Op::kCall, 1);
}

// One `for` with its conditions around all that follow; the iterator is on the stack.
void Compiler::comprehension_clauses(const Comprehension& node, std::size_t at) {
  const ComprehensionClause& clause = node.clauses[at];
  const Label next = code().new_label();
  const Label end = code().new_label();
  if (at > 0) {
    expression(*clause.iterable);
    code().emit(Op::kGetIter);
  }
  code().put(next);
  code().jump(Op::kForIter, end);
  target(*clause.target);
  for (const auto& condition : clause.conditions) jump_if(condition, false, next);
  if (at + 1 < node.clauses.size()) {
    comprehension_clauses(node, at + 1);
  } else {
    const auto depth = static_cast<std::uint32_t>(node.clauses.size()) + 1;
    expression(*node.element);
    switch (node.kind) {
      case ComprehensionKind::kList:
        code().emit(Op::kListAppend, depth);
        break;
      case ComprehensionKind::kSet:
        code().emit(Op::kSetAdd, depth);
        break;
      case ComprehensionKind::kDict:
        expression(*node.value);
        code().emit(Op::kDictSet, depth);
        break;
      case ComprehensionKind::kGenerator:
        code().emit(Op::kYield);
        code().emit(Op::kPop);
        break;
    }
  }
  code().jump(Op::kJumpBack, next);
  code().put(end);
}

}  // namespace normscope::notebook::runtime
