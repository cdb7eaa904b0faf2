// SPDX-License-Identifier: MIT
// What the language's own signs do with tensors: operators, brackets, iteration, printing.
#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/indexing.hpp"
#include "app/notebook/arrays/matmul.hpp"
#include "app/notebook/arrays/print.hpp"
#include "app/notebook/arrays/unary.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/runtime/iterators.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/argument_parser.hpp"
#include "app/notebook/torch/call.hpp"
#include "app/notebook/torch/data.hpp"
#include "app/notebook/torch/tensor_slots.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

Torch& torch_at(Vm& vm, const TensorObject& tensor) {
  tensor.torch.begin_operation(vm);
  return tensor.torch;
}

// One operation of a slot: its context, and its result as a value.
Value given(Vm& vm, Torch& torch, Expected<Array> result) {
  if (!result) return raise(vm, result.error());
  return make_tensor(vm, torch, *std::move(result));
}

std::optional<Operand> operand_of(const Value& value) {
  if (const auto* tensor = tensor_of(value)) return tensor->array;
  if (const auto number = number_of(value)) return *number;
  return std::nullopt;
}

std::optional<arrays::BinaryOp> array_op(runtime::BinaryOp op) {
  using Op = runtime::BinaryOp;
  switch (op) {
    case Op::kAdd:
      return arrays::BinaryOp::kAdd;
    case Op::kSubtract:
      return arrays::BinaryOp::kSub;
    case Op::kMultiply:
      return arrays::BinaryOp::kMul;
    case Op::kTrueDivide:
      return arrays::BinaryOp::kDiv;
    case Op::kFloorDivide:
      return arrays::BinaryOp::kFloorDivide;
    case Op::kRemainder:
      return arrays::BinaryOp::kRemainder;
    case Op::kPower:
      return arrays::BinaryOp::kPow;
    case Op::kAnd:
      return arrays::BinaryOp::kBitwiseAnd;
    case Op::kXor:
      return arrays::BinaryOp::kBitwiseXor;
    case Op::kOr:
      return arrays::BinaryOp::kBitwiseOr;
    case Op::kLeftShift:
      return arrays::BinaryOp::kLeftShift;
    case Op::kRightShift:
      return arrays::BinaryOp::kRightShift;
    default:
      return std::nullopt;
  }
}

Torch& torch_of(Vm& vm, const Value& left, const Value& right) {
  const auto* tensor = tensor_of(left);
  return torch_at(vm, tensor != nullptr ? *tensor : *tensor_of(right));
}

Value binary(Vm& vm, runtime::BinaryOp op, const Value& left, const Value& right) {
  Torch& torch = torch_of(vm, left, right);
  if (op == runtime::BinaryOp::kMatMultiply) {
    const auto* a = tensor_of(left);
    const auto* b = tensor_of(right);
    if (a == nullptr || b == nullptr) return Value::not_implemented();
    return given(vm, torch, arrays::matmul(torch.context, a->array, b->array));
  }
  const auto known = array_op(op);
  const auto a = operand_of(left);
  const auto b = operand_of(right);
  if (!known || !a || !b) return Value::not_implemented();
  return given(vm, torch, arrays::binary(torch.context, *known, *a, *b));
}

Value inplace(Vm& vm, runtime::BinaryOp op, const Value& left, const Value& right) {
  auto* const self = tensor_of(left);
  const auto known = array_op(op);
  const auto other = operand_of(right);
  if (self == nullptr || !known || !other) return Value::not_implemented();
  Torch& torch = torch_at(vm, *self);
  const auto done = arrays::binary_in_place(torch.context, *known, self->array, *other);
  if (!done) return raise(vm, done.error());
  return left;
}

Value unary(Vm& vm, runtime::UnaryOp op, const Value& self) {
  const auto& tensor = *tensor_of(self);
  Torch& torch = torch_at(vm, tensor);
  switch (op) {
    case runtime::UnaryOp::kNegative:
      return given(vm, torch, arrays::unary(torch.context, arrays::UnaryOp::kNeg, tensor.array));
    case runtime::UnaryOp::kInvert:
      if (arrays::is_floating(tensor.array.dtype)) {
        return vm.raise(
            vm.errors().type_error,
            "~ (operator.invert) is only implemented on integer and Boolean-type tensors");
      }
      return given(vm, torch,
                   arrays::unary(torch.context, arrays::UnaryOp::kBitwiseNot, tensor.array));
    case runtime::UnaryOp::kAbsolute:
      return given(vm, torch, arrays::unary(torch.context, arrays::UnaryOp::kAbs, tensor.array));
    case runtime::UnaryOp::kPositive:
      break;
  }
  return self;
}

Value compared(Vm& vm, runtime::CompareOp op, const Value& self, const Value& other) {
  using Op = runtime::CompareOp;
  const auto& tensor = *tensor_of(self);
  Torch& torch = torch_at(vm, tensor);
  const auto b = operand_of(other);
  if (!b) return Value::not_implemented();
  const auto known = [op] {
    switch (op) {
      case Op::kLess:
        return arrays::BinaryOp::kLt;
      case Op::kLessEqual:
        return arrays::BinaryOp::kLe;
      case Op::kEqual:
        return arrays::BinaryOp::kEq;
      case Op::kNotEqual:
        return arrays::BinaryOp::kNe;
      case Op::kGreater:
        return arrays::BinaryOp::kGt;
      case Op::kGreaterEqual:
        break;
    }
    return arrays::BinaryOp::kGe;
  }();
  return given(vm, torch, arrays::binary(torch.context, known, tensor.array, *b));
}

// Runs `body` with the readings of Call at hand; what fails there has raised.
Value with_call(Vm& vm, Torch& torch, const std::function<Value(Call& call)>& body) {
  Call call(vm, torch, "__getitem__", {}, {});
  try {
    return body(call);
  } catch (const Failed&) {
    return {};
  }
}

Value getitem(Vm& vm, const Value& self, const Value& key) {
  const auto& tensor = *tensor_of(self);
  Torch& torch = torch_at(vm, tensor);
  return with_call(vm, torch, [&](Call& call) {
    return given(
        vm, torch,
        arrays::get_item(torch.context, tensor.array, indices_of(call, tensor.array, key)));
  });
}

bool setitem(Vm& vm, const Value& self, const Value& key, const Value& value) {
  auto& tensor = *tensor_of(self);
  Torch& torch = torch_at(vm, tensor);
  if (!value) {
    vm.raise(vm.errors().type_error, "Tensor does not support deleting items");
    return false;
  }
  return static_cast<bool>(with_call(vm, torch, [&](Call& call) -> Value {
    const auto source = operand_of(value);
    if (!source) {
      call.fail(vm.errors().type_error,
                fmt::format("can't assign a {} to a torch.{}Tensor", type_in_c(vm, value),
                            arrays::word_of(tensor.array.dtype)));
    }
    const auto indices = indices_of(call, tensor.array, key);
    const auto done = arrays::set_item(torch.context, tensor.array, indices, *source);
    if (!done) return raise(vm, done.error());
    return Value::none();
  }));
}

int contains(Vm& vm, const Value& self, const Value& item) {
  const Value equal = compared(vm, runtime::CompareOp::kEqual, self, item);
  if (!equal) return -1;
  const auto* found = tensor_of(equal);
  if (found == nullptr) {
    vm.raise(vm.errors().runtime_error,
             fmt::format("Tensor.__contains__ only supports Tensor or scalar, but you passed in a "
                         "<class '{}'>.",
                         runtime::type_name(vm, item)));
    return -1;
  }
  for (const bool held : arrays::values_of<bool>(found->array)) {
    if (held) return 1;
  }
  return 0;
}

std::int64_t length(Vm& vm, const Value& self) {
  const auto& array = tensor_of(self)->array;
  if (array.rank() > 0) return array.shape[0];
  vm.raise(vm.errors().type_error, "len() of a 0-d tensor");
  return -1;
}

int truth(Vm& vm, const Value& self) {
  const auto& array = tensor_of(self)->array;
  if (array.size() == 1) return arrays::to_double(*arrays::item(array)) != 0.0 ? 1 : 0;
  if (array.size() == 0) {
    vm.raise(vm.errors().runtime_error, "Boolean value of Tensor with no values is ambiguous");
  } else {
    vm.raise(vm.errors().runtime_error,
             "Boolean value of Tensor with more than one value is ambiguous");
  }
  return -1;
}

Value iterate(Vm& vm, const Value& self) {
  const auto& tensor = *tensor_of(self);
  if (tensor.array.rank() == 0) {
    return vm.raise(vm.errors().type_error, "iteration over a 0-d tensor");
  }
  Torch& torch = torch_at(vm, tensor);
  auto rows = arrays::unbind(torch.context, tensor.array, 0);
  if (!rows) return raise(vm, rows.error());
  std::vector<Value> values;
  for (Array& row : *rows) values.push_back(make_tensor(vm, torch, std::move(row)));
  return runtime::make_sequence_iterator(vm, vm.list(values), false);
}

Value repr(Vm& vm, const Value& self) {
  const auto& tensor = *tensor_of(self);
  const std::string text = arrays::to_text(tensor.torch.context, tensor.array);
  const bool parameter = runtime::is_instance(vm, self, *tensor.torch.parameter);
  return vm.str(parameter ? "Parameter containing:\n" + text : text);
}

Value format(Vm& vm, const Value& self, std::string_view spec) {
  const auto& array = tensor_of(self)->array;
  if (array.rank() == 0) {
    const auto text = runtime::format_of(vm, number_at(array, 0), spec);
    return text ? vm.str(*text) : Value();
  }
  if (spec.empty()) return repr(vm, self);
  return vm.raise(vm.errors().type_error,
                  fmt::format("unsupported format string passed to {}.__format__",
                              runtime::type_name(vm, self)));
}

bool hash(Vm&, const Value& self, std::int64_t& hash) {
  hash = static_cast<std::int64_t>(std::hash<const void*>{}(self.object()));
  return true;
}

Value convert(Vm& vm, runtime::Conversion conversion, const Value& self) {
  const auto& array = tensor_of(self)->array;
  if (conversion == runtime::Conversion::kIndex &&
      (array.size() != 1 || arrays::is_floating(array.dtype))) {
    return vm.raise(vm.errors().type_error,
                    "only integer tensors of a single element can be converted to an index");
  }
  const auto number = arrays::item(array);
  if (!number) return raise(vm, number.error());
  if (conversion == runtime::Conversion::kFloat) return Value::real(arrays::to_double(*number));
  if (arrays::is_floating(*number)) {
    const double value = arrays::to_double(*number);
    if (std::isnan(value)) {
      return vm.raise(vm.errors().value_error, "cannot convert float NaN to integer");
    }
    if (std::isinf(value)) {
      return vm.raise(vm.errors().overflow_error, "cannot convert float infinity to integer");
    }
  }
  return Value::integer(arrays::to_int(*number));
}

}  // namespace

void fill_tensor_slots(runtime::Slots& slots) {
  slots.binary = binary;
  slots.inplace = inplace;
  slots.unary = unary;
  slots.compare = compared;
  slots.getitem = getitem;
  slots.setitem = setitem;
  slots.contains = contains;
  slots.length = length;
  slots.truth = truth;
  slots.iter = iterate;
  slots.repr = repr;
  slots.format = format;
  slots.hash = hash;
  slots.convert = convert;
}

}  // namespace normscope::notebook::torch
