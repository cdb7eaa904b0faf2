// SPDX-License-Identifier: MIT
// What depends on the order of elements: sorting, where the largest is, running sums.
#include <array>
#include <string>

#include "app/notebook/arrays/ordering.hpp"
#include "app/notebook/arrays/reductions.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

using Place = Expected<Array> (*)(const Context&, const Array&, std::optional<std::int64_t>, bool);
template <Place kFunction>
Ref place(Call& call) {
  return call.give(kFunction(call.context(), call.array(0), call.optional_integer("dim"),
                             call.flag("keepdim", false)));
}

bool is_stable(const Call& call) {
  return call.given("stable") && call.flag("stable", false);
}
Ref sort(Call& call) {
  return call.give_pair("sort", arrays::sort(call.context(), call.array(0), call.integer("dim", -1),
                                             call.flag("descending", false), is_stable(call)));
}
Ref argsort(Call& call) {
  return call.give(arrays::argsort(call.context(), call.array(0), call.integer("dim", -1),
                                   call.flag("descending", false), is_stable(call)));
}
Ref topk(Call& call) {
  return call.give_pair("topk", arrays::topk(call.context(), call.array(0), call.integer("k"),
                                             call.integer("dim", -1), call.flag("largest", true)));
}

using Running = Expected<Array> (*)(const Context&, const Array&, std::int64_t,
                                    std::optional<Dtype>);
template <Running kFunction>
Ref running(Call& call) {
  return call.give(
      kFunction(call.context(), call.array(0), call.integer("dim"), call.dtype("dtype")));
}
Ref logcumsumexp(Call& call) {
  return call.give(arrays::logcumsumexp(call.context(), call.array(0), call.integer("dim")));
}

// Sums along the diagonal: one by one, in double for float32, as a running sum goes.
Ref trace(Call& call) {
  const Array& x = call.array(0);
  if (x.rank() != 2) {
    call.fail_runtime("trace: expected a matrix, but got tensor with dim " +
                      std::to_string(x.rank()));
  }
  Context silent = call.context();
  silent.grad_enabled = false;
  const Array line = call.take(arrays::diagonal(silent, x, 0, 0, 1));
  const Array total = call.take(
      line.size() == 0
          ? arrays::sum(silent, line, {})
          : arrays::select(silent, call.take(arrays::cumsum(silent, line, 0, {})), 0, -1));
  return call.give(arrays::made(call.context(), total, {"trace", "TraceBackward0", {x}, {}}));
}

constexpr std::array kOrderingRows{
    Row{"argmax", place<arrays::argmax>},
    Row{"argmin", place<arrays::argmin>},
    Row{"sort", sort},
    Row{"argsort", argsort},
    Row{"topk", topk},
    Row{"cumsum", running<arrays::cumsum>},
    Row{"cumprod", running<arrays::cumprod>},
    Row{"logcumsumexp", logcumsumexp},
    Row{"trace", trace},
    Row{"_unique",
        [](Call& call) { return call.give(arrays::unique(call.context(), call.array(0))); }},
};

}  // namespace

std::span<const Row> ordering_rows() {
  return kOrderingRows;
}

}  // namespace normscope::notebook::torch
