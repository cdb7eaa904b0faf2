// SPDX-License-Identifier: MIT
// Other shapes of the same elements, tensors put together and cut apart, and elements that are
// picked: by places, by a mask, at random.
#include <fmt/format.h>

#include <array>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/indexing.hpp"
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

Ref flatten(Call& call) {
  return call.give_or_self(arrays::flatten(call.context(), call.array(0), call.integer("start_dim"),
                                           call.integer("end_dim")));
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

// Pieces of one size, or of these sizes.
Ref split(Call& call) {
  const std::int64_t dim = call.integer("dim");
  if (is_whole(call.value(1)) || call.is_tensor(1)) {
    return call.give(arrays::split(call.context(), call.array(0), call.integer(1), dim));
  }
  return call.give(arrays::split(call.context(), call.array(0), call.sizes(1), dim));
}

Ref scatter(Call& call) {
  return call.give(arrays::scatter(call.context(), call.array(0), call.integer("dim"),
                                   call.array("index"),
                                   call.operand(call.given("src") ? "src" : "value")));
}

// nonzero(input, as_tuple), and where(condition), which gives a tuple.
Ref nonzero(Call& call) {
  const Array places = call.take(arrays::nonzero(call.context(), call.array(0)));
  if (!call.flag("as_tuple", call.function() == "where")) return call.give(places);
  return call.give(arrays::unbind(call.context(), places, 1));
}
Ref where(Call& call) {
  if (!call.given("other")) return nonzero(call);
  return call.give(arrays::where(call.context(), call.array("condition"), call.operand("input"),
                                 call.operand("other")));
}

Ref multinomial(Call& call) {
  return call.give(arrays::multinomial(call.context(), call.array(0), call.integer("num_samples"),
                                       call.flag("replacement")));
}
Ref bernoulli(Call& call) {
  const Array& x = call.array(0);
  return call.give(call.given("p")
                       ? arrays::bernoulli(call.context(), x.shape, call.real("p"), x.dtype)
                       : arrays::bernoulli(call.context(), x));
}

}  // namespace

std::span<const Row> shape_rows() {
  static constexpr std::array kRows{
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
      Row{"cat concat concatenate", direct<arrays::cat>},
      Row{"stack", direct<arrays::stack>},
      Row{"split split_with_sizes", split},
      Row{"unbind", direct<arrays::unbind>},
      Row{"gather", direct<arrays::gather>},
      Row{"index_select", direct<arrays::index_select>},
      Row{"masked_fill", direct<arrays::masked_fill>},
      Row{"scatter", scatter},
      Row{"nonzero argwhere", nonzero},
      Row{"where", where},
      Row{"multinomial", multinomial},
      Row{"bernoulli", bernoulli},
  };
  return kRows;
}

}  // namespace normscope::notebook::torch
