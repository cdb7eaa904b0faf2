// SPDX-License-Identifier: MIT
// The methods of tensors that change them: filled, drawn anew, reshaped.
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

// Takes over another array's shape, as squeeze_ and t_ do.
Value reshaped_in_place(Call& call, const Array& seen, std::string_view gradient) {
  Array& x = call.tensor(0).array;
  call.take(arrays::check_leaf_in_place(call.context(), x));
  if (call.context().grad_enabled && x.requires_grad) x.grad_fn = gradient;
  x.shape = seen.shape;
  x.strides = seen.strides;
  x.offset = seen.offset;
  x.record = seen.record;
  return call.value(0);
}

// Puts new elements into x: draws, fills.
Value refilled(Call& call, Expected<Array> source, std::string_view gradient) {
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
  arrays::changed_in_place(call.context(), x, {"random", gradient, {x}, {}});
  return call.value(0);
}

Value fill(Call& call) {
  if (call.is_tensor(1) && call.array(1).rank() > 0) {
    call.fail(call.vm.errors().runtime_error,
              fmt::format("fill_ only supports 0-dimension value tensor but got tensor with {} "
                          "dimensions.",
                          call.array(1).rank()));
  }
  Array& x = call.tensor(0).array;
  const Value result = call.give_self(arrays::fill_in_place(call.context(), x, call.number(1)));
  if (call.is_tensor(1) && x.grad_fn == "FillBackward2") x.grad_fn = "FillBackward3";
  return result;
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
  return refilled(
      call, arrays::uniform(call.context(), x.shape, call.real(1, 0.0), call.real(2, 1.0), x.dtype),
      "UniformBackward0");
}
Value normal(Call& call) {
  const Array& x = call.array(0);
  const OtherStream stream(call, 3);
  return refilled(
      call, arrays::normal(call.context(), x.shape, call.real(1, 0.0), call.real(2, 1.0), x.dtype),
      "NormalBackward0");
}
Value exponential(Call& call) {
  const Array& x = call.array(0);
  const OtherStream stream(call, 2);
  return refilled(call, arrays::exponential(call.context(), x.shape, call.real(1, 1.0), x.dtype),
                  "ExponentialBackward0");
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
  return refilled(call, arrays::randint(call.context(), low, high, x.shape, x.dtype),
                  two             ? "RandomBackward0"
                  : call.given(1) ? "RandomBackward1"
                                  : "RandomBackward2");
}
Value bernoulli(Call& call) {
  const Array& x = call.array(0);
  const OtherStream stream(call, 2);
  if (call.is_tensor(1)) {
    const Array wide = call.take(arrays::expand(call.context(), call.array(1), x.shape));
    const Array drawn = call.take(arrays::bernoulli(call.context(), wide));
    return refilled(call, arrays::converted(call.context(), drawn, x.dtype), "BernoulliBackward1");
  }
  return refilled(call, arrays::bernoulli(call.context(), x.shape, call.real(1, 0.5), x.dtype),
                  "BernoulliBackward2");
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
  call.take(arrays::check_leaf_in_place(call.context(), call.array(0)));
  const Array result = call.take(
      arrays::scatter(call.context(), call.array(0), call.integer(1), call.array(2), source));
  call.take(arrays::assign(call.context(), call.array(0), result));
  arrays::changed_in_place(
      call.context(), call.tensor(0).array,
      {"scatter_",
       std::holds_alternative<Array>(source) ? "ScatterBackward0" : "ScatterBackward1",
       {result},
       {}});
  return call.value(0);
}

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
                                                                  call.optional_integer(1))),
                                        call.given(1) ? "SqueezeBackward3" : "SqueezeBackward2");
             }},
    Function{"unsqueeze_", "input, dim",
             [](Call& call) {
               return reshaped_in_place(
                   call,
                   call.take(arrays::unsqueeze(call.context(), call.array(0), call.integer(1))),
                   "UnsqueezeBackward1");
             }},
    Function{"t_", "input",
             [](Call& call) {
               return reshaped_in_place(call, call.take(arrays::t(call.context(), call.array(0))),
                                        "TBackward1");
             }},
    Function{"transpose_", "input, dim0, dim1",
             [](Call& call) {
               return reshaped_in_place(
                   call,
                   call.take(arrays::transpose(call.context(), call.array(0), call.integer(1),
                                               call.integer(2))),
                   "TransposeBackward1");
             }},
};

}  // namespace

std::span<const Function> in_place_methods() {
  return kInPlace;
}

}  // namespace normscope::notebook::torch
