// SPDX-License-Identifier: MIT
// Functions that pick elements, and products of matrices.
#include <array>

#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/indexing.hpp"
#include "app/notebook/arrays/matmul.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

Ref gather(Call& call) {
  return call.give(
      arrays::gather(call.context(), call.array(0), call.integer("dim"), call.array("index")));
}
Ref index_select(Call& call) {
  return call.give(arrays::index_select(call.context(), call.array(0), call.integer("dim"),
                                        call.array("index")));
}
Ref masked_select(Call& call) {
  return call.give(arrays::masked_select(call.context(), call.array(0), call.array("mask")));
}
Ref masked_fill(Call& call) {
  return call.give(arrays::masked_fill(call.context(), call.array(0), call.array("mask"),
                                       call.operand("value")));
}
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
    Row{"gather", gather},
    Row{"index_select", index_select},
    Row{"masked_select", masked_select},
    Row{"masked_fill", masked_fill},
    Row{"scatter", scatter},
    Row{"nonzero argwhere", nonzero},
    Row{"take", take_elements},
    Row{"take_along_dim", take_along_dim},
    Row{"multinomial", multinomial},
    Row{"bernoulli", bernoulli},
};

using Product = Expected<Array> (*)(const Context&, const Array&, const Array&);
template <Product kFunction>
Ref product(Call& call) {
  return call.give(kFunction(call.context(), call.array(0), call.array(1)));
}

Scalar factor(const Call& call, const char* name) {
  return call.given(name) ? call.number(name) : Scalar(std::int64_t{1});
}
Ref addmm(Call& call) {
  return call.give(arrays::addmm(call.context(), call.array("input"), call.array("mat1"),
                                 call.array("mat2"), factor(call, "beta"), factor(call, "alpha")));
}
Ref baddbmm(Call& call) {
  return call.give(arrays::baddbmm(call.context(), call.array("input"), call.array("batch1"),
                                   call.array("batch2"), factor(call, "beta"),
                                   factor(call, "alpha")));
}

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

Ref einsum(Call& call) {
  return call.give(
      arrays::einsum(call.context(), call.text("equation", ""), call.arrays("tensors")));
}

constexpr std::array kMatrices{
    Row{"matmul", product<arrays::matmul>},
    Row{"mm", product<arrays::mm>},
    Row{"bmm", product<arrays::bmm>},
    Row{"mv", product<arrays::mv>},
    Row{"dot vdot", product<arrays::dot>},
    Row{"inner", inner},
    Row{"outer ger", product<arrays::outer>},
    Row{"addmm", addmm},
    Row{"baddbmm", baddbmm},
    Row{"einsum _einsum", einsum},
};

}  // namespace

std::span<const Row> selection_rows() {
  return kSelections;
}

std::span<const Row> matrix_rows() {
  return kMatrices;
}

}  // namespace normscope::notebook::torch
