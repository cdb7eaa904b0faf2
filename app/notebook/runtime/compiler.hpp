// SPDX-License-Identifier: MIT
// From the tree to code. The shapes of loops, of try and of with are CPython's own, so that
// exceptions, `finally` and tracebacks behave as there.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/notebook/runtime/code.hpp"
#include "app/notebook/runtime/code_builder.hpp"
#include "app/notebook/runtime/scopes.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

/// The code of a program or cell. With `shows_last`, the value of a last expression is displayed.
/// Null: raised (a program too large for its code).
Ref<CodeObject> compile(Vm& vm, const syntax::Module& module, std::shared_ptr<const Source> source,
                        bool shows_last);

/// Whether an expression is a constant as it is written.
inline bool is_literal(const syntax::Expr& expr) {
  return std::holds_alternative<syntax::StringLiteral>(expr.node) ||
         std::holds_alternative<syntax::BytesLiteral>(expr.node) ||
         std::holds_alternative<syntax::IntLiteral>(expr.node) ||
         std::holds_alternative<syntax::FloatLiteral>(expr.node) ||
         std::holds_alternative<syntax::NoneLiteral>(expr.node) ||
         std::holds_alternative<syntax::BoolLiteral>(expr.node) ||
         std::holds_alternative<syntax::EllipsisLiteral>(expr.node);
}

/// The machinery of `compile`: one object a module, one Unit for each function inside of another.
class Compiler {
 public:
  Compiler(Vm& vm, const syntax::Module& module, std::shared_ptr<const Source> source,
           bool shows_last);
  Ref<CodeObject> run();

 private:
  enum class BlockKind { kLoop, kFor, kTry, kFinally, kFinallyEnd, kWith, kHandler, kPopValue };
  struct Block {
    BlockKind kind;
    int handler_before;  // active outside of it
    Label next{};        // continue
    Label end{};         // break
    const syntax::Body* finally = nullptr;
    std::string name{};  // of a handler: `as name`
  };
  struct Unit {
    CodeBuilder code;
    const Scope* scope;
    std::vector<Block> blocks{};
    std::string qualname{};
    Unit* outer = nullptr;
  };

  // --- Expressions
  void expression(const syntax::Expr& expr);
  void optional_expression(const syntax::ExprPtr& expr);
  void literal(const syntax::Expr& expr, const syntax::IntLiteral& node);
  void sequence(const syntax::Expr& expr, const std::vector<syntax::Expr>& elements, Op build);
  void spread(const std::vector<syntax::Expr>& elements, Op build, Op add, Op extend);
  void dict(const syntax::Dict& node);
  void unary(const syntax::Expr& expr, const syntax::Unary& node);
  void bool_op(const syntax::BoolOp& node);
  void comparison(const syntax::Expr& expr, const syntax::Compare& node);
  void compare_op(syntax::CompareOperator op);
  void conditional(const syntax::Conditional& node);
  void jump_if(const syntax::Expr& test, bool when, Label target);
  void call(const syntax::Expr& expr, const syntax::Call& node);
  void call_arguments(const syntax::Expr& expr, const std::vector<syntax::Expr>& arguments,
                      const std::vector<syntax::Keyword>& keywords, std::size_t already);
  void spread_arguments(const syntax::Expr& expr, const std::vector<syntax::Expr>& arguments,
                        const std::vector<syntax::Keyword>& keywords, std::size_t already);
  void slice(const syntax::Slice& node);
  void fstring(const syntax::Expr& expr, const syntax::FString& node);
  void comprehension(const syntax::Expr& expr, const syntax::Comprehension& node);
  void comprehension_clauses(const syntax::Comprehension& node, std::size_t at);

  // --- Names
  void load(const std::string& name);
  void store(const std::string& name);
  void erase(const std::string& name);
  void name_op(const std::string& name, int what);
  std::string mangle(const std::string& name) const;

  // --- Functions and classes
  void function(const syntax::Stmt& stmt, const syntax::FunctionDef& node);
  void lambda(const syntax::Expr& expr, const syntax::Lambda& node);
  void class_definition(const syntax::Stmt& stmt, const syntax::ClassDef& node);
  std::uint32_t defaults(const syntax::Parameters& parameters);
  bool annotations(const syntax::Parameters& parameters, const syntax::ExprPtr& returns);
  void make_function(const Ref<CodeObject>& code, const Scope& scope, std::uint32_t flags);
  void parameters(const syntax::Parameters& parameters);
  std::unique_ptr<Unit> open_unit(const void* node, const std::string& name, int line);
  Ref<CodeObject> close_unit(Unit& unit);

  // --- Statements
  void body(const syntax::Body& statements);
  void statement(const syntax::Stmt& stmt);
  void expression_statement(const syntax::ExpressionStatement& node);
  void assign(const syntax::Assign& node);
  void augmented(const syntax::Stmt& stmt, const syntax::AugmentedAssign& node);
  void annotated(const syntax::AnnotatedAssign& node);
  void target(const syntax::Expr& expr);
  void unpack(const syntax::Expr& expr, const std::vector<syntax::Expr>& elements);
  void erase_target(const syntax::Expr& expr);
  void return_statement(const syntax::Return& node);
  void raise_statement(const syntax::Raise& node);
  void assert_statement(const syntax::Assert& node);
  void import(const syntax::Import& node);
  void import_from(const syntax::ImportFrom& node);

  // --- Blocks
  void if_statement(const syntax::If& node);
  void while_loop(const syntax::While& node);
  void for_loop(const syntax::For& node);
  void with_statement(const syntax::Stmt& stmt, const syntax::With& node, std::size_t at);
  void try_statement(const syntax::Try& node);
  void try_finally(const syntax::Try& node);
  void try_except(const syntax::Try& node);
  void except_clauses(const syntax::Try& node, Label end, int before);
  void restore_and_raise(int handler);
  void leave_block(const Block& block, bool keeps_value);
  void leave_above(std::size_t count, bool keeps_value);
  void leave_to_loop(bool is_break);
  void forget_name(const std::string& name);

  CodeBuilder& code() { return unit_->code; }
  bool is_module() const { return unit_->outer == nullptr; }

  Vm& vm_;
  const syntax::Module& module_;
  std::shared_ptr<const Source> source_;
  bool shows_last_;
  Scopes scopes_;
  Unit* unit_ = nullptr;
  bool failed_ = false;
};

/// Compiles nested nodes at the place of a node, and goes back to the place before.
class AtPlace {
 public:
  AtPlace(CodeBuilder& code, const syntax::Span& span) : code_(code), before_(code.place) {
    code.place = span;
  }
  AtPlace(const AtPlace&) = delete;
  AtPlace& operator=(const AtPlace&) = delete;
  ~AtPlace() { code_.place = before_; }

 private:
  CodeBuilder& code_;
  syntax::Span before_;
};

}  // namespace normscope::notebook::runtime
