// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/sixteen_bits.hpp"

#include <algorithm>
#include <array>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/torch/arguments/out_argument.hpp"
#include "app/notebook/torch/arguments/refusals.hpp"

namespace normscope::notebook::torch {
namespace {

// Beside a tensor of 16 bits these operands are rounded first.
constexpr std::string_view kRounded =
    "add sub subtract mul multiply div divide true_divide remainder fmod floor_divide rsub xlogy "
    "eq ne lt le gt ge greater greater_equal less less_equal not_equal pow copysign float_power";

const DtypeObject* dtype_in(const Torch& torch, PyObject* value) {
  return value == nullptr ? nullptr : object_of<DtypeObject>(value, torch.dtype);
}

template <class Each>
void for_each_array(PyObject* value, const Each& each) {
  if (value == nullptr) return;
  if (const auto* const tensor = tensor_of(value)) return each(tensor->array);
  if (!PyList_Check(value) && !PyTuple_Check(value)) return;
  for (PyObject* const item : items_of(value)) {
    if (const auto* const tensor = tensor_of(item)) each(tensor->array);
  }
}

Array with_history(Array array, const Array& of) {
  array.record = of.record;
  array.grad_fn = of.grad_fn;
  array.requires_grad = of.requires_grad;
  array.views_leaf = of.views_leaf;
  return array;
}

}  // namespace

SixteenBits sixteen_bits_in(const Torch& torch, const Slots& slots) {
  SixteenBits found;
  found.is_default = arrays::is_sixteen_bits(torch.context.default_dtype);
  for (PyObject* const value : slots.values) {
    if (value == nullptr) continue;
    const DtypeObject* const dtype = dtype_in(torch, value);
    if (dtype != nullptr && dtype->dtype && arrays::is_sixteen_bits(*dtype->dtype)) {
      found.wanted = true;
    }
    for_each_array(value, [&](const Array& array) {
      found.any_tensor = true;
      found.tensor = found.tensor || arrays::is_sixteen_bits(array.dtype);
    });
  }
  return found;
}

bool concerns_sixteen_bits(const Torch& torch, const Operand& a, const Operand& b) {
  const auto is = [](const Operand& operand) {
    const auto* const array = std::get_if<Array>(&operand);
    return array != nullptr && arrays::is_sixteen_bits(array->dtype);
  };
  return is(a) || is(b) || arrays::is_sixteen_bits(torch.context.default_dtype);
}

Widening::Widening(Torch& torch)
    : torch_(torch), default_(torch.context.default_dtype), promotion_(default_) {
  if (arrays::is_sixteen_bits(default_)) torch_.context.default_dtype = Dtype::kFloat32;
}

Widening::~Widening() {
  torch_.context.default_dtype = default_;
}

void Widening::add(const Array& array) {
  promotion_.add(array.dtype, array.rank() > 0);
}

void Widening::add(const Operand& operand) {
  if (const auto* const array = std::get_if<Array>(&operand)) return add(*array);
  promotion_.add(std::get<Scalar>(operand));
}

Dtype Widening::dtype() const {
  if (wanted_) return *wanted_;
  const Dtype found = promotion_.result();
  return arrays::is_floating(found) ? found : default_;
}

Array Widening::widened(const Array& array) const {
  if (!arrays::is_sixteen_bits(array.dtype)) return array;
  return with_history(take(torch_, arrays::converted(torch_.context, array, Dtype::kFloat32)),
                      array);
}

Operand Widening::rounded(const Operand& operand) const {
  const Dtype common = promotion_.result();
  if (const auto* const array = std::get_if<Array>(&operand)) {
    if (!arrays::is_sixteen_bits(common) || !arrays::is_floating(array->dtype)) {
      return widened(*array);
    }
    const Array narrow = take(torch_, arrays::converted(torch_.context, *array, common));
    return widened(with_history(narrow, *array));
  }
  const auto& number = std::get<Scalar>(operand);
  if (!arrays::is_floating(number)) return number;
  if (common == Dtype::kFloat16)
    return Scalar(static_cast<double>(arrays::scalar_as<arrays::Float16>(number)));
  if (common == Dtype::kBfloat16)
    return Scalar(static_cast<double>(arrays::scalar_as<arrays::Bfloat16>(number)));
  return number;
}

Array Widening::narrowed(Array result) const {
  const Dtype wanted = dtype();
  if (!arrays::is_sixteen_bits(wanted) || result.dtype != Dtype::kFloat32) return result;
  return with_history(take(torch_, arrays::converted(torch_.context, result, wanted)), result);
}

std::string Widening::worded(std::string message) const {
  if (!arrays::is_sixteen_bits(dtype())) return message;
  constexpr std::array<std::string_view, 2> kNames{"for 'Float'", "result type Float "};
  for (const std::string_view name : kNames) {
    const auto at = message.find(name);
    if (at == std::string::npos) continue;
    message.replace(message.find("Float", at), 5, arrays::word_of(dtype()));
  }
  return message;
}

void Widening::word_exception() const {
  if (PyErr_ExceptionMatches(PyExc_RuntimeError) == 0) return;
  PyObject* type = nullptr;
  PyObject* value = nullptr;
  PyObject* trace = nullptr;
  PyErr_Fetch(&type, &value, &trace);
  PyErr_NormalizeException(&type, &value, &trace);
  const Ref kept_type = Ref::owned(type);
  const Ref kept_value = Ref::owned(value);
  PyObject* const message = PyObject_Str(value);
  if (message != nullptr && worded(std::string(characters(message))) != characters(message)) {
    PyErr_SetString(type, worded(std::string(characters(message))).c_str());
    Py_XDECREF(trace);
  } else {
    PyErr_Restore(Py_NewRef(type), Py_NewRef(value), trace);
  }
  Py_XDECREF(message);
}

PyObject* Widening::keep(Ref object) {
  kept_.push_back(std::move(object));
  return kept_.back().get();
}

// A tensor widened, a list with its tensors widened, or the same object.
Ref Widening::wide(PyObject* object) {
  if (const auto* const tensor = tensor_of(object)) {
    if (!arrays::is_sixteen_bits(tensor->array.dtype)) return Ref::shared(object);
    return make_tensor(torch_, widened(tensor->array));
  }
  bool any = false;
  for_each_array(object,
                 [&](const Array& array) { any = any || arrays::is_sixteen_bits(array.dtype); });
  if (!any) return Ref::shared(object);
  const Items items = items_of(object);
  Ref tuple = Ref::owned(PyTuple_New(static_cast<Py_ssize_t>(items.count)));
  for (std::size_t i = 0; i < items.count; ++i) {
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i), wide(items[i]).release());
  }
  return tuple;
}

void Widening::widen(const Signature& signature, Slots& slots) {
  const auto each = [&](const auto& body) {
    for (std::size_t i = 0; i < signature.slots.size(); ++i) {
      PyObject*& value = slots.values.at(i);
      if (value != nullptr && signature.slots[i] != "out") body(value, signature.slots[i]);
    }
  };
  each([&](PyObject*& value, const std::string&) {
    for_each_array(value, [&](const Array& array) { add(array); });
    const DtypeObject* const dtype = dtype_in(torch_, value);
    if (dtype == nullptr || !dtype->dtype) return;
    wanted_ = dtype->dtype;
    if (arrays::is_sixteen_bits(*wanted_)) value = keep(dtype_value(torch_, Dtype::kFloat32));
  });
  const bool rounds = has_word(kRounded, plain_name(signature.name));
  first_ = Ref::shared(slots.values[0]);
  each([&](PyObject*& value, const std::string& name) {
    const bool operand =
        rounds && (name == "other" || name == "alpha" || name == "exponent" || name == "self");
    const auto number = operand ? operand_of(value) : std::nullopt;
    const auto* const array = number ? std::get_if<Array>(&*number) : nullptr;
    if (number && (array == nullptr || array->rank() == 0)) {
      const Operand used = rounded(*number);
      if (const auto* const point = std::get_if<Array>(&used)) {
        value = keep(make_tensor(torch_, *point));
      } else if (arrays::is_floating(std::get<Scalar>(used))) {
        value = keep(real(std::get<double>(std::get<Scalar>(used))));
      }
      return;
    }
    value = keep(wide(value));
  });
  first_wide_ = Ref::shared(slots.values[0]);
}

Ref Widening::narrowed(const Signature& signature, const Ref& result) {
  if (auto* const tensor = tensor_of(result.get())) {
    const bool is_first = first_ && result.get() == first_wide_.get();
    if (is_first && first_.get() != first_wide_.get()) {
      if (signature.name.ends_with('_')) {
        put_back(torch_, *tensor_of(first_.get()), narrowed(tensor->array));
      }
      return first_;
    }
    if (is_first) return result;
    return make_tensor(torch_, narrowed(tensor->array));
  }
  const Items items = items_of(result.get());
  if (!items.is_sequence) return result;
  Ref tuple = Ref::owned(PyTuple_New(static_cast<Py_ssize_t>(items.count)));
  for (std::size_t i = 0; i < items.count; ++i) {
    PyTuple_SET_ITEM(tuple.get(), static_cast<Py_ssize_t>(i),
                     narrowed(signature, Ref::shared(items[i])).release());
  }
  if (PyTuple_CheckExact(result.get())) return tuple;
  // A named tuple of the same name.
  return Ref::owned(
      PyObject_CallOneArg(reinterpret_cast<PyObject*>(Py_TYPE(result.get())), tuple.get()));
}

}  // namespace normscope::notebook::torch
