// SPDX-License-Identifier: MIT
// Instructions that build, import, raise and clean up: each works on the frame's stack and is done
// once a statement rather than once an addition.
#include <new>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/errors.hpp"
#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/machine_names.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/set.hpp"
#include "app/notebook/runtime/texts.hpp"
#include "app/notebook/runtime/unpack.hpp"

namespace normscope::notebook::runtime {
namespace {

void push(Frame& frame, Value value) {
  new (frame.top++) Value(std::move(value));
}
Value pop(Frame& frame) {
  return std::move(*--frame.top);
}
Value& peek(Frame& frame, std::uint32_t deep) {
  return frame.top[-static_cast<std::ptrdiff_t>(deep)];
}
std::span<const Value> last(Frame& frame, std::uint32_t count) {
  return {frame.top - count, count};
}
void drop(Frame& frame, std::uint32_t count) {
  for (; count > 0; --count) {
    const Value gone = pop(frame);
  }
}
// The result in place of the operands; false where it raised.
bool replace(Frame& frame, std::uint32_t count, Value value) {
  if (!value) return false;
  drop(frame, count);
  push(frame, std::move(value));
  return true;
}

bool build(Vm& vm, Frame& frame, Instruction instruction) {
  const std::uint32_t count = instruction.argument;
  switch (instruction.op) {
    case Op::kBuildTuple:
      return replace(frame, count, vm.tuple(last(frame, count)));
    case Op::kBuildList:
      return replace(frame, count, vm.list(last(frame, count)));
    case Op::kBuildSet: {
      auto set = vm.make<SetObject>(*vm.types().set);
      for (const Value& item : last(frame, count)) {
        if (!set->add(vm, item)) return false;
      }
      return replace(frame, count, Value(set));
    }
    case Op::kBuildDict: {
      auto dict = vm.new_dict();
      const auto all = last(frame, 2 * count);
      for (std::size_t n = 0; n < all.size(); n += 2) {
        if (!dict->set(vm, all[n], all[n + 1])) return false;
      }
      return replace(frame, 2 * count, Value(dict));
    }
    case Op::kBuildSlice: {
      const auto parts = last(frame, count);
      auto slice = vm.make<SliceObject>(*vm.types().slice, parts[0], parts[1],
                                        count == 3 ? parts[2] : Value::none());
      return replace(frame, count, Value(slice));
    }
    case Op::kBuildString: {
      std::string text;
      for (const Value& part : last(frame, count)) text += text_of(part);
      if (!vm.reserve(text.size())) return false;
      return replace(frame, count, vm.str(std::move(text)));
    }
    default:
      return false;
  }
}

bool format(Vm& vm, Frame& frame, std::uint32_t flags) {
  const bool has_spec = (flags & kFormatHasSpec) != 0;
  const Value& value = peek(frame, has_spec ? 2 : 1);
  const auto conversion = static_cast<char>(flags & 0xFFU);
  std::optional<std::string> text;
  Value converted = value;
  if (conversion == 's') {
    if (!(text = str_of(vm, value))) return false;
  } else if (conversion == 'r' || conversion == 'a') {
    if (!(text = repr_of(vm, value))) return false;
    if (conversion == 'a') text = escape_non_ascii(*text);
  }
  if (text) converted = vm.str(*text);
  const std::string spec = has_spec ? text_of(peek(frame, 1)) : "";
  text = format_of(vm, converted, spec);
  if (!text) return false;
  return replace(frame, has_spec ? 2 : 1, vm.str(std::move(*text)));
}

bool grow(Vm& vm, Frame& frame, Instruction instruction) {
  const Value item = pop(frame);
  Value& container = peek(frame, instruction.argument & 0xFFU);
  switch (instruction.op) {
    case Op::kListAppend:
      container.get<ListObject>().values.push_back(item);
      return true;
    case Op::kListExtend: {
      Values& values = container.get<ListObject>().values;
      const bool fine = iterate(vm, item, [&](const Value& each) {
        values.push_back(each);
        return true;
      });
      const TypeObject& type = vm.type_of(item);
      if (!fine && vm.raised_is(vm.errors().type_error) && type.slots.iter == nullptr &&
          vm.find_in_type(type, *vm.names().iter) == nullptr) {
        const bool is_call = (instruction.argument & kOnlyArgument) != 0;
        return explain_star(vm, item, is_call ? peek(frame, 3) : Value());
      }
      return fine;
    }
    case Op::kSetAdd:
      return container.get<SetObject>().add(vm, item);
    case Op::kSetUpdate:
      if (item.is_kind(Kind::kSet) && (instruction.argument & kOneByOne) == 0) {
        return container.get<SetObject>().merge(vm, item.get<SetObject>());
      }
      return iterate(vm, item,
                     [&](const Value& each) { return container.get<SetObject>().add(vm, each); });
    case Op::kDictUpdate:
      return update_dict(vm, container.get<DictObject>(), item, true);
    case Op::kDictMerge:
      return merge_keywords(vm, container.get<DictObject>(), item,
                            peek(frame, instruction.argument + 3));
    default:
      return false;
  }
}

bool function_object(Vm& vm, Frame& frame, std::uint32_t flags) {
  const Value code = pop(frame);
  auto function =
      vm.make<FunctionObject>(*vm.types().function, Ref(code.as<CodeObject>()), Ref(frame.globals));
  function->name = vm.intern(function->code->name);
  function->qualname = vm.intern(function->code->qualname);
  function->doc = function->code->doc ? function->code->doc : Value::none();
  if ((flags & kHasClosure) != 0) function->closure = Ref(pop(frame).as<TupleObject>());
  if ((flags & kHasAnnotations) != 0) function->annotations = Ref(pop(frame).as<DictObject>());
  if ((flags & kHasKeywordDefaults) != 0) {
    function->keyword_defaults = Ref(pop(frame).as<DictObject>());
  }
  if ((flags & kHasDefaults) != 0) function->defaults = Ref(pop(frame).as<TupleObject>());
  push(frame, Value(function));
  return true;
}

bool call_with_names(Vm& vm, Frame& frame, std::uint32_t count) {
  const Value names = pop(frame);
  const Values& list = names.get<TupleObject>().values;
  Value* const base = frame.top - count - 2;
  const bool with_self = static_cast<bool>(base[1]);
  const std::size_t positional = count - list.size() + (with_self ? 1U : 0U);
  Value* const first = base + (with_self ? 1 : 2);
  const Args args{{first, positional}, {first + positional, list.size()}, list};
  return replace(frame, count + 2, call(vm, base[0], args));
}

bool call_spread(Vm& vm, Frame& frame, bool has_keywords) {
  const Value keywords = has_keywords ? pop(frame) : Value();
  const Value positional = pop(frame);
  std::vector<Value> names;
  std::vector<Value> values;
  if (keywords) {
    const auto& dict = keywords.get<DictObject>();
    for (std::size_t n = 0; n < dict.entry_count(); ++n) {
      if (!dict.entry(n).key) continue;
      names.push_back(dict.entry(n).key);
      values.push_back(dict.entry(n).value);
    }
  }
  const Args args{positional.get<TupleObject>().values, values, names};
  return replace(frame, 2, call(vm, peek(frame, 2), args));
}

bool before_with(Vm& vm, Frame& frame) {
  const Value manager = pop(frame);
  const Names& names = vm.names();
  TypeObject& type = vm.type_of(manager);
  const auto missing = [&](const char* method) {
    vm.raise(vm.errors().type_error,
             "'" + type.name + "' object does not support the context manager protocol" + method);
    return false;
  };
  const Value* const enter = vm.find_in_type(type, *names.enter);
  if (enter == nullptr) return missing("");
  const Value bound_enter = bind(vm, *enter, manager, type);
  if (!bound_enter) return false;
  const Value* const exit = vm.find_in_type(type, *names.exit);
  if (exit == nullptr) return missing(" (missed __exit__ method)");
  Value bound_exit = bind(vm, *exit, manager, type);
  if (!bound_exit) return false;
  push(frame, std::move(bound_exit));
  Value result = call(vm, bound_enter);
  if (!result) return false;
  push(frame, std::move(result));
  return true;
}

bool handle(Vm& vm, Frame& frame, Instruction instruction) {
  switch (instruction.op) {
    case Op::kRaise: {
      const Value cause = instruction.argument == 2 ? pop(frame) : Value();
      const Value exception = instruction.argument > 0 ? pop(frame) : Value();
      return raise_statement(vm, exception, cause);
    }
    case Op::kReraise: {
      const Value exception = pop(frame);
      vm.restore(Ref(exception.as<ExceptionObject>()));
      return false;
    }
    case Op::kAssertionError:
      push(frame, Value(vm.errors().assertion_error));
      return true;
    case Op::kPushHandled: {
      Value exception = pop(frame);
      push(frame, vm.handled ? Value(vm.handled) : Value::none());
      vm.handled = Ref(exception.as<ExceptionObject>());
      push(frame, std::move(exception));
      return true;
    }
    case Op::kPopHandled: {
      const Value before = pop(frame);
      vm.handled = Ref(before.as<ExceptionObject>());
      return true;
    }
    case Op::kCheckMatch: {
      const auto match = matches(vm, peek(frame, 2), peek(frame, 1));
      if (!match) return false;
      return replace(frame, 1, Value::boolean(*match));
    }
    case Op::kBeforeWith:
      return before_with(vm, frame);
    case Op::kWithExcept: {
      const Value& exception = peek(frame, 1);
      Value result =
          call(vm, peek(frame, 3), {Value(&vm.type_of(exception)), exception, Value::none()});
      if (!result) return false;
      push(frame, std::move(result));
      return true;
    }
    case Op::kWithExit: {
      const Value exit = pop(frame);
      return static_cast<bool>(call(vm, exit, {Value::none(), Value::none(), Value::none()}));
    }
    default:
      return false;
  }
}

}  // namespace

bool run_slow(Vm& vm, Frame& frame, Instruction instruction) {
  const std::uint32_t argument = instruction.argument;
  switch (instruction.op) {
    case Op::kStoreAttribute: {
      const Value object = pop(frame);
      const Value value = pop(frame);
      return set_attribute(vm, object, *frame.code->names[argument], value);
    }
    case Op::kDeleteAttribute: {
      const Value object = pop(frame);
      return set_attribute(vm, object, *frame.code->names[argument], Value());
    }
    case Op::kStoreItem: {
      const Value key = pop(frame);
      const Value container = pop(frame);
      const Value value = pop(frame);
      return set_item(vm, container, key, value);
    }
    case Op::kDeleteItem: {
      const Value key = pop(frame);
      const Value container = pop(frame);
      return set_item(vm, container, key, Value());
    }
    case Op::kUnary:
      return replace(frame, 1, unary(vm, static_cast<UnaryOp>(argument), peek(frame, 1)));
    case Op::kNot: {
      const auto value = truth(vm, peek(frame, 1));
      return value && replace(frame, 1, Value::boolean(!*value));
    }
    case Op::kIn: {
      const auto found = contains(vm, peek(frame, 1), peek(frame, 2));
      return found && replace(frame, 2, Value::boolean(*found != (argument == 1)));
    }
    case Op::kGetIter:
      return replace(frame, 1, iter(vm, peek(frame, 1)));
    case Op::kGetYieldFromIter:
      return replace(frame, 1, iter(vm, peek(frame, 1)));
    case Op::kCallNames:
      return call_with_names(vm, frame, argument);
    case Op::kCallSpread:
      return call_spread(vm, frame, argument == 1);
    case Op::kFormat:
      return format(vm, frame, argument);
    case Op::kListAppend:
    case Op::kListExtend:
    case Op::kSetAdd:
    case Op::kSetUpdate:
    case Op::kDictUpdate:
    case Op::kDictMerge:
      return grow(vm, frame, instruction);
    case Op::kDictSet: {
      const Value value = pop(frame);
      const Value key = pop(frame);
      return peek(frame, argument).get<DictObject>().set(vm, key, value);
    }
    case Op::kListToTuple:
      return replace(frame, 1, vm.tuple(peek(frame, 1).get<ListObject>().values));
    case Op::kUnpack: {
      const Value sequence = pop(frame);
      return unpack(vm, frame, sequence, argument);
    }
    case Op::kUnpackStar: {
      const Value sequence = pop(frame);
      return unpack_star(vm, frame, sequence, argument & 0xFFFU, argument >> 12U);
    }
    case Op::kMakeFunction:
      return function_object(vm, frame, argument);
    case Op::kLoadBuildClass:
      push(frame, make_function(vm, "__build_class__", build_class));
      return true;
    case Op::kSetupAnnotations: {
      StrObject& name = *vm.names().annotations;
      if (frame.names->find(name) == nullptr) frame.names->set(name, Value(vm.new_dict()));
      return true;
    }
    case Op::kImport:
    case Op::kImportTop:
    case Op::kImportFrom:
    case Op::kImportStar:
      return import_op(vm, frame, instruction);
    case Op::kDisplay: {
      const Value value = pop(frame);
      return vm.display(value);
    }
    case Op::kBuildTuple:
    case Op::kBuildList:
    case Op::kBuildSet:
    case Op::kBuildDict:
    case Op::kBuildSlice:
    case Op::kBuildString:
      return build(vm, frame, instruction);
    case Op::kRaise:
    case Op::kReraise:
    case Op::kAssertionError:
    case Op::kPushHandled:
    case Op::kPopHandled:
    case Op::kCheckMatch:
    case Op::kBeforeWith:
    case Op::kWithExcept:
    case Op::kWithExit:
      return handle(vm, frame, instruction);
    default:
      return names_op(vm, frame, instruction);
  }
}

}  // namespace normscope::notebook::runtime
