// SPDX-License-Identifier: MIT
// The attributes of functions, classes, modules, exceptions, slices and ranges that are no methods.
#include "app/notebook/runtime/special_attributes.hpp"

#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/number.hpp"
#include "app/notebook/runtime/operations.hpp"

namespace normscope::notebook::runtime {
namespace {

Value or_none(const Value& value) {
  return value ? value : Value::none();
}

template <class T>
Value or_none(const Ref<T>& object) {
  return object ? Value(object) : Value::none();
}

Value of_function(Vm& vm, FunctionObject& function, const std::string& name) {
  if (name == "__name__") return Value(function.name);
  if (name == "__qualname__") return Value(function.qualname);
  if (name == "__doc__") return or_none(function.doc);
  if (name == "__module__") {
    const Value* const module = function.globals->find(*vm.names().name);
    return module != nullptr ? *module : Value::none();
  }
  if (name == "__annotations__") {
    if (!function.annotations) function.annotations = vm.new_dict();
    return Value(function.annotations);
  }
  if (name == "__defaults__") return or_none(function.defaults);
  if (name == "__kwdefaults__") return or_none(function.keyword_defaults);
  if (name == "__closure__") return or_none(function.closure);
  if (name == "__dict__") return Value(&function.make_attributes());
  if (name == "__code__") return Value(function.code);
  if (name == "__globals__") return Value(function.globals);
  return {};
}

Value of_code(Vm& vm, const CodeObject& code, const std::string& name) {
  if (name == "co_name") return vm.str(code.name);
  if (name == "co_argcount") return Value::integer(code.positional);
  if (name == "co_kwonlyargcount") return Value::integer(code.keyword_only);
  if (name == "co_posonlyargcount") return Value::integer(code.positional_only);
  if (name == "co_nlocals") return Value::integer(static_cast<std::int64_t>(code.locals.size()));
  if (name == "co_filename") return vm.str(code.source->file);
  if (name == "co_qualname") return vm.str(code.qualname);
  if (name == "co_flags") {
    // CPython's: a function's locals, *args, **kwargs, names of a function around it, yield.
    return Value::integer(3 | (code.has_rest ? 4 : 0) | (code.has_rest_keywords ? 8 : 0) |
                          (code.cells.size() > code.own_cells ? 16 : 0) |
                          (code.is_generator ? 32 : 0));
  }
  if (name == "co_freevars") {
    std::vector<Value> names;
    for (std::size_t n = code.own_cells; n < code.cells.size(); ++n)
      names.emplace_back(code.cells[n]);
    return vm.tuple(names);
  }
  if (name == "co_firstlineno") return Value::integer(code.first_line);
  if (name == "co_varnames") {
    std::vector<Value> names;
    for (const auto& local : code.locals) names.emplace_back(local);
    return vm.tuple(names);
  }
  return {};
}

Value of_type(Vm& vm, TypeObject& type, const std::string& name) {
  if (name == "__name__") return vm.str(type.name);
  if (name == "__qualname__") return vm.str(type.qualname);
  if (name == "__module__") return vm.str(type.module);
  if (name == "__doc__") return Value::none();
  if (name == "__bases__" || name == "__mro__") {
    std::vector<Value> types;
    for (const auto& each : name == "__bases__" ? type.bases : type.mro) types.emplace_back(each);
    return vm.tuple(types);
  }
  if (name == "__base__") return type.bases.empty() ? Value::none() : Value(type.bases.front());
  if (name == "__dict__") {
    // A copy: the class itself changes only through its attributes.
    auto names = vm.new_dict();
    names->copy_from(*type.names);
    return Value(names);
  }
  if (name == "__annotations__" && type.is_user) {
    type.set_name(*vm.names().annotations, Value(vm.new_dict()));
    return *type.names->find(*vm.names().annotations);
  }
  return {};
}

Value of_method(Vm& vm, const MethodObject& method, StrObject& name) {
  if (name.text() == "__self__") return method.self;
  if (name.text() == "__func__") return method.function;
  return find_attribute(vm, method.function, name);
}

Value of_native(Vm& vm, const NativeFunctionObject& function, const std::string& name) {
  if (name == "__name__") return vm.str(function.name);
  if (name == "__qualname__") {
    return vm.str(function.owner.empty() ? function.name : function.owner + "." + function.name);
  }
  if (name == "__module__") return vm.str("builtins");
  if (name == "__doc__") return Value::none();
  return {};
}

// Where an exception passed, as a chain of plain objects with the lines.
Value traceback_of(Vm& vm, const ExceptionObject& exception) {
  const auto type = make_native_type(vm, "builtins", "traceback");
  type->has_attributes = true;
  Value next = Value::none();
  for (const TraceEntry& entry : exception.trace) {
    auto made = vm.make<InstanceObject>(*type);
    DictObject& names = made->make_attributes();
    const int line = entry.code->places[entry.instruction].line;
    names.set(*vm.intern("tb_lineno"), Value::integer(line));
    names.set(*vm.intern("tb_next"), next);
    next = Value(made);
  }
  return next;
}

Value of_exception(Vm& vm, const ExceptionObject& exception, const std::string& name) {
  if (name == "args") return exception.args;
  if (name == "__cause__") return or_none(exception.cause);
  if (name == "__context__") return or_none(exception.context);
  if (name == "__suppress_context__") return Value::boolean(exception.suppress_context);
  if (name == "__traceback__") return traceback_of(vm, exception);
  if (name == "code" && exception.type()->is_subtype_of(*vm.errors().system_exit)) {
    const Values& args = exception.args.get<TupleObject>().values;
    if (args.size() > 1) return exception.args;
    return args.empty() ? Value::none() : args[0];
  }
  if (name == "name" && exception.name) return exception.name;
  if (name == "obj" && exception.owner) return exception.owner;
  if (name == "value" && exception.type()->is_subtype_of(*vm.errors().stop_iteration)) {
    const Values& args = exception.args.get<TupleObject>().values;
    return args.empty() ? Value::none() : args[0];
  }
  return {};
}

Value of_descriptor(const DescriptorObject& descriptor, const std::string& name) {
  if (name == "fget") return or_none(descriptor.get);
  if (name == "fset") return or_none(descriptor.set);
  if (name == "fdel") return or_none(descriptor.erase);
  if (name == "__func__") return descriptor.get;
  if (name == "__doc__") return or_none(descriptor.doc);
  return {};
}

Value by_kind(Vm& vm, const Value& value, StrObject& name) {
  const std::string& text = name.text();
  switch (value.object()->kind()) {
    case Kind::kFunction:
      return of_function(vm, value.get<FunctionObject>(), text);
    case Kind::kCode:
      return of_code(vm, value.get<CodeObject>(), text);
    case Kind::kType:
      return of_type(vm, value.get<TypeObject>(), text);
    case Kind::kMethod:
      return of_method(vm, value.get<MethodObject>(), name);
    case Kind::kNativeFunction:
      return of_native(vm, value.get<NativeFunctionObject>(), text);
    case Kind::kException:
      return of_exception(vm, value.get<ExceptionObject>(), text);
    case Kind::kDescriptor:
      return of_descriptor(value.get<DescriptorObject>(), text);
    case Kind::kModule:
      if (text == "__dict__") {
        if (!make_rest(vm, value) && vm.raised()) return {};
        return Value(value.get<ModuleObject>().names);
      }
      if (text == "__name__") return vm.str(value.get<ModuleObject>().name);
      return {};
    case Kind::kRange: {
      const auto& range = value.get<RangeObject>();
      if (text == "start") return Value::integer(range.start);
      if (text == "stop") return Value::integer(range.stop);
      if (text == "step") return Value::integer(range.step);
      return {};
    }
    case Kind::kSlice: {
      const auto& slice = value.get<SliceObject>();
      if (text == "start") return slice.start;
      if (text == "stop") return slice.stop;
      if (text == "step") return slice.step;
      return {};
    }
    case Kind::kCell:
      if (text == "cell_contents") return value.get<CellObject>().value;
      return {};
    case Kind::kGenerator:
    case Kind::kIterator:
      if (const auto* const generator = dynamic_cast<GeneratorObject*>(value.object())) {
        if (text == "__name__") return vm.str(generator->name);
      }
      return {};
    default:
      return {};
  }
}

}  // namespace

Value special_attribute(Vm& vm, const Value& value, StrObject& name) {
  const std::string& text = name.text();
  if (text == "__class__") return Value(&vm.type_of(value));
  if (value.is_kind(Kind::kNumber)) {
    for (const char* const part : {"real", "imag", "numerator", "denominator"}) {
      if (text == part) return special_attribute(vm, plain_number(value), name);
    }
  }
  if (!value.is_object()) {
    if (text == "__doc__") return Value::none();
    if (is_integer(value) || value.is_float()) {
      if (text == "real") return value.is_bool() ? Value::integer(value.as_int()) : value;
      if (text == "imag") return value.is_float() ? Value::real(0) : Value::integer(0);
      if (text == "numerator" && is_integer(value)) return Value::integer(value.as_int());
      if (text == "denominator" && is_integer(value)) return Value::integer(1);
    }
    return {};
  }
  if (value.is_kind(Kind::kBigInt)) {
    if (text == "real" || text == "numerator") return value;
    if (text == "imag" || text == "denominator") return Value::integer(text == "imag" ? 0 : 1);
  }
  Value found = by_kind(vm, value, name);
  if (found || vm.raised()) return found;
  if (text == "__dict__" && vm.type_of(value).has_attributes) {
    return Value(&make_attributes_of(vm, *value.object()));
  }
  if (text == "__doc__") return Value::none();
  if (text == "__module__") return vm.str(vm.type_of(value).module);
  return {};
}

bool set_special_attribute(Vm& vm, const Value& object, StrObject& name, const Value& value,
                           bool& handled) {
  const std::string& text = name.text();
  handled = true;
  if (auto* const function = object.as<FunctionObject>(); function != nullptr && value) {
    if (auto* const string = value.as<StrObject>()) {
      if (text == "__name__" || text == "__qualname__") {
        (text == "__name__" ? function->name : function->qualname) = Ref(string);
        return true;
      }
    }
    if (text == "__doc__") {
      function->doc = value;
      return true;
    }
    if (text == "__module__") return true;
    if (text == "__annotations__" || text == "__dict__") {
      auto* const dict = value.as<DictObject>();
      if (dict != nullptr && text == "__annotations__") function->annotations = Ref(dict);
      if (dict != nullptr && text == "__dict__") function->set_attributes(Ref(dict));
      return true;
    }
  }
  if (auto* const exception = object.as<ExceptionObject>(); exception != nullptr && value) {
    if (text == "args") {
      const auto items = collect(vm, value);
      if (!items) return false;
      exception->args = vm.tuple(*items);
      return true;
    }
    if (text == "__cause__" || text == "__context__") {
      Value& place = text == "__cause__" ? exception->cause : exception->context;
      place = value.is_none() ? Value() : value;
      if (text == "__cause__") exception->suppress_context = true;
      return true;
    }
    if (text == "__suppress_context__") {
      const auto answer = truth(vm, value);
      if (!answer) return false;
      exception->suppress_context = *answer;
      return true;
    }
    if (text == "__traceback__") return true;
  }
  if (text == "__class__" && value && object.is_kind(Kind::kInstance)) {
    auto* const type = value.as<TypeObject>();
    if (type != nullptr && type->layout == Kind::kInstance && type->is_user) {
      object.object()->set_type(*type);
      return true;
    }
    vm.raise(vm.errors().type_error, "__class__ must be set to a class of the same layout");
    return false;
  }
  if (text == "__dict__" && value && vm.type_of(object).has_attributes) {
    auto* const dict = value.as<DictObject>();
    if (dict == nullptr) {
      vm.raise(vm.errors().type_error,
               "__dict__ must be set to a dictionary, not a '" + type_name(vm, value) + "'");
      return false;
    }
    if (auto* const str = object.as<StrObject>()) {
      str->attributes = value;
    } else {
      static_cast<Container&>(*object.object()).set_attributes(Ref(dict));
    }
    return true;
  }
  handled = false;
  return false;
}

}  // namespace normscope::notebook::runtime
