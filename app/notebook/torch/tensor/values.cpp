// SPDX-License-Identifier: MIT
// torch.Size and torch.dtype.
#include <fmt/format.h>

#include <vector>

#include "app/notebook/arrays/print.hpp"
#include "app/notebook/torch/arguments/call.hpp"
#include "app/notebook/torch/tensor/types.hpp"

// After Python.h.
#include <structmember.h>

namespace normscope::notebook::torch {
namespace {

// --- Size

Shape shape_of(PyObject* size) {
  Shape shape;
  for (PyObject* const item : items_of(size)) {
    shape.push_back(arrays::to_int(number_of(item).value_or(std::int64_t{0})));
  }
  return shape;
}

PyObject* show_size(PyObject* self) {
  return guarded([&] { return text(arrays::size_text(shape_of(self))); });
}

PyObject* count_of_size(PyObject* self, PyObject*) {
  return guarded([&] { return integer(tensor::product(shape_of(self))); });
}

// A tuple of the same items as a Size; what is no tuple stays as it is.
Ref as_size(PyObject* self, Ref result) {
  if (!PyTuple_CheckExact(result.get())) return result;
  return Ref::owned(PyObject_CallOneArg(reinterpret_cast<PyObject*>(Py_TYPE(self)), result.get()));
}

PyObject* add_size(PyObject* self, PyObject* other) {
  return guarded([&] {
    return as_size(self, Ref::owned(PyTuple_Type.tp_as_sequence->sq_concat(self, other)));
  });
}
PyObject* repeat_size(PyObject* self, Py_ssize_t times) {
  return guarded([&] {
    return as_size(self, Ref::owned(PyTuple_Type.tp_as_sequence->sq_repeat(self, times)));
  });
}
PyObject* item_of_size(PyObject* self, PyObject* key) {
  return guarded([&] {
    return as_size(self, Ref::owned(PyTuple_Type.tp_as_mapping->mp_subscript(self, key)));
  });
}

// torch.Size(sizes): whole numbers, which tensors of one element are as well.
PyObject* new_size(PyTypeObject* type, PyObject* arguments, PyObject* names) {
  return guarded([&] {
    Ref made = Ref::owned(PyTuple_Type.tp_new(type, arguments, names));
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(made.get()); ++i) {
      PyObject* const item = PyTuple_GET_ITEM(made.get(), i);
      if (PyLong_Check(item)) continue;
      if (!is_index(item)) {
        raise(PyExc_TypeError,
              fmt::format("torch.Size() takes an iterable of 'int' (item {} is '{}')", i,
                          type_name(item)));
      }
      const Ref whole = Ref::owned(PyNumber_Index(item));
      Py_DECREF(item);
      PyTuple_SET_ITEM(made.get(), i, Py_NewRef(whole.get()));
    }
    return made;
  });
}

// --- dtype

const DtypeObject& dtype_of(PyObject* self) {
  return *reinterpret_cast<DtypeObject*>(self);
}
PyObject* show_dtype(PyObject* self) {
  return guarded([&] { return text(fmt::format("torch.{}", dtype_of(self).name)); });
}
PyObject* reduce_dtype(PyObject* self, PyObject*) {
  return guarded([&] { return text(dtype_of(self).name); });
}
PyObject* dtype_floats(PyObject* self, void*) {
  return guarded(
      [&] { return boolean(dtype_of(self).name.find("float") != std::string_view::npos); });
}
PyObject* dtype_complex(PyObject* self, void*) {
  return guarded([&] { return boolean(dtype_of(self).name.starts_with("complex")); });
}
PyObject* dtype_signed(PyObject* self, void*) {
  return guarded(
      [&] { return boolean(dtype_of(self).name != "bool" && dtype_of(self).name != "uint8"); });
}
PyObject* dtype_size(PyObject* self, void*) {
  return guarded(
      [&] { return integer(dtype_of(self).dtype ? arrays::item_size(*dtype_of(self).dtype) : 2); });
}

}  // namespace

Ref make_size(const Torch& torch, const Shape& shape) {
  Ref size = Ref::owned(
      type_of(torch.size)->tp_alloc(type_of(torch.size), static_cast<Py_ssize_t>(shape.size())));
  for (std::size_t i = 0; i < shape.size(); ++i) {
    PyTuple_SET_ITEM(size.get(), static_cast<Py_ssize_t>(i), integer(shape[i]).release());
  }
  return size;
}

Ref add_type(PyObject* module, const char* full_name, const char* name, std::size_t size,
             unsigned long flags, const std::vector<PyType_Slot>& slots, PyObject* bases) {
  PyType_Spec spec{full_name, static_cast<int>(size), 0,
                   static_cast<unsigned int>(Py_TPFLAGS_DEFAULT | flags),
                   const_cast<PyType_Slot*>(slots.data())};
  Ref type = Ref::owned(PyType_FromModuleAndSpec(module, &spec, bases));
  // Tensor's full name is without its module, for messages.
  const std::string_view full = full_name;
  const auto dot = full.rfind('.');
  const std::string_view owner = dot == std::string_view::npos ? "torch" : full.substr(0, dot);
  check(PyObject_SetAttrString(type.get(), "__module__", text(owner).get()));
  check(PyModule_AddObjectRef(module, name, type.get()));
  return type;
}

void add_size_type(Torch& torch, PyObject* module) {
  static std::array<PyMethodDef, 2> methods{{{"numel", count_of_size, METH_NOARGS, nullptr}, {}}};
  torch.size = add_type(module, "torch.Size", "Size", 0, 0,
                        {{Py_tp_repr, slot(show_size)},
                         {Py_tp_new, slot(new_size)},
                         {Py_sq_concat, slot(add_size)},
                         {Py_sq_repeat, slot(repeat_size)},
                         {Py_mp_subscript, slot(item_of_size)},
                         {Py_tp_methods, methods.data()},
                         {0, nullptr}},
                        reinterpret_cast<PyObject*>(&PyTuple_Type));
}

void add_dtype_type(Torch& torch, PyObject* module) {
  static std::array<PyGetSetDef, 5> dtype_properties{
      {{"is_floating_point", dtype_floats, nullptr, nullptr, nullptr},
       {"is_complex", dtype_complex, nullptr, nullptr, nullptr},
       {"is_signed", dtype_signed, nullptr, nullptr, nullptr},
       {"itemsize", dtype_size, nullptr, nullptr, nullptr},
       {}}};
  static std::array<PyMethodDef, 2> dtype_methods{
      {{"__reduce__", reduce_dtype, METH_NOARGS, nullptr}, {}}};
  torch.dtype = add_type(module, "torch.dtype", "dtype", sizeof(DtypeObject),
                         Py_TPFLAGS_DISALLOW_INSTANTIATION,
                         {{Py_tp_repr, slot(show_dtype)},
                          {Py_tp_getset, dtype_properties.data()},
                          {Py_tp_methods, dtype_methods.data()},
                          {0, nullptr}});
  const auto add_dtype = [&](std::string_view name, std::optional<Dtype> dtype) {
    Ref made = Ref::owned(type_of(torch.dtype)->tp_alloc(type_of(torch.dtype), 0));
    reinterpret_cast<DtypeObject*>(made.get())->name = name;
    reinterpret_cast<DtypeObject*>(made.get())->dtype = dtype;
    check(PyModule_AddObjectRef(module, std::string(name).c_str(), made.get()));
    return made;
  };
  for (const auto& [dtype, name] : arrays::kDtypeNames) {
    torch.dtypes.at(static_cast<std::size_t>(dtype)) = add_dtype(name, dtype);
  }
  for (const std::string_view name : {"complex64", "complex128"}) {
    add_dtype(name, std::nullopt);
  }
  struct OtherName {
    const char* name;
    const char* of;
  };
  for (const auto& [name, of] :
       {OtherName{"float", "float32"}, OtherName{"double", "float64"}, OtherName{"long", "int64"},
        OtherName{"int", "int32"}, OtherName{"half", "float16"}, OtherName{"short", "int16"},
        OtherName{"cfloat", "complex64"}, OtherName{"cdouble", "complex128"}}) {
    const Ref known = Ref::owned(PyObject_GetAttrString(module, of));
    check(PyModule_AddObjectRef(module, name, known.get()));
  }
}

}  // namespace normscope::notebook::torch
