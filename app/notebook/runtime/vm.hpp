// SPDX-License-Identifier: MIT
// The machine that runs cells: the types it knows, the exception under way, the frames that run
// and how far they may go. Native functions get it as their first argument; what they do with
// values is in operations.hpp.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "app/notebook/runtime/dict.hpp"
#include "app/notebook/runtime/exception.hpp"
#include "app/notebook/runtime/heap.hpp"
#include "app/notebook/runtime/limits.hpp"
#include "app/notebook/runtime/names.hpp"
#include "app/notebook/runtime/native.hpp"
#include "app/notebook/runtime/sequences.hpp"
#include "app/notebook/runtime/text.hpp"
#include "app/notebook/runtime/type.hpp"
#include "app/notebook/runtime/value.hpp"

namespace normscope::notebook::runtime {

struct Frame;
class FrameStack;

/// Where the cell is: of the innermost frame of Python code.
struct SourcePlace {
  std::string_view file;
  int line = 0;
  int run = 0;  // which run of a cell that line belongs to, counted from 1
};

class Vm {
 public:
  Vm(Limits limits, std::vector<NativeModule> modules);
  Vm(const Vm&) = delete;
  Vm& operator=(const Vm&) = delete;
  ~Vm();

  Heap& heap() { return heap_; }
  const Limits& limits() const { return limits_; }
  const Types& types() const { return types_; }
  const Errors& errors() const { return errors_; }
  const Names& names() const { return names_; }

  // --- Making values
  Value str(std::string text);
  Value str(std::string_view text) { return str(std::string(text)); }
  Value str(const char* text) { return str(std::string(text)); }
  /// One object a text, kept as long as the engine.
  const Ref<StrObject>& intern(std::string_view text);
  Value tuple(std::span<const Value> values);
  Value tuple(std::initializer_list<Value> values) {
    return tuple({values.begin(), values.size()});
  }
  Value list(std::span<const Value> values);
  Ref<ListObject> new_list();
  Ref<DictObject> new_dict();
  template <class T, class... Arguments>
  Ref<T> make(Arguments&&... arguments) {
    return Ref<T>(new T(std::forward<Arguments>(arguments)...));
  }
  TypeObject& type_of(const Value& value) const {
    return value.is_object() ? *value.object()->type() : *plain_type(value);
  }

  // --- Exceptions. Whoever returns nothing has raised.
  Raised raise(const Ref<TypeObject>& type, std::string_view message);
  Raised raise(const Ref<TypeObject>& type, std::span<const Value> args);
  /// An instance or a class of exceptions; anything else is a TypeError.
  Raised raise_value(const Value& exception);
  Raised raise_key_error(const Value& key);
  Raised raise_stop_iteration(const Value& value);
  /// "not supported: ..." with what to use instead.
  Raised raise_not_supported(std::string_view what, std::string_view instead = {});
  bool raised() const { return static_cast<bool>(raised_); }
  const Ref<ExceptionObject>& exception() const { return raised_; }
  /// The exception under way, which then no longer is.
  Ref<ExceptionObject> take_exception() { return std::move(raised_); }
  /// Raises again what was taken.
  Raised restore(Ref<ExceptionObject> exception);
  bool raised_is(const Ref<TypeObject>& type) const;
  /// True, and the exception is gone, where it is of this type.
  bool take_if(const Ref<TypeObject>& type);

  // --- Bounds
  /// Each turn of a native loop that code of a cell can make long. False: raised.
  bool tick() { return --heap_.turns > 0 || slow_tick(); }
  /// Whether this many more bytes may be had; else MemoryError.
  bool reserve(std::size_t bytes);
  void interrupt_with(std::stop_token token) { stop_ = std::move(token); }
  void begin_cell();

  // --- Output and place
  bool print(std::string_view text);
  /// Keeps the value of a cell's last expression, and names it `_`.
  bool display(const Value& value);
  const Value& displayed() const { return displayed_; }
  std::string take_output();
  SourcePlace place() const;

  /// The type of an iterator made in C++, by the name that CPython gives it.
  TypeObject& iterator_type(std::string_view name);

  // --- Modules and names
  Value import(std::string_view name);
  const Ref<DictObject>& builtins() const { return builtins_; }

  // --- For the machine's own files
  friend struct Setup;
  Frame* frame = nullptr;           // the innermost one
  Ref<ExceptionObject> handled;     // what `except` is busy with: `raise` and contexts
  int depth = 0;                    // frames inside of each other
  std::uint64_t class_version = 1;  // grows when a class changes
  /// Lets generators that nobody holds any more run their `finally`.
  void finish_generators();
  FrameStack& frame_stack() { return *frame_stack_; }
  std::vector<const Object*> in_repr;  // containers whose repr is being written
  /// Whether the program's own stack has room for another nested call; else RecursionError.
  bool has_stack();
  const std::vector<NativeModule>& native_modules() const { return native_modules_; }
  const Ref<DictObject>& modules() const { return modules_; }

  /// Looks a name up along a type's order, remembering what it found.
  const Value* find_in_type(const TypeObject& type, StrObject& name);

 private:
  TypeObject* plain_type(const Value& value) const;
  bool slow_tick();
  void give_turns();

  Heap heap_;
  Limits limits_;
  Types types_;
  Errors errors_;
  Names names_;
  std::unordered_map<std::string_view, Ref<StrObject>> interned_;
  std::unordered_map<std::string, Ref<TypeObject>> iterator_types_;
  Ref<ExceptionObject> raised_;
  Ref<DictObject> builtins_;
  std::vector<NativeModule> native_modules_;
  Ref<DictObject> modules_;
  std::unique_ptr<FrameStack> frame_stack_;
  std::stop_token stop_;
  std::int64_t turns_given_ = 0;  // that the heap counts down
  std::int64_t steps_left_ = 0;
  std::string output_;
  Value displayed_;
  std::uintptr_t stack_base_ = 0;
  struct CachedName {
    const TypeObject* type = nullptr;
    const StrObject* name = nullptr;
    std::uint64_t version = 0;
    const Value* value = nullptr;
  };
  std::vector<CachedName> name_cache_;
};

}  // namespace normscope::notebook::runtime
