// SPDX-License-Identifier: MIT
// Other shapes of the same elements, and products of matrices.
#include <fmt/format.h>

#include <array>

#include "app/notebook/arrays/layers/matmul.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

// The same bytes as elements of another type.
Ref view_as_type(const Call& call, Dtype dtype) {
  const Array& x = call.array(0);
  Array seen = x;
  seen.dtype = dtype;
  const std::int64_t own = arrays::item_size(x.dtype);
  const std::int64_t wanted = arrays::item_size(dtype);
  const auto demand = [&](bool holds, std::string_view what, std::optional<std::int64_t> got) {
    if (holds) return;
    call.fail_runtime(fmt::format("self.{} to view {} as {} (different element sizes){}", what,
                                  arrays::word_of(x.dtype), arrays::word_of(dtype),
                                  got ? fmt::format(", but got {}", *got) : ""));
  };
  const auto recount = [&](std::int64_t& count, std::string_view what) {
    demand(count * own % wanted == 0, fmt::format("{} must be divisible by {}", what, wanted / own),
           count);
    count = count * own / wanted;
  };
  if (own != wanted) {
    demand(x.rank() > 0, "dim() cannot be 0", {});
    demand(x.strides.back() == 1, "stride(-1) must be 1", x.strides.back());
    recount(seen.shape.back(), "size(-1)");
    recount(seen.offset, "storage_offset()");
    for (std::size_t d = 0; d + 1 < x.rank(); ++d)
      recount(seen.strides[d], fmt::format("stride({})", d));
  }
  return call.give(arrays::made_view(call.context(), seen, {"view", "ViewBackward1", {x}, {}}));
}

Ref view(Call& call) {
  if (const auto dtype = call.dtype("dtype")) return view_as_type(call, *dtype);
  return call.give(arrays::view(call.context(), call.array(0), call.sizes("size")));
}

// A result that is its own input is the same object.
Ref flatten(Call& call) {
  const Array& x = call.array(0);
  Array result = call.take(arrays::flatten(call.context(), x, call.integer("start_dim", 0),
                                           call.integer("end_dim", -1)));
  if (result.record == x.record && result.storage == x.storage) return call.shared(0);
  return make_tensor(call.torch, std::move(result));
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

Ref contiguous(Call& call) {
  const arrays::Format format = call.format(arrays::Format::kContiguous);
  if (arrays::lies_as(call.array(0), format)) return call.shared(0);
  return call.give(arrays::contiguous(call.context(), call.array(0), format));
}

Ref clone(Call& call) {
  return call.give(
      arrays::clone(call.context(), call.array(0), call.format(arrays::Format::kPreserve)));
}

constexpr std::array kShapeRows{
    Row{"reshape", direct<arrays::reshape>},
    Row{"view", view},
    Row{"permute", direct<arrays::permute>},
    Row{"transpose swapaxes swapdims", direct<arrays::transpose>},
    Row{"t", direct<arrays::t>},
    Row{"squeeze", direct<arrays::squeeze>},
    Row{"unsqueeze", direct<arrays::unsqueeze>},
    Row{"flatten", flatten},
    Row{"expand broadcast_to", direct<arrays::expand>},
    Row{"flip", direct<arrays::flip>},
    Row{"narrow", narrow},
    Row{"select", direct<arrays::select>},
    Row{"diagonal", direct<arrays::diagonal>},
    Row{"unfold", direct<arrays::unfold>},
    Row{"contiguous", contiguous},
    Row{"clone", clone},
    Row{"detach", direct<arrays::detach>},
    Row{"matmul", direct<arrays::matmul>},
    Row{"mm", direct<arrays::mm>},
    Row{"bmm", direct<arrays::bmm>},
    Row{"mv", direct<arrays::mv>},
    Row{"dot vdot", direct<arrays::dot>},
    Row{"addmm", direct<arrays::addmm>},
    Row{"baddbmm", direct<arrays::baddbmm>},
};

}  // namespace

std::span<const Row> shape_rows() {
  return kShapeRows;
}

}  // namespace normscope::notebook::torch
