// SPDX-License-Identifier: MIT
// The type torch.Tensor: how its objects are made and given back, and its properties. Operators are
// in operators.cpp, methods in the tables of functions.
#include <fmt/format.h>

#include <iterator>
#include <new>
#include <utility>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/torch/arguments/call.hpp"
#include "app/notebook/torch/tensor/data.hpp"
#include "app/notebook/torch/tensor/types.hpp"

// After Python.h.
#include <structmember.h>

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

int visit_tensor(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(self_of(self).attributes);
  Py_VISIT(self_of(self).grad);
  return 0;
}

int clear_tensor(PyObject* self) {
  Py_CLEAR(self_of(self).attributes);
  Py_CLEAR(self_of(self).grad);
  return 0;
}

// A leaf that requires gradients collects its own, unless another object of the same leaf does.
void collect(TensorObject& tensor) {
  Array& array = tensor.array;
  if (!array.requires_grad || !array.is_leaf()) return;
  if (array.leaf && array.leaf->collector != nullptr) return;
  array.leaf = std::make_shared<arrays::Leaf>(arrays::Leaf{&tensor});
}

// torch.Tensor(2, 3): sizes; torch.Tensor(data): numbers of the default type.
Ref construct_tensor(PyTypeObject* type, PyObject* arguments, PyObject*) {
  PyTypeObject* root = type;
  while (root->tp_dealloc != free_tensor) root = root->tp_base;
  Torch& torch = torch_behind(root);
  torch.begin_operation();
  const Dtype dtype = torch.context.default_dtype;
  const Items given = items_of(arguments);
  if (given.count == 1 && tensor_of(given[0]) != nullptr) {
    return make_tensor(torch, type, arrays::detach(torch.context, tensor_of(given[0])->array));
  }
  if (given.count == 1 && PyFloat_Check(given[0])) {
    raise(PyExc_TypeError, "new(): data must be a sequence (got float)");
  }
  const bool is_size = given.count == 1 && Py_TYPE(given[0]) == type_of(torch.size);
  if (given.count == 1 && !is_whole(given[0]) && !is_size) {
    return make_tensor(torch, type, array_from_data(torch, given[0], dtype));
  }
  Sizes sizes;
  for (PyObject* const item : is_size ? items_of(given[0]) : given) {
    sizes.push_back(arrays::to_int(number_of(item).value_or(std::int64_t{0})));
  }
  if (given.empty()) sizes.push_back(0);
  return make_tensor(torch, type,
                     take(torch, arrays::full(torch.context, sizes, std::int64_t{0}, dtype)));
}

// --- Properties

// A property as a function of the tensor.
template <auto kRead>
Ref get(PyObject* self, void*) {
  return kRead(self_of(self));
}

// A property that is another array.
using View = Expected<Array> (*)(const Context& context, const Array& x);
template <View kView>
Ref view(const TensorObject& x) {
  x.torch->begin_operation();
  return make_tensor(*x.torch, take(*x.torch, kView(x.torch->context, x.array)));
}

Ref grad_fn(const TensorObject& x) {
  if (x.array.grad_fn.empty()) return none();
  return call(imported("torch.autograd.graph", "node_of"), const_cast<PyObject*>(&x.ob_base));
}

int set_requires_grad(PyObject* self, PyObject* value, void*) {
  Array& array = self_of(self).array;
  if (value == nullptr || !PyBool_Check(value)) {
    raise(PyExc_RuntimeError, "requires_grad must be a bool");
  }
  const bool wanted = value == Py_True;
  if (wanted && !arrays::is_floating(array.dtype)) {
    raise(PyExc_RuntimeError,
          "only Tensors of floating point and complex dtype can require gradients");
  }
  if (!array.is_leaf() && !wanted) {
    raise(PyExc_RuntimeError,
          "you can only change requires_grad flags of leaf variables. If you want to use a "
          "computed variable in a subgraph that doesn't require differentiation use "
          "var_no_grad = var.detach().");
  }
  if (array.is_leaf()) array.requires_grad = wanted;
  collect(self_of(self));
  return 0;
}

int set_data(PyObject* self, PyObject* value, void*) {
  const auto* const from = value == nullptr ? nullptr : tensor_of(value);
  if (from == nullptr) {
    raise(PyExc_TypeError, "Variable data has to be a tensor, but got " +
                               (value == nullptr ? std::string("nothing") : type_name(value)));
  }
  Array& array = self_of(self).array;
  const Array own = std::exchange(array, from->array);
  array.grad_fn = {};
  array.views_leaf = false;
  array.requires_grad = own.requires_grad;
  array.leaf = own.leaf;
  return 0;
}

// Whether a value may be the gradient of a tensor; PyTorch's words where it may not.
void check_grad(const Array& array, PyObject* value) {
  const auto* const grad = tensor_of(value);
  if (grad == nullptr) {
    raise(PyExc_TypeError,
          "assigned grad expected to be a Tensor or None but got grad of type" + type_name(value));
  }
  if (grad->array.dtype != array.dtype) {
    raise(PyExc_RuntimeError, "assigned grad has data of a different type");
  }
  if (grad->array.shape != array.shape) {
    raise(PyExc_RuntimeError, "assigned grad has data of a different size");
  }
}
int set_grad(PyObject* self, PyObject* value, void*) {
  const bool cleared = value == nullptr || value == Py_None;
  if (!cleared) check_grad(self_of(self).array, value);
  Py_XSETREF(self_of(self).grad, cleared ? nullptr : Py_NewRef(value));
  return 0;
}

using Setter = int (*)(PyObject* self, PyObject* value, void*);
template <auto kRead>
PyGetSetDef property(const char* name, Setter set = nullptr) {
  return {name, Guarded<get<kRead>>::call, set, nullptr, nullptr};
}

PyGetSetDef* tensor_properties() {
  using X = const TensorObject&;
  static std::array properties{
      property<view<arrays::reversed>>("T"),
      property<view<arrays::matrix_transposed>>("mT"),
      property<view<arrays::reversed>>("H"),
      property<view<arrays::matrix_transposed>>("mH"),
      property<[](X x) { return make_size(*x.torch, x.array.shape); }>("shape"),
      property<[](X x) { return dtype_value(*x.torch, x.array.dtype); }>("dtype"),
      property<[](X x) { return x.torch->cpu; }>("device"),
      property<[](X x) { return x.torch->strided; }>("layout"),
      property<[](X x) { return integer(std::ssize(x.array.shape)); }>("ndim"),
      property<[](X x) { return boolean(x.array.is_leaf()); }>("is_leaf"),
      property<grad_fn>("grad_fn"),
      property<[](X x) { return integer(static_cast<std::int64_t>(x.array.storage->version())); }>(
          "_version"),
      property<[](X x) { return boolean(x.array.requires_grad); }>(
          "requires_grad", Guarded<set_requires_grad>::call),
      property<[](X x) {
        return make_tensor(*x.torch, arrays::detach(x.torch->context, x.array));
      }>("data", Guarded<set_data>::call),
      property<[](X x) { return x.grad == nullptr ? none() : Ref::shared(x.grad); }>(
          "grad", Guarded<set_grad>::call),
      PyGetSetDef{"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
      PyGetSetDef{}};
  return properties.data();
}

}  // namespace

void free_tensor(PyObject* self) {
  PyTypeObject* const type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  // Bounds the recursion when a long chain of tensors, each the grad of the next, is freed.
  Py_TRASHCAN_BEGIN(self, free_tensor) TensorObject& tensor = self_of(self);
  if (tensor.weak_references != nullptr) PyObject_ClearWeakRefs(self);
  clear_tensor(self);
  if (tensor.array.leaf && tensor.array.leaf->collector == self) {
    tensor.array.leaf->collector = nullptr;
  }
  tensor.array.~Array();
  type->tp_free(self);
  Py_DECREF(type);
  Py_TRASHCAN_END
}

Ref make_tensor(Torch& torch, PyTypeObject* type, Array array) {
  Ref made = Ref::owned(type->tp_alloc(type, 0));
  TensorObject& tensor = self_of(made.get());
  new (&tensor.array) Array(std::move(array));
  tensor.torch = &torch;
  collect(tensor);
  return made;
}

Ref make_tensor(Torch& torch, Array array) {
  return make_tensor(torch, type_of(torch.tensor), std::move(array));
}

Ref make_size(const Torch& torch, const Shape& shape) {
  Ref size = Ref::owned(type_of(torch.size)->tp_alloc(type_of(torch.size), std::ssize(shape)));
  for (std::size_t i = 0; i < shape.size(); ++i) {
    PyTuple_SET_ITEM(size.get(), static_cast<Py_ssize_t>(i), integer(shape[i]).release());
  }
  return size;
}

Ref add_type(PyObject* module, const char* full_name, std::size_t size, unsigned long flags,
             const std::vector<PyType_Slot>& slots) {
  PyType_Spec spec{full_name, static_cast<int>(size), 0,
                   static_cast<unsigned int>(Py_TPFLAGS_DEFAULT | flags),
                   const_cast<PyType_Slot*>(slots.data())};
  Ref type = Ref::owned(PyType_FromModuleAndSpec(module, &spec, nullptr));
  // Tensor's full name is without its module, for messages.
  const std::string_view full = full_name;
  const auto dot = full.rfind('.');
  const std::string_view owner = dot == std::string_view::npos ? "torch" : full.substr(0, dot);
  check(PyObject_SetAttrString(type.get(), "__module__", text(owner).get()));
  check(PyModule_AddType(module, type_of(type)));
  return type;
}

void add_tensor_type(Torch& torch, PyObject* module) {
  static std::array<PyMemberDef, 3> members{
      {{"__dictoffset__", T_PYSSIZET, offsetof(TensorObject, attributes), READONLY, nullptr},
       {"__weaklistoffset__", T_PYSSIZET, offsetof(TensorObject, weak_references), READONLY,
        nullptr},
       {}}};
  std::vector<PyType_Slot> slots = tensor_operators();
  const std::vector<PyType_Slot> own{{Py_tp_new, slot<construct_tensor>()},
                                     {Py_tp_dealloc, reinterpret_cast<void*>(free_tensor)},
                                     {Py_tp_traverse, slot<visit_tensor>()},
                                     {Py_tp_clear, slot<clear_tensor>()},
                                     {Py_tp_members, members.data()},
                                     {Py_tp_getset, tensor_properties()},
                                     {0, nullptr}};
  slots.insert(slots.end(), own.begin(), own.end());
  torch.tensor = add_type(module, "Tensor", sizeof(TensorObject),
                          Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, slots);
}

}  // namespace normscope::notebook::torch
