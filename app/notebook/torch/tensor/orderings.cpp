// SPDX-License-Identifier: MIT
// What depends on the order of elements: sorting, where the largest is, running sums.
#include <array>
#include <string>

#include "app/notebook/arrays/ordering.hpp"
#include "app/notebook/arrays/reductions.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

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
// Sums along the diagonal: one by one, in double for float32, as a running sum goes.
Ref trace(Call& call) {
  const Array& x = call.array(0);
  if (x.rank() != 2) {
    call.fail_runtime("trace: expected a matrix, but got tensor with dim " +
                      std::to_string(x.rank()));
  }
  const Context silent = arrays::without_gradients(call.context());
  const Array line = call.take(arrays::diagonal(silent, x, 0, 0, 1));
  const Array total = call.take(
      line.size() == 0
          ? arrays::sum(silent, line, {})
          : arrays::select(silent, call.take(arrays::cumsum(silent, line, 0, {})), 0, -1));
  return call.give(arrays::made(call.context(), total, {"trace", "TraceBackward0", {x}, {}}));
}

constexpr std::array kOrderingRows{
    Row{"argmax", direct<arrays::argmax>},
    Row{"argmin", direct<arrays::argmin>},
    Row{"sort", sort},
    Row{"argsort", argsort},
    Row{"topk", direct<arrays::topk>},
    Row{"cumsum", direct<arrays::cumsum>},
    Row{"cumprod", direct<arrays::cumprod>},
    Row{"logcumsumexp", direct<arrays::logcumsumexp>},
    Row{"trace", trace},
    Row{"_unique", direct<arrays::unique>},
};

}  // namespace

std::span<const Row> ordering_rows() {
  return kOrderingRows;
}

}  // namespace normscope::notebook::torch
