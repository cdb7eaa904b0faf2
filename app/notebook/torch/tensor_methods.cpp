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

// Takes over another array's shape, as squeeze_ and t_ do.
Value reshaped_in_place(Call& call, const Array& seen) {
  Array& x = call.tensor(0).array;
  x.shape = seen.shape;
  x.strides = seen.strides;
  x.offset = seen.offset;
  x.record = seen.record;
  return call.value(0);
}

// Puts new elements into x: draws, fills.
Value refilled(Call& call, Expected<Array> source) {
  Array& x = call.tensor(0).array;
  call.take(arrays::check_in_place(call.context(), x));
  const Array values = call.take(std::move(source));
  Array target = x;
  Array drawn = values;
  if (arrays::is_dense(x)) {
    // Draws follow each other in memory, whatever the strides make of it.
    target.shape = drawn.shape = {x.size()};
    target.strides = drawn.strides = {1};
  }
  call.take(arrays::assign(call.context(), target, drawn));
  arrays::changed_in_place(call.context(), x, {"random", {}, {}, {}});
  return call.value(0);
}

Value fill(Call& call) {
  if (call.is_tensor(1) && call.array(1).rank() > 0) {
    call.fail(call.vm.errors().runtime_error,
              fmt::format("fill_ only supports 0-dimension value tensor but got tensor with {} "
                          "dimensions.",
                          call.array(1).rank()));
  }
  return call.give_self(
      arrays::fill_in_place(call.context(), call.tensor(0).array, call.number(1)));
}
Value zero(Call& call) {
  Array& x = call.tensor(0).array;
  call.take(arrays::check_leaf_in_place(call.context(), x));
  arrays::fill(x, std::int64_t{0});
  arrays::changed_in_place(call.context(), x, {"zero_", "ZeroBackward0", {x}, {}});
  return call.value(0);
}
Value resize(Call& call) {
  const Sizes sizes = call.rest(1);
  Array& x = call.tensor(0).array;
  if (tensor::product(sizes) != x.size() || !x.is_contiguous()) {
    call.fail({arrays::ErrorKind::kNotSupported,
               "not supported: resize_ to another number of elements; use reshape, or make a new "
               "tensor"});
  }
  x.shape = sizes;
  x.strides = arrays::contiguous_strides(sizes);
  return call.value(0);
}
Value copy(Call& call) {
  if (!call.is_tensor(1)) {
    return call.give_self(
        arrays::fill_in_place(call.context(), call.tensor(0).array, call.number(1)));
  }
  return call.give_self(arrays::copy_in_place(call.context(), call.tensor(0).array, call.array(1)));
}
Value masked_fill(Call& call) {
  return call.give_self(arrays::masked_fill_in_place(call.context(), call.tensor(0).array,
                                                     call.array(1), call.operand(2)));
}
Value clamp(Call& call) {
  const Array bounded = call.take(arrays::clamp(
      call.context(), call.array(0), call.optional_operand(1), call.optional_operand(2)));
  call.take(arrays::check_in_place(call.context(), call.array(0)));
  call.take(arrays::assign(call.context(), call.array(0), bounded));
  arrays::Making making{"clamp", "ClampBackward1", {call.array(0)}, {}};
  arrays::changed_in_place(call.context(), call.tensor(0).array, std::move(making));
  return call.value(0);
}
Value uniform(Call& call) {
  const Array& x = call.array(0);
  const OtherStream stream(call, 3);
  return refilled(call, arrays::uniform(call.context(), x.shape, call.real(1, 0.0),
                                        call.real(2, 1.0), x.dtype));
}
Value normal(Call& call) {
  const Array& x = call.array(0);
  const OtherStream stream(call, 3);
  return refilled(
      call, arrays::normal(call.context(), x.shape, call.real(1, 0.0), call.real(2, 1.0), x.dtype));
}
Value exponential(Call& call) {
  const Array& x = call.array(0);
  const OtherStream stream(call, 2);
  return refilled(call, arrays::exponential(call.context(), x.shape, call.real(1, 1.0), x.dtype));
}
Value random(Call& call) {
  const Array& x = call.array(0);
  const OtherStream stream(call, 3);
  const bool two = call.given(2);
  // Without bounds: all that the type holds exactly.
  const std::int64_t most = x.dtype == Dtype::kFloat32   ? (std::int64_t{1} << 24) + 1
                            : x.dtype == Dtype::kFloat64 ? (std::int64_t{1} << 53) + 1
                            : x.dtype == Dtype::kBool    ? 2
                            : x.dtype == Dtype::kUint8   ? 256
                            : x.dtype == Dtype::kInt32   ? std::int64_t{1} << 31
                                                         : INT64_MAX;
  const std::int64_t low = two ? call.integer(1) : 0;
  const std::int64_t high = two ? call.integer(2) : call.integer(1, most);
  return refilled(call, arrays::randint(call.context(), low, high, x.shape, x.dtype));
}
Value bernoulli(Call& call) {
  const Array& x = call.array(0);
  const OtherStream stream(call, 2);
  if (call.is_tensor(1)) {
    const Array wide = call.take(arrays::expand(call.context(), call.array(1), x.shape));
    const Array drawn = call.take(arrays::bernoulli(call.context(), wide));
    return refilled(call, arrays::converted(call.context(), drawn, x.dtype));
  }
  return refilled(call, arrays::bernoulli(call.context(), x.shape, call.real(1, 0.5), x.dtype));
}
Value fill_diagonal(Call& call) {
  const Array line = call.take(arrays::diagonal(call.context(), call.array(0), 0, 0, 1));
  call.take(arrays::check_in_place(call.context(), call.array(0)));
  arrays::fill(line, call.number(1));
  arrays::changed_in_place(call.context(), call.tensor(0).array,
                           {"fill_diagonal_", {}, {call.array(0)}, {}});
  return call.value(0);
}
Value scatter(Call& call) {
  const Operand source = call.given(3) ? call.operand(3) : call.operand(4);
  const Array result = call.take(
      arrays::scatter(call.context(), call.array(0), call.integer(1), call.array(2), source));
  call.take(arrays::assign(call.context(), call.array(0), result));
  arrays::changed_in_place(call.context(), call.tensor(0).array,
                           {"scatter_", "ScatterBackward0", {result}, {}});
  return call.value(0);
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

constexpr std::array kInPlace{
    Function{"fill_", "input, value", fill},
    Function{"zero_", "input", zero},
    Function{"resize_", "input, *sizes", resize},
    Function{"copy_", "input, other, non_blocking=False", copy},
    Function{"masked_fill_", "input, mask, value", masked_fill},
    Function{"clamp_ clip_", "input, min=None, max=None", clamp},
    Function{"uniform_", "input, a=None, b=None, *, generator=None", uniform},
    Function{"normal_", "input, mean=None, std=None, *, generator=None", normal},
    Function{"bernoulli_", "input, p=None, *, generator=None", bernoulli},
    Function{"exponential_", "input, lambd=None, *, generator=None", exponential},
    Function{"random_", "input, from_=None, to=None, *, generator=None", random},
    Function{"fill_diagonal_", "input, fill_value, wrap=False", fill_diagonal},
    Function{"scatter_", "input, dim, index, src=None, *, value=None", scatter},
    Function{"detach_", "input",
             [](Call& call) {
               Array& x = call.tensor(0).array;
               x = arrays::detach(call.context(), x);
               return call.value(0);
             }},
    Function{"squeeze_", "input, dim=None",
             [](Call& call) {
               return reshaped_in_place(call,
                                        call.take(arrays::squeeze(call.context(), call.array(0),
                                                                  call.optional_integer(1))));
             }},
    Function{"unsqueeze_", "input, dim",
             [](Call& call) {
               return reshaped_in_place(call, call.take(arrays::unsqueeze(
                                                  call.context(), call.array(0), call.integer(1))));
             }},
    Function{"t_", "input",
             [](Call& call) {
               return reshaped_in_place(call, call.take(arrays::t(call.context(), call.array(0))));
             }},
    Function{"transpose_", "input, dim0, dim1",
             [](Call& call) {
               return reshaped_in_place(
                   call, call.take(arrays::transpose(call.context(), call.array(0), call.integer(1),
                                                     call.integer(2))));
             }},
};

}  // namespace

std::span<const Function> tensor_methods() {
  return kMethods;
}

std::span<const Function> in_place_methods() {
  return kInPlace;
}

}  // namespace normscope::notebook::torch
