// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/call.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/notebook/arrays/shapes/copy.hpp"

namespace normscope::notebook::torch {

void raise(const Torch& torch, const arrays::Error& error) {
  if (error.kind == arrays::ErrorKind::kNotSupported) {
    raise(torch.not_supported.get(), "not supported: " + error.sentence);
  }
  // In the order of the kinds.
  const std::array types{PyExc_RuntimeError, PyExc_IndexError,          PyExc_TypeError,
                         PyExc_ValueError,   torch.not_supported.get(), PyExc_MemoryError};
  raise(types.at(static_cast<std::size_t>(error.kind)), error.sentence);
}

void refuse_complex(const Torch& torch) {
  PyErr_SetString(torch.not_supported.get(),
                  "not supported: complex numbers here; few operations have them");
  throw OfComplex{};
}

std::string type_in_c(PyObject* object) {
  return Py_TYPE(object)->tp_name;
}

std::optional<Dtype> named_dtype(const Torch& torch, PyObject* object) {
  const auto* const found = std::ranges::find(torch.dtypes, object, &Ref::get);
  if (found == torch.dtypes.end()) return std::nullopt;
  return static_cast<Dtype>(found - torch.dtypes.begin());
}

std::optional<Scalar> number_of(PyObject* object) {
  if (PyBool_Check(object)) return Scalar(object == Py_True);
  if (PyFloat_Check(object)) return Scalar(PyFloat_AS_DOUBLE(object));
  if (is_whole(object)) {
    const Ref index = Ref::owned(PyNumber_Index(object));
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(index.get(), &overflow);
    if (overflow != 0) raise(PyExc_RuntimeError, "Overflow when unpacking long");
    return Scalar(static_cast<std::int64_t>(value));
  }
  if (!is_real(object)) return std::nullopt;
  const double value = PyFloat_AsDouble(object);
  if (PyErr_Occurred() != nullptr) throw Failed{};
  return Scalar(value);
}

std::optional<Operand> operand_of(PyObject* object) {
  if (const auto* const tensor = tensor_of(object)) return tensor->array;
  if (const auto number = number_of(object)) return *number;
  return std::nullopt;
}

void put_back(const Torch& torch, Array& into, const Array& result) {
  take(torch, arrays::check_in_place(torch.context, into));
  const Dtype from = result.dtype;
  const Dtype to = into.dtype;
  const bool may = arrays::is_floating(from) ? arrays::is_floating(to)
                                             : from == Dtype::kBool || to != Dtype::kBool;
  if (!may) {
    raise(PyExc_RuntimeError,
          fmt::format("result type {} can't be cast to the desired output type {}",
                      arrays::word_of(from), arrays::word_of(to)));
  }
  take(torch, arrays::assign(torch.context, into, result));
  into.storage->changed();
  arrays::take_record(into, result.record);
  if (result.requires_grad) {
    into.requires_grad = true;
    into.grad_fn = arrays::gradient_in_place(result.grad_fn);
    into.storage->changed_by(into.grad_fn);
  }
}

std::size_t Call::slot(At at) const {
  if (at.name == nullptr) return static_cast<std::size_t>(at.place);
  const auto found = std::ranges::find(signature_.slots, std::string_view(at.name));
  return static_cast<std::size_t>(found - signature_.slots.begin());
}

PyObject* Call::value(At at) const {
  const std::size_t place = slot(at);
  return place < signature_.slots.size() ? slots_.values.at(place) : nullptr;
}

bool Call::given(At at) const {
  PyObject* const found = value(at);
  return found != nullptr && found != Py_None;
}

void Call::fail_type(At at, std::string_view wanted) const {
  const std::size_t place = slot(at);
  const std::string name =
      place < signature_.slots.size() ? signature_.slots[place] : std::string(at.name);
  PyObject* const found = value(at);
  if (found == nullptr) {
    raise(PyExc_TypeError,
          fmt::format("{}() missing 1 required positional arguments: \"{}\"", function(), name));
  }
  raise(PyExc_TypeError,
        fmt::format("{}(): argument '{}' (position {}) must be {}, not {}", function(), name,
                    signature_.is_method ? place : place + 1, wanted, type_in_c(found)));
}

TensorObject& Call::tensor(At at) const {
  PyObject* const object = value(at);
  TensorObject* const found = object == nullptr ? nullptr : tensor_of(object);
  if (found == nullptr) fail_type(at, "Tensor");
  return *found;
}

std::optional<Array> Call::optional_array(At at) const {
  if (!given(at)) return std::nullopt;
  return array(at);
}

Operand Call::operand(At at) const {
  if (is_tensor(at)) return array(at);
  return number(at);
}

std::optional<double> Call::default_of(At at) const {
  const std::size_t place = slot(at);
  return given(at) || place >= signature_.missing.size() ? std::nullopt : signature_.missing[place];
}

Scalar Call::number(At at) const {
  if (const auto number = default_of(at)) {
    const auto whole = static_cast<std::int64_t>(*number);
    return static_cast<double>(whole) == *number ? Scalar(whole) : Scalar(*number);
  }
  if (!given(at)) fail_type(at, "Number");
  if (const auto* const found = tensor_of(value(at));
      found != nullptr && found->array.rank() == 0) {
    return take(arrays::item(found->array));
  }
  const auto found = number_of(value(at));
  if (!found) fail_type(at, "Number");
  return *found;
}

std::int64_t Call::integer_of(PyObject* object, At at) const {
  if (const auto* const found = tensor_of(object);
      found != nullptr && found->array.size() == 1 && !arrays::is_floating(found->array.dtype)) {
    return arrays::to_int(take(arrays::item(found->array)));
  }
  if (!is_whole(object) && !PyBool_Check(object)) fail_type(at, "int");
  return arrays::to_int(*number_of(object));
}

std::int64_t Call::integer(At at, std::optional<std::int64_t> missing) const {
  if (missing && !given(at)) return *missing;
  if (const auto number = default_of(at)) return static_cast<std::int64_t>(*number);
  if (value(at) == nullptr) fail_type(at, "int");
  return integer_of(value(at), at);
}

bool Call::flag(At at, bool missing) const {
  PyObject* const found = value(at);
  if (found == nullptr) return missing;
  const int truth = PyObject_IsTrue(found);
  check(truth);
  return truth != 0;
}

std::string Call::text(At at, std::string_view missing) const {
  if (!given(at)) return std::string(missing);
  if (!PyUnicode_Check(value(at))) fail_type(at, "str");
  return std::string(characters(value(at)));
}

arrays::Format Call::format(arrays::Format missing) const {
  if (!given("memory_format")) return missing;
  const Ref name = Ref::owned(PyObject_Repr(value("memory_format")));
  const std::string_view format = characters(name.get());
  return format == "torch.channels_last"       ? arrays::Format::kChannelsLast
         : format == "torch.contiguous_format" ? arrays::Format::kContiguous
                                               : arrays::Format::kPreserve;
}

std::optional<Dtype> Call::dtype(At at) const {
  if (!given(at)) return std::nullopt;
  PyObject* const object = value(at);
  if (const auto named = named_dtype(torch, object)) return named;
  if (object_of<PyObject>(object, torch.dtype) != nullptr) refuse_complex(torch);
  // Python's float, int and bool stand for dtypes.
  const auto* const type = reinterpret_cast<PyTypeObject*>(object);
  if (type == &PyFloat_Type) return Dtype::kFloat64;
  if (type == &PyLong_Type) return Dtype::kInt64;
  if (type == &PyBool_Type) return Dtype::kBool;
  fail_type(at, "torch.dtype");
}

Sizes Call::sizes(At at) const {
  PyObject* const object = value(at);
  if (object == nullptr) fail_type(at, "tuple of ints");
  const Items items = items_of(object);
  if (!items.is_sequence) return {integer_of(object, at)};
  Sizes result;
  result.reserve(items.count);
  for (PyObject* const item : items) result.push_back(integer_of(item, at));
  return result;
}

Over Call::over(At dim, At keepdim) const {
  Over result;
  if (given(dim)) result.dims = sizes(dim);
  // A None that was given is a choice of its own for these two: all dimensions.
  const bool all = value(dim) == Py_None;
  if (all && (function() == "sum" || function() == "mean")) result.dims = Sizes{};
  result.keepdim = flag(keepdim, false);
  return result;
}

std::vector<Array> Call::arrays(At at) const {
  const Items items = given(at) ? items_of(value(at)) : Items{};
  if (!items.is_sequence) fail_type(at, "tuple of Tensors");
  std::vector<Array> result;
  result.reserve(items.count);
  for (PyObject* const item : items) {
    const auto* const found = tensor_of(item);
    if (found == nullptr) {
      fail(PyExc_TypeError, fmt::format("expected Tensor as element {} in argument 0, but got {}",
                                        result.size(), type_in_c(item)));
    }
    result.push_back(found->array);
  }
  return result;
}

Ref Call::give(std::vector<Array> results) const {
  return tuple_of(results, [this](Array& each) { return make_tensor(torch, std::move(each)); });
}

Ref Call::give(arrays::ValuesAndIndices result) const {
  return give_pair(function(), make_tensor(torch, std::move(result.values)),
                   make_tensor(torch, std::move(result.indices)));
}

Ref Call::give_or_self(arrays::Expected<Array> result) const {
  Array made = take(std::move(result));
  const bool same = made.record == array(0).record && made.storage == array(0).storage;
  return same ? shared(0) : make_tensor(torch, std::move(made));
}

Ref Call::give_pair(std::string_view name, const Ref& first, const Ref& second) const {
  return python::call(imported("torch.return_types", std::string(name).c_str()),
                      tuple_of({first, second}));
}

void Call::require_gradient(Array& array) const {
  array.requires_grad = true;
  if (arrays::is_floating(array.dtype)) return;
  fail_runtime("Only Tensors of floating point and complex dtype can require gradients");
}

}  // namespace normscope::notebook::torch
