// SPDX-License-Identifier: MIT
#include "app/notebook/torch/arguments/out_argument.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/torch/arguments/call.hpp"

namespace normscope::notebook::torch {
namespace {

bool wants_gradient(PyObject* value) {
  if (const auto* const tensor = tensor_of(value)) return tensor->array.requires_grad;
  return std::ranges::any_of(items_of(value), [](PyObject* item) {
    const auto* const tensor = tensor_of(item);
    return tensor != nullptr && tensor->array.requires_grad;
  });
}

// A result is not converted to a lesser kind of type: a float does not become an int.
void check_becomes(Dtype from, Dtype to) {
  const bool may = arrays::is_floating(from) ? arrays::is_floating(to)
                                             : from == Dtype::kBool || to != Dtype::kBool;
  if (may) return;
  raise(PyExc_RuntimeError,
        fmt::format("result type {} can't be cast to the desired output type {}",
                    arrays::word_of(from), arrays::word_of(to)));
}

void put_one(const Torch& torch, PyObject* out, PyObject* result) {
  auto* const target = tensor_of(out);
  const auto* const made = tensor_of(result);
  if (target == nullptr || made == nullptr) return;
  Array& into = target->array;
  check_becomes(made->array.dtype, into.dtype);
  const Context silent = arrays::without_gradients(torch.context);
  Array values = take(torch, arrays::converted(silent, made->array, into.dtype));
  if (values.shape == into.shape) {
    take(torch, arrays::assign(silent, into, values));
    into.storage->changed();
  } else {
    into = take(torch, arrays::clone(silent, values));
  }
  arrays::take_record(into, made->array.record);
}

}  // namespace

void check_out(const Torch& torch, const Signature& signature, const Slots& slots, PyObject* out) {
  if (!torch.context.grad_enabled) return;
  const bool any = wants_gradient(out) || std::ranges::any_of(slots.values, [](PyObject* value) {
                     return value != nullptr && wants_gradient(value);
                   });
  if (!any) return;
  raise(PyExc_RuntimeError,
        signature.name +
            "(): functions with out=... arguments don't support automatic differentiation, but "
            "one of the arguments requires grad.");
}

Ref put_out(Torch& torch, PyObject* out, const Ref& result) {
  if (tensor_of(out) != nullptr) {
    put_one(torch, out, result.get());
    return Ref::shared(out);
  }
  const Items targets = items_of(out);
  const Items made = items_of(result.get());
  for (std::size_t i = 0; i < std::min(targets.count, made.count); ++i) {
    put_one(torch, targets[i], made[i]);
  }
  return result;
}

void put_back(Torch& torch, TensorObject& target, const Array& result) {
  Array& into = target.array;
  take(torch, arrays::check_in_place(torch.context, into));
  check_becomes(result.dtype, into.dtype);
  take(torch, arrays::assign(torch.context, into, result));
  into.storage->changed();
  arrays::take_record(into, result.record);
  if (result.requires_grad) {
    into.requires_grad = true;
    into.grad_fn = arrays::gradient_in_place(result.grad_fn);
    into.storage->changed_by(into.grad_fn);
  }
}

}  // namespace normscope::notebook::torch
