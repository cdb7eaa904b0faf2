// SPDX-License-Identifier: MIT
// Two walks: the first notes for every scope which names it binds and uses, the second decides from
// the outside in where each lives.
#include "app/notebook/runtime/scopes.hpp"

#include <algorithm>
#include <variant>

namespace normscope::notebook::runtime {
namespace {

using namespace syntax;

constexpr std::string_view kClassCell = "__class__";

class Collector {
 public:
  explicit Collector(Scopes& scopes) : scopes_(scopes) {}

  void module(const Module& module) {
    scopes_.module = std::make_unique<Scope>();
    scope_ = scopes_.module.get();
    body(module.body);
  }

 private:
  Symbol& symbol(const std::string& plain) {
    const std::string name = mangled(scope_->class_name, plain);
    const auto [at, is_new] = scope_->symbols.try_emplace(name);
    if (is_new) scope_->order.push_back(name);
    return at->second;
  }
  void use(const std::string& name) {
    symbol(name).used = true;
    // super() without arguments asks for the class that the method stands in.
    if (name == "super" && scope_->kind == ScopeKind::kFunction) {
      symbol(std::string(kClassCell)).used = true;
    }
  }
  void assign(const std::string& name) { symbol(name).assigned = true; }

  Scope* open(ScopeKind kind, const void* node) {
    auto scope = std::make_unique<Scope>();
    scope->kind = kind;
    scope->parent = scope_;
    scope->class_name = scope_->class_name;
    Scope* const inner = scope.get();
    scope_->children.push_back(std::move(scope));
    scopes_.of_node[node] = inner;
    return inner;
  }

  void parameter(const Parameter& parameter) {
    Symbol& name = symbol(parameter.name);
    name.assigned = true;
    name.parameter = true;
    scope_->locals.push_back(mangled(scope_->class_name, parameter.name));
  }
  // In the order of slots: positional, keyword-only, *args, **kwargs.
  void parameters(const Parameters& all) {
    for (const auto& each : all.positional_only) parameter(each);
    for (const auto& each : all.positional) parameter(each);
    for (const auto& each : all.keyword_only) parameter(each);
    if (all.variadic) parameter(*all.variadic);
    if (all.keywords) parameter(*all.keywords);
  }
  void defaults(const Parameters& all) {
    for (const auto* list : {&all.positional_only, &all.positional, &all.keyword_only}) {
      for (const auto& each : *list) maybe(each.default_value);
    }
  }
  void annotations(const Parameters& all) {
    for (const auto* list : {&all.positional_only, &all.positional, &all.keyword_only}) {
      for (const auto& each : *list) maybe(each.annotation);
    }
    if (all.variadic) maybe(all.variadic->annotation);
    if (all.keywords) maybe(all.keywords->annotation);
  }

  void body(const Body& statements) {
    for (const auto& each : statements) statement(each);
  }
  void maybe(const ExprPtr& expr) {
    if (expr) expression(*expr);
  }
  void all(const std::vector<Expr>& list) {
    for (const auto& each : list) expression(each);
  }

  void target(const Expr& expr) {
    std::visit(Overloaded{
                   [&](const Name& name) { assign(name.id); },
                   [&](const Tuple& tuple) {
                     for (const auto& each : tuple.elements) target(each);
                   },
                   [&](const List& list) {
                     for (const auto& each : list.elements) target(each);
                   },
                   [&](const Starred& starred) { target(*starred.value); },
                   [&](const auto&) { expression(expr); },
               },
               expr.node);
  }

  void expression(const Expr& expr) {
    std::visit(Overloaded{
                   [&](const Name& name) { use(name.id); },
                   [&](const FString& text) { fstring(text); },
                   [&](const Tuple& node) { all(node.elements); },
                   [&](const List& node) { all(node.elements); },
                   [&](const Set& node) { all(node.elements); },
                   [&](const Dict& node) {
                     for (const auto& item : node.items) {
                       maybe(item.key);
                       maybe(item.value);
                     }
                   },
                   [&](const Unary& node) { maybe(node.operand); },
                   [&](const Binary& node) {
                     maybe(node.left);
                     maybe(node.right);
                   },
                   [&](const BoolOp& node) { all(node.values); },
                   [&](const Compare& node) {
                     maybe(node.left);
                     all(node.operands);
                   },
                   [&](const Conditional& node) {
                     maybe(node.test);
                     maybe(node.body);
                     maybe(node.otherwise);
                   },
                   [&](const Lambda& node) { lambda(node); },
                   [&](const Call& node) {
                     maybe(node.function);
                     all(node.arguments);
                     for (const auto& each : node.keywords) maybe(each.value);
                   },
                   [&](const Attribute& node) { maybe(node.value); },
                   [&](const Subscript& node) {
                     maybe(node.value);
                     maybe(node.index);
                   },
                   [&](const Slice& node) {
                     maybe(node.lower);
                     maybe(node.upper);
                     maybe(node.step);
                   },
                   [&](const Starred& node) { maybe(node.value); },
                   [&](const NamedExpr& node) { named(node); },
                   [&](const Comprehension& node) { comprehension(node); },
                   [&](const Yield& node) { maybe(node.value); },
                   [&](const YieldFrom& node) { maybe(node.value); },
                   [](const auto&) {},
               },
               expr.node);
  }

  void fstring(const FString& text) {
    for (const auto& part : text.parts) {
      const auto* const replacement = std::get_if<Replacement>(&part);
      if (replacement == nullptr) continue;
      maybe(replacement->value);
      if (replacement->spec) fstring(*replacement->spec);
    }
  }

  // Inside of a comprehension, := binds in the function around it.
  void named(const NamedExpr& node) {
    maybe(node.value);
    Scope* const here = scope_;
    bool crossed = false;
    while (scope_->is_comprehension) {
      scope_ = scope_->parent;
      crossed = true;
    }
    Symbol& outer = symbol(node.name);
    outer.assigned = true;
    const bool global = outer.global || scope_->kind == ScopeKind::kModule;
    scope_ = here;
    if (!crossed) return;
    Symbol& inner = symbol(node.name);
    inner.assigned = true;
    (global ? inner.global : inner.nonlocal) = true;
  }

  void lambda(const Lambda& node) {
    defaults(node.parameters);
    Scope* const outer = scope_;
    scope_ = open(ScopeKind::kFunction, &node);
    parameters(node.parameters);
    maybe(node.body);
    scope_ = outer;
  }

  void comprehension(const Comprehension& node) {
    maybe(node.clauses.front().iterable);
    Scope* const outer = scope_;
    scope_ = open(ScopeKind::kFunction, &node);
    scope_->is_comprehension = true;
    symbol(".0").assigned = true;
    symbol(".0").parameter = true;
    scope_->locals.emplace_back(".0");
    for (std::size_t n = 0; n < node.clauses.size(); ++n) {
      if (n > 0) maybe(node.clauses[n].iterable);
      target(*node.clauses[n].target);
      all(node.clauses[n].conditions);
    }
    maybe(node.element);
    maybe(node.value);
    scope_ = outer;
  }

  void function(const FunctionDef& node) {
    all(node.decorators);
    defaults(node.parameters);
    annotations(node.parameters);
    maybe(node.returns);
    assign(node.name);
    Scope* const outer = scope_;
    scope_ = open(ScopeKind::kFunction, &node);
    parameters(node.parameters);
    body(node.body);
    scope_ = outer;
  }

  void class_definition(const ClassDef& node) {
    all(node.decorators);
    all(node.bases);
    for (const auto& each : node.keywords) maybe(each.value);
    assign(node.name);
    Scope* const outer = scope_;
    scope_ = open(ScopeKind::kClass, &node);
    scope_->class_name = node.name;
    body(node.body);
    scope_ = outer;
  }

  void statement(const Stmt& stmt) {
    std::visit(Overloaded{
                   [&](const ExpressionStatement& node) { maybe(node.value); },
                   [&](const Assign& node) {
                     maybe(node.value);
                     for (const auto& each : node.targets) target(each);
                   },
                   [&](const AugmentedAssign& node) {
                     expression(*node.target);
                     target(*node.target);
                     maybe(node.value);
                   },
                   [&](const AnnotatedAssign& node) {
                     if (node.simple) {
                       assign(std::get<Name>(node.target->node).id);
                     } else {
                       target(*node.target);
                     }
                     if (scope_->kind != ScopeKind::kFunction) maybe(node.annotation);
                     maybe(node.value);
                   },
                   [&](const Delete& node) {
                     for (const auto& each : node.targets) target(each);
                   },
                   [&](const Return& node) { maybe(node.value); },
                   [&](const Raise& node) {
                     maybe(node.exception);
                     maybe(node.cause);
                   },
                   [&](const Assert& node) {
                     maybe(node.test);
                     maybe(node.message);
                   },
                   [&](const Global& node) {
                     for (const auto& name : node.names) symbol(name).global = true;
                   },
                   [&](const Nonlocal& node) {
                     for (const auto& name : node.names) symbol(name).nonlocal = true;
                   },
                   [&](const Import& node) {
                     for (const auto& alias : node.names) {
                       assign(alias.as_name.empty() ? alias.name.substr(0, alias.name.find('.'))
                                                    : alias.as_name);
                     }
                   },
                   [&](const ImportFrom& node) {
                     for (const auto& alias : node.names) {
                       if (alias.name != "*")
                         assign(alias.as_name.empty() ? alias.name : alias.as_name);
                     }
                   },
                   [&](const If& node) {
                     for (const auto& branch : node.branches) {
                       maybe(branch.test);
                       body(branch.body);
                     }
                     body(node.otherwise);
                   },
                   [&](const While& node) {
                     maybe(node.test);
                     body(node.body);
                     body(node.otherwise);
                   },
                   [&](const For& node) {
                     maybe(node.iterable);
                     target(*node.target);
                     body(node.body);
                     body(node.otherwise);
                   },
                   [&](const With& node) {
                     for (const auto& item : node.items) {
                       maybe(item.context);
                       if (item.target) target(*item.target);
                     }
                     body(node.body);
                   },
                   [&](const Try& node) {
                     body(node.body);
                     for (const auto& handler : node.handlers) {
                       maybe(handler.type);
                       if (!handler.name.empty()) assign(handler.name);
                       body(handler.body);
                     }
                     body(node.otherwise);
                     body(node.finally);
                   },
                   [&](const FunctionDef& node) { function(node); },
                   [&](const ClassDef& node) { class_definition(node); },
                   [](const auto&) {},
               },
               stmt.node);
  }

  Scopes& scopes_;
  Scope* scope_ = nullptr;
};

// Whether an enclosing function has this variable; makes it a cell there, and free on the way.
bool capture(Scope* scope, const std::string& name) {
  for (Scope* at = scope; at != nullptr && at->kind != ScopeKind::kModule; at = at->parent) {
    if (at->kind == ScopeKind::kClass) {
      if (name != kClassCell) continue;
      if (std::ranges::find(at->cells, name) == at->cells.end()) at->cells.push_back(name);
      return true;
    }
    const auto found = at->symbols.find(name);
    if (found != at->symbols.end() && found->second.assigned && !found->second.global &&
        !found->second.nonlocal) {
      if (std::ranges::find(at->cells, name) == at->cells.end()) at->cells.push_back(name);
      found->second.place = Place::kCell;
      return true;
    }
    if (found != at->symbols.end() && found->second.global) return false;
  }
  return false;
}

void add_free(Scope* scope, const std::string& name) {
  if (std::ranges::find(scope->frees, name) == scope->frees.end()) scope->frees.push_back(name);
}

// All scopes between the use and the variable pass it on.
void pass_on(Scope* scope, const std::string& name) {
  for (Scope* at = scope; at != nullptr; at = at->parent) {
    if (std::ranges::find(at->cells, name) != at->cells.end()) return;
    add_free(at, name);
  }
}

void resolve(Scope& scope) {
  for (const auto& name : scope.order) {
    Symbol& symbol = scope.symbols[name];
    if (symbol.global || scope.kind == ScopeKind::kModule) {
      symbol.place = Place::kGlobal;
      continue;
    }
    const bool own = symbol.assigned && !symbol.nonlocal;
    if (own) {
      if (symbol.place != Place::kCell) {
        symbol.place = scope.kind == ScopeKind::kClass ? Place::kName : Place::kLocal;
      }
      continue;
    }
    if (capture(scope.parent, name)) {
      symbol.place = Place::kFree;
      pass_on(&scope, name);
    } else {
      symbol.place = scope.kind == ScopeKind::kClass ? Place::kName : Place::kGlobal;
    }
  }
  for (const auto& child : scope.children) resolve(*child);
}

// After all captures are known: the slots of each function.
void number_slots(Scope& scope) {
  if (scope.kind == ScopeKind::kFunction) {
    for (const auto& name : scope.order) {
      const Symbol& symbol = scope.symbols[name];
      if (symbol.place == Place::kLocal && !symbol.parameter) scope.locals.push_back(name);
    }
  }
  for (const auto& child : scope.children) number_slots(*child);
}

}  // namespace

std::string mangled(std::string_view class_name, const std::string& name) {
  if (class_name.empty() || !name.starts_with("__") || name.ends_with("__") ||
      name.find('.') != std::string::npos) {
    return name;
  }
  const auto letters = class_name.find_first_not_of('_');
  if (letters == std::string_view::npos) return name;
  return "_" + std::string(class_name.substr(letters)) + name;
}

Scopes find_scopes(const syntax::Module& module) {
  Scopes scopes;
  Collector(scopes).module(module);
  resolve(*scopes.module);
  number_slots(*scopes.module);
  return scopes;
}

}  // namespace normscope::notebook::runtime
