// SPDX-License-Identifier: MIT
// Compiles and runs the modules that are written in the language itself.
#include "app/notebook/runtime/prelude.hpp"

#include <string>
#include <utility>

#include "app/notebook/runtime/compiler.hpp"
#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/syntax/parse.hpp"

namespace normscope::notebook::runtime {
namespace {

Ref<CodeObject> compile_as(Vm& vm, const std::string& name, std::string_view text, bool hidden) {
  const auto parsed = syntax::parse(text);
  if (!parsed) {
    vm.raise(vm.errors().system_error, name + ", line " + std::to_string(parsed.error().span.line) +
                                           ": " + parsed.error().message);
    return {};
  }
  auto source = std::make_shared<Source>(Source{"<" + name + ">", {}, hidden});
  return compile(vm, *parsed, std::move(source), false);
}

// _compile(text, name, names): what the text makes under a name. For functions whose parameters are
// known only when they are made.
Value compile_text(Vm& vm, const Args& args, const Ref<DictObject>& globals) {
  if (!check_count(vm, args, "_compile", 3, 3)) return {};
  auto names = vm.new_dict();
  names->copy_from(*globals);
  if (const auto* const more = args[2].as<DictObject>()) {
    for (std::size_t n = 0; n < more->entry_count(); ++n) {
      const DictObject::Entry entry = more->entry(n);
      if (entry.key && !names->set(vm, entry.key, entry.value)) return {};
    }
  }
  const auto code = compile_as(vm, "string", text_of(args[0]), false);
  if (!code || !run_hidden(vm, code, names)) return {};
  const Value* const made = names->find(args[1].get<StrObject>());
  return made != nullptr ? *made : Value::none();
}

}  // namespace

Ref<CodeObject> compile_hidden(Vm& vm, const std::string& name, std::string_view text) {
  return compile_as(vm, name, text, true);
}

bool run_hidden(Vm& vm, const Ref<CodeObject>& code, const Ref<DictObject>& globals) {
  auto function = vm.make<FunctionObject>(*vm.types().function, code, globals);
  function->name = vm.intern("<module>");
  function->qualname = function->name;
  return static_cast<bool>(call_function(vm, *function, {}));
}

NativeModule prelude_module(std::string_view name, std::string_view text,
                            std::vector<NativeMember> functions) {
  return {std::string(name),
          [name = std::string(name), text, functions = std::move(functions)](Vm& vm) {
            Value module = make_module(vm, name);
            const Ref<DictObject> globals = module.get<ModuleObject>().names;
            globals->set(*vm.intern("_compile"),
                         make_function(vm, "_compile", [globals](Vm& machine, const Args& args) {
                           return compile_text(machine, args, globals);
                         }));
            for (const NativeMember& each : functions) {
              globals->set(*vm.intern(each.name), make_function(vm, each.name, each.call));
            }
            const auto code = compile_hidden(vm, name, text);
            return code && run_hidden(vm, code, globals) ? module : Value();
          }};
}

}  // namespace normscope::notebook::runtime
