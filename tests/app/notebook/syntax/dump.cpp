// SPDX-License-Identifier: MIT
#include "tests/app/notebook/syntax/dump.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <string_view>
#include <variant>
#include <vector>

#include "app/notebook/syntax/characters.hpp"
#include "core/text/utf8.hpp"

namespace normscope::notebook::syntax {
namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const auto next = text::first_character(text, text::Surrogates::kCharacters);
    text.remove_prefix(next.bytes);
    const bool plain =
        next.code >= 0x20 && next.code < 0x7F && next.code != '"' && next.code != '\\';
    if (plain) {
      result += static_cast<char>(next.code);
    } else {
      result += fmt::format("\\{:x};", static_cast<std::uint32_t>(next.code));
    }
  }
  result += '"';
  return result;
}

std::string name_or_nothing(const std::string& name) {
  return name.empty() ? "-" : quoted(name);
}

std::string show(const Expr& expr);
std::string show(const Stmt& stmt);

std::string show(const ExprPtr& expr) {
  return expr ? show(*expr) : "-";
}

template <class Items, class Show>
std::string list(const Items& items, Show show_one) {
  std::string text = "[";
  for (const auto& item : items) {
    if (text.size() > 1) text += ' ';
    text += show_one(item);
  }
  text += ']';
  return text;
}

std::string list(const std::vector<Expr>& items) {
  return list(items, [](const Expr& item) { return show(item); });
}
std::string list(const Body& body) {
  return list(body, [](const Stmt& stmt) { return fmt::format("\n{}", show(stmt)); });
}
std::string list(const std::vector<std::string>& names) {
  return list(names, [](const std::string& name) { return quoted(name); });
}

std::string place(const Span& span) {
  return fmt::format("{}:{}-{}:{}", span.line, span.column, span.end_line, span.end_column);
}

template <class... Parts>
std::string node(std::string_view kind, const Span& span, const Parts&... parts) {
  std::string text = fmt::format("({} {}", kind, place(span));
  ((text += ' ', text += parts), ...);
  text += ')';
  return text;
}

std::string show(const FString& fstring) {
  return list(fstring.parts, [](const auto& part) -> std::string {
    if (const auto* text = std::get_if<std::string>(&part)) return quoted(*text);
    const auto& field = std::get<Replacement>(part);
    const std::string conversion = field.conversion == 0 ? "-" : std::string(1, field.conversion);
    return fmt::format("(Field {} {} {})", show(field.value), conversion,
                       field.spec ? show(*field.spec) : "-");
  });
}

std::string show(const Parameter& parameter) {
  return node("arg", parameter.span, quoted(parameter.name), show(parameter.annotation),
              show(parameter.default_value));
}

std::string show(const std::optional<Parameter>& parameter) {
  return parameter ? show(*parameter) : "-";
}

std::string show(const std::vector<Parameter>& parameters) {
  return list(parameters, [](const Parameter& parameter) { return show(parameter); });
}

std::string show(const Parameters& all) {
  return fmt::format("({} {} {} {} {})", show(all.positional_only), show(all.positional),
                     show(all.variadic), show(all.keyword_only), show(all.keywords));
}

std::string show(const std::vector<Keyword>& keywords) {
  return list(keywords, [](const Keyword& keyword) {
    return node("keyword", keyword.span, keyword.name ? quoted(*keyword.name) : "-",
                show(keyword.value));
  });
}

std::string show(const std::vector<Alias>& aliases) {
  return list(aliases, [](const Alias& alias) {
    return node("alias", alias.span, quoted(alias.name), name_or_nothing(alias.as_name));
  });
}

struct ShowExpr {
  const Span& at;

  std::string operator()(const NoneLiteral&) const { return node("None", at); }
  std::string operator()(const EllipsisLiteral&) const { return node("Ellipsis", at); }
  std::string operator()(const BoolLiteral& n) const {
    return node(n.value ? "True" : "False", at);
  }
  std::string operator()(const IntLiteral& n) const {
    return node("Int", at, std::to_string(n.base), n.digits);
  }
  std::string operator()(const FloatLiteral& n) const {
    return node("Float", at, fmt::format("{:016x}", std::bit_cast<std::uint64_t>(n.value)));
  }
  std::string operator()(const StringLiteral& n) const { return node("Str", at, quoted(n.value)); }
  std::string operator()(const BytesLiteral& n) const { return node("Bytes", at, quoted(n.value)); }
  std::string operator()(const FString& n) const { return node("FString", at, show(n)); }
  std::string operator()(const Name& n) const { return node("Name", at, quoted(n.id)); }
  std::string operator()(const Tuple& n) const { return node("Tuple", at, list(n.elements)); }
  std::string operator()(const List& n) const { return node("List", at, list(n.elements)); }
  std::string operator()(const Set& n) const { return node("Set", at, list(n.elements)); }
  std::string operator()(const Dict& n) const {
    return node("Dict", at, list(n.items, [](const DictItem& item) {
                  return fmt::format("{}={}", show(item.key), show(item.value));
                }));
  }
  std::string operator()(const Unary& n) const {
    return node("Unary", at, std::string(symbol(n.op)), show(n.operand));
  }
  std::string operator()(const Binary& n) const {
    return node("Binary", at, std::string(symbol(n.op)), show(n.left), show(n.right));
  }
  std::string operator()(const BoolOp& n) const {
    return node("BoolOp", at, std::string(symbol(n.op)), list(n.values));
  }
  std::string operator()(const Compare& n) const {
    std::string operators;
    for (const CompareOperator op : n.operators) {
      operators.append(operators.empty() ? "" : ",").append(symbol(op));
    }
    return node("Compare", at, show(n.left), operators, list(n.operands));
  }
  std::string operator()(const Conditional& n) const {
    return node("IfExp", at, show(n.test), show(n.body), show(n.otherwise));
  }
  std::string operator()(const Lambda& n) const {
    return node("Lambda", at, show(n.parameters), show(n.body), n.is_generator ? "yields" : "-");
  }
  std::string operator()(const Call& n) const {
    return node("Call", at, show(n.function), list(n.arguments), show(n.keywords));
  }
  std::string operator()(const Attribute& n) const {
    return node("Attribute", at, show(n.value), quoted(n.name));
  }
  std::string operator()(const Subscript& n) const {
    return node("Subscript", at, show(n.value), show(n.index));
  }
  std::string operator()(const Slice& n) const {
    return node("Slice", at, show(n.lower), show(n.upper), show(n.step));
  }
  std::string operator()(const Starred& n) const { return node("Starred", at, show(n.value)); }
  std::string operator()(const NamedExpr& n) const {
    return node("NamedExpr", at, place(n.name_span), quoted(n.name), show(n.value));
  }
  std::string operator()(const Comprehension& n) const {
    constexpr std::array<std::string_view, 4> kKinds = {"ListComp", "SetComp", "DictComp",
                                                        "GeneratorExp"};
    const std::string clauses = list(n.clauses, [](const ComprehensionClause& clause) {
      return fmt::format("(for {} {} {})", show(clause.target), show(clause.iterable),
                         list(clause.conditions));
    });
    return node(kKinds.at(static_cast<std::size_t>(n.kind)), at, show(n.element), show(n.value),
                clauses);
  }
  std::string operator()(const Yield& n) const { return node("Yield", at, show(n.value)); }
  std::string operator()(const YieldFrom& n) const { return node("YieldFrom", at, show(n.value)); }
};

struct ShowStmt {
  const Span& at;

  std::string operator()(const ExpressionStatement& n) const {
    return node("Expr", at, show(n.value));
  }
  std::string operator()(const Assign& n) const {
    return node("Assign", at, list(n.targets), show(n.value));
  }
  std::string operator()(const AugmentedAssign& n) const {
    return node("AugAssign", at, show(n.target), std::string(symbol(n.op)), show(n.value));
  }
  std::string operator()(const AnnotatedAssign& n) const {
    return node("AnnAssign", at, show(n.target), show(n.annotation), show(n.value),
                n.simple ? "1" : "0");
  }
  std::string operator()(const Delete& n) const { return node("Delete", at, list(n.targets)); }
  std::string operator()(const Return& n) const { return node("Return", at, show(n.value)); }
  std::string operator()(const Raise& n) const {
    return node("Raise", at, show(n.exception), show(n.cause));
  }
  std::string operator()(const Assert& n) const {
    return node("Assert", at, show(n.test), show(n.message));
  }
  std::string operator()(const Pass&) const { return node("Pass", at); }
  std::string operator()(const Break&) const { return node("Break", at); }
  std::string operator()(const Continue&) const { return node("Continue", at); }
  std::string operator()(const Global& n) const { return node("Global", at, list(n.names)); }
  std::string operator()(const Nonlocal& n) const { return node("Nonlocal", at, list(n.names)); }
  std::string operator()(const Import& n) const { return node("Import", at, show(n.names)); }
  std::string operator()(const ImportFrom& n) const {
    return node("ImportFrom", at, name_or_nothing(n.module), std::to_string(n.level),
                show(n.names));
  }
  std::string operator()(const If& n) const {
    const std::string branches = list(n.branches, [](const Branch& branch) {
      return node("Branch", branch.span, show(branch.test), list(branch.body));
    });
    return node("If", at, branches, list(n.otherwise));
  }
  std::string operator()(const While& n) const {
    return node("While", at, show(n.test), list(n.body), list(n.otherwise));
  }
  std::string operator()(const For& n) const {
    return node("For", at, show(n.target), show(n.iterable), list(n.body), list(n.otherwise));
  }
  std::string operator()(const With& n) const {
    const std::string items = list(n.items, [](const WithItem& item) {
      return fmt::format("{}={}", show(item.context), show(item.target));
    });
    return node("With", at, items, list(n.body));
  }
  std::string operator()(const Try& n) const {
    const std::string handlers = list(n.handlers, [](const Handler& handler) {
      return node("Handler", handler.span, show(handler.type), name_or_nothing(handler.name),
                  list(handler.body));
    });
    return node("Try", at, list(n.body), handlers, list(n.otherwise), list(n.finally));
  }
  std::string operator()(const FunctionDef& n) const {
    return node("FunctionDef", at, quoted(n.name), show(n.parameters), list(n.body),
                list(n.decorators), show(n.returns), n.is_generator ? "yields" : "-");
  }
  std::string operator()(const ClassDef& n) const {
    return node("ClassDef", at, quoted(n.name), list(n.bases), show(n.keywords), list(n.body),
                list(n.decorators));
  }
};

std::string show(const Expr& expr) {
  return std::visit(ShowExpr{expr.span}, expr.node);
}

std::string show(const Stmt& stmt) {
  return std::visit(ShowStmt{stmt.span}, stmt.node);
}

}  // namespace

std::string dump(const Module& module) {
  std::string text;
  for (const Stmt& stmt : module.body) text += show(stmt) + "\n";
  return text;
}

}  // namespace normscope::notebook::syntax
