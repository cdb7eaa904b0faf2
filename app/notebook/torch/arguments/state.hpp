// SPDX-License-Identifier: MIT
// What the functions of one `_torch` share, and the objects that its values are made of.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "app/notebook/arrays/array.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/embedded_python/reference.hpp"
#include "app/notebook/torch/arguments/places.hpp"
#include "core/random/generator.hpp"

namespace normscope::notebook::torch {

using namespace python;
using python::raise;  // beside the one below

using arrays::Array;
using arrays::Context;
using arrays::Dtype;
using arrays::Shape;

/// The state of the module: types, values made once, and the context of all operations. It lives as
/// long as the module.
struct Torch {
  explicit Torch(const RunsOfFiles& runs) : places(runs) {}

  std::shared_ptr<Context> shared = std::make_shared<Context>();
  Context& context = *shared;
  Places places;
  Ref tensor{};
  Ref size{};
  Ref dtype{};
  Ref device{};
  Ref generator{};
  Ref function{};
  Ref method{};
  Ref layout{};
  Ref memory_format{};
  Ref not_supported{};  // the exception for what torch has and this has not
  std::array<Ref, arrays::kDtypeNames.size()> dtypes{};  // the values of torch.dtype
  Ref strided{};
  Ref cpu{};
  Ref complex{};   // the class torch._complex.Complex, once it was imported
  Ref autocast{};  // inside of torch.autocast: by name, the functions that cast a call's arguments

  /// Before each operation: notes the line that Python is at, for the records of its results.
  void begin_operation() {
    check_stopped();
    const Place place = places.now();
    context.line = place.line;
    context.run = place.run;
  }
  /// Before and after each operation: raises KeyboardInterrupt where the person asked to stop.
  void check_stopped() const {
    if (!context.budget->stopped()) return;
    if (PyErr_CheckSignals() == 0) PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw Failed{};
  }
};

// Objects of Python: Python allocates their memory, and `array` and other C++ members are
// constructed in it.

struct TensorObject {
  PyObject ob_base;
  PyObject* attributes;
  PyObject* weak_references;
  PyObject* grad;  // what a cell assigned
  Torch* torch;
  Array array;
};

/// torch.Generator: a random stream of its own; the one that manual_seed gives is the context's.
struct GeneratorObject {
  PyObject ob_base;
  Torch* torch;
  std::shared_ptr<random::Generator> stream;
};

/// How the memory of a tensor is given back; a type with this at its root is one of tensors.
void free_tensor(PyObject* self);

/// The tensor of an object, or null.
inline TensorObject* tensor_of(PyObject* object) {
  for (const PyTypeObject* type = Py_TYPE(object); type != nullptr; type = type->tp_base) {
    if (type->tp_dealloc == free_tensor) return reinterpret_cast<TensorObject*>(object);
  }
  return nullptr;
}

template <class Object>
Object* object_of(PyObject* object, const Ref& type) {
  return Py_TYPE(object) == reinterpret_cast<PyTypeObject*>(type.get())
             ? reinterpret_cast<Object*>(object)
             : nullptr;
}

/// The tensor that collects an array's gradient; null where none does.
inline Ref collector_of(const Array& array) {
  const bool collects = array.requires_grad && array.is_leaf() && array.leaf;
  return Ref::shared(collects ? static_cast<PyObject*>(array.leaf->collector) : nullptr);
}

Ref make_tensor(Torch& torch, Array array);
/// The same of a class that derives from Tensor.
Ref make_tensor(Torch& torch, PyTypeObject* type, Array array);
Ref make_size(const Torch& torch, const Shape& shape);
inline Ref dtype_value(const Torch& torch, Dtype dtype) {
  return torch.dtypes.at(static_cast<std::size_t>(dtype));
}
/// The type that a torch.dtype names; nothing for any other object, and for a complex type.
std::optional<Dtype> named_dtype(const Torch& torch, PyObject* object);

/// Sets the exception of Python for an error of the arrays, and throws.
[[noreturn]] void raise(const Torch& torch, const arrays::Error& error);

/// Thrown, with an exception set, where a call has complex arguments: then torch._complex computes
/// it.
struct OfComplex : Failed {};
[[noreturn]] void refuse_complex(const Torch& torch);

/// What PyTorch calls the type of a value in its messages: "Tensor", "torch.Size", "int".
std::string type_in_c(PyObject* object);

}  // namespace normscope::notebook::torch
