// SPDX-License-Identifier: MIT
// How C++ gives the language functions, types and modules. A native function takes the machine and
// its arguments and returns a value, or nothing after it raised:
//
//   Value square(Vm& vm, const Args& args) {
//     static const Signature kSignature("square", "x, /, *, scale=1");
//     Value bound[2];
//     if (!kSignature.bind(vm, args, bound)) return {};
//     const auto x = to_float(vm, bound[0]);
//     if (!x) return {};
//     ...
//     return vm.raise(vm.errors().value_error, "square() wants ...");
//   }
//
// A class that user code may derive from (like nn.Module) needs no C++ object: `make_class` with
// native functions as methods; its instances are ordinary ones with a `__dict__`. A native type
// (like Tensor) derives a C++ class from NativeObject and fills the slots of its TypeObject.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/notebook/runtime/heap.hpp"
#include "app/notebook/runtime/slots.hpp"
#include "app/notebook/runtime/type.hpp"
#include "app/notebook/runtime/value.hpp"

namespace normscope::notebook::runtime {

/// The arguments of one call. Of a method, positional[0] is self.
struct Args {
  std::span<const Value> positional;
  /// As many as names; they may be empty.
  std::span<const Value> keywords;
  /// str objects.
  std::span<const Value> names;

  std::size_t size() const { return positional.size(); }
  const Value& operator[](std::size_t index) const { return positional[index]; }
  /// Without the first positional one.
  Args tail() const { return {positional.subspan(1), keywords, names}; }
};

using NativeCall = std::function<Value(Vm& vm, const Args& args)>;

/// The parameters of a native function, written as Python writes them without the parentheses:
/// "input, /, dim=None, *, keepdim=False". Default values are only there to read: a parameter that
/// was not given is an empty value. `*name` collects the rest into a tuple, `**name` into a dict.
class Signature {
 public:
  Signature(std::string_view function, std::string_view parameters);
  std::size_t size() const { return parameters_.size(); }
  std::string_view function() const { return function_; }
  /// Fills bound[0 .. size()). Raises TypeError in CPython's words for its C functions.
  bool bind(Vm& vm, const Args& args, std::span<Value> bound) const;

 private:
  enum class How { kPositional, kEither, kKeyword, kRest, kRestKeywords };
  struct Parameter {
    std::string name;
    How how;
    bool required;
  };
  bool bind_keyword(Vm& vm, std::string_view name, const Value& value,
                    std::span<Value> bound) const;
  bool too_many(Vm& vm, const Args& args) const;
  bool check_missing(Vm& vm, const Args& args, std::span<Value> bound) const;

  std::string function_;
  std::vector<Parameter> parameters_;
  std::size_t positional_ = 0;  // how many can be given by position
  std::size_t required_ = 0;    // how many of them must be given
};

/// Between `least` and `most` positional arguments and no keyword; else TypeError.
bool check_count(Vm& vm, const Args& args, std::string_view function, std::size_t least,
                 std::size_t most);

/// The base of native types' objects. `visit` and `clear` are overridden where one holds Values.
class NativeObject : public Container {
 public:
  static constexpr Kind kKind = Kind::kNativeObject;

 protected:
  explicit NativeObject(TypeObject& type) : Container(Kind::kNativeObject, &type, type.heap()) {}
};

/// The object of a native type in a value, or null. T's objects must all be of this type.
template <class T>
T* native_of(const Value& value, const TypeObject& type) {
  if (!value.is_kind(Kind::kNativeObject) || !value.object()->type()->is_subtype_of(type)) {
    return nullptr;
  }
  return static_cast<T*>(value.object());
}

struct NativeMember {
  std::string_view name;
  NativeCall call;
};

/// A new type for native objects: base may be null (object). Fill `slots` before its first object
/// is made, then call `finish_type`.
Ref<TypeObject> make_native_type(Vm& vm, std::string_view module, std::string_view name,
                                 TypeObject* base = nullptr);
/// Gives a native type the dunder methods that its slots stand for.
void finish_type(Vm& vm, TypeObject& type);
/// A class as `class name(bases)` makes it, with native functions as methods.
Ref<TypeObject> make_class(Vm& vm, std::string_view module, std::string_view name,
                           std::vector<Ref<TypeObject>> bases,
                           const std::vector<NativeMember>& methods);

/// A function that does not bind, and one that does (self first).
Value make_function(Vm& vm, std::string_view name, NativeCall call);
Value make_method(Vm& vm, std::string_view name, NativeCall call);
void add_method(TypeObject& type, std::string_view name, NativeCall call);
void add_static_method(TypeObject& type, std::string_view name, NativeCall call);
void add_class_method(TypeObject& type, std::string_view name, NativeCall call);
/// `set` may be empty: then assigning raises AttributeError in CPython's words. It gets self and
/// the value (empty: delete).
void add_property(TypeObject& type, std::string_view name,
                  std::function<Value(Vm& vm, const Value& self)> get,
                  std::function<bool(Vm& vm, const Value& self, const Value& value)> set = {});
/// Any value as a name of the class.
void add_name(TypeObject& type, std::string_view name, Value value);

/// A module: its names are set with set_name.
Value make_module(Vm& vm, std::string_view name);
void set_name(Vm& vm, const Value& module, std::string_view name, Value value);

/// A module that C++ makes when it is first imported ("torch", "torch.nn"). `import a.b` needs both
/// "a" and "a.b"; the second also becomes the attribute `b` of the first.
struct NativeModule {
  std::string name;
  std::function<Value(Vm& vm)> make;
};

}  // namespace normscope::notebook::runtime
