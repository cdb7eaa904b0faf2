// SPDX-License-Identifier: MIT
// The first and the third look: __future__, and what may stand only in some places.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "app/notebook/syntax/checks.hpp"
#include "app/notebook/syntax/parser.hpp"
#include "app/notebook/syntax/walk.hpp"

namespace normscope::notebook::syntax {
namespace {

// Python's bound on loops, try and with statements inside each other.
constexpr int kMostBlocks = 20;

[[noreturn]] void wrong(std::string message, const Span& span) {
  raise(FaultKind::kSyntaxError, std::move(message), span);
}

bool is_docstring(const Stmt& stmt) {
  const auto* node = std::get_if<ExpressionStatement>(&stmt.node);
  return node != nullptr && std::holds_alternative<StringLiteral>(node->value->node);
}

const ImportFrom* future_import(const Stmt& stmt) {
  const auto* node = std::get_if<ImportFrom>(&stmt.node);
  return node != nullptr && node->module == "__future__" && node->level == 0 ? node : nullptr;
}

class PlaceWalker {
 public:
  void module(const Module& module) {
    const Stmt* last_opening = nullptr;
    for (std::size_t i = 0; i < module.body.size(); ++i) {
      const Stmt& stmt = module.body[i];
      if (future_import(stmt) == nullptr && (i > 0 || !is_docstring(stmt))) break;
      last_opening = &stmt;
    }
    opening_ends_ = last_opening == nullptr ? 0 : last_opening->span.line;
    body(module.body);
  }

 private:
  enum class Around : std::uint8_t { kModule, kFunction, kClass };

  void body(const Body& statements) {
    for (const Stmt& stmt : statements) statement(stmt);
  }

  static void forbidden(const std::string& name, const Span& span,
                        std::string_view what = "assign to") {
    if (name == "__debug__") wrong(fmt::format("cannot {} __debug__", what), span);
  }

  void maybe(const ExprPtr& expr) {
    if (expr) read(*expr);
  }

  void read_all(const std::vector<Expr>& exprs) {
    for (const Expr& expr : exprs) unstarred_or(expr);
  }
  // Where a star may stand: what is behind it.
  void unstarred_or(const Expr& expr) {
    const auto* starred = std::get_if<Starred>(&expr.node);
    read(starred == nullptr ? expr : *starred->value);
  }

  static void keywords(const std::vector<Keyword>& all, const Span& span) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i].name) continue;
      forbidden(*all[i].name, span);
      for (std::size_t j = i + 1; j < all.size(); ++j) {
        if (all[j].name == all[i].name) {
          wrong(fmt::format("keyword argument repeated: {}", *all[i].name), all[j].span);
        }
      }
    }
  }

  void read(const Expr& expr) {
    if (std::holds_alternative<Starred>(expr.node)) {
      wrong("can't use starred expression here", expr.span);
    }
    if (const auto* tuple = std::get_if<Tuple>(&expr.node)) return read_all(tuple->elements);
    if (const auto* list = std::get_if<List>(&expr.node)) return read_all(list->elements);
    if (const auto* set = std::get_if<Set>(&expr.node)) return read_all(set->elements);
    if (const auto* call = std::get_if<Call>(&expr.node)) {
      keywords(call->keywords, expr.span);
      read(*call->function);
      read_all(call->arguments);
      for (const Keyword& keyword : call->keywords) read(*keyword.value);
      return;
    }
    if (const auto* lambda = std::get_if<Lambda>(&expr.node))
      return read_lambda(*lambda, expr.span);
    if (const auto* comp = std::get_if<Comprehension>(&expr.node)) return comprehension(*comp);
    if (const auto* named = std::get_if<NamedExpr>(&expr.node)) {
      read(*named->value);
      return forbidden(named->name, named->name_span);
    }
    const bool yields =
        std::holds_alternative<Yield>(expr.node) || std::holds_alternative<YieldFrom>(expr.node);
    if (yields && around_ != Around::kFunction) wrong("'yield' outside function", expr.span);
    for_each_child(expr, [&](const Expr& child) { read(child); });
  }

  void read_lambda(const Lambda& node, const Span& span) {
    names(node.parameters, span);
    defaults(node.parameters);
    const Around outer = std::exchange(around_, Around::kFunction);
    read(*node.body);
    around_ = outer;
  }

  void comprehension(const Comprehension& node) {
    read(*node.clauses.front().iterable);
    const Around outer = std::exchange(around_, Around::kFunction);
    for (std::size_t i = 0; i < node.clauses.size(); ++i) {
      if (i > 0) read(*node.clauses[i].iterable);
      target(*node.clauses[i].target);
      for (const Expr& condition : node.clauses[i].conditions) read(condition);
    }
    read(*node.element);
    maybe(node.value);
    around_ = outer;
  }

  void target(const Expr& expr) {
    if (std::holds_alternative<Starred>(expr.node)) {
      wrong("starred assignment target must be in a list or tuple", expr.span);
    }
    if (const auto* tuple = std::get_if<Tuple>(&expr.node))
      return targets(tuple->elements, expr.span);
    if (const auto* list = std::get_if<List>(&expr.node)) return targets(list->elements, expr.span);
    single_target(expr, "assign to");
  }

  void targets(const std::vector<Expr>& all, const Span& span) {
    const auto is_starred = [](const Expr& expr) {
      return std::holds_alternative<Starred>(expr.node);
    };
    if (std::ranges::count_if(all, is_starred) > 1) {
      wrong("multiple starred expressions in assignment", span);
    }
    for (const Expr& one : all) {
      const auto* starred = std::get_if<Starred>(&one.node);
      target(starred == nullptr ? one : *starred->value);
    }
  }

  void single_target(const Expr& expr, std::string_view what) {
    if (const auto* name = std::get_if<Name>(&expr.node))
      return forbidden(name->id, expr.span, what);
    if (const auto* attribute = std::get_if<Attribute>(&expr.node)) {
      read(*attribute->value);
      return forbidden(attribute->name, expr.span, what);
    }
    for_each_child(expr, [&](const Expr& child) { read(child); });
  }

  void removed(const Expr& expr) {
    const auto each = [&](const std::vector<Expr>& all) {
      for (const Expr& one : all) removed(one);
    };
    if (const auto* tuple = std::get_if<Tuple>(&expr.node)) return each(tuple->elements);
    if (const auto* list = std::get_if<List>(&expr.node)) return each(list->elements);
    single_target(expr, "delete");
  }

  template <class Do>
  void for_parameters(const Parameters& node, Do act) {
    for (const Parameter& one : node.positional_only) act(one);
    for (const Parameter& one : node.positional) act(one);
    for (const Parameter& one : node.keyword_only) act(one);
    if (node.variadic) act(*node.variadic);
    if (node.keywords) act(*node.keywords);
  }
  void names(const Parameters& node, const Span& span) {
    for_parameters(node, [&](const Parameter& one) { forbidden(one.name, span); });
  }
  void defaults(const Parameters& node) {
    for_parameters(node, [&](const Parameter& one) { maybe(one.default_value); });
  }

  void function(const FunctionDef& node, const Span& span) {
    for (const Expr& decorator : node.decorators) read(decorator);
    names(node.parameters, span);
    defaults(node.parameters);
    for_parameters(node.parameters, [&](const Parameter& one) {
      if (one.annotation) unstarred_or(*one.annotation);
    });
    maybe(node.returns);
    inside(Around::kFunction, node.body);
  }

  void class_definition(const ClassDef& node, const Span& span) {
    for (const Expr& decorator : node.decorators) read(decorator);
    inside(Around::kClass, node.body);
    keywords(node.keywords, span);
    read_all(node.bases);
    for (const Keyword& keyword : node.keywords) read(*keyword.value);
  }

  void inside(Around around, const Body& statements) {
    const Around outer = std::exchange(around_, around);
    const int outer_loops = std::exchange(loops_, 0);
    const int outer_blocks = std::exchange(blocks_, 0);
    body(statements);
    blocks_ = outer_blocks;
    loops_ = outer_loops;
    around_ = outer;
  }

  // The body of a loop, a try or a with.
  void nested(const Body& statements, const Span& span, int loops = 0) {
    if (++blocks_ > kMostBlocks) wrong("too many statically nested blocks", span);
    loops_ += loops;
    body(statements);
    loops_ -= loops;
    --blocks_;
  }

  void try_statement(const Try& node, const Span& span) {
    for (std::size_t i = 0; i + 1 < node.handlers.size(); ++i) {
      if (!node.handlers[i].type) default_not_last_ = &node.handlers[i];
    }
    const Handler* const early = std::exchange(default_not_last_, nullptr);
    nested(node.body, span);
    if (early != nullptr) wrong("default 'except:' must be last", early->span);
    for (const Handler& handler : node.handlers) {
      maybe(handler.type);
      forbidden(handler.name, handler.span);
      nested(handler.body, handler.span);
    }
    body(node.otherwise);
    body(node.finally);
  }

  void compound(const Stmt& stmt) {
    if (const auto* node = std::get_if<If>(&stmt.node)) {
      for (const Branch& branch : node->branches) {
        read(*branch.test);
        body(branch.body);
      }
      body(node->otherwise);
    } else if (const auto* loop = std::get_if<While>(&stmt.node)) {
      read(*loop->test);
      nested(loop->body, stmt.span, 1);
      body(loop->otherwise);
    } else if (const auto* loop_over = std::get_if<For>(&stmt.node)) {
      read(*loop_over->iterable);
      target(*loop_over->target);
      nested(loop_over->body, stmt.span, 1);
      body(loop_over->otherwise);
    } else if (const auto* with = std::get_if<With>(&stmt.node)) {
      const int outer_blocks = blocks_;
      for (const WithItem& item : with->items) {
        read(*item.context);
        if (item.target) target(*item.target);
        if (++blocks_ > kMostBlocks) wrong("too many statically nested blocks", stmt.span);
      }
      body(with->body);
      blocks_ = outer_blocks;
    } else if (const auto* attempt = std::get_if<Try>(&stmt.node)) {
      try_statement(*attempt, stmt.span);
    } else if (const auto* def = std::get_if<FunctionDef>(&stmt.node)) {
      forbidden(def->name, stmt.span);
      function(*def, stmt.span);
    } else if (const auto* definition = std::get_if<ClassDef>(&stmt.node)) {
      forbidden(definition->name, stmt.span);
      class_definition(*definition, stmt.span);
    }
  }

  void statement(const Stmt& stmt) {
    if (const auto* node = std::get_if<ExpressionStatement>(&stmt.node)) {
      read(*node->value);
    } else if (const auto* assigned = std::get_if<Assign>(&stmt.node)) {
      read(*assigned->value);
      for (const Expr& one : assigned->targets) target(one);
    } else if (const auto* augmented = std::get_if<AugmentedAssign>(&stmt.node)) {
      single_target(*augmented->target, "assign to");
      read(*augmented->value);
    } else if (const auto* with_type = std::get_if<AnnotatedAssign>(&stmt.node)) {
      if (with_type->value) read(*with_type->value);
      single_target(*with_type->target, "assign to");
      read(*with_type->annotation);
    } else if (const auto* gone = std::get_if<Delete>(&stmt.node)) {
      for (const Expr& one : gone->targets) removed(one);
    } else if (const auto* back = std::get_if<Return>(&stmt.node)) {
      if (around_ != Around::kFunction) wrong("'return' outside function", stmt.span);
      maybe(back->value);
    } else if (const auto* raised = std::get_if<Raise>(&stmt.node)) {
      maybe(raised->exception);
      maybe(raised->cause);
    } else if (const auto* assertion = std::get_if<Assert>(&stmt.node)) {
      read(*assertion->test);
      maybe(assertion->message);
    } else if (std::holds_alternative<Break>(stmt.node)) {
      if (loops_ == 0) wrong("'break' outside loop", stmt.span);
    } else if (std::holds_alternative<Continue>(stmt.node)) {
      if (loops_ == 0) wrong("'continue' not properly in loop", stmt.span);
    } else if (future_import(stmt) != nullptr && stmt.span.line > opening_ends_) {
      wrong("from __future__ imports must occur at the beginning of the file", stmt.span);
    } else {
      compound(stmt);
    }
  }

  Around around_ = Around::kModule;
  int loops_ = 0;
  int blocks_ = 0;
  int opening_ends_ = 0;
  const Handler* default_not_last_ = nullptr;
};

}  // namespace

void check_futures(const Module& module) {
  constexpr std::array<std::string_view, 10> kFeatures = {
      "nested_scopes",  "generators",       "division",       "absolute_import", "with_statement",
      "print_function", "unicode_literals", "barry_as_FLUFL", "generator_stop",  "annotations"};
  bool first = true;
  for (const Stmt& stmt : module.body) {
    const ImportFrom* const import = future_import(stmt);
    if (import == nullptr) {
      if (!std::exchange(first, false) || !is_docstring(stmt)) return;
      continue;
    }
    first = false;
    for (const Alias& alias : import->names) {
      const Span begin{stmt.span.line, stmt.span.column, stmt.span.line, stmt.span.column};
      if (alias.name == "braces") wrong("not a chance", begin);
      if (std::ranges::find(kFeatures, alias.name) == kFeatures.end()) {
        wrong(fmt::format("future feature {} is not defined", alias.name), begin);
      }
    }
  }
}

void check_places(const Module& module) {
  PlaceWalker().module(module);
}

}  // namespace normscope::notebook::syntax
