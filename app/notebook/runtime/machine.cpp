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

namespace normscope::notebook::runtime {
namespace {

void push(Value*& top, Value value) {
  new (top++) Value(std::move(value));
}
Value pop(Value*& top) {
  return std::move(*--top);
}

// A global by the place where it was last found.
const Value* find_global(Vm& vm, Frame& frame, std::uint32_t name) {
  CodeObject::GlobalCache& cache = frame.code->caches[name];
  const StrObject& text = *frame.code->names[name];
  DictObject& globals = *frame.globals;
  if (!cache.in_builtins || cache.globals_version != globals.version()) {
    if (cache.index < globals.entry_count()) {
      const DictObject::Entry& entry = globals.entry(cache.index);
      if (entry.key.is_object() && entry.key.object() == &text) return &entry.value;
    }
    if (const std::int64_t index = globals.index_of(text); index >= 0) {
      cache.index = static_cast<std::uint32_t>(index);
      cache.in_builtins = false;
      return &globals.entry(cache.index).value;
    }
    const std::int64_t index = vm.builtins()->index_of(text);
    if (index < 0) return nullptr;
    cache.index = static_cast<std::uint32_t>(index);
    cache.in_builtins = true;
    cache.globals_version = globals.version();
  }
  return &vm.builtins()->entry(cache.index).value;
}

void store_global(Frame& frame, std::uint32_t name, Value value) {
  CodeObject::GlobalCache& cache = frame.code->caches[name];
  StrObject& text = *frame.code->names[name];
  DictObject& globals = *frame.globals;
  if (!cache.in_builtins && cache.index < globals.entry_count()) {
    DictObject::Entry& entry = globals.entry(cache.index);
    if (entry.key.is_object() && entry.key.object() == &text) {
      entry.value.swap(value);
      return;
    }
  }
  globals.set(text, std::move(value));
  cache.index = static_cast<std::uint32_t>(globals.index_of(text));
  cache.in_builtins = false;
}

// Both int or both float: the result in the left one's place. False: not so, or it overflows.
bool quick_arithmetic(BinaryOp op, Value& left, const Value& right) {
  if (left.is_int() && right.is_int()) {
    std::int64_t result = 0;
    switch (op) {
      case BinaryOp::kAdd:
        if (__builtin_add_overflow(left.as_int(), right.as_int(), &result)) return false;
        break;
      case BinaryOp::kSubtract:
        if (__builtin_sub_overflow(left.as_int(), right.as_int(), &result)) return false;
        break;
      case BinaryOp::kMultiply:
        if (__builtin_mul_overflow(left.as_int(), right.as_int(), &result)) return false;
        break;
      default:
        return false;
    }
    left.set_int(result);
    return true;
  }
  if (left.is_float() && right.is_float()) {
    switch (op) {
      case BinaryOp::kAdd:
        left.set_float(left.as_float() + right.as_float());
        return true;
      case BinaryOp::kSubtract:
        left.set_float(left.as_float() - right.as_float());
        return true;
      case BinaryOp::kMultiply:
        left.set_float(left.as_float() * right.as_float());
        return true;
      default:
        return false;
    }
  }
  return false;
}

bool quick_compare(CompareOp op, const Value& left, const Value& right, bool& result) {
  if (!left.is_int() || !right.is_int()) return false;
  const std::int64_t a = left.as_int();
  const std::int64_t b = right.as_int();
  switch (op) {
    case CompareOp::kLess:
      result = a < b;
      break;
    case CompareOp::kLessEqual:
      result = a <= b;
      break;
    case CompareOp::kEqual:
      result = a == b;
      break;
    case CompareOp::kNotEqual:
      result = a != b;
      break;
    case CompareOp::kGreater:
      result = a > b;
      break;
    case CompareOp::kGreaterEqual:
      result = a >= b;
      break;
  }
  return true;
}

// The item of a list or tuple at an int that is inside.
const Value* quick_item(const Value& container, const Value& key) {
  if (!key.is_int() || !container.is_object()) return nullptr;
  const Object& object = *container.object();
  const Values* values = nullptr;
  if (object.kind() == Kind::kList) values = &container.get<ListObject>().values;
  if (object.kind() == Kind::kTuple) values = &container.get<TupleObject>().values;
  if (values == nullptr || object.type()->is_user) return nullptr;
  const auto size = static_cast<std::int64_t>(values->size());
  const std::int64_t index = key.as_int() < 0 ? key.as_int() + size : key.as_int();
  if (index < 0 || index >= size) return nullptr;
  return &(*values)[static_cast<std::size_t>(index)];
}

enum class Called { kRaised, kValue, kFrame };

// The callee with a Python function behind it, where a new frame can run in this loop: methods are
// taken apart, classes make their instance.
Called begin_call(Vm& vm, Frame& frame, std::uint32_t count, Frame*& next) {
  Value* const base = frame.top - count - 2;
  if (auto* const method = base[0].as<MethodObject>(); method != nullptr && !base[1]) {
    Value function = method->function;
    base[1] = method->self;
    base[0] = std::move(function);
  }
  const bool with_self = static_cast<bool>(base[1]);
  Value* const first = base + (with_self ? 1 : 2);
  const std::size_t given = count + (with_self ? 1U : 0U);
  Value instance;
  Value initializer;
  FunctionObject* function = base[0].as<FunctionObject>();
  if (function == nullptr && !with_self && base[0].is_kind(Kind::kType)) {
    auto& type = base[0].get<TypeObject>();
    if (const Value* const init = plain_initializer(vm, type)) {
      instance = Value(vm.make<InstanceObject>(type));
      initializer = *init;
      function = initializer.as<FunctionObject>();
      base[1] = instance;
      if (!vm.tick()) return Called::kRaised;
      next = frame_for_call(vm, *function, {{base + 1, given + 1}, {}, {}});
      if (next == nullptr) return Called::kRaised;
      next->instance = std::move(instance);
    }
  }
  if (function == nullptr) {
    const Args args{{first, given}, {}, {}};
    Value result = call(vm, base[0], args);
    while (frame.top != base) {
      const Value gone = pop(frame.top);
    }
    if (!result) return Called::kRaised;
    push(frame.top, std::move(result));
    return Called::kValue;
  }
  if (next == nullptr) {
    if (!vm.tick()) return Called::kRaised;
    const CodeObject& code = *function->code;
    if (code.is_generator) {
      Value generator = make_generator(vm, *function, {{first, given}, {}, {}});
      if (!generator) return Called::kRaised;
      while (frame.top != base) {
        const Value gone = pop(frame.top);
      }
      push(frame.top, std::move(generator));
      return Called::kValue;
    }
    if (given == code.positional && code.keyword_only == 0 && !code.has_rest &&
        !code.has_rest_keywords) {
      if (!enter_call(vm)) return Called::kRaised;
      next = vm.frame_stack().push(vm, *function);
      for (std::size_t n = 0; n < given; ++n) next->locals[n] = std::move(first[n]);
      if (!code.cell_parameters.empty()) fill_cells(vm, *next);
    } else {
      next = frame_for_call(vm, *function, {{first, given}, {}, {}});
      if (next == nullptr) return Called::kRaised;
    }
  }
  while (frame.top != base) {
    const Value gone = pop(frame.top);
  }
  return Called::kFrame;
}

// The innermost handler around an instruction.
const Handled* handler_of(const CodeObject& code, std::uint32_t ip) {
  for (const Handled& handled : code.handlers) {
    if (ip >= handled.begin && ip < handled.end) return &handled;
  }
  return nullptr;
}

}  // namespace

void trace(Vm& vm, const Frame& frame) {
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
          const Value gone = pop(top);
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
          Value value = pop(top);
          frame->locals[argument].swap(value);
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
          break;
        }
      }
    }
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
