// SPDX-License-Identifier: MIT
// Many elements into one, and what depends on their order: sorting, where the largest is, running
// sums.
#include "app/notebook/arrays/reductions/reductions.hpp"

#include <array>

#include "app/notebook/arrays/elementwise/elementwise.hpp"
#include "app/notebook/arrays/layers/layers.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

// var(unbiased), var(dim, unbiased, keepdim), var(dim, correction=, keepdim=).
std::int64_t correction_of(const Call& call) {
  return call.integer("correction", call.flag("unbiased") ? 1 : 0);
}

Ref spread(Call& call) {
  return call.give(arrays::var(call.context(), call.array(0), call.over("dim", "keepdim"),
                               correction_of(call), call.function() == "std"));
}
Ref spread_and_mean(Call& call) {
  const arrays::MeanAnd found =
      call.take(arrays::var_mean(call.context(), call.array(0), call.over("dim", "keepdim"),
                                 correction_of(call), call.function() == "std_mean"));
  return call.give(std::vector<Array>{found.spread, found.mean});
}

// max(input), max(input, dim, keepdim), max(input, other).
template <bool kLargest>
Ref extreme(Call& call) {
  Context& context = call.context();
  const Array& x = call.array(0);
  if (call.given("other")) {
    return call.give(
        arrays::binary(context, kLargest ? "maximum" : "minimum", x, call.array("other")));
  }
  if (!call.given("dim")) return call.give(arrays::extreme_of_all(context, x, kLargest));
  return call.give(
      arrays::extreme_along(context, x, call.integer("dim"), call.flag("keepdim"), kLargest));
}

Ref vector_norm(Call& call) {
  Array result = call.take(arrays::norm(call.context(), call.array(0), call.over("dim", "keepdim"),
                                        call.real("ord", 2.0)));
  arrays::Making making{
      "norm", "LinalgVectorNormBackward0", {call.array(0)}, result.record->attributes};
  return call.give(arrays::made(call.context(), std::move(result), std::move(making)));
}

Ref sort(Call& call) {
  return call.give(arrays::sort(call.context(), call.array(0), call.integer("dim"),
                                call.flag("descending"), call.flag("stable", false)));
}

}  // namespace

std::span<const Row> reduction_rows() {
  static constexpr std::array kRows{
      Row{"sum", direct<arrays::sum>},
      Row{"mean", direct<arrays::mean>},
      Row{"prod", direct<arrays::prod>},
      Row{"var std", spread},
      Row{"var_mean std_mean", spread_and_mean},
      Row{"max", extreme<true>},
      Row{"min", extreme<false>},
      Row{"amax", direct<arrays::amax>},
      Row{"amin", direct<arrays::amin>},
      Row{"any", direct<arrays::any>},
      Row{"all", direct<arrays::all>},
      Row{"logsumexp", direct<arrays::logsumexp>},
      Row{"_vector_norm", vector_norm},
      Row{"argmax", direct<arrays::place_of_extreme, true>},
      Row{"argmin", direct<arrays::place_of_extreme, false>},
      Row{"sort", sort},
      Row{"topk", direct<arrays::topk>},
      Row{"cumsum", direct<arrays::cumsum>},
      Row{"cumprod", direct<arrays::cumprod>},
      Row{"cummax", direct<arrays::extremes_so_far, true>},
      Row{"cummin", direct<arrays::extremes_so_far, false>},
      Row{"logcumsumexp", direct<arrays::logcumsumexp>},
  };
  return kRows;
}

}  // namespace normscope::notebook::torch
