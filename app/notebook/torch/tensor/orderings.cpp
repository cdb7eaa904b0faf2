// SPDX-License-Identifier: MIT
// What depends on the order of elements: sorting, where the largest is, running sums.
#include <array>

#include "app/notebook/arrays/reductions/ordering.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

Ref sort(Call& call) {
  const bool stable = call.given("stable") && call.flag("stable", false);
  return call.give_pair("sort", arrays::sort(call.context(), call.array(0), call.integer("dim", -1),
                                             call.flag("descending", false), stable));
}

Ref arg_extreme(Call& call) {
  return call.give(
      arrays::place_of_extreme(call.context(), call.array(0), call.optional_integer("dim"),
                               call.flag("keepdim", false), call.function() == "argmax"));
}
Ref extremes_so_far(Call& call) {
  return call.give_pair(call.function(),
                        arrays::extremes_so_far(call.context(), call.array(0), call.integer("dim"),
                                                call.function() == "cummax"));
}

constexpr std::array kOrderingRows{
    Row{"argmax argmin", arg_extreme},
    Row{"sort", sort},
    Row{"topk", direct<arrays::topk>},
    Row{"cumsum", direct<arrays::cumsum>},
    Row{"cumprod", direct<arrays::cumprod>},
    Row{"cummax cummin", extremes_so_far},
    Row{"logcumsumexp", direct<arrays::logcumsumexp>},
};

}  // namespace

std::span<const Row> ordering_rows() {
  return kOrderingRows;
}

}  // namespace normscope::notebook::torch
