// SPDX-License-Identifier: MIT
#include "app/notebook/torch/tensor/memory.hpp"

#include <algorithm>
#include <memory>

#include "app/notebook/torch/arguments/call.hpp"

namespace normscope::notebook::torch {
namespace {

// Called with Python's lock held; after Python has ended nothing is released.
void give_back(PyObject* owner) {
  if (Py_IsInitialized() != 0) Py_DECREF(owner);
}

}  // namespace

Ref lent(const Array& array) {
  const auto take_back = [](PyObject* capsule) {
    const std::unique_ptr<Array> held(static_cast<Array*>(PyCapsule_GetPointer(capsule, nullptr)));
    held->storage->take_back();
  };
  auto held = std::make_unique<Array>(array);
  Ref capsule = Ref::owned(PyCapsule_New(held.get(), nullptr, take_back));
  held.release()->storage->lend();
  return capsule;
}

bool is_ndarray(PyObject* object) {
  for (const PyTypeObject* type = Py_TYPE(object); type != nullptr; type = type->tp_base) {
    if (std::string_view(type->tp_name) == "numpy.ndarray") return true;
  }
  return false;
}

std::optional<Dtype> dtype_of_numpy_number(PyObject* object) {
  constexpr std::string_view kModule = "numpy.";
  std::string_view name(Py_TYPE(object)->tp_name);
  if (!name.starts_with(kModule)) return std::nullopt;
  name.remove_prefix(kModule.size());
  if (name == "bool_") return Dtype::kBool;
  return base::value_of<Dtype>(arrays::kDtypeNames, name);
}

Array array_over(const Torch& torch, PyObject* ndarray) {
  const Ref tensor = call(imported("torch._numpy", "tensor_over"), ndarray);
  if (tensor.get() == Py_None) refuse_complex(torch);
  return tensor_of(tensor.get())->array;
}

Array array_over(const Torch& torch, PyObject* owner, void* bytes, Array array) {
  take(torch, arrays::check_rank(array.rank()));
  std::int64_t extent = array.size() == 0 ? 0 : 1;  // from the first element to behind the last
  for (std::size_t i = 0; extent > 0 && i < array.rank(); ++i) {
    extent += (array.shape[i] - 1) * array.strides[i];
  }
  array.storage = std::make_shared<arrays::Storage>(
      torch.context.budget, static_cast<std::byte*>(bytes), extent * arrays::item_size(array.dtype),
      std::shared_ptr<void>(Py_NewRef(owner), [](PyObject* each) { give_back(each); }));
  return array;
}

}  // namespace normscope::notebook::torch
