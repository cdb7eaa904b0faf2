// SPDX-License-Identifier: MIT
// The types torch.Tensor and torch.nn.Parameter: their making, their properties, and the tables of
// methods put together.
#include <fmt/format.h>

#include "app/notebook/arrays/print.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/call.hpp"
#include "app/notebook/torch/creation.hpp"
#include "app/notebook/torch/data.hpp"
#include "app/notebook/torch/tensor_slots.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

// A property of the array that is another array.
void add_view(const std::shared_ptr<Torch>& torch, std::string_view name,
              Expected<Array> (*view)(const Context&, const Array&)) {
  runtime::add_property(*torch->tensor, name, [torch, view](Vm& vm, const Value& self) -> Value {
    torch->begin_operation(vm);
    auto result = view(torch->context, tensor_of(self)->array);
    if (!result) return raise(vm, result.error());
    return make_tensor(vm, *torch, *std::move(result));
  });
}

void add_value(const std::shared_ptr<Torch>& torch, std::string_view name,
               std::function<Value(Vm& vm, const TensorObject& self)> get) {
  runtime::add_property(*torch->tensor, name,
                        [get = std::move(get)](Vm& vm, const Value& self) -> Value {
                          return get(vm, *tensor_of(self));
                        });
}

bool set_requires_grad(Vm& vm, TensorObject& tensor, bool wanted) {
  if (wanted && !arrays::is_floating(tensor.array.dtype)) {
    vm.raise(vm.errors().runtime_error,
             "only Tensors of floating point and complex dtype can require gradients");
    return false;
  }
  if (!tensor.array.is_leaf() && !wanted) {
    vm.raise(vm.errors().runtime_error,
             "you can only change requires_grad flags of leaf variables. If you want to use a "
             "computed variable in a subgraph that doesn't require differentiation use "
             "var_no_grad = var.detach().");
    return false;
  }
  if (tensor.array.is_leaf()) tensor.array.requires_grad = wanted;
  return true;
}

// x.data = y, and x.requires_grad = flag: what may be assigned.
void add_assignable(const std::shared_ptr<Torch>& torch) {
  TypeObject& type = *torch->tensor;
  runtime::add_property(
      type, "requires_grad",
      [](Vm&, const Value& self) { return Value::boolean(tensor_of(self)->array.requires_grad); },
      [](Vm& vm, const Value& self, const Value& value) {
        return set_requires_grad(vm, *tensor_of(self), value && value.as_bool());
      });
  runtime::add_property(
      type, "data",
      [torch](Vm& vm, const Value& self) -> Value {
        return make_tensor(vm, *torch, arrays::detach(torch->context, tensor_of(self)->array));
      },
      [](Vm& vm, const Value& self, const Value& value) {
        const auto* from = tensor_of(value);
        if (from == nullptr) {
          vm.raise(vm.errors().type_error,
                   "Variable data has to be a tensor, but got " + runtime::type_name(vm, value));
          return false;
        }
        Array& array = tensor_of(self)->array;
        const bool wanted = array.requires_grad;
        array = from->array;
        array.grad_fn = {};
        array.views_leaf = false;
        array.requires_grad = wanted;
        return true;
      });
  runtime::add_property(
      type, "grad",
      [](Vm&, const Value& self) -> Value {
        const Value& grad = tensor_of(self)->grad;
        return grad ? grad : Value::none();
      },
      [](Vm&, const Value& self, const Value& value) {
        tensor_of(self)->grad = value.is_none() ? Value() : value;
        return true;
      });
}

Value grad_fn(Vm& vm, const TensorObject& self) {
  if (self.array.grad_fn.empty()) return Value::none();
  return vm.str(fmt::format("<{} object at {}>", self.array.grad_fn,
                            static_cast<const void*>(self.array.record.get())));
}

void add_properties(const std::shared_ptr<Torch>& torch) {
  add_view(torch, "T", arrays::reversed);
  add_view(torch, "mT", arrays::matrix_transposed);
  add_view(torch, "H", arrays::reversed);
  add_view(torch, "mH", arrays::matrix_transposed);
  add_value(torch, "shape", [torch](Vm& vm, const TensorObject& self) {
    return make_size(vm, *torch, self.array.shape);
  });
  add_value(torch, "dtype", [torch](Vm&, const TensorObject& self) {
    return dtype_value(*torch, self.array.dtype);
  });
  add_value(torch, "device", [torch](Vm& vm, const TensorObject&) -> Value {
    return vm.make<DeviceObject>(*torch->device);
  });
  add_value(torch, "layout", [](Vm& vm, const TensorObject&) { return vm.str("torch.strided"); });
  add_value(torch, "ndim", [](Vm&, const TensorObject& self) {
    return Value::integer(static_cast<std::int64_t>(self.array.rank()));
  });
  add_value(torch, "itemsize", [](Vm&, const TensorObject& self) {
    return Value::integer(arrays::item_size(self.array.dtype));
  });
  add_value(torch, "is_leaf",
            [](Vm&, const TensorObject& self) { return Value::boolean(self.array.is_leaf()); });
  add_value(torch, "is_cuda", [](Vm&, const TensorObject&) { return Value::boolean(false); });
  add_value(torch, "is_sparse", [](Vm&, const TensorObject&) { return Value::boolean(false); });
  add_value(torch, "grad_fn", grad_fn);
  add_value(torch, "_version", [](Vm&, const TensorObject& self) {
    return Value::integer(static_cast<std::int64_t>(self.array.storage->version()));
  });
  add_assignable(torch);
}

}  // namespace

void TensorObject::visit(runtime::Visitor& visitor) const {
  visitor.visit(grad);
  NativeObject::visit(visitor);
}

void TensorObject::clear() {
  grad = Value();
  NativeObject::clear();
}

TensorObject* tensor_of(const Value& value) {
  if (!value.is_kind(runtime::Kind::kNativeObject)) return nullptr;
  return dynamic_cast<TensorObject*>(value.object());
}

Value make_tensor(Vm& vm, Torch& torch, Array array) {
  return vm.make<TensorObject>(*torch.tensor, torch, std::move(array));
}

const Array* array_of(const Value& value) {
  const auto* tensor = tensor_of(value);
  return tensor == nullptr ? nullptr : &tensor->array;
}

void make_tensor_type(Vm& vm, const std::shared_ptr<Torch>& torch) {
  torch->tensor = runtime::make_native_type(vm, "torch", "Tensor");
  TypeObject& type = *torch->tensor;
  type.has_attributes = true;
  fill_tensor_slots(type.slots);
  runtime::add_static_method(type, "__new__", native(torch, "Tensor", "cls, *data", new_tensor));
  runtime::finish_type(vm, type);
  add_properties(torch);
  add_functions(vm, torch, Value(), in_place_methods());
  add_functions(vm, torch, Value(), tensor_methods());
  add_unsupported_methods(type);

  torch->parameter =
      runtime::make_native_type(vm, "torch.nn.parameter", "Parameter", torch->tensor.get());
  torch->parameter->has_attributes = true;
  runtime::add_static_method(
      *torch->parameter, "__new__",
      native(torch, "Parameter.__new__", "cls, data=None, requires_grad=True", new_parameter));
  runtime::finish_type(vm, *torch->parameter);
}

}  // namespace normscope::notebook::torch
