// SPDX-License-Identifier: MIT
// if, loops, with and try: where control goes, also when an exception or a return leaves a block.
#include <variant>

#include "app/notebook/runtime/compiler.hpp"

namespace normscope::notebook::runtime {

using namespace syntax;

namespace {

// 1 or 0 where the test is a constant, else -1.
int constant_truth(const Expr& test) {
  if (const auto* const node = std::get_if<BoolLiteral>(&test.node)) return node->value ? 1 : 0;
  if (const auto* const node = std::get_if<IntLiteral>(&test.node)) {
    return node->digits == "0" || node->digits.empty() ? 0 : 1;
  }
  return -1;
}

}  // namespace

void Compiler::if_statement(const If& node) {
  const Label end = code().new_label();
  for (const auto& branch : node.branches) {
    const Label next = code().new_label();
    code().place = branch.span;
    jump_if(*branch.test, false, next);
    body(branch.body);
    if (code().reachable()) code().jump(Op::kJump, end);
    code().put(next);
  }
  body(node.otherwise);
  code().put(end);
}

void Compiler::while_loop(const While& node) {
  const Label next = code().new_label();
  const Label otherwise = code().new_label();
  const Label end = code().new_label();
  const int constant = constant_truth(*node.test);
  code().put(next);
  unit_->blocks.push_back({BlockKind::kLoop, code().active_handler(), next, end});
  if (constant != 1) jump_if(*node.test, false, otherwise);
  body(node.body);
  code().jump(Op::kJumpBack, next);
  unit_->blocks.pop_back();
  code().put(otherwise);
  body(node.otherwise);
  code().put(end);
}

void Compiler::for_loop(const For& node) {
  const Label next = code().new_label();
  const Label otherwise = code().new_label();
  const Label end = code().new_label();
  expression(*node.iterable);
  code().emit(Op::kGetIter);
  code().put(next);
  code().jump(Op::kForIter, otherwise);
  unit_->blocks.push_back({BlockKind::kFor, code().active_handler(), next, end});
  target(*node.target);
  body(node.body);
  code().jump(Op::kJumpBack, next);
  unit_->blocks.pop_back();
  code().put(otherwise);
  body(node.otherwise);
  code().put(end);
}

void Compiler::with_statement(const Stmt& stmt, const With& node, std::size_t at) {
  const WithItem& item = node.items[at];
  const Label failed = code().new_label();
  const Label cleanup = code().new_label();
  const Label suppressed = code().new_label();
  const Label end = code().new_label();
  const int before = code().active_handler();
  expression(*item.context);
  code().emit(Op::kBeforeWith);
  // The exit is on the stack, and above it what enter gave.
  const int handler = code().begin_handler(failed, 1);
  unit_->blocks.push_back({BlockKind::kWith, before});
  if (item.target) {
    target(*item.target);
  } else {
    code().emit(Op::kPop);
  }
  if (at + 1 < node.items.size()) {
    with_statement(stmt, node, at + 1);
  } else {
    body(node.body);
  }
  unit_->blocks.pop_back();
  code().set_handler(before);
  code().place = stmt.span;
  if (code().reachable()) {
    code().emit(Op::kWithExit);
    code().jump(Op::kJump, end);
  }
  code().put_handler(handler);
  code().emit(Op::kPushHandled);
  const int inner = code().begin_handler(cleanup, 1);
  code().emit(Op::kWithExcept);
  code().jump(Op::kJumpIfTrue, suppressed);
  code().emit(Op::kReraise);
  code().put(suppressed);
  code().emit(Op::kPop);
  code().set_handler(before);
  code().emit(Op::kPopHandled);
  code().emit(Op::kPop);
  code().jump(Op::kJump, end);
  restore_and_raise(inner);
  code().put(end);
}

// What was handled before is so again, and the new exception goes on.
void Compiler::restore_and_raise(int handler) {
  code().put_handler(handler);
  code().emit(Op::kSwap, 2);
  code().emit(Op::kPopHandled);
  code().emit(Op::kReraise);
}

void Compiler::try_statement(const Try& node) {
  if (node.finally.empty()) {
    try_except(node);
  } else {
    try_finally(node);
  }
}

// The finally body stands here twice, and once more for each return, break and continue that leaves
// through it.
void Compiler::try_finally(const Try& node) {
  const Label failed = code().new_label();
  const Label cleanup = code().new_label();
  const Label end = code().new_label();
  const int before = code().active_handler();
  const int handler = code().begin_handler(failed);
  Block block{BlockKind::kFinally, before};
  block.finally = &node.finally;
  unit_->blocks.push_back(block);
  if (node.handlers.empty()) {
    body(node.body);
  } else {
    try_except(node);
  }
  unit_->blocks.pop_back();
  code().set_handler(before);
  if (code().reachable()) {
    body(node.finally);
    if (code().reachable()) code().jump(Op::kJump, end);
  }
  code().put_handler(handler);
  code().emit(Op::kPushHandled);
  const int inner = code().begin_handler(cleanup, 1);
  unit_->blocks.push_back({BlockKind::kFinallyEnd, before});
  body(node.finally);
  unit_->blocks.pop_back();
  if (code().reachable()) code().emit(Op::kReraise);
  code().set_handler(before);
  restore_and_raise(inner);
  code().put(end);
}

void Compiler::try_except(const Try& node) {
  const Label failed = code().new_label();
  const Label cleanup = code().new_label();
  const Label end = code().new_label();
  const int before = code().active_handler();
  const int handler = code().begin_handler(failed);
  unit_->blocks.push_back({BlockKind::kTry, before});
  body(node.body);
  unit_->blocks.pop_back();
  code().set_handler(before);
  if (code().reachable()) {
    body(node.otherwise);
    if (code().reachable()) code().jump(Op::kJump, end);
  }
  code().put_handler(handler);
  code().emit(Op::kPushHandled);
  const int inner = code().begin_handler(cleanup, 1);
  except_clauses(node, end, before);
  code().emit(Op::kReraise);
  code().set_handler(before);
  restore_and_raise(inner);
  code().put(end);
}

// What was handled before and the exception are on the stack, at the beginning and at the end.
void Compiler::except_clauses(const Try& node, Label end, int before) {
  const int inner = code().active_handler();
  const std::uint32_t depth = code().depth();
  for (const auto& clause : node.handlers) {
    const AtPlace here(code(), clause.span);
    const Label next = code().new_label();
    if (clause.type) {
      expression(*clause.type);
      code().emit(Op::kCheckMatch);
      code().jump(Op::kJumpIfFalse, next);
    }
    Block block{BlockKind::kHandler, before};
    block.name = clause.name;
    if (clause.name.empty()) {
      code().emit(Op::kPop);
      unit_->blocks.push_back(block);
      body(clause.body);
      unit_->blocks.pop_back();
    } else {
      store(clause.name);
      const Label named = code().new_label();
      const int naming = code().begin_handler(named);
      unit_->blocks.push_back(block);
      body(clause.body);
      unit_->blocks.pop_back();
      const bool goes_on = code().reachable();
      code().set_handler(inner);
      const Label done = code().new_label();
      if (goes_on) code().jump(Op::kJump, done);
      code().put_handler(naming);
      forget_name(clause.name);
      code().emit(Op::kReraise);
      if (goes_on) {
        code().put(done);
        forget_name(clause.name);
      }
    }
    if (code().reachable()) {
      code().emit(Op::kPopHandled);
      code().jump(Op::kJump, end);
    }
    code().put(next);
    if (!clause.type) {
      // It catches everything: what follows is never reached.
      code().set_depth(depth);
      return;
    }
  }
}

// `as name` ends with its clause.
void Compiler::forget_name(const std::string& name) {
  code().emit(Op::kNone);
  store(name);
  erase(name);
}

void Compiler::leave_block(const Block& block, bool keeps_value) {
  code().set_handler(block.handler_before);
  const auto under = [&] {
    if (keeps_value) code().emit(Op::kSwap, 2);
  };
  switch (block.kind) {
    case BlockKind::kLoop:
    case BlockKind::kTry:
      break;
    case BlockKind::kFor:
    case BlockKind::kPopValue:
      under();
      code().emit(Op::kPop);
      break;
    case BlockKind::kFinally: {
      // The body runs as if outside: a return in it drops the value on its way.
      if (keeps_value) unit_->blocks.push_back({BlockKind::kPopValue, block.handler_before});
      body(*block.finally);
      if (keeps_value) unit_->blocks.pop_back();
      break;
    }
    case BlockKind::kFinallyEnd:
      under();
      code().emit(Op::kPop);
      under();
      code().emit(Op::kPopHandled);
      break;
    case BlockKind::kWith:
      under();
      code().emit(Op::kWithExit);
      break;
    case BlockKind::kHandler:
      under();
      code().emit(Op::kPopHandled);
      if (!block.name.empty()) forget_name(block.name);
      break;
  }
}

// Leaves all blocks above a number of them, innermost first.
void Compiler::leave_above(std::size_t count, bool keeps_value) {
  const std::vector<Block> saved = unit_->blocks;
  while (unit_->blocks.size() > count) {
    const Block block = unit_->blocks.back();
    unit_->blocks.pop_back();
    leave_block(block, keeps_value);
  }
  unit_->blocks = saved;
}

void Compiler::leave_to_loop(bool is_break) {
  std::size_t at = unit_->blocks.size();
  while (at > 0 && unit_->blocks[at - 1].kind != BlockKind::kLoop &&
         unit_->blocks[at - 1].kind != BlockKind::kFor) {
    --at;
  }
  const Block loop = unit_->blocks[at - 1];
  const int handler = code().active_handler();
  leave_above(at, false);
  if (is_break && loop.kind == BlockKind::kFor) code().emit(Op::kPop);
  if (code().reachable()) {
    code().jump(is_break ? Op::kJump : Op::kJumpBack, is_break ? loop.end : loop.next);
  }
  code().set_handler(handler);
}

}  // namespace normscope::notebook::runtime
