// SPDX-License-Identifier: MIT
// Elements that are picked: by places, by a mask, at random.
#include <array>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/shapes/indexing.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

Ref scatter(Call& call) {
  return call.give(arrays::scatter(call.context(), call.array(0), call.integer("dim"),
                                   call.array("index"),
                                   call.operand(call.given("src") ? "src" : "value")));
}
Ref nonzero(Call& call) {
  const Array places = call.take(arrays::nonzero(call.context(), call.array(0)));
  if (!call.flag("as_tuple", false)) return call.give(places);
  return call.give_tuple(arrays::unbind(call.context(), places, 1));
}
Ref multinomial(Call& call) {
  const OtherStream stream(call);
  return call.give(arrays::multinomial(call.context(), call.array(0), call.integer("num_samples"),
                                       call.flag("replacement", false)));
}
Ref bernoulli(Call& call) {
  const OtherStream stream(call);
  const Array& x = call.array(0);
  return call.give(call.given("p")
                       ? arrays::bernoulli(call.context(), x.shape, call.real("p"), x.dtype)
                       : arrays::bernoulli(call.context(), x));
}

constexpr std::array kSelectionRows{
    Row{"gather", direct<arrays::gather>},
    Row{"index_select", direct<arrays::index_select>},
    Row{"masked_fill", direct<arrays::masked_fill>},
    Row{"scatter", scatter},
    Row{"nonzero argwhere", nonzero},
    Row{"multinomial", multinomial},
    Row{"bernoulli", bernoulli},
};

}  // namespace

std::span<const Row> selection_rows() {
  return kSelectionRows;
}

}  // namespace normscope::notebook::torch
