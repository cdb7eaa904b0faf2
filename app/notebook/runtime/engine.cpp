// SPDX-License-Identifier: MIT
// Cells: parsed, compiled, run, and what came of it.
#include "app/notebook/runtime/engine.hpp"

#include <utility>

#include "app/notebook/runtime/compiler.hpp"
#include "app/notebook/runtime/errors.hpp"
#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/modules.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/syntax/display.hpp"
#include "app/notebook/syntax/draw.hpp"
#include "app/notebook/syntax/parse.hpp"

namespace normscope::notebook::runtime {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines(1);
  for (std::size_t n = 0; n < text.size(); ++n) {
    if (text[n] == '\r' && n + 1 < text.size() && text[n + 1] == '\n') continue;
    if (text[n] == '\n' || text[n] == '\r') {
      lines.emplace_back();
    } else {
      lines.back() += text[n];
    }
  }
  return lines;
}

// What CPython prints for a program that is none.
CellError error_of(const syntax::Fault& fault, const std::string& file) {
  CellError error;
  error.type = std::string(syntax::name(fault.kind));
  error.message = fault.message;
  error.line = fault.span.line;
  error.traceback = "  File \"" + file + "\", line " + std::to_string(fault.span.line) + "\n" +
                    syntax::draw(fault);
  return error;
}

// What a program that ends by SystemExit says: nothing for None and numbers, else what it was
// given.
std::string exit_text(Vm& vm, const ExceptionObject& exception, int& status) {
  const Values& args = exception.args.get<TupleObject>().values;
  const Value code = args.empty() ? Value::none() : args.size() == 1 ? args[0] : exception.args;
  status = 0;
  if (code.is_none()) return {};
  status = 1;
  if (code.is_int() || code.is_bool()) {
    status = static_cast<int>(code.as_int() & 0xFF);
    return {};
  }
  const auto text = str_of(vm, code);
  return text.value_or("") + "\n";
}

}  // namespace

Engine::Engine(Limits limits, std::vector<NativeModule> modules)
    : vm_(std::make_unique<Vm>(limits, std::move(modules))), globals_(vm_->new_dict()) {
  globals_->set(*vm_->names().name, Value(vm_->names().main));
  globals_->set(*vm_->names().doc, Value::none());
  globals_->set(*vm_->names().annotations, Value(vm_->new_dict()));
}

Engine::~Engine() {
  globals_.reset();
}

Outcome Engine::run(std::string_view source, const std::string& file, CellMode mode,
                    std::stop_token stop) {
  Outcome outcome;
  ++runs_;
  vm_->begin_cell();
  vm_->interrupt_with(std::move(stop));
  execute(source, file, mode, outcome);
  if (mode == CellMode::kScript) leave_generators();
  vm_->finish_generators();
  if (!outcome.error && !vm_->raised()) {
    const Value shown = vm_->displayed();
    if (shown && !shown.is_none()) outcome.value = shown_text(*vm_, shown);
  }
  if (vm_->raised()) outcome.error = take_error(file);
  vm_->interrupt_with({});
  outcome.complaints = take_complaints();
  outcome.output = vm_->take_output();
  vm_->begin_cell();
  return outcome;
}

Value Engine::execute(std::string_view source, const std::string& file, CellMode mode,
                      Outcome& outcome) {
  const auto module = syntax::parse(source);
  if (!module) {
    const syntax::Fault& fault = module.error();
    outcome.error = error_of(mode == CellMode::kScript ? syntax::as_in_file(fault) : fault, file);
    return {};
  }
  if (mode == CellMode::kScript) globals_->set(*vm_->names().file, vm_->str(file));
  if (mode == CellMode::kNotebook) add_display();
  auto text = std::make_shared<Source>(Source{file, lines_of(source), false, runs_});
  const bool shows = mode == CellMode::kNotebook && syntax::shown_expression(*module) != nullptr;
  const auto code = compile(*vm_, *module, std::move(text), shows);
  if (!code) return {};
  auto function = vm_->make<FunctionObject>(*vm_->types().function, code, globals_);
  function->name = vm_->intern("<module>");
  function->qualname = function->name;
  return call_function(*vm_, *function, {});
}

// In a notebook `display` is there without an import.
void Engine::add_display() {
  StrObject& name = *vm_->intern("display");
  if (vm_->builtins()->find(name) != nullptr) return;
  vm_->builtins()->set(name, make_function(*vm_, "display", [](Vm& vm, const Args& args) -> Value {
                         const Value module = vm.import("IPython");
                         const Value shows =
                             module ? get_attribute(vm, module, "display") : Value();
                         return shows ? call(vm, shows, args) : Value();
                       }));
}

std::optional<std::string> Engine::plain_text_of_shown() {
  const Value shown = find("_");
  vm_->begin_cell();
  auto text = shown ? repr_of(*vm_, shown) : std::nullopt;
  vm_->take_exception();
  vm_->begin_cell();
  return text;
}

// When a script is over, generators that its variables hold run what they have to run at their end.
void Engine::leave_generators() {
  for (std::size_t n = 0; n < globals_->entry_count(); ++n) {
    const Value held = globals_->entry(n).value;
    if (held.is_kind(Kind::kIterator) && held.get<IteratorObject>().is_unfinished()) {
      vm_->heap().unfinished.emplace_back(held.object());
      vm_->finish_generators();
    }
  }
}

// The module sys keeps what its stderr was given.
std::string Engine::take_complaints() {
  const Value* const sys = vm_->modules()->find(*vm_->intern("sys"));
  if (sys == nullptr || !sys->is_kind(Kind::kModule)) return {};
  const Value* const said = sys->get<ModuleObject>().names->find(*vm_->intern("_said"));
  if (said == nullptr || !said->is_kind(Kind::kList)) return {};
  std::string text;
  for (const Value& each : said->get<ListObject>().values) {
    if (each.is_kind(Kind::kStr)) text += text_of(each);
  }
  said->get<ListObject>().values.clear();
  return text;
}

std::optional<CellError> Engine::take_error(const std::string& file) {
  const Ref<ExceptionObject> exception = vm_->take_exception();
  vm_->handled.reset();
  vm_->in_repr.clear();
  CellError error;
  error.type = exception->type()->name;
  error.interrupted = exception->type()->is_subtype_of(*vm_->errors().keyboard_interrupt);
  error.exits = exception->type()->is_subtype_of(*vm_->errors().system_exit);
  // Text of a cell's own exceptions runs its code: it gets a budget of its own.
  const std::string output = vm_->take_output();
  vm_->interrupt_with({});
  vm_->begin_cell();
  const std::string last = summary(*vm_, *exception);
  const std::size_t colon = last.find(": ");
  if (colon != std::string::npos) error.message = last.substr(colon + 2);
  error.traceback = error.exits ? exit_text(*vm_, *exception, error.exit_status)
                                : traceback_text(*vm_, *exception);
  vm_->take_exception();
  vm_->take_output();
  vm_->print(output);
  for (auto entry = exception->trace.rbegin(); entry != exception->trace.rend(); ++entry) {
    if (entry->code->source->file != file) continue;
    error.line = entry->code->places[entry->instruction].line;
    break;
  }
  return error;
}

std::vector<std::string> Engine::names() const {
  std::vector<std::string> names;
  for (std::size_t n = 0; n < globals_->entry_count(); ++n) {
    const DictObject::Entry& entry = globals_->entry(n);
    const auto* const name = entry.key.as<StrObject>();
    if (name == nullptr || name->text().starts_with("_")) continue;
    if (entry.value.is_object()) {
      const Kind kind = entry.value.object()->kind();
      if (kind == Kind::kModule || kind == Kind::kFunction || kind == Kind::kType ||
          kind == Kind::kNativeFunction) {
        continue;
      }
    }
    names.push_back(name->text());
  }
  return names;
}

Value Engine::find(std::string_view name) const {
  const Value* const value = globals_->find(*vm_->intern(name));
  return value != nullptr ? *value : Value();
}

}  // namespace normscope::notebook::runtime
