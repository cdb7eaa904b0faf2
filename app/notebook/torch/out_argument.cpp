// SPDX-License-Identifier: MIT
#include "app/notebook/torch/out_argument.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/runtime/sequences.hpp"
#include "app/notebook/torch/call.hpp"

namespace normscope::notebook::torch {
namespace {

std::span<const Value> items_of(const Value& value) {
  if (value.is_kind(runtime::Kind::kTuple)) return value.get<runtime::TupleObject>().values;
  if (value.is_kind(runtime::Kind::kList)) return value.get<runtime::ListObject>().values;
  return {&value, 1};
}

bool wants_gradient(const Value& value) {
  return std::ranges::any_of(items_of(value), [](const Value& item) {
    const auto* const tensor = tensor_of(item);
    return tensor != nullptr && tensor->array.requires_grad;
  });
}

// A type that holds less of a number does not take it: no float becomes an int.
bool may_become(Dtype from, Dtype to) {
  if (arrays::is_floating(from)) return arrays::is_floating(to);
  return from == Dtype::kBool || to != Dtype::kBool;
}

bool put_one(Vm& vm, Torch& torch, const Value& out, const Value& result) {
  auto* const target = tensor_of(out);
  const auto* const made = tensor_of(result);
  if (target == nullptr || made == nullptr) return true;
  Array& into = target->array;
  if (!may_become(made->array.dtype, into.dtype)) {
    vm.raise(vm.errors().runtime_error,
             fmt::format("result type {} can't be cast to the desired output type {}",
                         arrays::word_of(made->array.dtype), arrays::word_of(into.dtype)));
    return false;
  }
  Context silent = torch.context;
  silent.grad_enabled = false;
  auto values = arrays::converted(silent, made->array, into.dtype);
  if (values && values->shape == into.shape) {
    if (const auto done = arrays::assign(silent, into, *values); !done) {
      raise(vm, done.error());
      return false;
    }
    into.record = made->array.record;
    return true;
  }
  if (values) values = arrays::clone(silent, *values);
  if (!values) {
    raise(vm, values.error());
    return false;
  }
  into = *std::move(values);
  into.record = made->array.record;
  return true;
}

}  // namespace

bool allows_out(Vm& vm, const Torch& torch, const std::string& function, const Parsed& parsed,
                const Value& out) {
  if (!torch.context.grad_enabled) return true;
  if (!wants_gradient(out) && std::ranges::none_of(parsed.values, [](const Value& value) {
        return value && wants_gradient(value);
      })) {
    return true;
  }
  vm.raise(vm.errors().runtime_error,
           function +
               "(): functions with out=... arguments don't support automatic differentiation, but "
               "one of the arguments requires grad.");
  return false;
}

Value put_out(Vm& vm, Torch& torch, const Value& out, const Value& result) {
  if (!result) return {};
  const auto targets = items_of(out);
  const auto made = items_of(result);
  for (std::size_t i = 0; i < std::min(targets.size(), made.size()); ++i) {
    if (!put_one(vm, torch, targets[i], made[i])) return {};
  }
  return targets.size() == 1 && tensor_of(out) != nullptr ? out : result;
}

}  // namespace normscope::notebook::torch
