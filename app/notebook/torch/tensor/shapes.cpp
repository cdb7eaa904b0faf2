// SPDX-License-Identifier: MIT
// Other shapes of the same elements.
#include <array>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

using BySizes = Expected<Array> (*)(const Context&, const Array&, const Sizes&);
// The sizes are in the slot behind the tensor, whatever they are called.
template <BySizes kFunction>
Ref by_sizes(Call& call) {
  return call.give(kFunction(call.context(), call.array(0), call.sizes(1)));
}

// x.view(sizes), and x.view(dtype), which is another matter.
Ref view(Call& call) {
  if (call.given("dtype")) {
    call.not_supported("Tensor.view(dtype); use to(dtype) for other numbers");
  }
  return call.give(arrays::view(call.context(), call.array(0), call.sizes("size")));
}

using TwoDims = Expected<Array> (*)(const Context&, const Array&, std::int64_t, std::int64_t);
template <TwoDims kFunction>
Ref two_dims(Call& call) {
  return call.give(kFunction(call.context(), call.array(0), call.integer(1), call.integer(2)));
}

using Simple = Expected<Array> (*)(const Context&, const Array&);
template <Simple kFunction>
Ref simple(Call& call) {
  return call.give(kFunction(call.context(), call.array(0)));
}

Ref squeeze(Call& call) {
  return call.give(arrays::squeeze(call.context(), call.array(0), call.optional_integer("dim")));
}
Ref unsqueeze(Call& call) {
  return call.give(arrays::unsqueeze(call.context(), call.array(0), call.integer("dim")));
}

// A result that is its own input is the same object.
Ref flatten(Call& call) {
  const Array& x = call.array(0);
  Array result = call.take(arrays::flatten(call.context(), x, call.integer("start_dim", 0),
                                           call.integer("end_dim", -1)));
  if (result.record == x.record && result.storage == x.storage) return call.shared(0);
  return make_tensor(call.torch, std::move(result));
}

Ref unflatten(Call& call) {
  return call.give(
      arrays::unflatten(call.context(), call.array(0), call.integer("dim"), call.sizes("sizes")));
}

Ref ravel(Call& call) {
  const Array& x = call.array(0);
  if (x.is_contiguous()) return call.give(arrays::view(call.context(), x, {-1}));
  return call.give(arrays::reshape(call.context(), x, {-1}));
}

Ref tile(Call& call) {
  Sizes times = call.sizes("dims");
  const std::size_t rank = call.array(0).rank();
  if (times.size() < rank) times.insert(times.begin(), rank - times.size(), 1);
  return call.give(arrays::repeat(call.context(), call.array(0), times));
}

// _repeat_interleave(x, times, dim): of one number of times.
Ref repeat_interleave(Call& call) {
  return call.give(arrays::repeat_interleave(call.context(), call.array(0), call.integer("repeats"),
                                             call.optional_integer("dim")));
}

Ref movedim(Call& call) {
  return call.give(arrays::movedim(call.context(), call.array(0), call.sizes("source"),
                                   call.sizes("destination")));
}

Ref narrow(Call& call) {
  if (call.is_tensor("start")) {
    const Array& start = call.array("start");
    if (start.rank() != 0 || arrays::is_floating(start.dtype) || start.dtype == Dtype::kBool) {
      call.fail_runtime("start must be an 0-dim integral Tensor.");
    }
  }
  return call.give(arrays::narrow(call.context(), call.array(0), call.integer("dim"),
                                  call.integer("start"), call.integer("length")));
}

Ref select(Call& call) {
  return call.give(
      arrays::select(call.context(), call.array(0), call.integer("dim"), call.integer("index")));
}

Ref roll(Call& call) {
  return call.give(arrays::roll(call.context(), call.array(0), call.sizes("shifts"),
                                call.given("dims") ? call.sizes("dims") : Sizes{}));
}

Ref diagonal(Call& call) {
  return call.give(arrays::diagonal(call.context(), call.array(0), call.integer("offset", 0),
                                    call.integer("dim1", 0), call.integer("dim2", 1)));
}

Ref unfold(Call& call) {
  return call.give(arrays::unfold(call.context(), call.array(0), call.integer("dimension"),
                                  call.integer("size"), call.integer("step")));
}

// Reversed along one dimension.
template <std::int64_t kDim>
Ref flipped(Call& call) {
  return call.give(arrays::flip(call.context(), call.array(0), {kDim}));
}

using ToShape = Expected<Array> (*)(const Context&, const Array&, const Sizes&);
template <ToShape kFunction>
Ref as_other(Call& call) {
  return call.give(kFunction(call.context(), call.array(0), call.array("other").shape));
}

Ref contiguous(Call& call) {
  if (call.array(0).is_contiguous()) return call.shared(0);
  return call.give(arrays::contiguous(call.context(), call.array(0)));
}

constexpr std::array kShapeRows{
    Row{"reshape", by_sizes<arrays::reshape>},
    Row{"view", view},
    Row{"permute", by_sizes<arrays::permute>},
    Row{"transpose swapaxes swapdims", two_dims<arrays::transpose>},
    Row{"t", simple<arrays::t>},
    Row{"squeeze", squeeze},
    Row{"unsqueeze", unsqueeze},
    Row{"flatten", flatten},
    Row{"unflatten", unflatten},
    Row{"ravel", ravel},
    Row{"expand broadcast_to", by_sizes<arrays::expand>},
    Row{"repeat", by_sizes<arrays::repeat>},
    Row{"tile", tile},
    Row{"_repeat_interleave", repeat_interleave},
    Row{"movedim moveaxis", movedim},
    Row{"narrow", narrow},
    Row{"select", select},
    Row{"flip", by_sizes<arrays::flip>},
    Row{"roll", roll},
    Row{"diagonal", diagonal},
    Row{"unfold", unfold},
    Row{"fliplr", flipped<1>},
    Row{"flipud", flipped<0>},
    Row{"view_as", as_other<arrays::view>},
    Row{"reshape_as", as_other<arrays::reshape>},
    Row{"expand_as", as_other<arrays::expand>},
    Row{"contiguous", contiguous},
    Row{"clone", simple<arrays::clone>},
    Row{"detach",
        [](Call& call) { return call.give(arrays::detach(call.context(), call.array(0))); }},
};

}  // namespace

std::span<const Row> shape_rows() {
  return kShapeRows;
}

}  // namespace normscope::notebook::torch
