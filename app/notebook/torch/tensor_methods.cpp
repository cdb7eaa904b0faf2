// SPDX-License-Identifier: MIT
// Methods that only tensors have: asking, converting, and changing in place.
#include <fmt/format.h>

#include <array>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/indexing.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/call.hpp"
#include "app/notebook/torch/data.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

// The dimension that size and stride are asked for.
std::size_t dimension_of(const Call& call) {
  if (call.array(0).rank() == 0) {
    call.fail(
        call.vm.errors().index_error,
        fmt::format("Dimension specified as {} but tensor has no dimensions", call.integer(1)));
  }
  return call.take(arrays::resolve_dim(call.integer(1), call.array(0).rank()));
}

Value size(Call& call) {
  const Array& x = call.array(0);
  if (!call.given(1)) return make_size(call.vm, call.torch, x.shape);
  return Value::integer(x.shape[dimension_of(call)]);
}

Value stride(Call& call) {
  const Array& x = call.array(0);
  if (call.given(1)) return Value::integer(x.strides[dimension_of(call)]);
  std::vector<Value> strides;
  for (const std::int64_t value : x.strides) strides.push_back(Value::integer(value));
  return call.vm.tuple(strides);
}

Value item(Call& call) {
  call.take(arrays::item(call.array(0)));
  return number_at(call.array(0), 0);
}

Value converted(Call& call, Dtype dtype) {
  const Array& x = call.array(0);
  if (x.dtype == dtype) return call.value(0);
  return call.give(arrays::to(call.context(), x, dtype));
}

template <Dtype kDtype>
Value as_type(Call& call) {
  return converted(call, kDtype);
}

void check_device(const Call& call, const Value& value) {
  if (!value.is_kind(runtime::Kind::kStr)) return;
  const std::string& name = runtime::text_of(value);
  if (name.starts_with("cpu")) return;
  if (!name.starts_with("cuda")) {
    call.fail(call.vm.errors().runtime_error,
              "Expected one of cpu, cuda, ipu, xpu, mkldnn, opengl, opencl, ideep, hip, ve, fpga, "
              "ort, xla, lazy, vulkan, mps, meta, hpu, privateuseone device type at start of "
              "device string: " +
                  name);
  }
  call.fail(call.vm.errors().assertion_error, "Torch not compiled with CUDA enabled");
}

// x.to(dtype), x.to(device), x.to(device, dtype), x.to(other).
Value to(Call& call) {
  std::optional<Dtype> dtype;
  for (const std::size_t at : {std::size_t{1}, std::size_t{2}, std::size_t{3}}) {
    if (!call.given(at)) continue;
    if (const auto* other = tensor_of(call.value(at))) {
      dtype = other->array.dtype;
    } else if (call.value(at).is_kind(runtime::Kind::kStr)) {
      check_device(call, call.value(at));
    } else if (runtime::native_of<DeviceObject>(call.value(at), *call.torch.device) == nullptr) {
      dtype = call.dtype(at);
    }
  }
  return converted(call, dtype.value_or(call.array(0).dtype));
}

Value type(Call& call) {
  if (call.given(1) && call.value(1).is_kind(runtime::Kind::kStr)) {
    const std::string& wanted = runtime::text_of(call.value(1));
    for (const auto& row : arrays::kDtypeWords) {
      if (wanted == fmt::format("torch.{}Tensor", row.name)) return converted(call, row.value);
    }
    call.fail(call.vm.errors().value_error, "invalid type: '" + wanted + "'");
  }
  if (call.given(1) && !call.value(1).is_kind(runtime::Kind::kNativeObject) &&
      !call.value(1).is_kind(runtime::Kind::kType)) {
    call.fail(call.vm.errors().type_error, "dtype must be a type, str, or dtype object");
  }
  if (call.given(1)) return converted(call, *call.dtype(1));
  return call.vm.str(fmt::format("torch.{}Tensor", arrays::word_of(call.array(0).dtype)));
}

Value same(Call& call) {
  return call.value(0);
}

Value clone(Call& call) {
  return call.give(arrays::clone(call.context(), call.array(0)));
}

// For copy.deepcopy: a leaf of its own with the same numbers.
Value deep_copy(Call& call) {
  const TensorObject& self = call.tensor(0);
  if (!self.array.is_leaf()) {
    call.fail(call.vm.errors().runtime_error,
              "Only Tensors created explicitly by the user (graph leaves) support the deepcopy "
              "protocol at the moment");
  }
  Context silent = call.context();
  silent.grad_enabled = false;
  Array copy = call.take(arrays::clone(silent, self.array));
  copy.requires_grad = self.array.requires_grad;
  return call.vm.make<TensorObject>(*self.type(), call.torch, std::move(copy));
}

Value contiguous(Call& call) {
  if (call.array(0).is_contiguous()) return call.value(0);
  return call.give(arrays::contiguous(call.context(), call.array(0)));
}

Value detach(Call& call) {
  return call.give(arrays::detach(call.context(), call.array(0)));
}

Value requires_grad(Call& call) {
  if (call.flag(1, true) && !arrays::is_floating(call.array(0).dtype)) {
    call.fail(call.vm.errors().runtime_error,
              "only Tensors of floating point dtype can require gradients");
  }
  if (!runtime::set_attribute(call.vm, call.value(0), "requires_grad",
                              Value::boolean(call.flag(1, true)))) {
    throw Failed{};
  }
  return call.value(0);
}

Value not_supported(Call& call) {
  call.fail({arrays::ErrorKind::kNotSupported,
             fmt::format("not supported: Tensor.{}; gradients are not computed here, write them "
                         "out by their formulas",
                         call.function())});
}

Value backward(Call& call) {
  const Array& x = call.array(0);
  if (!x.requires_grad) {
    call.fail(call.vm.errors().runtime_error,
              "element 0 of tensors does not require grad and does not have a grad_fn");
  }
  return not_supported(call);
}

Value numpy(Call& call) {
  if (call.array(0).requires_grad) {
    call.fail(call.vm.errors().runtime_error,
              "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() "
              "instead.");
  }
  call.fail({arrays::ErrorKind::kNotSupported,
             "not supported: Tensor.numpy; use tolist(), or stay with tensors"});
}

// x.new_zeros(sizes) and its kin: the type of x, another shape.
Value new_filled(Call& call, std::int64_t value) {
  const Sizes sizes = call.given(2) ? call.sizes(2) : call.rest(1);
  Array array = call.take(
      arrays::full(call.context(), sizes, value, call.dtype(3).value_or(call.array(0).dtype)));
  array.requires_grad = call.flag(4, false);
  return make_tensor(call.vm, call.torch, std::move(array));
}

Value new_full(Call& call) {
  return call.give(arrays::full(call.context(), call.sizes(1), call.number(2),
                                call.dtype(3).value_or(call.array(0).dtype)));
}

Value new_tensor(Call& call) {
  return call.give(
      array_from_data(call, call.value(1), call.dtype(2).value_or(call.array(0).dtype)));
}

Value view_as(Call& call) {
  return call.give(arrays::view(call.context(), call.array(0), call.array(1).shape));
}
Value reshape_as(Call& call) {
  return call.give(arrays::reshape(call.context(), call.array(0), call.array(1).shape));
}
Value expand_as(Call& call) {
  return call.give(arrays::expand(call.context(), call.array(0), call.array(1).shape));
}
Value type_as(Call& call) {
  return converted(call, call.array(1).dtype);
}

Value tile(Call& call) {
  Sizes times = call.rest(1);
  while (times.size() < call.array(0).rank()) times.insert(times.begin(), 1);
  return call.give(arrays::repeat(call.context(), call.array(0), times));
}

constexpr std::array kMethods{
    Function{"size", "input, dim=None", size},
    Function{"stride", "input, dim=None", stride},
    Function{
        "dim ndimension", "input",
        [](Call& call) { return Value::integer(static_cast<std::int64_t>(call.array(0).rank())); }},
    Function{"element_size", "input",
             [](Call& call) { return Value::integer(arrays::item_size(call.array(0).dtype)); }},
    Function{"storage_offset", "input",
             [](Call& call) { return Value::integer(call.array(0).offset); }},
    Function{"data_ptr", "input",
             [](Call& call) {
               const Array& x = call.array(0);
               const auto base = reinterpret_cast<std::intptr_t>(x.storage->bytes());  // NOLINT
               return Value::integer(base + x.offset * arrays::item_size(x.dtype));
             }},
    Function{"is_contiguous", "input",
             [](Call& call) { return Value::boolean(call.array(0).is_contiguous()); }},
    Function{"is_floating_point", "input",
             [](Call& call) { return Value::boolean(arrays::is_floating(call.array(0).dtype)); }},
    Function{
        "__reversed__", "input",
        [](Call& call) { return call.give(arrays::flip(call.context(), call.array(0), {0})); }},
    Function{"item", "input", item},
    Function{"tolist", "input", [](Call& call) { return list_from_array(call.vm, call.array(0)); }},
    Function{"to", "input, a=None, b=None, dtype=None, *, device=None, copy=False", to},
    Function{"type", "input, dtype=None", type},
    Function{"float", "input", as_type<Dtype::kFloat32>},
    Function{"double", "input", as_type<Dtype::kFloat64>},
    Function{"long", "input", as_type<Dtype::kInt64>},
    Function{"int", "input", as_type<Dtype::kInt32>},
    Function{"bool", "input", as_type<Dtype::kBool>},
    Function{"byte", "input", as_type<Dtype::kUint8>},
    Function{"cpu", "input", same},
    Function{"clone", "input, *, memory_format=None", clone},
    Function{"contiguous", "input, memory_format=None", contiguous},
    Function{"__deepcopy__", "input, memo", deep_copy},
    Function{"detach", "input", detach},
    Function{"requires_grad_", "input, requires_grad=True", requires_grad},
    Function{"retain_grad", "input", not_supported},
    Function{"register_hook", "input, hook=None", not_supported},
    Function{"backward", "input, gradient=None, retain_graph=None, create_graph=False", backward},
    Function{"numpy", "input", numpy},
    Function{"new_zeros new_empty", "input, *sizes, size=None, dtype=None, requires_grad=False",
             [](Call& call) { return new_filled(call, 0); }},
    Function{"new_ones", "input, *sizes, size=None, dtype=None, requires_grad=False",
             [](Call& call) { return new_filled(call, 1); }},
    Function{"new_full", "input, size, fill_value, *, dtype=None", new_full},
    Function{"new_tensor", "input, data, *, dtype=None", new_tensor},
    Function{"view_as", "input, other", view_as},
    Function{"reshape_as", "input, other", reshape_as},
    Function{"expand_as", "input, other", expand_as},
    Function{"type_as", "input, other", type_as},
    Function{"tile", "input, *dims", tile},
};

}  // namespace

std::span<const Function> tensor_methods() {
  return kMethods;
}

}  // namespace normscope::notebook::torch
