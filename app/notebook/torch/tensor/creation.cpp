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
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

// A function that makes a tensor, of the device and with the requires_grad that it was asked for.
using Make = Expected<Array> (*)(const Call& call);
template <Make kMake>
Ref made(Call& call) {
  Expected<Array> result = kMake(call);
  if (call.given("device")) {
    python::call(imported("torch._devices", "check_creation"), call.value("device"));
  }
  Array array = call.take(std::move(result));
  if (call.flag("requires_grad", false)) call.require_gradient(array);
  return call.give(std::move(array));
}

// The type that is asked for, else that of the tensor which the call belongs to, else the missing
// one.
Dtype dtype_of_result(const Call& call, Dtype missing) {
  return call.dtype_or(call.is_tensor("input") ? call.array("input").dtype : missing);
}

// Of the sizes that are given, or laid out in memory as the tensor that is given, element after
// element as they were made.
template <class Sized>
Expected<Array> of_size(const Call& call, Dtype missing, const Sized& sized) {
  const Dtype dtype = dtype_of_result(call, missing);
  if (call.given("size")) return sized(call.sizes("size"), dtype);
  const Array& x = call.array("input");
  Expected<Array> result = sized(x.shape, dtype);
  if (result) {
    result->shape = x.shape;
    result->strides = arrays::elementwise_strides(x.shape, {&x});
  }
  return result;
}

using BySize = Expected<Array> (*)(Context& context, const Sizes& sizes, Dtype dtype);
template <BySize kSized>
Expected<Array> by_size(const Call& call) {
  return of_size(call, call.context().default_dtype, [&](const Sizes& sizes, Dtype dtype) {
    return kSized(call.context(), sizes, dtype);
  });
}

template <std::int64_t kValue>
Expected<Array> filled(Context& context, const Sizes& sizes, Dtype dtype) {
  return arrays::full(context, sizes, kValue, dtype);
}
Expected<Array> randn(Context& context, const Sizes& sizes, Dtype dtype) {
  return arrays::normal(context, sizes, 0.0, 1.0, dtype);
}

// Normal numbers for a tensor that is not laid out row by row come one by one, as they do for
// short ones.
Expected<Array> randn_like(const Call& call) {
  const Array& x = call.array("input");
  if (arrays::elementwise_strides(x.shape, {&x}) == arrays::contiguous_strides(x.shape)) {
    return by_size<randn>(call);
  }
  return of_size(call, x.dtype, [&](const Sizes&, Dtype dtype) {
    constexpr std::int64_t kMost = 14;  // of a short one, in whole pairs
    std::vector<Array> parts;
    for (std::int64_t left = x.size(); left > 0; left -= kMost) {
      parts.push_back(call.take(randn(call.context(), {std::min(left, kMost)}, dtype)));
    }
    return arrays::cat(call.context(), parts, 0);
  });
}

Expected<Array> full(const Call& call) {
  const Scalar value = call.number("fill_value");
  return of_size(call, arrays::dtype_of(value, call.context().default_dtype),
                 [&](const Sizes& sizes, Dtype dtype) {
                   return arrays::full(call.context(), sizes, value, dtype);
                 });
}

Expected<Array> arange(const Call& call) {
  const Scalar start = call.given("start") ? call.number("start") : std::int64_t{0};
  const Scalar end = call.number("end");
  const Scalar step = call.number("step");
  const bool floating =
      arrays::is_floating(start) || arrays::is_floating(end) || arrays::is_floating(step);
  const Dtype dtype = call.dtype_or(floating ? call.context().default_dtype : Dtype::kInt64);
  return arrays::arange(call.context(), start, end, step, dtype);
}

Expected<Array> linspace(const Call& call) {
  return arrays::linspace(call.context(), call.real("start"), call.real("end"),
                          call.integer("steps"), call.dtype_or(call.context().default_dtype));
}

Expected<Array> eye(const Call& call) {
  const std::int64_t rows = call.integer("n");
  return arrays::eye(call.context(), rows, call.integer("m", rows),
                     call.dtype_or(call.context().default_dtype));
}

Expected<Array> randint(const Call& call) {
  return of_size(call, Dtype::kInt64, [&](const Sizes& sizes, Dtype dtype) {
    return arrays::randint(call.context(), call.integer("low", 0), call.integer("high"), sizes,
                           dtype);
  });
}

Expected<Array> randperm(const Call& call) {
  return arrays::randperm(call.context(), call.integer("n"), call.dtype_or(Dtype::kInt64));
}

// normal(mean, std, size): numbers with a size, or tensors.
Expected<Array> normal(const Call& call) {
  Context& context = call.context();
  if (call.given("size")) {
    return arrays::normal(context, call.sizes("size"), call.real("mean"), call.real("std"),
                          call.dtype_or(context.default_dtype));
  }
  const Array& shape_of = call.array(call.is_tensor("mean") ? "mean" : "std");
  const Array drawn = call.take(randn(context, shape_of.shape, shape_of.dtype));
  const Array spread = call.take(arrays::binary(context, "mul", drawn, call.operand("std")));
  return arrays::binary(context, "add", spread, call.operand("mean"));
}

Expected<Array> tensor(const Call& call) {
  const auto dtype =
      call.is_tensor("input") ? call.dtype_or(call.array("input").dtype) : call.dtype("dtype");
  return array_from_data(call.torch, call.value("data"), dtype);
}

Expected<Array> over_ndarray(const Call& call) {
  const Array seen = array_over(call.torch, call.value("data"));
  const Dtype dtype = call.dtype_or(seen.dtype);
  return dtype == seen.dtype ? seen : arrays::converted(call.context(), seen, dtype);
}

Ref as_tensor(Call& call) {
  if (is_ndarray(call.value("data"))) return made<over_ndarray>(call);
  if (!call.is_tensor("data")) return made<tensor>(call);
  const Array& x = call.array("data");
  const Dtype dtype = call.dtype_or(x.dtype);
  return dtype == x.dtype ? call.shared("data") : call.give(arrays::to(call.context(), x, dtype));
}

}  // namespace

std::span<const Row> creation_rows() {
  static constexpr std::array kRows{
      Row{"zeros empty new_zeros new_empty zeros_like empty_like", made<by_size<filled<0>>>},
      Row{"ones new_ones ones_like", made<by_size<filled<1>>>},
      Row{"rand rand_like", made<by_size<arrays::rand>>},
      Row{"randn", made<by_size<randn>>},
      Row{"randn_like", made<randn_like>},
      Row{"full full_like new_full", made<full>},
      Row{"arange", made<arange>},
      Row{"linspace", made<linspace>},
      Row{"eye", made<eye>},
      Row{"randint randint_like", made<randint>},
      Row{"randperm", made<randperm>},
      Row{"normal", made<normal>},
      Row{"tensor new_tensor", made<tensor>},
      Row{"as_tensor", as_tensor},
  };
  return kRows;
}

}  // namespace normscope::notebook::torch
