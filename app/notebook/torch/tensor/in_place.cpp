// SPDX-License-Identifier: MIT
// The methods of tensors that change them: filled, drawn anew, reshaped.
#include <fmt/format.h>

#include <array>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/indexing.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

// Takes over the shape of what a function makes.
Ref reshaped(Call& call, Handler function, std::string_view gradient) {
  const Ref made = function(call);
  const Array& seen = tensor_of(made.get())->array;
  Array& x = call.tensor(0).array;
  call.take(arrays::check_leaf_in_place(call.context(), x));
  if (call.context().grad_enabled && x.requires_grad) x.grad_fn = gradient;
  x.shape = seen.shape;
  x.strides = seen.strides;
  x.offset = seen.offset;
  arrays::take_record(x, seen.record);
  return call.shared(0);
}

// Puts new elements into x: draws, fills.
Ref refilled(const Call& call, Expected<Array> source, std::string_view gradient) {
  Array& x = call.tensor(0).array;
  call.take(arrays::check_in_place(call.context(), x));
  const Array values = call.take(std::move(source));
  Array target = x;
  Array drawn = values;
  if (arrays::is_dense(x)) {
    // Random numbers are drawn in the order of memory, whatever the strides.
    target.shape = drawn.shape = {x.size()};
    target.strides = drawn.strides = {1};
  }
  call.take(arrays::assign(call.context(), target, drawn));
  arrays::changed_in_place(call.context(), x, {"random", gradient, {x}, {}});
  return call.shared(0);
}

Ref fill(Call& call) {
  if (call.is_tensor("value") && call.array("value").rank() > 0) {
    call.fail_runtime(fmt::format(
        "fill_ only supports 0-dimension value tensor but got tensor with {} dimensions.",
        call.array("value").rank()));
  }
  Array& x = call.tensor(0).array;
  call.take(arrays::fill_in_place(call.context(), x, call.number("value")));
  if (call.is_tensor("value") && x.grad_fn == "FillBackward2") x.grad_fn = "FillBackward3";
  return call.shared(0);
}
Ref zero(Call& call) {
  Array& x = call.tensor(0).array;
  call.take(arrays::check_leaf_in_place(call.context(), x));
  arrays::fill(x, std::int64_t{0});
  arrays::changed_in_place(call.context(), x, {"zero_", "ZeroBackward0", {x}, {}});
  return call.shared(0);
}
Ref copy(Call& call) {
  Array& x = call.tensor(0).array;
  if (!call.is_tensor("other")) {
    return call.give(arrays::fill_in_place(call.context(), x, call.number("other")));
  }
  return call.give(arrays::copy_in_place(call.context(), x, call.array("other")));
}
Ref masked_fill(Call& call) {
  const Array& x = call.array(0);
  call.take(arrays::check_in_place(call.context(), x));
  call.take(arrays::broadcast(x.shape, call.array("mask").shape));  // names x first
  return call.give_back(
      call.take(arrays::masked_fill(call.context(), x, call.array("mask"), call.operand("value"))));
}
template <class Draw, class... Numbers>
Ref drawn(Call& call, std::string_view gradient, const Draw& draw, Numbers... numbers) {
  const Array& x = call.array(0);
  return refilled(call, draw(call.context(), x.shape, numbers..., x.dtype), gradient);
}
Ref uniform(Call& call) {
  return drawn(call, "UniformBackward0", arrays::uniform, call.real("from", 0.0),
               call.real("to", 1.0));
}
Ref normal(Call& call) {
  return drawn(call, "NormalBackward0", arrays::normal, call.real("mean", 0.0),
               call.real("std", 1.0));
}
Ref exponential(Call& call) {
  return drawn(call, "ExponentialBackward0", arrays::exponential, call.real("lambd", 1.0));
}

// All non-negative values of int64, which no exclusive bound of int64 can express.
Array any_long(const Call& call, const Shape& shape) {
  constexpr auto kMostLong = static_cast<std::uint64_t>(INT64_MAX);
  Array drawn = call.take(arrays::allocate(call.context(), Dtype::kInt64, shape));
  arrays::map<std::int64_t, std::int64_t>(drawn, drawn, [&](std::int64_t) {
    return static_cast<std::int64_t>(call.context().generator.next_64() & kMostLong);
  });
  return drawn;
}

Ref random(Call& call) {
  const Array& x = call.array(0);
  if (x.dtype == Dtype::kInt64 && !call.given("from") && !call.given("to")) {
    return refilled(call, any_long(call, x.shape), "RandomBackward2");
  }
  // Without bounds: all that the type holds exactly.
  const int digits = arrays::visit_dtype(x.dtype, []<class T>(arrays::Type<T>) {
    if constexpr (arrays::kIsSixteenBits<T>) return std::is_same_v<T, arrays::Float16> ? 11 : 8;
    return std::numeric_limits<T>::digits;
  });
  const std::int64_t most =
      digits == 63 ? INT64_MAX
                   : (std::int64_t{1} << digits) + (arrays::is_floating(x.dtype) ? 1 : 0);
  return refilled(call,
                  arrays::randint(call.context(), call.integer("from", 0), call.integer("to", most),
                                  x.shape, x.dtype),
                  call.given("from") ? "RandomBackward0"
                  : call.given("to") ? "RandomBackward1"
                                     : "RandomBackward2");
}
Ref bernoulli(Call& call) {
  const Array& x = call.array(0);
  if (call.is_tensor("p")) {
    const Array wide = call.take(arrays::expand(call.context(), call.array("p"), x.shape));
    const Array drawn = call.take(arrays::bernoulli(call.context(), wide));
    return refilled(call, arrays::converted(call.context(), drawn, x.dtype), "BernoulliBackward1");
  }
  return refilled(call, arrays::bernoulli(call.context(), x.shape, call.real("p", 0.5), x.dtype),
                  "BernoulliBackward2");
}

Ref detach(Call& call) {
  Array& x = call.tensor(0).array;
  x = arrays::detach(call.context(), x);
  return call.shared(0);
}
}  // namespace

std::span<const Row> in_place_rows() {
  static constexpr std::array kRows{
      Row{"fill_", fill},
      Row{"zero_", zero},
      Row{"copy_", copy},
      Row{"masked_fill_", masked_fill},
      Row{"uniform_", uniform},
      Row{"normal_", normal},
      Row{"bernoulli_", bernoulli},
      Row{"exponential_", exponential},
      Row{"random_", random},
      Row{"detach_", detach},
      Row{"squeeze_",
          [](Call& call) {
            return reshaped(call, direct<arrays::squeeze>,
                            call.given("dim") ? "SqueezeBackward4" : "SqueezeBackward3");
          }},
      Row{"unsqueeze_",
          [](Call& call) {
            return reshaped(call, direct<arrays::unsqueeze>, "UnsqueezeBackward1");
          }},
      Row{"t_", [](Call& call) { return reshaped(call, direct<arrays::t>, "TBackward1"); }},
      Row{"transpose_ swapaxes_ swapdims_",
          [](Call& call) {
            return reshaped(call, direct<arrays::transpose>, "TransposeBackward1");
          }},
  };
  return kRows;
}

}  // namespace normscope::notebook::torch
