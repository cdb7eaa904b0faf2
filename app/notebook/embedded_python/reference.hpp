// SPDX-License-Identifier: MIT
// An owned reference to an object of Python, and the exception that carries Python's own through
// C++: a function is written as what it does when all is well, and the one place that Python calls
// catches the rest.
#pragma once

#include <Python.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace normscope::notebook::python {

/// Thrown where Python's exception is set.
struct Failed {};

class Ref {  // NOLINT(cppcoreguidelines-special-member-functions): assigned by value
 public:
  Ref() = default;
  /// Of a new reference; null means that Python's exception is set, and throws.
  static Ref owned(PyObject* object) {
    if (object == nullptr) throw Failed{};
    return Ref(object);
  }
  /// Of a borrowed reference, or of nothing.
  static Ref shared(PyObject* object) {
    Py_XINCREF(object);
    return Ref(object);
  }
  Ref(const Ref& other) : object_(other.object_) { Py_XINCREF(object_); }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() { Py_XDECREF(object_); }

  PyObject* get() const { return object_; }
  PyObject* release() { return std::exchange(object_, nullptr); }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  explicit Ref(PyObject* object) : object_(object) {}
  PyObject* object_ = nullptr;
};

/// Sets Python's exception and throws.
[[noreturn]] inline void raise(PyObject* type, const std::string& message) {
  PyErr_SetString(type, message.c_str());
  throw Failed{};
}

/// Throws where a function of the C API says that it failed.
inline void check(int status) {
  if (status < 0) throw Failed{};
}

inline Ref none() {
  return Ref::shared(Py_None);
}
inline Ref boolean(bool value) {
  return Ref::shared(value ? Py_True : Py_False);
}
inline Ref integer(std::int64_t value) {
  return Ref::owned(PyLong_FromLongLong(value));
}
inline Ref real(double value) {
  return Ref::owned(PyFloat_FromDouble(value));
}
inline Ref text(std::string_view value) {
  return Ref::owned(
      PyUnicode_FromStringAndSize(value.data(), static_cast<Py_ssize_t>(value.size())));
}
inline Ref attribute(const Ref& object, const char* name) {
  return Ref::owned(PyObject_GetAttrString(object.get(), name));
}
/// What a module has under a name; the module is imported once.
inline Ref imported(const char* module, const char* name) {
  return attribute(Ref::owned(PyImport_ImportModule(module)), name);
}
inline PyObject* pointer(const Ref& object) {
  return object.get();
}
inline PyObject* pointer(PyObject* object) {
  return object;
}
/// function(arguments...), each a Ref or a borrowed pointer.
template <class... Arguments>
Ref call(const Ref& function, const Arguments&... arguments) {
  return Ref::owned(PyObject_CallFunctionObjArgs(function.get(), pointer(arguments)..., nullptr));
}
/// A tuple of what `made` gives for each item of a range.
template <class Range, class Made>
Ref tuple_of(Range&& range, const Made& made) {
  Ref tuple = Ref::owned(PyTuple_New(static_cast<Py_ssize_t>(range.size())));
  Py_ssize_t at = 0;
  for (auto&& each : range) PyTuple_SET_ITEM(tuple.get(), at++, Ref(made(each)).release());
  return tuple;
}
/// A tuple of these.
inline Ref tuple_of(std::initializer_list<Ref> items) {
  return tuple_of(items, [](const Ref& item) { return item; });
}

/// A str's characters, which live as long as it does.
inline std::string_view characters(PyObject* string) {
  Py_ssize_t size = 0;
  const char* const bytes = PyUnicode_AsUTF8AndSize(string, &size);
  if (bytes == nullptr) throw Failed{};
  return {bytes, static_cast<std::size_t>(size)};
}

/// The items of a list or tuple; nothing for any other object.
struct Items {
  Ref held{};  // keeps the items: reading one may run code that changes the list
  PyObject* const* first = nullptr;
  std::size_t count = 0;
  bool is_sequence = false;

  PyObject* operator[](std::size_t at) const { return first[at]; }
  PyObject* const* begin() const { return first; }
  PyObject* const* end() const { return first + count; }
  bool empty() const { return count == 0; }
};
inline Items items_of(PyObject* object) {
  if (!PyList_Check(object) && !PyTuple_Check(object)) return {};
  Ref held = Ref::owned(PySequence_Tuple(object));
  PyObject* const* const first = PySequence_Fast_ITEMS(held.get());
  const auto count = static_cast<std::size_t>(PyTuple_GET_SIZE(held.get()));
  return {std::move(held), first, count, true};
}

/// What Python calls the type of an object, without its module.
inline std::string type_name(PyObject* object) {
  const std::string_view full = Py_TYPE(object)->tp_name;
  const auto dot = full.rfind('.');
  return std::string(dot == std::string_view::npos ? full : full.substr(dot + 1));
}

/// Within a catch: sets Python's exception for the one that was caught, unless it is set already
/// (Failed). std::bad_alloc and std::length_error become MemoryError.
void set_caught_exception();

/// Calls a body whose failures become Python's: the result, or with the exception set null or -1.
template <class Body>
auto guarded(const Body& body) {
  constexpr bool kGivesObject = std::is_same_v<decltype(body()), Ref>;
  try {
    if constexpr (kGivesObject) {
      return body().release();
    } else {
      return body();
    }
  } catch (...) {
    set_caught_exception();
  }
  if constexpr (kGivesObject) {
    return static_cast<PyObject*>(nullptr);
  } else {
    return decltype(body()){-1};
  }
}

/// The same of a function, for the tables of Python's types: Guarded<f>::call takes what f takes.
template <auto kFunction>
struct Guarded;
template <class Result, class... Given, Result (*kFunction)(Given...)>
struct Guarded<kFunction> {
  using Shown = std::conditional_t<std::is_same_v<Result, Ref>, PyObject*, Result>;
  static Shown call(Given... given) {
    return guarded([&] { return kFunction(given...); });
  }
};

}  // namespace normscope::notebook::python
