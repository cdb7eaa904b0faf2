// SPDX-License-Identifier: MIT
// See machine_names.hpp: what is said of names that are not there, and globals made late.
#include "app/notebook/runtime/machine_names.hpp"

#include <new>
#include <string>
#include <utility>

#include "app/notebook/runtime/errors.hpp"

namespace normscope::notebook::runtime {
namespace {

void push(Frame& frame, Value value) {
  new (frame.top++) Value(std::move(value));
}
Value pop(Frame& frame) {
  return std::move(*--frame.top);
}

bool unbound(Vm& vm, const Frame& frame, Instruction instruction) {
  if (instruction.op == Op::kLoadFast || instruction.op == Op::kDeleteFast) {
    vm.raise(vm.errors().unbound_local_error, "cannot access local variable '" +
                                                  frame.code->locals[instruction.argument]->text() +
                                                  "' where it is not associated with a value");
    return false;
  }
  const std::string& name = frame.code->cells[instruction.argument]->text();
  if (instruction.argument < frame.code->own_cells) {
    vm.raise(vm.errors().unbound_local_error,
             "cannot access local variable '" + name + "' where it is not associated with a value");
  } else {
    vm.raise(vm.errors().name_error,
             "cannot access free variable '" + name +
                 "' where it is not associated with a value in enclosing scope");
  }
  return false;
}

// A global that is neither there nor built in.
bool load_missed(Vm& vm, Frame& frame, std::uint32_t index) {
  StrObject& name = *frame.code->names[index];
  const auto made = frame.code->source->missed_global;
  if (Value value = made != nullptr ? (*made)(vm, name) : Value()) {
    push(frame, std::move(value));
    return true;
  }
  return !vm.raised() && raise_name_error(vm, frame, name);
}

bool load_name(Vm& vm, Frame& frame, std::uint32_t index) {
  const StrObject& name = *frame.code->names[index];
  const Value* value = frame.names ? frame.names->find(name) : nullptr;
  if (value == nullptr) value = frame.globals->find(name);
  if (value == nullptr) value = vm.builtins()->find(name);
  if (value == nullptr) return load_missed(vm, frame, index);
  push(frame, *value);
  return true;
}

}  // namespace

bool names_op(Vm& vm, Frame& frame, Instruction instruction) {
  const std::uint32_t index = instruction.argument;
  switch (instruction.op) {
    case Op::kLoadFast:
    case Op::kLoadCell:
      return unbound(vm, frame, instruction);
    case Op::kLoadGlobal:
      return load_missed(vm, frame, index);
    case Op::kDeleteFast: {
      if (!frame.locals[index]) return unbound(vm, frame, instruction);
      const Value gone = std::move(frame.locals[index]);
      return true;
    }
    case Op::kDeleteCell: {
      Value& value = frame.cells[index].get<CellObject>().value;
      if (!value) return unbound(vm, frame, instruction);
      const Value gone = std::move(value);
      return true;
    }
    case Op::kPushCell:
      push(frame, frame.cells[index]);
      return true;
    case Op::kLoadClassCell: {
      const Value* const value =
          frame.names ? frame.names->find(*frame.code->cells[index]) : nullptr;
      if (value != nullptr) {
        push(frame, *value);
        return true;
      }
      const Value& shared = frame.cells[index].get<CellObject>().value;
      if (!shared) return unbound(vm, frame, instruction);
      push(frame, shared);
      return true;
    }
    case Op::kLoadName:
      return load_name(vm, frame, index);
    case Op::kStoreName:
      frame.names->set(*frame.code->names[index], pop(frame));
      return true;
    case Op::kDeleteName:
      if (frame.names->erase(*frame.code->names[index])) return true;
      return raise_name_error(vm, frame, *frame.code->names[index]);
    case Op::kDeleteGlobal:
      if (frame.globals->erase(*frame.code->names[index])) return true;
      return raise_name_error(vm, frame, *frame.code->names[index]);
    default:
      return false;
  }
}

}  // namespace normscope::notebook::runtime
