// SPDX-License-Identifier: MIT
// Python's operators on tensors, indexing, iteration and printing.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "app/notebook/arrays/array.hpp"
#include "app/notebook/arrays/elementwise/elementwise.hpp"
#include "app/notebook/arrays/layers/layers.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/indexing.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/torch/arguments/refusals.hpp"
#include "app/notebook/torch/tensor/data.hpp"
#include "app/notebook/torch/tensor/types.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

// The name of an operation as an argument of a template.
template <std::size_t kSize>
struct Name {
  // NOLINTNEXTLINE(*-explicit-*, *-avoid-c-arrays): a literal is one
  consteval Name(const char (&text)[kSize]) { std::copy_n(text, kSize, characters.begin()); }
  constexpr operator std::string_view() const { return {characters.data(), kSize - 1}; }
  std::array<char, kSize> characters{};
};

// Begins an operation; returns the module's state.
Torch& begun(const TensorObject& tensor) {
  tensor.torch->begin_operation();
  return *tensor.torch;
}

Ref given(Torch& torch, Expected<Array> result) {
  torch.check_stopped();
  return make_tensor(torch, take(torch, std::move(result)));
}

Ref not_implemented() {
  return Ref::shared(Py_NotImplemented);
}

// Operators on tensors of 16 bits are written in Python.
template <class... Operands>
Ref widened(const char* function, std::string_view name, Operands*... operands) {
  return call(imported("torch._composed.widening", function), text(name), operands...);
}

Ref computed(std::string_view op, PyObject* left, PyObject* right) {
  Torch& torch = begun(self_of(tensor_of(left) != nullptr ? left : right));
  const auto a = operand_of(left);
  const auto b = operand_of(right);
  if (op == "div" && !a && is_ndarray(left)) {
    // As in PyTorch the array times the reciprocal, computed by NumPy.
    const Array& divisor = self_of(right).array;
    const Ref inverse = given(torch, arrays::unary(torch.context, "reciprocal", divisor));
    return Ref::owned(PyNumber_Multiply(inverse.get(), left));
  }
  if (PyComplex_Check(left) || PyComplex_Check(right)) {
    return call(imported("torch._complex", "of_number"), text(op), left, right);
  }
  if (!a || !b) return not_implemented();
  if (concerns_sixteen_bits(torch, *a, *b)) {
    return widened("operate", op, left, right);
  }
  return given(torch, arrays::binary(torch.context, op, *a, *b));
}

template <Name kName>
Ref binary(PyObject* left, PyObject* right) {
  return computed(kName, left, right);
}
Ref power(PyObject* left, PyObject* right, PyObject*) {
  return computed("pow", left, right);
}

Ref matrix_product(PyObject* left, PyObject* right) {
  const TensorObject* const a = tensor_of(left);
  const TensorObject* const b = tensor_of(right);
  if (a == nullptr || b == nullptr) return not_implemented();
  Torch& torch = begun(*a);
  if (torch.autocast || concerns_sixteen_bits(torch, a->array, b->array)) {
    return call(attribute(Ref::shared(left), "matmul"), right);
  }
  return given(torch, arrays::matmul(torch.context, a->array, b->array));
}

template <Name kName>
Ref in_place(PyObject* self, PyObject* right) {
  const auto other = operand_of(right);
  if (!other) return not_implemented();
  Array& target = self_of(self).array;
  Torch& torch = begun(self_of(self));
  if (concerns_sixteen_bits(torch, target, *other)) {
    return widened("operate_in_place", kName, self, right);
  }
  take(torch, arrays::binary_in_place(torch.context, kName, target, *other));
  torch.check_stopped();
  return Ref::shared(self);
}
Ref power_in_place(PyObject* self, PyObject* right, PyObject*) {
  return in_place<"pow">(self, right);
}

template <Name kName>
Ref unary(PyObject* self) {
  const Array& array = self_of(self).array;
  Torch& torch = begun(self_of(self));
  if (concerns_sixteen_bits(torch, array, array)) return widened("operate", kName, self);
  return given(torch, arrays::unary(torch.context, kName, array));
}
Ref invert(PyObject* self) {
  if (!arrays::is_floating(self_of(self).array.dtype)) return unary<"bitwise_not">(self);
  raise(PyExc_TypeError,
        "~ (operator.invert) is only implemented on integer and Boolean-type tensors");
}
Ref positive(PyObject* self) {
  if (self_of(self).array.dtype != Dtype::kBool) return Ref::shared(self);
  raise(PyExc_RuntimeError, "The `+` operator, on a bool tensor is not supported.");
}

// From Py_LT to Py_GE.
constexpr std::array<std::string_view, 6> kComparisons{"lt", "le", "eq", "ne", "gt", "ge"};
Ref compare(PyObject* self, PyObject* other, int operation) {
  const auto as = kComparisons.at(static_cast<std::size_t>(operation));
  // Of the comparisons with an array PyTorch has this one alone.
  if (as != "eq" || !is_ndarray(other)) return computed(as, self, other);
  return computed(as, self, call(imported("torch", "as_tensor"), other).get());
}

Ref get_item(PyObject* self, PyObject* key) {
  const Array& array = self_of(self).array;
  Torch& torch = begun(self_of(self));
  return given(torch, arrays::get_item(torch.context, array, indices_of(torch, array, key)));
}

int set_item(PyObject* self, PyObject* key, PyObject* value) {
  Array& array = self_of(self).array;
  Torch& torch = begun(self_of(self));
  if (value == nullptr) raise(PyExc_TypeError, "Tensor does not support deleting items");
  const auto source = operand_of(value);
  const bool strange = dtype_of_numpy_number(value) == Dtype::kFloat32;  // no float of Python's
  if (!source || strange) {
    raise(PyExc_TypeError, fmt::format("can't assign a {} to a torch.{}Tensor", type_in_c(value),
                                       arrays::word_of(array.dtype)));
  }
  take(torch, arrays::set_item(torch.context, array, indices_of(torch, array, key), *source));
  return 0;
}

Py_ssize_t length(PyObject* self) {
  const Array& array = self_of(self).array;
  if (array.rank() > 0) return array.shape[0];
  raise(PyExc_TypeError, "len() of a 0-d tensor");
}

int truth(PyObject* self) {
  const Array& array = self_of(self).array;
  if (array.size() == 1) return arrays::to_double(*arrays::item(array)) != 0.0 ? 1 : 0;
  raise(PyExc_RuntimeError, fmt::format("Boolean value of Tensor with {} is ambiguous",
                                        array.size() == 0 ? "no values" : "more than one value"));
}

Ref iterate(PyObject* self) {
  const Array& array = self_of(self).array;
  if (array.rank() == 0) raise(PyExc_TypeError, "iteration over a 0-d tensor");
  Torch& torch = begun(self_of(self));
  std::vector<Array> rows = take(torch, arrays::unbind(torch.context, array, 0));
  const auto row = [&](Array& each) { return make_tensor(torch, std::move(each)); };
  return Ref::owned(PyObject_GetIter(tuple_of(rows, row).get()));
}

Ref show(PyObject* self) {
  return text(arrays::to_text(self_of(self).torch->context, self_of(self).array));
}

Py_hash_t hash_by_identity(PyObject* self) {
  return static_cast<Py_hash_t>(reinterpret_cast<std::uintptr_t>(self) >> 4);
}

Scalar only_element(PyObject* self) {
  const Array& array = self_of(self).array;
  if (array.size() == 1) return take(*self_of(self).torch, arrays::item(array));
  raise(PyExc_ValueError, "only one element tensors can be converted to Python scalars");
}
Ref as_index(PyObject* self) {
  if (is_index(self)) return integer(arrays::to_int(only_element(self)));
  raise(PyExc_TypeError, "only integer tensors of a single element can be converted to an index");
}
Ref as_float(PyObject* self) {
  return real(arrays::to_double(only_element(self)));
}
Ref as_int(PyObject* self) {
  const Scalar number = only_element(self);
  return arrays::is_floating(number) ? Ref::owned(PyLong_FromDouble(arrays::to_double(number)))
                                     : integer(arrays::to_int(number));
}

}  // namespace

std::vector<PyType_Slot> tensor_operators() {
  return {{Py_nb_add, slot<binary<"add">>()},
          {Py_nb_subtract, slot<binary<"sub">>()},
          {Py_nb_multiply, slot<binary<"mul">>()},
          {Py_nb_true_divide, slot<binary<"div">>()},
          {Py_nb_floor_divide, slot<binary<"floor_divide">>()},
          {Py_nb_remainder, slot<binary<"remainder">>()},
          {Py_nb_power, slot<power>()},
          {Py_nb_and, slot<binary<"bitwise_and">>()},
          {Py_nb_or, slot<binary<"bitwise_or">>()},
          {Py_nb_xor, slot<binary<"bitwise_xor">>()},
          {Py_nb_lshift, slot<binary<"bitwise_left_shift">>()},
          {Py_nb_rshift, slot<binary<"bitwise_right_shift">>()},
          {Py_nb_matrix_multiply, slot<matrix_product>()},
          {Py_nb_inplace_add, slot<in_place<"add">>()},
          {Py_nb_inplace_subtract, slot<in_place<"sub">>()},
          {Py_nb_inplace_multiply, slot<in_place<"mul">>()},
          {Py_nb_inplace_true_divide, slot<in_place<"div">>()},
          {Py_nb_inplace_floor_divide, slot<in_place<"floor_divide">>()},
          {Py_nb_inplace_remainder, slot<in_place<"remainder">>()},
          {Py_nb_inplace_power, slot<power_in_place>()},
          {Py_nb_inplace_and, slot<in_place<"bitwise_and">>()},
          {Py_nb_inplace_or, slot<in_place<"bitwise_or">>()},
          {Py_nb_inplace_xor, slot<in_place<"bitwise_xor">>()},
          {Py_nb_inplace_lshift, slot<in_place<"bitwise_left_shift">>()},
          {Py_nb_inplace_rshift, slot<in_place<"bitwise_right_shift">>()},
          {Py_nb_negative, slot<unary<"neg">>()},
          {Py_nb_absolute, slot<unary<"abs">>()},
          {Py_nb_positive, slot<positive>()},
          {Py_nb_invert, slot<invert>()},
          {Py_nb_bool, slot<truth>()},
          {Py_nb_index, slot<as_index>()},
          {Py_nb_int, slot<as_int>()},
          {Py_nb_float, slot<as_float>()},
          {Py_mp_subscript, slot<get_item>()},
          {Py_mp_ass_subscript, slot<set_item>()},
          {Py_mp_length, slot<length>()},
          {Py_tp_richcompare, slot<compare>()},
          {Py_tp_hash, slot<hash_by_identity>()},
          {Py_tp_iter, slot<iterate>()},
          {Py_tp_repr, slot<show>()}};
}

}  // namespace normscope::notebook::torch
