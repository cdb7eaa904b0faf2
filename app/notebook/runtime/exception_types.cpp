// SPDX-License-Identifier: MIT
// Exceptions as types.
#include <string>
#include <utility>

#include "app/notebook/runtime/bytes.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/texts.hpp"

namespace normscope::notebook::runtime {
namespace {

ExceptionObject& exception_of(const Value& value) {
  return value.get<ExceptionObject>();
}

// An OSError of a known number is one of the classes that derive from it.
TypeObject& class_of_number(Vm& vm, TypeObject& type, const Args& args) {
  const Errors& e = vm.errors();
  if (&type != e.os_error.get() || args.size() < 2 || !args[0].is_int()) return type;
  const std::pair<int, const Ref<TypeObject>&> known[] = {
      {1, e.permission_error},      {2, e.file_not_found_error}, {3, e.process_lookup_error},
      {4, e.interrupted_error},     {10, e.child_process_error}, {11, e.blocking_io_error},
      {13, e.permission_error},     {17, e.file_exists_error},   {20, e.not_a_directory_error},
      {21, e.is_a_directory_error}, {32, e.broken_pipe_error},   {103, e.connection_aborted},
      {104, e.connection_reset},    {110, e.timeout_error},      {111, e.connection_refused},
  };
  for (const auto& [number, each] : known) {
    if (args[0].as_int() == number) return *each;
  }
  return type;
}

Value create_exception(Vm& vm, TypeObject& given, const Args& args) {
  TypeObject& type = class_of_number(vm, given, args);
  auto made = vm.make<ExceptionObject>(type, vm.tuple(args.positional));
  if (type.is_subtype_of(*vm.errors().os_error) && args.size() >= 2 && args.size() <= 5) {
    // A third one is the name of a file.
    made->args = vm.tuple({args[0], args[1]});
    auto& attributes = made->make_attributes();
    attributes.set(*vm.intern("errno"), args[0]);
    attributes.set(*vm.intern("strerror"), args[1]);
    attributes.set(*vm.intern("filename"), args.size() > 2 ? args[2] : Value::none());
  }
  const bool by_name = type.is_subtype_of(*vm.errors().name_error) ||
                       type.is_subtype_of(*vm.errors().attribute_error) ||
                       type.is_subtype_of(*vm.errors().import_error);
  for (std::size_t n = 0; n < args.names.size(); ++n) {
    const std::string& name = text_of(args.names[n]);
    if (by_name && name == "name") {
      made->name = args.keywords[n];
    } else if (by_name && (name == "obj" || name == "path")) {
      made->owner = args.keywords[n];
    } else if (!type.is_user) {
      return vm.raise(vm.errors().type_error, type.name + "() takes no keyword arguments");
    }
  }
  return Value(made);
}

Value exception_str(Vm& vm, const Value& self) {
  const ExceptionObject& exception = exception_of(self);
  const Values& args = exception.args.get<TupleObject>().values;
  if (args.empty()) return vm.str("");
  if (args.size() > 1) {
    if (exception.type()->is_subtype_of(*vm.errors().os_error) && args.size() == 2) {
      const auto number = str_of(vm, args[0]);
      const auto text = number ? str_of(vm, args[1]) : std::nullopt;
      if (!text) return {};
      const Value* const file =
          exception.attributes() ? exception.attributes()->find(*vm.intern("filename")) : nullptr;
      if (file == nullptr || file->is_none()) return vm.str("[Errno " + *number + "] " + *text);
      const auto name = repr_of(vm, *file);
      return name ? vm.str("[Errno " + *number + "] " + *text + ": " + *name) : Value();
    }
    if (auto text = unicode_error_text(vm, exception)) return vm.str(std::move(*text));
    const auto text = repr_of(vm, exception.args);
    return text ? vm.str(*text) : Value();
  }
  // A key is shown as it would be written.
  const bool key = exception.type()->is_subtype_of(*vm.errors().key_error);
  const auto text = key ? repr_of(vm, args[0]) : str_of(vm, args[0]);
  return text ? vm.str(*text) : Value();
}

Value exception_repr(Vm& vm, const Value& self) {
  const auto text = joined_reprs(vm, exception_of(self).args);
  return text ? vm.str(vm.type_of(self).name + "(" + *text + ")") : Value();
}

}  // namespace

Slots exception_slots() {
  Slots slots = object_slots();
  slots.create = create_exception;
  slots.str = exception_str;
  slots.repr = exception_repr;
  return slots;
}

void add_exception_types(Vm& vm) {
  const Errors& errors = vm.errors();
  finish_type(vm, *errors.base_exception);
  add_method(*errors.base_exception, "__init__", [](Vm& machine, const Args& args) {
    const bool keeps = machine.type_of(args[0]).is_subtype_of(*machine.errors().os_error) &&
                       args.size() >= 3 && args.size() <= 6;  // set when it was made
    if (!keeps) exception_of(args[0]).args = machine.tuple(args.positional.subspan(1));
    return Value::none();
  });
  add_method(*errors.base_exception, "with_traceback",
             [](Vm&, const Args& args) { return args[0]; });
  add_method(*errors.base_exception, "add_note", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args.tail(), "BaseException.add_note", 1, 1)) return Value();
    auto& attributes = exception_of(args[0]).make_attributes();
    StrObject& name = *machine.intern("__notes__");
    if (attributes.find(name) == nullptr) attributes.set(name, Value(machine.new_list()));
    attributes.find(name)->get<ListObject>().values.push_back(args[1]);
    return Value::none();
  });
  const auto put = [&](const Ref<TypeObject>& type) {
    vm.builtins()->set(*vm.intern(type->name), Value(type));
  };
  put(errors.base_exception);
#define NORMSCOPE_PUT(member, name, base) put(errors.member);
  NORMSCOPE_EXCEPTIONS(NORMSCOPE_PUT)
#undef NORMSCOPE_PUT
  vm.builtins()->set(*vm.intern("IOError"), Value(errors.os_error));
  vm.builtins()->set(*vm.intern("EnvironmentError"), Value(errors.os_error));
  for (const char* const name : {"exit", "quit"}) {
    add_builtin(vm, name, [name = std::string(name)](Vm& machine, const Args& args) {
      if (!check_count(machine, args, name, 0, 1)) return Value();
      return Value(machine.raise(machine.errors().system_exit, args.positional));
    });
  }
}

}  // namespace normscope::notebook::runtime
