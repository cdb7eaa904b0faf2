// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/sixteen_bits.hpp"

#include <algorithm>

#include "app/notebook/arrays/shapes/copy.hpp"

namespace normscope::notebook::torch {
namespace {

bool is_of_sixteen_bits(const Torch& torch, PyObject* value) {
  if (const auto* const tensor = tensor_of(value)) {
    return arrays::is_sixteen_bits(tensor->array.dtype);
  }
  const auto named = named_dtype(torch, value);
  return named && arrays::is_sixteen_bits(*named);
}

bool is_of_sixteen_bits(const Operand& operand) {
  const auto* const array = std::get_if<Array>(&operand);
  return array != nullptr && arrays::is_sixteen_bits(array->dtype);
}

}  // namespace

bool concerns_sixteen_bits(const Torch& torch, const Slots& slots) {
  if (arrays::is_sixteen_bits(torch.context.default_dtype)) return true;
  const auto is = [&](PyObject* value) { return is_of_sixteen_bits(torch, value); };
  return std::ranges::any_of(slots.values, [&](PyObject* value) {
    if (value == nullptr) return false;
    const bool several = PyList_Check(value) || PyTuple_Check(value);
    return is(value) || (several && std::ranges::any_of(items_of(value), is));
  });
}

bool concerns_sixteen_bits(const Torch& torch, const Operand& a, const Operand& b) {
  return is_of_sixteen_bits(a) || is_of_sixteen_bits(b) ||
         arrays::is_sixteen_bits(torch.context.default_dtype);
}

Ref of_widening(Torch& torch, const char* name) {
  if (!torch.widening) {
    torch.widening = Ref::owned(PyImport_ImportModule("torch._composed.widening"));
  }
  return attribute(torch.widening, name);
}

Array retyped(const Torch& torch, const Array& array, Dtype dtype) {
  Array result = take(torch, arrays::converted(torch.context, array, dtype));
  result.record = array.record;
  result.grad_fn = array.grad_fn;
  result.requires_grad = array.requires_grad;
  result.views_leaf = array.views_leaf;
  // What is widened is the same leaf; what a function has made of 16 bits is one of its own.
  if (!arrays::is_sixteen_bits(dtype)) result.leaf = array.leaf;
  return result;
}

}  // namespace normscope::notebook::torch
