// SPDX-License-Identifier: MIT
// Functions that pick elements, and products of matrices.
#include <array>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/indexing.hpp"
#include "app/notebook/arrays/matmul.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

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
Ref take_elements(Call& call) {
  const Array flat = call.take(arrays::reshape(call.context(), call.array(0), {-1}));
  const Array picked = call.take(arrays::get_item(call.context(), flat, {call.array("index")}));
  return call.give(
      arrays::made(call.context(), picked, {"take", "TakeBackward0", {call.array(0)}, {}}));
}
Ref take_along_dim(Call& call) {
  return call.give(arrays::gather(call.context(), call.array(0), call.integer("dim", -1),
                                  call.array("indices")));
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

constexpr std::array kSelections{
    Row{"gather", direct<arrays::gather>},
    Row{"index_select", direct<arrays::index_select>},
    Row{"masked_select", direct<arrays::masked_select>},
    Row{"masked_fill", direct<arrays::masked_fill>},
    Row{"scatter", scatter},
    Row{"nonzero argwhere", nonzero},
    Row{"take", take_elements},
    Row{"take_along_dim", take_along_dim},
    Row{"multinomial", multinomial},
    Row{"bernoulli", bernoulli},
};

// inner(a, b): over the last dimensions of both.
Ref inner(Call& call) {
  const Array& a = call.array(0);
  const Array& b = call.array(1);
  if (a.rank() == 0 || b.rank() == 0) {
    return call.give(arrays::binary(call.context(), arrays::BinaryOp::kMul, a, b));
  }
  if (a.rank() == 1 && b.rank() == 1) return call.give(arrays::dot(call.context(), a, b));
  const Array turned = b.rank() == 1 ? b : call.take(arrays::transpose(call.context(), b, -2, -1));
  return call.give(arrays::matmul(call.context(), a, turned));
}

constexpr std::array kMatrices{
    Row{"matmul", direct<arrays::matmul>},   Row{"mm", direct<arrays::mm>},
    Row{"bmm", direct<arrays::bmm>},         Row{"mv", direct<arrays::mv>},
    Row{"dot vdot", direct<arrays::dot>},    Row{"inner", inner},
    Row{"outer ger", direct<arrays::outer>}, Row{"addmm", direct<arrays::addmm>},
    Row{"baddbmm", direct<arrays::baddbmm>}, Row{"einsum _einsum", direct<arrays::einsum>},
};

}  // namespace

std::span<const Row> selection_rows() {
  return kSelections;
}

std::span<const Row> matrix_rows() {
  return kMatrices;
}

}  // namespace normscope::notebook::torch
