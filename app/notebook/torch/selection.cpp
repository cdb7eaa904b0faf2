// SPDX-License-Identifier: MIT
// Functions that pick elements, and products of matrices.
#include <array>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/indexing.hpp"
#include "app/notebook/arrays/joining.hpp"
#include "app/notebook/arrays/matmul.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/argument_parser.hpp"
#include "app/notebook/torch/call.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

Value gather(Call& call) {
  return call.give(arrays::gather(call.context(), call.array(0), call.integer(1), call.array(2)));
}

Value index_select(Call& call) {
  return call.give(
      arrays::index_select(call.context(), call.array(0), call.integer(1), call.array(2)));
}

Value masked_select(Call& call) {
  return call.give(arrays::masked_select(call.context(), call.array(0), call.array(1)));
}

Value masked_fill(Call& call) {
  return call.give(
      arrays::masked_fill(call.context(), call.array(0), call.array(1), call.operand(2)));
}

Value scatter(Call& call) {
  return call.give(arrays::scatter(call.context(), call.array(0), call.integer(1), call.array(2),
                                   call.operand(3)));
}

Value nonzero(Call& call) {
  const Array places = call.take(arrays::nonzero(call.context(), call.array(0)));
  if (!call.flag(1, false)) return call.give(places);
  return call.give_tuple(arrays::unbind(call.context(), places, 1));
}

Value take(Call& call) {
  const Array flat = call.take(arrays::reshape(call.context(), call.array(0), {-1}));
  const Array picked = call.take(arrays::get_item(call.context(), flat, {call.array(1)}));
  return call.give(
      arrays::made(call.context(), picked, {"take", "TakeBackward0", {call.array(0)}, {}}));
}

Value take_along_dim(Call& call) {
  return call.give(
      arrays::gather(call.context(), call.array(0), call.integer(2, -1), call.array(1)));
}

void needs_matrix(const Call& call) {
  if (call.array(0).rank() > 0) return;
  call.fail(call.vm.errors().index_error, "Dimension specified as -2 but tensor has no dimensions");
}

Value tril(Call& call) {
  needs_matrix(call);
  return call.give(arrays::tril(call.context(), call.array(0), call.integer(1, 0)));
}

Value triu(Call& call) {
  needs_matrix(call);
  return call.give(arrays::triu(call.context(), call.array(0), call.integer(1, 0)));
}

template <Expected<Array> (*kFunction)(const Context&, const Array&, const Array&)>
Value two(Call& call) {
  return call.give(kFunction(call.context(), call.array(0), call.array(1)));
}

Scalar factor(Call& call, std::size_t at) {
  return call.given(at) ? call.number(at) : Scalar(std::int64_t{1});
}

Value addmm(Call& call) {
  return call.give(arrays::addmm(call.context(), call.array(0), call.array(1), call.array(2),
                                 factor(call, 3), factor(call, 4)));
}

Value baddbmm(Call& call) {
  return call.give(arrays::baddbmm(call.context(), call.array(0), call.array(1), call.array(2),
                                   factor(call, 3), factor(call, 4)));
}

// inner(a, b): over the last dimensions of both.
Value inner(Call& call) {
  const Array& a = call.array(0);
  const Array& b = call.array(1);
  if (a.rank() == 0 || b.rank() == 0) {
    return call.give(arrays::binary(call.context(), arrays::BinaryOp::kMul, a, b));
  }
  if (a.rank() == 1 && b.rank() == 1) return call.give(arrays::dot(call.context(), a, b));
  const Array turned = b.rank() == 1 ? b : call.take(arrays::transpose(call.context(), b, -2, -1));
  return call.give(arrays::matmul(call.context(), a, turned));
}

Value einsum(Call& call) {
  static const ArgumentParser kParser("einsum", "str equation, tensors tensors, *, ints? path=");
  const auto& given = call.value(0).get<runtime::TupleObject>().values;
  if (given.size() < 2) {
    call.fail(call.vm.errors().value_error,
              "einsum(): must specify the equation string and at least one operand, or at least "
              "one operand and its subscripts list");
  }
  std::span<const Value> operands(given.begin() + 1, given.end());
  if (operands.size() == 1) {
    if (operands[0].is_kind(runtime::Kind::kList)) {
      operands = operands[0].get<runtime::ListObject>().values;
    } else if (operands[0].is_kind(runtime::Kind::kTuple)) {
      operands = operands[0].get<runtime::TupleObject>().values;
    }
  }
  const std::array<Value, 2> inner{given[0], call.vm.tuple(operands)};
  if (!kParser.parse(call.vm, {inner, {}, {}})) throw Failed{};
  std::vector<Array> arrays_given;
  for (const Value& value : operands) arrays_given.push_back(tensor_of(value)->array);
  return call.give(arrays::einsum(call.context(), runtime::text_of(given[0]), arrays_given));
}

Value multinomial(Call& call) {
  const OtherStream stream(call, 3);
  return call.give(
      arrays::multinomial(call.context(), call.array(0), call.integer(1), call.flag(2, false)));
}

Value bernoulli(Call& call) {
  const OtherStream stream(call, 2);
  if (call.given(1)) {
    const Array& x = call.array(0);
    return call.give(arrays::bernoulli(call.context(), x.shape, call.real(1), x.dtype));
  }
  return call.give(arrays::bernoulli(call.context(), call.array(0)));
}

constexpr std::array kSelections{
    Function{"gather", "input, dim, index, *, sparse_grad=False", gather},
    Function{"index_select", "input, dim, index", index_select},
    Function{"masked_select", "input, mask", masked_select},
    Function{"masked_fill", "input, mask, value", masked_fill},
    Function{"scatter", "input, dim, index, src=None, *, value=None",
             [](Call& call) {
               if (call.given(3)) return scatter(call);
               return call.give(arrays::scatter(call.context(), call.array(0), call.integer(1),
                                                call.array(2), call.operand(4)));
             }},
    Function{"nonzero", "input, *, as_tuple=False", nonzero},
    Function{"argwhere", "input",
             [](Call& call) { return call.give(arrays::nonzero(call.context(), call.array(0))); }},
    Function{"take", "input, index", take},
    Function{"take_along_dim", "input, indices, dim=None", take_along_dim},
    Function{"tril", "input, diagonal=0", tril},
    Function{"triu", "input, diagonal=0", triu},
    Function{"multinomial", "input, num_samples, replacement=False, *, generator=None",
             multinomial},
    Function{"bernoulli", "input, p=None, *, generator=None", bernoulli},
};

constexpr std::array kMatrices{
    Function{"matmul", "input, other, *, out=None", two<arrays::matmul>},
    Function{"mm", "input, mat2, *, out=None", two<arrays::mm>},
    Function{"bmm", "input, mat2, *, out=None", two<arrays::bmm>},
    Function{"mv", "input, vec", two<arrays::mv>},
    Function{"dot vdot", "input, other", two<arrays::dot>},
    Function{"inner", "input, other", inner},
    Function{"outer ger", "input, vec2", two<arrays::outer>},
    Function{"addmm", "input, mat1, mat2, *, beta=1, alpha=1", addmm},
    Function{"baddbmm", "input, batch1, batch2, *, beta=1, alpha=1", baddbmm},
    Function{"einsum", "*args", einsum, true, false},
};

}  // namespace

std::span<const Function> selection_functions() {
  return kSelections;
}

std::span<const Function> matrix_functions() {
  return kMatrices;
}

}  // namespace normscope::notebook::torch
