// SPDX-License-Identifier: MIT
// The loop that runs code. Calls from Python code to Python code stay in the loop: they push a
// frame and go on, so that deep recursion takes no stack of the program's own. The instructions
// that loops spend their time in stand here, all others in machine_slow.cpp.
#include <new>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/quick.hpp"

namespace normscope::notebook::runtime {
namespace {

// The innermost handler around an instruction.
const Handled* handler_of(const CodeObject& code, std::uint32_t ip) {
  for (const Handled& handled : code.handlers) {
    if (ip >= handled.begin && ip < handled.end) return &handled;
  }
  return nullptr;
}

}  // namespace

void trace(Vm& vm, const Frame& frame) {
  if (frame.code->source->is_hidden) return;
  vm.exception()->trace.push_back({Ref(frame.code), frame.ip});
}

Value run(Vm& vm, Frame* frame) {
  frame->back = vm.frame;
  frame->is_entry = true;
  vm.frame = frame;
  const Instruction* code = frame->code->instructions.data();
  Value* top = frame->top;
  std::uint32_t ip = frame->ip;
  bool reraises = false;
  if (vm.raised()) goto raised;
  for (;; ++ip) {
    {
      const Instruction instruction = code[ip];
      const std::uint32_t argument = instruction.argument;
      frame->ip = ip;
      switch (instruction.op) {
        case Op::kNop:
          break;
        case Op::kPop: {
          {
            const Value gone = pop(top);
          }
          if (!vm.heap().unfinished.empty()) goto unfinished;
          break;
        }
        case Op::kPushEmpty:
          push(top, Value());
          break;
        case Op::kCopy:
          push(top, top[-static_cast<std::ptrdiff_t>(argument)]);
          break;
        case Op::kSwap:
          top[-1].swap(top[-static_cast<std::ptrdiff_t>(argument)]);
          break;
        case Op::kConstant:
          push(top, frame->code->constants[argument]);
          break;
        case Op::kSmallInt:
          push(top, Value::integer(static_cast<std::int64_t>(argument) - kSmallIntBias));
          break;
        case Op::kNone:
          push(top, Value::none());
          break;
        case Op::kLoadFast:
          if (!frame->locals[argument]) goto slow;
          push(top, frame->locals[argument]);
          break;
        case Op::kStoreFast: {
          {
            Value value = pop(top);
            frame->locals[argument].swap(value);
          }
          if (!vm.heap().unfinished.empty()) goto unfinished;
          break;
        }
        case Op::kLoadCell: {
          const Value& value = frame->cells[argument].get<CellObject>().value;
          if (!value) goto slow;
          push(top, value);
          break;
        }
        case Op::kStoreCell: {
          Value value = pop(top);
          frame->cells[argument].get<CellObject>().value.swap(value);
          break;
        }
        case Op::kLoadGlobal: {
          const Value* const value = find_global(vm, *frame, argument);
          if (value == nullptr) goto slow;
          push(top, *value);
          break;
        }
        case Op::kStoreGlobal:
          store_global(*frame, argument, pop(top));
          break;
        case Op::kLoadAttribute: {
          Value value = get_attribute(vm, top[-1], *frame->code->names[argument]);
          if (!value) goto synced;
          top[-1] = std::move(value);
          break;
        }
        case Op::kLoadMethod: {
          Value function;
          Value self;
          if (!load_method(vm, top[-1], *frame->code->names[argument], function, self)) goto synced;
          top[-1] = std::move(function);
          push(top, std::move(self));
          break;
        }
        case Op::kLoadItem: {
          if (const Value* const item = quick_item(top[-2], top[-1])) {
            Value value = *item;
            --top;
            top[-1] = std::move(value);
            break;
          }
          Value value = get_item(vm, top[-2], top[-1]);
          if (!value) goto synced;
          const Value key = pop(top);
          top[-1] = std::move(value);
          break;
        }
        case Op::kBinary:
        case Op::kInplace: {
          const auto op = static_cast<BinaryOp>(argument);
          if (quick_arithmetic(op, top[-2], top[-1])) {
            --top;
            break;
          }
          if (op == BinaryOp::kAdd && extend_text(vm, *frame, code[ip + 1], top[-2], top[-1])) {
            const Value right = pop(top);
            break;
          }
          Value value = instruction.op == Op::kBinary ? binary(vm, op, top[-2], top[-1])
                                                      : inplace(vm, op, top[-2], top[-1]);
          if (!value) goto synced;
          const Value right = pop(top);
          top[-1] = std::move(value);
          break;
        }
        case Op::kCompare: {
          bool result = false;
          if (quick_compare(static_cast<CompareOp>(argument), top[-2], top[-1], result)) {
            --top;
            top[-1] = Value::boolean(result);
            break;
          }
          Value value = compare(vm, static_cast<CompareOp>(argument), top[-2], top[-1]);
          if (!value) goto synced;
          const Value right = pop(top);
          top[-1] = std::move(value);
          break;
        }
        case Op::kIs: {
          const Value right = pop(top);
          top[-1] = Value::boolean(top[-1].same(right) != (argument == 1));
          break;
        }
        case Op::kJump:
          ip = argument - 1;
          break;
        case Op::kJumpBack:
          if (!vm.tick()) goto synced;
          ip = argument - 1;
          break;
        case Op::kJumpIfFalse:
        case Op::kJumpIfTrue: {
          const bool when = instruction.op == Op::kJumpIfTrue;
          if (top[-1].is_bool()) {
            --top;
            if (top->as_bool() == when) ip = argument - 1;
            break;
          }
          const auto answer = truth(vm, top[-1]);
          if (!answer) goto synced;
          const Value gone = pop(top);
          if (*answer == when) ip = argument - 1;
          break;
        }
        case Op::kJumpIfFalseOrPop:
        case Op::kJumpIfTrueOrPop: {
          const auto answer = truth(vm, top[-1]);
          if (!answer) goto synced;
          if (*answer == (instruction.op == Op::kJumpIfTrueOrPop)) {
            ip = argument - 1;
          } else {
            const Value gone = pop(top);
          }
          break;
        }
        case Op::kForIter: {
          Value item = next(vm, top[-1]);
          if (item) {
            push(top, std::move(item));
            break;
          }
          if (vm.raised()) goto synced;
          const Value gone = pop(top);
          ip = argument - 1;
          break;
        }
        case Op::kCall: {
          frame->top = top;
          Frame* next_frame = nullptr;
          const Called called = begin_call(vm, *frame, argument, next_frame);
          top = frame->top;
          if (called == Called::kRaised) goto raised;
          if (called == Called::kValue) break;
          next_frame->back = frame;
          frame = next_frame;
          vm.frame = frame;
          code = frame->code->instructions.data();
          top = frame->top;
          ip = static_cast<std::uint32_t>(-1);
          break;
        }
        case Op::kReturn: {
          Value value = pop(top);
          frame->top = top;
          Frame* const done = frame;
          frame = done->back;
          vm.frame = frame;
          if (done->instance) {
            if (!value.is_none()) {
              vm.raise(vm.errors().type_error,
                       "__init__() should return None, not '" + type_name(vm, value) + "'");
              value = Value();
            } else {
              value = std::move(done->instance);
            }
          }
          if (done->generator != nullptr) {
            done->generator->result = std::move(value);
            return {};
          }
          const bool ends = done->is_entry;
          vm.frame_stack().pop(done);
          --vm.depth;
          if (ends) return value;
          code = frame->code->instructions.data();
          top = frame->top;
          ip = frame->ip;
          if (!value) goto raised;
          push(top, std::move(value));
          if (!vm.heap().unfinished.empty()) goto unfinished;
          break;
        }
        case Op::kYield: {
          Value value = pop(top);
          frame->top = top;
          vm.frame = frame->back;
          return value;
        }
        case Op::kYieldFrom: {
          frame->top = top;
          Value value = send(vm, top[-2], top[-1]);
          if (value) {
            const Value sent = pop(frame->top);
            vm.frame = frame->back;
            return value;
          }
          if (vm.raised() && !vm.raised_is(vm.errors().stop_iteration)) goto raised;
          value = stop_value(vm, top[-2]);
          const Value sent = pop(top);
          top[-1] = std::move(value);
          break;
        }
        case Op::kReraise:
          reraises = true;
          [[fallthrough]];
        default: {
        slow:
          frame->top = top;
          if (instruction.op == Op::kRaise && argument == 0) reraises = true;
          const bool fine = run_slow(vm, *frame, instruction);
          top = frame->top;
          if (!fine) goto raised;
          if (!vm.heap().unfinished.empty()) goto unfinished;
          break;
        }
      }
    }
    continue;
  unfinished:
    frame->top = top;
    vm.finish_generators();
    if (vm.raised()) goto raised;
    continue;
  synced:
    frame->top = top;
  raised:
    if (!reraises || vm.exception()->trace.empty()) trace(vm, *frame);
    reraises = false;
    const Handled* handled = handler_of(*frame->code, frame->ip);
    if (vm.exception()->ends_cell) handled = nullptr;
    while (handled == nullptr) {
      Frame* const done = frame;
      frame = done->back;
      vm.frame = frame;
      const bool ends = done->is_entry;
      if (done->generator == nullptr) {
        vm.frame_stack().pop(done);
        --vm.depth;
      }
      if (ends) return {};
      trace(vm, *frame);
      if (!vm.exception()->ends_cell) handled = handler_of(*frame->code, frame->ip);
    }
    code = frame->code->instructions.data();
    top = frame->top;
    while (top != frame->stack + handled->depth) {
      const Value gone = pop(top);
    }
    push(top, Value(vm.take_exception()));
    ip = handled->target - 1;
  }
}

}  // namespace normscope::notebook::runtime
