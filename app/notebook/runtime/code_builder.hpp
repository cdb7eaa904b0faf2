// SPDX-License-Identifier: MIT
// One code object in the making: instructions and labels, the depth of the stack, and which handler
// is active where.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/notebook/runtime/code.hpp"
#include "app/notebook/runtime/vm.hpp"

namespace normscope::notebook::runtime {

struct Label {
  std::size_t id = 0;
};

class CodeBuilder {
 public:
  CodeBuilder(Vm& vm, Ref<CodeObject> code);

  /// Where the instructions that follow stand in the source.
  syntax::Span place;

  void emit(Op op, std::uint32_t argument = 0);
  void jump(Op op, Label label);
  Label new_label();
  void put(Label label);
  void constant(Value value);
  void integer(std::int64_t value);
  std::uint32_t name(const std::string& name);

  /// Instructions from here on are handled at a label, until the handler before is active again.
  /// There the stack is as deep as now, less `dropped` values, with the exception on top.
  int begin_handler(Label target, std::uint32_t dropped = 0);
  int active_handler() const { return handler_; }
  void set_handler(int handler) { handler_ = handler; }
  /// Code at a handler's label: the exception is on the stack.
  void put_handler(int handler);

  std::uint32_t depth() const { return depth_; }
  /// For code that is never reached.
  void set_depth(std::uint32_t depth) { depth_ = depth; }
  bool reachable() const { return reachable_; }
  CodeObject& code() { return *code_; }
  /// The finished code. False: too long for its arguments.
  bool finish();

 private:
  void change_depth(std::int64_t by);

  Vm& vm_;
  Ref<CodeObject> code_;
  struct Handler {
    Label target;
    std::uint32_t depth;
  };
  std::vector<Handler> handlers_;
  std::vector<int> active_;  // one an instruction
  int handler_ = -1;
  std::vector<std::int64_t> label_at_;                      // -1: not yet
  std::vector<std::int64_t> label_depth_;                   // -1: nobody jumped there yet
  std::vector<std::pair<std::size_t, std::size_t>> jumps_;  // instruction, label
  std::map<std::string, std::uint32_t, std::less<>> names_;
  std::uint32_t depth_ = 0;
  bool reachable_ = true;
  bool too_long_ = false;
};

}  // namespace normscope::notebook::runtime
