// SPDX-License-Identifier: MIT
// Tensors from nothing: torch.tensor, zeros, arange, rand and their kin.
#include "app/notebook/arrays/creation.hpp"

#include <algorithm>
#include <array>

#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "app/notebook/torch/tensor/data.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/memory.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

void check_device(const Call& call) {
  if (!call.given("device")) return;
  const Ref checked = Ref::owned(
      PyObject_CallMethod(call.torch.devices.get(), "check_creation", "O", call.value("device")));
}

using BySize = Expected<Array> (*)(Context& context, const Sizes& sizes, Dtype dtype);

// The type of the tensor whose method this is: x.new_zeros; the default type of a function.
Dtype own_dtype(const Call& call) {
  return call.is_tensor("input") ? call.array("input").dtype : call.context().default_dtype;
}

template <BySize kMake>
Ref by_size(Call& call) {
  const Sizes sizes = call.sizes("size");
  const Dtype dtype = dtype_or(call, own_dtype(call));
  const OtherStream stream(call);
  return finished(call, kMake(call.context(), sizes, dtype));
}

template <std::int64_t kValue>
Expected<Array> filled(Context& context, const Sizes& sizes, Dtype dtype) {
  return arrays::full(context, sizes, kValue, dtype);
}
Expected<Array> randn(Context& context, const Sizes& sizes, Dtype dtype) {
  return arrays::normal(context, sizes, 0.0, 1.0, dtype);
}

// Laid out in memory as x is, element after element as they were made.
Expected<Array> laid_out_like(const Array& x, Expected<Array> made) {
  if (!made) return made;
  made->strides = arrays::elementwise_strides(x.shape, {&x});
  return made;
}

template <BySize kMake>
Ref like(Call& call) {
  const Array& x = call.array("input");
  return finished(call, laid_out_like(x, kMake(call.context(), x.shape, dtype_or(call, x.dtype))));
}

// Normal numbers for a tensor that is not laid out row by row come one by one, as they do for
// short ones.
Ref randn_like(Call& call) {
  const Array& x = call.array("input");
  const bool in_rows =
      arrays::elementwise_strides(x.shape, {&x}) == arrays::contiguous_strides(x.shape);
  if (in_rows) return like<randn>(call);
  constexpr std::int64_t kMost = 14;  // of a short one, in whole pairs
  const Dtype dtype = dtype_or(call, x.dtype);
  std::vector<Array> parts;
  for (std::int64_t left = x.size(); left > 0; left -= kMost) {
    parts.push_back(call.take(randn(call.context(), {std::min(left, kMost)}, dtype)));
  }
  Expected<Array> joined = arrays::cat(call.context(), parts, 0);
  if (joined) joined->shape = x.shape;
  return finished(call, laid_out_like(x, std::move(joined)));
}

// Of these sizes, or laid out as another tensor.
Ref full(Call& call) {
  const Scalar value = call.number("fill_value");
  const bool is_function = !call.is_tensor("input");
  const Dtype missing = is_function ? arrays::dtype_of(value, call.context().default_dtype)
                                    : call.array("input").dtype;
  const Dtype dtype = dtype_or(call, missing);
  if (call.given("size")) {
    return finished(call, arrays::full(call.context(), call.sizes("size"), value, dtype));
  }
  const Array& x = call.array("input");
  return finished(call, laid_out_like(x, arrays::full(call.context(), x.shape, value, dtype)));
}

Ref arange(Call& call) {
  const auto number = [&](const char* name, std::int64_t missing) {
    return call.given(name) ? call.number(name) : Scalar(missing);
  };
  const Scalar start = number("start", 0);
  const Scalar end = call.number("end");
  const Scalar step = number("step", 1);
  const bool floating =
      arrays::is_floating(start) || arrays::is_floating(end) || arrays::is_floating(step);
  const Dtype dtype = dtype_or(call, floating ? call.context().default_dtype : Dtype::kInt64);
  return finished(call, arrays::arange(call.context(), start, end, step, dtype));
}

Ref linspace(Call& call) {
  return finished(call, arrays::linspace(call.context(), call.real("start"), call.real("end"),
                                         call.integer("steps"), dtype_or(call, own_dtype(call))));
}

Ref eye(Call& call) {
  const std::int64_t rows = call.integer("n");
  return finished(call, arrays::eye(call.context(), rows, call.integer("m", rows),
                                    dtype_or(call, call.context().default_dtype)));
}

Ref randint(Call& call) {
  const OtherStream stream(call);
  return finished(call,
                  arrays::randint(call.context(), call.integer("low", 0), call.integer("high"),
                                  call.sizes("size"), dtype_or(call, Dtype::kInt64)));
}

Ref randint_like(Call& call) {
  const Array& x = call.array("input");
  return finished(call, laid_out_like(x, arrays::randint(call.context(), call.integer("low", 0),
                                                         call.integer("high"), x.shape,
                                                         dtype_or(call, x.dtype))));
}

Ref randperm(Call& call) {
  const OtherStream stream(call);
  return finished(
      call, arrays::randperm(call.context(), call.integer("n"), dtype_or(call, Dtype::kInt64)));
}

// normal(mean, std, size): numbers with a size, or tensors.
Ref normal(Call& call) {
  Context& context = call.context();
  const OtherStream stream(call);
  if (call.given("size")) {
    return finished(
        call, arrays::normal(context, call.sizes("size"), call.real("mean"), call.real("std", 1.0),
                             dtype_or(call, context.default_dtype)));
  }
  const Array& shape_of = call.array(call.is_tensor("mean") ? "mean" : "std");
  const Array drawn = call.take(arrays::normal(context, shape_of.shape, 0.0, 1.0, shape_of.dtype));
  const Operand deviation = call.given("std") ? call.operand("std") : Operand(Scalar(1.0));
  const Array spread = call.take(arrays::binary(context, "mul", drawn, deviation));
  return call.give(arrays::binary(context, "add", spread, call.operand("mean")));
}

Ref tensor(Call& call) {
  const bool is_method = call.is_tensor("input");
  const auto dtype = is_method ? dtype_or(call, own_dtype(call)) : call.dtype("dtype");
  return finished(call, array_from_data(call.torch, call.value("data"), dtype));
}

Ref as_tensor(Call& call) {
  if (call.is_tensor("data")) {
    const Array& x = call.array("data");
    const Dtype dtype = dtype_or(call, x.dtype);
    if (dtype == x.dtype) return call.shared("data");
    return call.give(arrays::to(call.context(), x, dtype));
  }
  if (is_ndarray(call.value("data"))) {
    Array seen = array_over(call.torch, call.value("data"));
    const Dtype dtype = dtype_or(call, seen.dtype);
    if (dtype == seen.dtype) return finished(call, std::move(seen));
    return finished(call, arrays::converted(call.context(), seen, dtype));
  }
  return tensor(call);
}

constexpr std::array kCreationRows{
    Row{"zeros empty new_zeros new_empty", by_size<filled<0>>},
    Row{"ones new_ones", by_size<filled<1>>},
    Row{"rand", by_size<arrays::rand>},
    Row{"randn", by_size<randn>},
    Row{"zeros_like empty_like", like<filled<0>>},
    Row{"ones_like", like<filled<1>>},
    Row{"rand_like", like<arrays::rand>},
    Row{"randn_like", randn_like},
    Row{"full full_like new_full", full},
    Row{"arange", arange},
    Row{"linspace", linspace},
    Row{"eye", eye},
    Row{"randint", randint},
    Row{"randint_like", randint_like},
    Row{"randperm", randperm},
    Row{"normal", normal},
    Row{"tensor new_tensor", tensor},
    Row{"as_tensor", as_tensor},
};

}  // namespace

Ref finished(const Call& call, Expected<Array> result) {
  check_device(call);
  Array array = call.take(std::move(result));
  if (call.flag("requires_grad", false)) {
    if (!arrays::is_floating(array.dtype)) {
      call.fail_runtime("Only Tensors of floating point and complex dtype can require gradients");
    }
    array.requires_grad = true;
  }
  return make_tensor(call.torch, std::move(array));
}

std::span<const Row> creation_rows() {
  return kCreationRows;
}

}  // namespace normscope::notebook::torch
