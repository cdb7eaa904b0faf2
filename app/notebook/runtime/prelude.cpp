// SPDX-License-Identifier: MIT
// Compiles and runs the modules that are written in the language itself.
#include "app/notebook/runtime/prelude.hpp"

#include <memory>
#include <span>
#include <string>
#include <utility>

#include "app/notebook/runtime/compiler.hpp"
#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/lazy_text.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/syntax/parse.hpp"

namespace normscope::notebook::runtime {
namespace {

Ref<CodeObject> compile_as(Vm& vm, const std::string& name, std::string_view text, bool hidden,
                           std::shared_ptr<const MissedGlobal> missed) {
  const auto parsed = syntax::parse(text);
  if (!parsed) {
    vm.raise(vm.errors().system_error, name + ", line " + std::to_string(parsed.error().span.line) +
                                           ": " + parsed.error().message);
    return {};
  }
  auto source =
      std::make_shared<Source>(Source{"<" + name + ">", {}, hidden, 0, std::move(missed)});
  return compile(vm, *parsed, std::move(source), false);
}

// _compile(text, name, names): what the text makes under a name. For functions whose parameters are
// known only when they are made.
Value compile_text(Vm& vm, const Args& args, const Ref<DictObject>& globals, LazyText* lazy) {
  if (!check_count(vm, args, "_compile", 3, 3)) return {};
  auto names = vm.new_dict();
  names->copy_from(*globals);
  if (const auto* const more = args[2].as<DictObject>()) {
    for (std::size_t n = 0; n < more->entry_count(); ++n) {
      const DictObject::Entry entry = more->entry(n);
      if (entry.key && !names->set(vm, entry.key, entry.value)) return {};
    }
  }
  const auto code = compile_as(vm, "string", text_of(args[0]), false,
                               lazy != nullptr ? lazy->missed_global() : nullptr);
  if (!code || !run_hidden(vm, code, names)) return {};
  const Value* const made = names->find(args[1].get<StrObject>());
  return made != nullptr ? *made : Value::none();
}

// What the text of a module is given.
void add_given(Vm& vm, const Ref<DictObject>& globals, const std::vector<NativeMember>& functions,
               const std::shared_ptr<LazyText>& lazy) {
  globals->set(*vm.intern("_compile"),
               make_function(vm, "_compile", [globals, lazy](Vm& machine, const Args& args) {
                 return compile_text(machine, args, globals, lazy.get());
               }));
  for (const NativeMember& each : functions) {
    globals->set(*vm.intern(each.name), make_function(vm, each.name, each.call));
  }
}

}  // namespace

Ref<CodeObject> compile_hidden(Vm& vm, const std::string& name, std::string_view text,
                               std::shared_ptr<const MissedGlobal> missed) {
  return compile_as(vm, name, text, true, std::move(missed));
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
            add_given(vm, globals, functions, nullptr);
            const auto code = compile_hidden(vm, name, text);
            return code && run_hidden(vm, code, globals) ? module : Value();
          }};
}

NativeModule lazy_module(std::string_view name, std::string_view text,
                         std::vector<NativeMember> functions) {
  return {std::string(name),
          [name = std::string(name), text, functions = std::move(functions)](Vm& vm) {
            Value value = make_module(vm, name);
            auto& module = value.get<ModuleObject>();
            const auto lazy = std::make_shared<LazyText>(name, std::span(&text, 1), module.names);
            add_given(vm, module.names, functions, lazy);
            module.rest =
                std::make_shared<const Rest>([lazy](Vm& machine, const StrObject* wanted) {
                  const auto made = wanted == nullptr ? lazy->define_all(machine, "")
                                                      : lazy->define(machine, wanted->text());
                  return !made.empty();
                });
            return value;
          }};
}

}  // namespace normscope::notebook::runtime
