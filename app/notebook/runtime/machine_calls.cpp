// SPDX-License-Identifier: MIT
// Calls as instructions: methods are taken apart, classes make their instance, and functions of
// Python code become frames.
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/quick.hpp"

namespace normscope::notebook::runtime {

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

}  // namespace normscope::notebook::runtime
