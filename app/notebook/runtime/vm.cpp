// SPDX-License-Identifier: MIT
// The machine's own state: made, bounded, and taken apart.
#include "app/notebook/runtime/vm.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "app/notebook/runtime/frame.hpp"
#include "app/notebook/runtime/function.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/runtime/setup.hpp"

namespace normscope::notebook::runtime {
namespace {

/// Turns of loops and calls between two looks at the bounds: some microseconds.
constexpr std::int64_t kTicks = 4096;
/// Classes' names that are remembered; a power of two.
constexpr std::size_t kCachedNames = 1024;

// Where the program's stack has got to.
std::uintptr_t stack_place() {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

}  // namespace

Vm::Vm(Limits limits, std::vector<NativeModule> modules)
    : limits_(limits),
      native_modules_(standard_modules()),
      frame_stack_(std::make_unique<FrameStack>(heap_)),
      name_cache_(kCachedNames) {
  native_modules_.insert(native_modules_.end(), std::make_move_iterator(modules.begin()),
                         std::make_move_iterator(modules.end()));
  Setup::types(*this);
  builtins_ = new_dict();
  modules_ = new_dict();
  Setup::errors(*this);
  add_object_type(*this);
  add_plain_types(*this);
  add_number_types(*this);
  add_str_type(*this);
  add_str_searches(*this);
  add_bytes_type(*this);
  add_bytes_of_numbers(*this);
  add_list_type(*this);
  add_tuple_type(*this);
  add_dict_type(*this);
  add_dict_views(*this);
  add_set_types(*this);
  add_range_types(*this);
  add_function_types(*this);
  add_generator_types(*this);
  add_descriptor_types(*this);
  add_exception_types(*this);
  add_basic_functions(*this);
  add_iteration_functions(*this);
  add_number_functions(*this);
  add_class_functions(*this);
  add_missing_functions(*this);
  begin_cell();
}

Vm::~Vm() {
  raised_.reset();
  handled.reset();
  displayed_ = Value();
  builtins_.reset();
  modules_.reset();
  native_modules_.clear();
  heap_.clear_all();
  interned_.clear();
  iterator_types_.clear();
  names_ = {};
  errors_ = {};
  types_ = {};
}

Value Vm::str(std::string text) {
  return Value(make<StrObject>(*types_.str, std::move(text)));
}

const Ref<StrObject>& Vm::intern(std::string_view text) {
  const auto found = interned_.find(text);
  if (found != interned_.end()) return found->second;
  auto object = make<StrObject>(*types_.str, std::string(text));
  object->interned = true;
  const std::string_view key = object->text();
  return interned_.emplace(key, std::move(object)).first->second;
}

Value Vm::tuple(std::span<const Value> values) {
  return Value(make<TupleObject>(*types_.tuple, values));
}

Value Vm::list(std::span<const Value> values) {
  auto list = new_list();
  list->values.assign(values.begin(), values.end());
  return Value(list);
}

Ref<ListObject> Vm::new_list() {
  return make<ListObject>(*types_.list);
}
Ref<DictObject> Vm::new_dict() {
  return make<DictObject>(*types_.dict);
}

TypeObject* Vm::plain_type(const Value& value) const {
  switch (value.tag()) {
    case Tag::kNotImplemented:
      return types_.not_implemented.get();
    case Tag::kEllipsis:
      return types_.ellipsis.get();
    case Tag::kBool:
      return types_.boolean.get();
    case Tag::kInt:
      return types_.integer.get();
    case Tag::kFloat:
      return types_.real.get();
    default:
      return types_.none.get();
  }
}

const Value* Vm::find_in_type(const TypeObject& type, StrObject& name) {
  const auto mix = (reinterpret_cast<std::uintptr_t>(&type) >> 4U) * 31 +
                   (reinterpret_cast<std::uintptr_t>(&name) >> 4U);
  CachedName& cached = name_cache_[mix & (kCachedNames - 1)];
  if (cached.type == &type && cached.name == &name && cached.version == class_version) {
    return cached.value;
  }
  const Value* const value = type.find(name);
  // Only interned names live as long as the cache.
  if (name.interned) cached = {&type, &name, class_version, value};
  return value;
}

void Vm::begin_cell() {
  steps_left_ = limits_.steps;
  give_turns();
  output_.clear();
  displayed_ = Value();
  stack_base_ = stack_place();
}

void Vm::give_turns() {
  turns_given_ = std::min(kTicks, steps_left_);
  heap_.turns = turns_given_;
}

bool Vm::slow_tick() {
  if (raised()) return false;
  const auto end = [this](const Ref<TypeObject>& type, const std::string& message) {
    const Ref<ExceptionObject> before = std::exchange(handled, nullptr);
    raise(type, message);
    handled = before;
    raised_->ends_cell = true;
    heap_.turns = 0;
    return false;
  };
  if (stop_.stop_requested()) {
    heap_.turns = 0;
    const Ref<ExceptionObject> before = std::exchange(handled, nullptr);
    raise(errors_.keyboard_interrupt, std::span<const Value>());
    handled = before;
    raised_->ends_cell = true;
    return false;
  }
  steps_left_ -= turns_given_ - heap_.turns;
  if (steps_left_ <= 0) {
    return end(errors_.runtime_error, "the cell was stopped: it took more than " +
                                          std::to_string(limits_.steps) +
                                          " turns of loops and calls");
  }
  if (heap_.used() > limits_.memory) {
    heap_.collect();
    if (heap_.used() > limits_.memory) {
      return end(errors_.memory_error, "the cell was stopped: its values take more than " +
                                           std::to_string(limits_.memory >> 20) + " MiB");
    }
  }
  give_turns();
  return true;
}

bool Vm::reserve(std::size_t bytes) {
  if (bytes <= static_cast<std::size_t>(limits_.memory) &&
      heap_.used() + static_cast<std::ptrdiff_t>(bytes) <= limits_.memory) {
    return true;
  }
  if (bytes <= static_cast<std::size_t>(limits_.memory)) {
    heap_.collect();
    if (heap_.used() + static_cast<std::ptrdiff_t>(bytes) <= limits_.memory) return true;
  }
  raise(errors_.memory_error,
        "values would take more than " + std::to_string(limits_.memory >> 20) + " MiB");
  return false;
}

bool Vm::has_stack() {
  // The stack grows downwards on every machine this is built for.
  if (stack_base_ - stack_place() < limits_.native_stack) return true;
  raise(errors_.recursion_error, "maximum recursion depth exceeded");
  return false;
}

bool Vm::print(std::string_view text) {
  if (output_.size() + text.size() > limits_.output) {
    const std::size_t room = limits_.output - output_.size();
    output_ += text.substr(0, room);
    raise(errors_.runtime_error, "the cell was stopped: it printed more than " +
                                     std::to_string(limits_.output >> 20) + " MiB");
    raised_->ends_cell = true;
    return false;
  }
  output_ += text;
  return true;
}

std::string Vm::take_output() {
  return std::exchange(output_, {});
}

bool Vm::display(const Value& value) {
  displayed_ = value;
  if (!value.is_none()) builtins_->set(*intern("_"), value);
  return true;
}

SourcePlace Vm::place() const {
  const Frame* at = frame;
  while (at != nullptr && at->code->source->is_hidden) at = at->back;
  if (at == nullptr) return {};
  const Source& source = *at->code->source;
  return {source.file, at->code->places[at->ip].line, source.run};
}

TypeObject& Vm::iterator_type(std::string_view name) {
  Ref<TypeObject>& type = iterator_types_[std::string(name)];
  if (!type) {
    type = make_native_type(*this, "builtins", name);
    type->slots = types_.iterator->slots;
    type->layout = Kind::kIterator;
    type->is_final = true;
    finish_type(*this, *type);
  }
  return *type;
}

void Vm::finish_generators() {
  while (!heap_.unfinished.empty()) {
    const Ref<Object> object = std::move(heap_.unfinished.back());
    heap_.unfinished.pop_back();
    auto* const generator = dynamic_cast<GeneratorObject*>(object.get());
    if (generator == nullptr) continue;
    // What it raises is not anybody's, as in CPython; what was raised before stays.
    Ref<ExceptionObject> before = take_exception();
    generator->close(*this);
    if (!raised() || !raised_->ends_cell || before) raised_ = std::move(before);
    generator->finish();
  }
}

Value Vm::import(std::string_view name) {
  const auto& key = intern(name);
  if (const Value* const module = modules_->find(*key)) return *module;
  for (const NativeModule& native : native_modules_) {
    if (native.name != name) continue;
    // A part of a package comes after the package, and becomes its attribute.
    const auto dot = name.rfind('.');
    Value outer;
    if (dot != std::string_view::npos) {
      outer = import(name.substr(0, dot));
      if (!outer) return {};
      if (const Value* const module = modules_->find(*key)) return *module;
    }
    Value module = native.make(*this);
    if (!module) return {};
    modules_->set(*key, module);
    if (outer.is_kind(Kind::kModule)) set_name(*this, outer, name.substr(dot + 1), module);
    return module;
  }
  std::vector<std::string> known;
  for (const NativeModule& native : native_modules_) {
    if (native.name.find('.') == std::string::npos) known.push_back(native.name);
  }
  std::ranges::sort(known);
  std::string list;
  for (const std::string& each : known) list += (list.empty() ? "" : ", ") + each;
  raise(errors_.module_not_found_error,
        "No module named '" + std::string(name) + "' (there are: " + list + ")");
  raised_->name = Value(key);
  return {};
}

}  // namespace normscope::notebook::runtime
