// SPDX-License-Identifier: MIT
// The second look: what each scope does with each name, and whether `nonlocal` finds one.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "app/notebook/syntax/checks.hpp"
#include "app/notebook/syntax/parser.hpp"
#include "app/notebook/syntax/walk.hpp"

namespace normscope::notebook::syntax {
namespace {

enum class ScopeKind : std::uint8_t { kModule, kFunction, kClass, kComprehension };

struct Uses {
  bool parameter = false;
  bool assigned = false;
  bool imported = false;  // which may stand before `global`
  bool read = false;
  bool annotated = false;
  bool global = false;
  bool nonlocal = false;
  bool iterated = false;  // the variable of a comprehension
  Span declared{};        // where global or nonlocal stands
};

struct Scope {
  ScopeKind kind{};
  Span span{};
  std::map<std::string, Uses> names{};
  std::vector<std::string> order{};  // of the names, first seen first
  std::list<Scope> inner;
  ComprehensionKind comprehension{};

  Uses& operator[](const std::string& name) {
    const auto [place, is_new] = names.try_emplace(name);
    if (is_new) order.push_back(name);
    return place->second;
  }
};

[[noreturn]] void wrong(std::string message, const Span& span) {
  raise(FaultKind::kSyntaxError, std::move(message), span);
}

class ScopeWalker {
 public:
  explicit ScopeWalker(Scope& module) { stack_.push_back(&module); }

  void body(const Body& statements) {
    for (const Stmt& stmt : statements) statement(stmt);
  }

 private:
  Scope& scope() { return *stack_.back(); }

  Scope& enter(ScopeKind kind, const Span& span) {
    Scope& inner = scope().inner.emplace_back();
    inner.kind = kind;
    inner.span = span;
    stack_.push_back(&inner);
    return scope();
  }
  void leave() { stack_.pop_back(); }

  void assign(const std::string& name, const Span& span) {
    if (in_target_ && scope()[name].assigned && scope()[name].annotated) return;
    Uses& uses = scope()[name];
    if (in_target_) {
      if (uses.assigned && !uses.iterated) {
        wrong(fmt::format(
                  "comprehension inner loop cannot rebind assignment expression target '{}'", name),
              span);
      }
      uses.iterated = true;
    }
    uses.assigned = true;
  }

  void target(const Expr& expr) {
    if (const auto* name = std::get_if<Name>(&expr.node)) return assign(name->id, expr.span);
    if (const auto* tuple = std::get_if<Tuple>(&expr.node)) return targets(tuple->elements);
    if (const auto* list = std::get_if<List>(&expr.node)) return targets(list->elements);
    if (const auto* starred = std::get_if<Starred>(&expr.node)) return target(*starred->value);
    for_each_child(expr, [&](const Expr& child) { read(child); });
  }
  void targets(const std::vector<Expr>& all) {
    for (const Expr& one : all) target(one);
  }

  void maybe(const ExprPtr& expr) {
    if (expr) read(*expr);
  }
  void all(const std::vector<Expr>& exprs) {
    for (const Expr& expr : exprs) read(expr);
  }

  void read(const Expr& expr) {
    if (const auto* name = std::get_if<Name>(&expr.node)) {
      scope()[name->id].read = true;
    } else if (const auto* node = std::get_if<Lambda>(&expr.node)) {
      defaults(node->parameters);
      enter(ScopeKind::kFunction, expr.span);
      parameters(node->parameters);
      maybe(node->body);
      leave();
    } else if (const auto* comp = std::get_if<Comprehension>(&expr.node)) {
      comprehension(*comp, expr.span);
    } else if (const auto* named = std::get_if<NamedExpr>(&expr.node)) {
      walrus(*named, expr.span);
    } else if (std::holds_alternative<Yield>(expr.node) ||
               std::holds_alternative<YieldFrom>(expr.node)) {
      for_each_child(expr, [&](const Expr& child) { read(child); });
      yield(expr.span);
    } else {
      for_each_child(expr, [&](const Expr& child) { read(child); });
    }
  }

  void yield(const Span& span) {
    if (scope().kind != ScopeKind::kComprehension) return;
    constexpr std::array<std::string_view, 4> kNames = {
        "list comprehension", "set comprehension", "dict comprehension", "generator expression"};
    wrong(fmt::format("'yield' inside {}",
                      kNames.at(static_cast<std::size_t>(scope().comprehension))),
          span);
  }

  // In a comprehension it assigns in the first scope around that is none.
  void walrus(const NamedExpr& node, const Span& span) {
    if (in_iterable_ > 0) {
      wrong("assignment expression cannot be used in a comprehension iterable expression", span);
    }
    for (std::size_t i = stack_.size(); scope().kind == ScopeKind::kComprehension && i-- > 0;) {
      Scope& outer = *stack_[i];
      if (outer.kind == ScopeKind::kComprehension) {
        const auto found = outer.names.find(node.name);
        if (found != outer.names.end() && found->second.iterated) {
          wrong(fmt::format(
                    "assignment expression cannot rebind comprehension iteration variable '{}'",
                    node.name),
                node.name_span);
        }
        continue;
      }
      if (outer.kind == ScopeKind::kClass) {
        wrong("assignment expression within a comprehension cannot be used in a class body",
              node.name_span);
      }
      Uses& here = scope()[node.name];
      if (outer.kind == ScopeKind::kModule || outer[node.name].global) {
        here.global = true;
      } else {
        here.nonlocal = true;
      }
      outer[node.name].assigned = true;
      break;
    }
    maybe(node.value);
    assign(node.name, node.name_span);
  }

  void comprehension(const Comprehension& node, const Span& span) {
    const ComprehensionClause& first = node.clauses.front();
    ++in_iterable_;
    maybe(first.iterable);
    --in_iterable_;
    const int outer_iterable = std::exchange(in_iterable_, 0);
    enter(ScopeKind::kComprehension, span).comprehension = node.kind;
    iteration(first);
    for (std::size_t i = 1; i < node.clauses.size(); ++i) {
      const ComprehensionClause& clause = node.clauses[i];
      const bool outer_target = std::exchange(in_target_, true);
      target(*clause.target);
      in_target_ = outer_target;
      ++in_iterable_;
      maybe(clause.iterable);
      --in_iterable_;
      all(clause.conditions);
    }
    maybe(node.value);
    maybe(node.element);
    leave();
    in_iterable_ = outer_iterable;
  }
  void iteration(const ComprehensionClause& clause) {
    const bool outer = std::exchange(in_target_, true);
    target(*clause.target);
    in_target_ = outer;
    all(clause.conditions);
  }

  void defaults(const Parameters& node) {
    const auto each = [&](const std::vector<Parameter>& some) {
      for (const Parameter& one : some) maybe(one.default_value);
    };
    each(node.positional_only);
    each(node.positional);
    each(node.keyword_only);
  }
  void annotations(const Parameters& node) {
    const auto each = [&](const std::vector<Parameter>& some) {
      for (const Parameter& one : some) maybe(one.annotation);
    };
    each(node.positional_only);
    each(node.positional);
    if (node.variadic) maybe(node.variadic->annotation);
    if (node.keywords) maybe(node.keywords->annotation);
    each(node.keyword_only);
  }
  void parameter(const Parameter& node) {
    Uses& uses = scope()[node.name];
    if (uses.parameter) {
      wrong(fmt::format("duplicate argument '{}' in function definition", node.name), node.span);
    }
    uses.parameter = uses.assigned = true;
  }
  void parameters(const Parameters& node) {
    for (const Parameter& one : node.positional_only) parameter(one);
    for (const Parameter& one : node.positional) parameter(one);
    for (const Parameter& one : node.keyword_only) parameter(one);
    if (node.variadic) parameter(*node.variadic);
    if (node.keywords) parameter(*node.keywords);
  }

  void declare(const std::string& name, bool is_global, const Span& span) {
    const std::string_view what = is_global ? "global" : "nonlocal";
    Uses& uses = scope()[name];
    if (uses.parameter) wrong(fmt::format("name '{}' is parameter and {}", name, what), span);
    if (uses.read) {
      wrong(fmt::format("name '{}' is used prior to {} declaration", name, what), span);
    }
    if (uses.annotated) wrong(fmt::format("annotated name '{}' can't be {}", name, what), span);
    if (uses.assigned) {
      wrong(fmt::format("name '{}' is assigned to before {} declaration", name, what), span);
    }
    (is_global ? uses.global : uses.nonlocal) = true;
    if (!(uses.global && uses.nonlocal)) uses.declared = span;
  }

  void annotated(const AnnotatedAssign& node, const Span& span) {
    const auto* name = std::get_if<Name>(&node.target->node);
    if (name == nullptr) {
      target(*node.target);
    } else {
      Uses& uses = scope()[name->id];
      const bool declared = uses.global || uses.nonlocal;
      if (declared && node.simple && scope().kind != ScopeKind::kModule) {
        wrong(fmt::format("annotated name '{}' can't be {}", name->id,
                          uses.global ? "global" : "nonlocal"),
              span);
      }
      uses.annotated = uses.annotated || node.simple;
      uses.assigned = uses.assigned || node.simple || node.value;
    }
    read(*node.annotation);
    maybe(node.value);
  }

  void import_names(const std::vector<Alias>& names) {
    for (const Alias& alias : names) {
      if (alias.name == "*") {
        if (scope().kind != ScopeKind::kModule) {
          wrong("import * only allowed at module level", alias.span);
        }
        continue;
      }
      const std::string bound =
          alias.as_name.empty() ? alias.name.substr(0, alias.name.find('.')) : alias.as_name;
      scope()[bound].imported = true;
    }
  }

  void function(const FunctionDef& node, const Span& span) {
    assign(node.name, span);
    defaults(node.parameters);
    annotations(node.parameters);
    maybe(node.returns);
    all(node.decorators);
    enter(ScopeKind::kFunction, span);
    parameters(node.parameters);
    body(node.body);
    leave();
  }

  void class_definition(const ClassDef& node, const Span& span) {
    assign(node.name, span);
    all(node.bases);
    for (const Keyword& keyword : node.keywords) read(*keyword.value);
    all(node.decorators);
    enter(ScopeKind::kClass, span);
    body(node.body);
    leave();
  }

  void try_statement(const Try& node) {
    body(node.body);
    body(node.otherwise);
    body(node.finally);
    for (const Handler& handler : node.handlers) {
      maybe(handler.type);
      if (!handler.name.empty()) assign(handler.name, handler.span);
      body(handler.body);
    }
  }

  void compound(const Stmt& stmt) {
    if (const auto* node = std::get_if<If>(&stmt.node)) {
      for (const Branch& branch : node->branches) {
        maybe(branch.test);
        body(branch.body);
      }
      body(node->otherwise);
    } else if (const auto* loop = std::get_if<While>(&stmt.node)) {
      maybe(loop->test);
      body(loop->body);
      body(loop->otherwise);
    } else if (const auto* loop_over = std::get_if<For>(&stmt.node)) {
      target(*loop_over->target);
      maybe(loop_over->iterable);
      body(loop_over->body);
      body(loop_over->otherwise);
    } else if (const auto* with = std::get_if<With>(&stmt.node)) {
      for (const WithItem& item : with->items) {
        maybe(item.context);
        if (item.target) target(*item.target);
      }
      body(with->body);
    } else if (const auto* attempt = std::get_if<Try>(&stmt.node)) {
      try_statement(*attempt);
    } else if (const auto* def = std::get_if<FunctionDef>(&stmt.node)) {
      function(*def, stmt.span);
    } else if (const auto* definition = std::get_if<ClassDef>(&stmt.node)) {
      class_definition(*definition, stmt.span);
    }
  }

  void statement(const Stmt& stmt) {
    if (const auto* node = std::get_if<ExpressionStatement>(&stmt.node)) {
      read(*node->value);
    } else if (const auto* assigned = std::get_if<Assign>(&stmt.node)) {
      targets(assigned->targets);
      read(*assigned->value);
    } else if (const auto* augmented = std::get_if<AugmentedAssign>(&stmt.node)) {
      target(*augmented->target);
      read(*augmented->value);
    } else if (const auto* with_type = std::get_if<AnnotatedAssign>(&stmt.node)) {
      annotated(*with_type, stmt.span);
    } else if (const auto* removed = std::get_if<Delete>(&stmt.node)) {
      targets(removed->targets);
    } else if (const auto* back = std::get_if<Return>(&stmt.node)) {
      maybe(back->value);
    } else if (const auto* raised = std::get_if<Raise>(&stmt.node)) {
      maybe(raised->exception);
      maybe(raised->cause);
    } else if (const auto* assertion = std::get_if<Assert>(&stmt.node)) {
      read(*assertion->test);
      maybe(assertion->message);
    } else if (const auto* global = std::get_if<Global>(&stmt.node)) {
      for (const std::string& name : global->names) declare(name, true, stmt.span);
    } else if (const auto* nonlocal = std::get_if<Nonlocal>(&stmt.node)) {
      for (const std::string& name : nonlocal->names) declare(name, false, stmt.span);
    } else if (const auto* import = std::get_if<Import>(&stmt.node)) {
      import_names(import->names);
    } else if (const auto* from = std::get_if<ImportFrom>(&stmt.node)) {
      import_names(from->names);
    } else {
      compound(stmt);
    }
  }

  std::vector<Scope*> stack_;
  int in_iterable_ = 0;
  bool in_target_ = false;
};

// `bound` holds the names of the functions around.
void resolve(const Scope& scope, std::set<std::string> bound) {
  const bool is_module = scope.kind == ScopeKind::kModule;
  std::set<std::string> local;
  for (const std::string& name : scope.order) {
    const Uses& uses = scope.names.at(name);
    if (uses.global && uses.nonlocal) {
      wrong(fmt::format("name '{}' is nonlocal and global", name), uses.declared);
    }
    if (uses.global) {
      bound.erase(name);
    } else if (uses.nonlocal) {
      if (is_module) wrong("nonlocal declaration not allowed at module level", uses.declared);
      if (!bound.contains(name)) {
        wrong(fmt::format("no binding for nonlocal '{}' found", name), uses.declared);
      }
    } else if (uses.assigned || uses.imported) {
      local.insert(name);
    }
  }
  const bool is_seen =
      scope.kind == ScopeKind::kFunction || scope.kind == ScopeKind::kComprehension;
  if (is_seen) bound.merge(local);
  for (const Scope& inner : scope.inner) {
    std::set<std::string> visible = bound;
    if (scope.kind == ScopeKind::kClass) visible.insert("__class__");
    resolve(inner, std::move(visible));
  }
}

}  // namespace

void check_scopes(const Module& module) {
  Scope scope;
  scope.kind = ScopeKind::kModule;
  ScopeWalker(scope).body(module.body);
  resolve(scope, {});
}

}  // namespace normscope::notebook::syntax
