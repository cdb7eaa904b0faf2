// SPDX-License-Identifier: MIT
// Calling anything, and putting arguments where parameters are, with CPython's complaints.
#include <algorithm>
#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

std::string plural(std::size_t count, const char* word) {
  return std::to_string(count) + " " + word + (count == 1 ? "" : "s");
}

// "'a', 'b', and 'c'"
std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t n = 0; n < names.size(); ++n) {
    if (n > 0) text += names.size() == 2 ? " and " : (n + 1 == names.size() ? ", and " : ", ");
    text += "'" + names[n] + "'";
  }
  return text;
}

bool too_many(Vm& vm, const FunctionObject& function, const Args& args, const Value* locals) {
  const CodeObject& code = *function.code;
  const std::size_t defaults = function.defaults ? function.defaults->values.size() : 0;
  std::size_t keywords = 0;
  for (std::size_t n = 0; n < code.keyword_only; ++n) {
    if (locals[code.positional + n]) ++keywords;
  }
  std::string takes = std::to_string(code.positional);
  bool many = code.positional != 1;
  if (defaults > 0) {
    takes = "from " + std::to_string(code.positional - defaults) + " to " + takes;
    many = true;
  }
  std::string given = std::to_string(args.size());
  std::string extra;
  if (keywords > 0) {
    extra = " positional argument" + std::string(args.size() != 1 ? "s" : "") + " (and " +
            std::to_string(keywords) + " keyword-only argument" + (keywords != 1 ? "s" : "") + ")";
  }
  vm.raise(vm.errors().type_error,
           function.qualname->text() + "() takes " + takes + " positional argument" +
               (many ? "s" : "") + " but " + given + extra +
               (args.size() == 1 && keywords == 0 ? " was given" : " were given"));
  return false;
}

bool missing(Vm& vm, const FunctionObject& function, const std::vector<std::string>& names,
             const char* kind) {
  vm.raise(vm.errors().type_error,
           function.qualname->text() + "() missing " +
               plural(names.size(), (std::string("required ") + kind + " argument").c_str()) +
               ": " + listed(names));
  return false;
}

bool bind_keyword(Vm& vm, FunctionObject& function, const Value& name, const Value& value,
                  Value* locals, DictObject* rest, const Args& args) {
  const CodeObject& code = *function.code;
  const std::string& text = text_of(name);
  const std::size_t named = code.positional + code.keyword_only;
  for (std::size_t n = code.positional_only; n < named; ++n) {
    if (code.locals[n]->text() != text) continue;
    if (locals[n]) {
      vm.raise(vm.errors().type_error,
               function.qualname->text() + "() got multiple values for argument '" + text + "'");
      return false;
    }
    locals[n] = value;
    return true;
  }
  if (rest != nullptr) {
    rest->set(name.get<StrObject>(), value);
    return true;
  }
  std::string by_position;
  for (std::size_t n = 0; n < code.positional_only; ++n) {
    for (const Value& given : args.names) {
      if (code.locals[n]->text() != text_of(given)) continue;
      by_position += (by_position.empty() ? "" : ", ") + text_of(given);
    }
  }
  if (!by_position.empty()) {
    vm.raise(vm.errors().type_error,
             function.qualname->text() +
                 "() got some positional-only arguments passed as keyword arguments: '" +
                 by_position + "'");
  } else {
    vm.raise(vm.errors().type_error,
             function.qualname->text() + "() got an unexpected keyword argument '" + text + "'");
  }
  return false;
}

bool fill_defaults(Vm& vm, FunctionObject& function, Value* locals) {
  const CodeObject& code = *function.code;
  const Values* const defaults = function.defaults ? &function.defaults->values : nullptr;
  const std::size_t first = code.positional - (defaults != nullptr ? defaults->size() : 0);
  std::vector<std::string> absent;
  for (std::size_t n = 0; n < code.positional; ++n) {
    if (locals[n]) continue;
    if (n >= first) {
      locals[n] = (*defaults)[n - first];
    } else {
      absent.push_back(code.locals[n]->text());
    }
  }
  if (!absent.empty()) return missing(vm, function, absent, "positional");
  for (std::size_t n = code.positional; n < code.positional + code.keyword_only; ++n) {
    if (locals[n]) continue;
    const Value* const value =
        function.keyword_defaults ? function.keyword_defaults->find(*code.locals[n]) : nullptr;
    if (value != nullptr) {
      locals[n] = *value;
    } else {
      absent.push_back(code.locals[n]->text());
    }
  }
  return absent.empty() || missing(vm, function, absent, "keyword-only");
}

}  // namespace

bool bind_arguments(Vm& vm, FunctionObject& function, const Args& args, Value* locals) {
  const CodeObject& code = *function.code;
  const std::size_t straight = std::min<std::size_t>(args.size(), code.positional);
  for (std::size_t n = 0; n < straight; ++n) locals[n] = args[n];
  std::size_t slot = code.positional + code.keyword_only;
  if (code.has_rest) locals[slot++] = vm.tuple(args.positional.subspan(straight));
  Ref<DictObject> rest;
  if (code.has_rest_keywords) {
    rest = vm.new_dict();
    locals[slot] = Value(rest);
  }
  for (std::size_t n = 0; n < args.names.size(); ++n) {
    if (!bind_keyword(vm, function, args.names[n], args.keywords[n], locals, rest.get(), args)) {
      return false;
    }
  }
  if (args.size() > code.positional && !code.has_rest) {
    return too_many(vm, function, args, locals);
  }
  return fill_defaults(vm, function, locals);
}

void fill_cells(Vm&, Frame& frame) {
  for (const auto& [cell, local] : frame.code->cell_parameters) {
    frame.cells[cell].get<CellObject>().value = std::move(frame.locals[local]);
  }
}

bool enter_call(Vm& vm) {
  if (vm.depth < vm.limits().recursion) {
    ++vm.depth;
    return true;
  }
  vm.raise(vm.errors().recursion_error, "maximum recursion depth exceeded");
  return false;
}

Frame* frame_for_call(Vm& vm, FunctionObject& function, const Args& args) {
  if (!enter_call(vm)) return nullptr;
  Frame* const frame = vm.frame_stack().push(vm, function);
  if (!bind_arguments(vm, function, args, frame->locals)) {
    vm.frame_stack().pop(frame);
    --vm.depth;
    return nullptr;
  }
  fill_cells(vm, *frame);
  return frame;
}

Value make_generator(Vm& vm, FunctionObject& function, const Args& args) {
  Frame* const frame = vm.frame_stack().make_own(vm, function);
  auto generator = vm.make<GeneratorObject>(*vm.types().generator, frame);
  if (!bind_arguments(vm, function, args, frame->locals)) return {};
  fill_cells(vm, *frame);
  return Value(generator);
}

Value call_function(Vm& vm, FunctionObject& function, const Args& args) {
  if (!vm.tick() || !vm.has_stack()) return {};
  if (function.code->is_generator) return make_generator(vm, function, args);
  Frame* const frame = frame_for_call(vm, function, args);
  return frame == nullptr ? Value() : run(vm, frame);
}

Value call(Vm& vm, const Value& function, std::initializer_list<Value> positional) {
  return call(vm, function, Args{{positional.begin(), positional.size()}, {}, {}});
}

Value call(Vm& vm, const Value& function, const Args& args) {
  if (function.is_object()) {
    switch (function.object()->kind()) {
      case Kind::kFunction: {
        const Value alive = function;
        return call_function(vm, alive.get<FunctionObject>(), args);
      }
      case Kind::kNativeFunction: {
        const Value alive = function;
        if (!vm.has_stack()) return {};
        return alive.get<NativeFunctionObject>().call(vm, args);
      }
      case Kind::kMethod: {
        const Value alive = function;
        const auto& method = alive.get<MethodObject>();
        std::vector<Value> all;
        all.reserve(args.size() + 1);
        all.push_back(method.self);
        all.insert(all.end(), args.positional.begin(), args.positional.end());
        return call(vm, method.function, Args{all, args.keywords, args.names});
      }
      case Kind::kType: {
        const Value alive = function;
        return call_type(vm, alive.get<TypeObject>(), args);
      }
      default:
        break;
    }
  }
  TypeObject& type = vm.type_of(function);
  const Value* const method = vm.find_in_type(type, *vm.names().call);
  if (method != nullptr && !is_slot(*method)) {
    const Value bound = bind(vm, Value(*method), function, type);
    if (!bound || !vm.has_stack()) return {};
    return call(vm, bound, args);
  }
  if (type.slots.call != nullptr) {
    const Value alive = function;
    return type.slots.call(vm, alive, args);
  }
  return vm.raise(vm.errors().type_error, "'" + type.name + "' object is not callable");
}

Value call_method(Vm& vm, const Value& value, std::string_view name,
                  std::initializer_list<Value> positional) {
  const Value method = get_attribute(vm, value, name);
  return method ? call(vm, method, positional) : Value();
}

Value call_special(Vm& vm, const Value& value, const Ref<StrObject>& name,
                   std::initializer_list<Value> positional, bool& found) {
  TypeObject& type = vm.type_of(value);
  const Value* const method = vm.find_in_type(type, *name);
  found = method != nullptr;
  if (!found) return {};
  const Value bound = bind(vm, Value(*method), value, type);
  return bound ? call(vm, bound, positional) : Value();
}

bool is_callable(Vm& vm, const Value& value) {
  if (!value.is_object()) return false;
  switch (value.object()->kind()) {
    case Kind::kFunction:
    case Kind::kNativeFunction:
    case Kind::kMethod:
    case Kind::kType:
      return true;
    default:
      break;
  }
  const TypeObject& type = vm.type_of(value);
  return type.slots.call != nullptr || vm.find_in_type(type, *vm.names().call) != nullptr;
}

}  // namespace normscope::notebook::runtime
