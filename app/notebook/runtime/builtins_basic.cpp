// SPDX-License-Identifier: MIT
// print, len, attributes and the other functions that need no loop; and those that are absent, with
// what to use instead.
#include <algorithm>
#include <string>
#include <utility>

#include "app/notebook/runtime/attributes.hpp"
#include "app/notebook/runtime/bytes.hpp"
#include "app/notebook/runtime/errors.hpp"
#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"
#include "app/notebook/runtime/texts.hpp"

namespace normscope::notebook::runtime {
namespace {

// sep or end: a str, or None for the default. None: raised.
std::optional<std::string> text_or(Vm& vm, const Value& value, const char* name,
                                   const char* otherwise) {
  if (!value || value.is_none()) return otherwise;
  if (value.as<StrObject>() != nullptr) return text_of(value);
  vm.raise(vm.errors().type_error,
           std::string(name) + " must be None or a string, not " + type_name(vm, value));
  return std::nullopt;
}

// Where print writes: the file it was given, else sys.stdout where a cell has put another there.
// Empty: the output itself.
Value print_target(Vm& vm, const Value& file) {
  const Value* const sys = vm.modules()->find(*vm.intern("sys"));
  if (sys == nullptr || !sys->is_kind(Kind::kModule)) {
    return !file || file.is_none() ? Value() : file;
  }
  const DictObject& names = *sys->get<ModuleObject>().names;
  const Value* const own = names.find(*vm.intern("__stdout__"));
  const Value* const now = names.find(*vm.intern("stdout"));
  const Value target = file && !file.is_none() ? file : now != nullptr ? *now : Value();
  return own != nullptr && target.same(*own) ? Value() : target;
}

Value print(Vm& vm, const Args& args) {
  static const Signature kSignature("print", "*args, sep=' ', end='\\n', file=None, flush=False");
  Value bound[5];
  if (!kSignature.bind(vm, args, bound)) return {};
  const auto sep = text_or(vm, bound[1], "sep", " ");
  const auto end = sep ? text_or(vm, bound[2], "end", "\n") : std::nullopt;
  if (!end) return {};
  const Value target = print_target(vm, bound[3]);
  const auto write = [&](const std::string& text) {
    if (!target) return vm.print(text);
    return static_cast<bool>(call_method(vm, target, "write", {vm.str(text)}));
  };
  // Written piece by piece: what a failing __str__ leaves out has been preceded by the rest.
  for (std::size_t n = 0; n < args.size(); ++n) {
    if (n > 0 && !write(*sep)) return {};
    const auto text = str_of(vm, args[n]);
    if (!text || !write(*text)) return {};
  }
  return write(*end) ? Value::none() : Value();
}

Value text_value(Vm& vm, std::optional<std::string> text) {
  return text ? vm.str(std::move(*text)) : Value();
}

StrObject* attribute_name(Vm& vm, const Value& value) {
  if (auto* const name = value.as<StrObject>()) return vm.intern(name->text()).get();
  vm.raise(vm.errors().type_error,
           "attribute name must be string, not '" + type_name(vm, value) + "'");
  return nullptr;
}

Value getattr(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "getattr", 2, 3)) return {};
  if (args[1].as<StrObject>() == nullptr) {
    return vm.raise(vm.errors().type_error,
                    "attribute name must be string, not '" + type_name(vm, args[1]) + "'");
  }
  StrObject& name = *vm.intern(text_of(args[1]));
  if (args.size() == 2) return get_attribute(vm, args[0], name);
  Value found = find_attribute(vm, args[0], name);
  if (found || (vm.raised() && !vm.take_if(vm.errors().attribute_error))) return found;
  return args[2];
}

Value hasattr(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "hasattr", 2, 2)) return {};
  StrObject* const name = attribute_name(vm, args[1]);
  if (name == nullptr) return {};
  const Value found = find_attribute(vm, args[0], *name);
  if (!found && vm.raised() && !vm.take_if(vm.errors().attribute_error)) return {};
  return Value::boolean(static_cast<bool>(found));
}

Value setattr(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "setattr", 3, 3)) return {};
  StrObject* const name = attribute_name(vm, args[1]);
  return name != nullptr && set_attribute(vm, args[0], *name, args[2]) ? Value::none() : Value();
}

Value delattr(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "delattr", 2, 2)) return {};
  StrObject* const name = attribute_name(vm, args[1]);
  return name != nullptr && set_attribute(vm, args[0], *name, Value()) ? Value::none() : Value();
}

Value vars(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "vars", 0, 1)) return {};
  if (args.size() == 0) return locals_of(vm);
  Value found = find_attribute(vm, args[0], *vm.names().dict);
  if (found || vm.raised()) return found;
  return vm.raise(vm.errors().type_error, "vars() argument must have __dict__ attribute");
}

Value dir(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "dir", 0, 1)) return {};
  std::vector<std::string> names;
  if (args.size() == 1) {
    if (const Value* const method = user_method(vm, args[0], vm.names().dir)) {
      const Value bound = bind(vm, Value(*method), args[0], vm.type_of(args[0]));
      const Value list = bound ? call(vm, bound) : Value();
      return list ? call(vm, *vm.builtins()->find(*vm.intern("sorted")), {list}) : Value();
    }
    names = names_of(vm, args[0]);
  } else {
    const Value local = locals_of(vm);
    const auto& dict = local.get<DictObject>();
    for (std::size_t n = 0; n < dict.entry_count(); ++n) {
      if (dict.entry(n).key) names.push_back(text_of(dict.entry(n).key));
    }
    std::ranges::sort(names);
  }
  std::vector<Value> all;
  for (const std::string& name : names) all.push_back(vm.str(name));
  return vm.list(all);
}

Value id_of(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "id", 1, 1)) return {};
  const Value& value = args[0];
  if (value.is_object()) {
    return Value::integer(
        static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(value.object())));
  }
  // Plain values have no place in memory: equal ones get equal numbers.
  std::int64_t number = 0;
  hash(vm, value, number);
  return Value::integer(0x5600'0000'0000 + ((number & 0x7FF'FFFF) * 32) +
                        static_cast<std::int64_t>(value.tag()) * 4);
}

Value chr(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "chr", 1, 1)) return {};
  const auto code = to_index(vm, args[0]);
  if (!code) return {};
  if (*code < 0 || *code > 0x10FFFF) {
    return vm.raise(vm.errors().value_error, "chr() arg not in range(0x110000)");
  }
  std::string text;
  utf8::append(text, static_cast<char32_t>(*code));
  return vm.str(std::move(text));
}

Value ord(Vm& vm, const Args& args) {
  if (!check_count(vm, args, "ord", 1, 1)) return {};
  if (const std::string* const bytes = bytes_of(vm, args[0]); bytes != nullptr) {
    if (bytes->size() == 1) return Value::integer(static_cast<unsigned char>(bytes->front()));
    return vm.raise(vm.errors().type_error, "ord() expected a character, but string of length " +
                                                std::to_string(bytes->size()) + " found");
  }
  const auto* const text = args[0].as<StrObject>();
  if (text == nullptr) {
    return vm.raise(vm.errors().type_error,
                    "ord() expected string of length 1, but " + type_name(vm, args[0]) + " found");
  }
  if (text->length() != 1) {
    return vm.raise(vm.errors().type_error, "ord() expected a character, but string of length " +
                                                std::to_string(text->length()) + " found");
  }
  std::size_t byte = 0;
  return Value::integer(utf8::next(text->text(), byte));
}

}  // namespace

Value locals_of(Vm& vm) {
  const Frame& frame = *vm.frame;
  if (frame.names) return Value(frame.names);
  if (frame.code->name == "<module>") return Value(Ref(frame.globals));
  auto dict = vm.new_dict();
  for (std::size_t n = 0; n < frame.code->locals.size(); ++n) {
    if (frame.locals[n]) dict->set(*frame.code->locals[n], frame.locals[n]);
  }
  for (std::size_t n = 0; n < frame.code->cells.size(); ++n) {
    const Value& value = frame.cells[n].get<CellObject>().value;
    if (value) dict->set(*frame.code->cells[n], value);
  }
  return Value(dict);
}

void add_basic_functions(Vm& vm) {
  add_builtin(vm, "print", print);
  add_builtin(vm, "repr", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "repr", 1, 1)) return Value();
    return text_value(machine, repr_of(machine, args[0]));
  });
  add_builtin(vm, "ascii", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "ascii", 1, 1)) return Value();
    const auto text = repr_of(machine, args[0]);
    return text ? machine.str(escape_non_ascii(*text)) : Value();
  });
  add_builtin(vm, "format", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "format", 1, 2)) return Value();
    if (args.size() > 1 && args[1].as<StrObject>() == nullptr) {
      return Value(
          machine.raise(machine.errors().type_error,
                        "format() argument 2 must be str, not " + type_name(machine, args[1])));
    }
    return text_value(machine,
                      format_of(machine, args[0], args.size() > 1 ? text_of(args[1]) : ""));
  });
  add_builtin(vm, "len", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "len", 1, 1)) return Value();
    const auto size = length(machine, args[0]);
    return size ? Value::integer(*size) : Value();
  });
  add_builtin(vm, "hash", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "hash", 1, 1)) return Value();
    std::int64_t number = 0;
    return hash(machine, args[0], number) ? Value::integer(number) : Value();
  });
  add_builtin(vm, "id", id_of);
  add_builtin(vm, "callable", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "callable", 1, 1)) return Value();
    return Value::boolean(is_callable(machine, args[0]));
  });
  add_builtin(vm, "getattr", getattr);
  add_builtin(vm, "hasattr", hasattr);
  add_builtin(vm, "setattr", setattr);
  add_builtin(vm, "delattr", delattr);
  add_builtin(vm, "vars", vars);
  add_builtin(vm, "dir", dir);
  add_builtin(vm, "chr", chr);
  add_builtin(vm, "ord", ord);
  add_builtin(vm, "globals", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "globals", 0, 0)) return Value();
    return Value(Ref(machine.frame->globals));
  });
  add_builtin(vm, "locals", [](Vm& machine, const Args& args) {
    if (!check_count(machine, args, "locals", 0, 0)) return Value();
    return locals_of(machine);
  });
}

void add_missing_functions(Vm& vm) {
  const std::pair<const char*, const char*> all[] = {
      {"open", "values written in the cell"},
      {"eval", "the expression itself"},
      {"exec", "the statements themselves"},
      {"compile", "the statements themselves"},
      {"input", "a variable set in the cell"},
      {"__import__", "import"},
      {"breakpoint", "print"},
      {"complex", "pairs of floats"},
      {"bytearray", "bytes or a list of ints"},
      {"memoryview", "a list"},
      {"help", "the documentation"},
  };
  for (const auto& [name, instead] : all) {
    add_builtin(vm, name, [name = name, instead = instead](Vm& machine, const Args&) {
      return Value(machine.raise_not_supported(std::string(name) + "()", instead));
    });
  }
}

}  // namespace normscope::notebook::runtime
