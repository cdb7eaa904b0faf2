// SPDX-License-Identifier: MIT
// Many elements into one.
#include "app/notebook/arrays/reductions.hpp"

#include <array>
#include <string>

#include "app/notebook/arrays/norms.hpp"
#include "app/notebook/arrays/unary.hpp"
#include "app/notebook/torch/tensor/direct.hpp"
#include "app/notebook/torch/tensor/tables.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::BinaryOp;
using arrays::Expected;

// var(unbiased), var(dim, unbiased, keepdim), var(dim, correction=, keepdim=).
std::int64_t correction_of(const Call& call) {
  return call.integer("correction", call.flag("unbiased", true) ? 1 : 0);
}

using Spread = Expected<Array> (*)(const Context&, const Array&, const Over&, std::int64_t);
template <Spread kFunction>
Ref spread(Call& call) {
  return call.give(
      kFunction(call.context(), call.array(0), call.over("dim", "keepdim"), correction_of(call)));
}

using Both = Expected<arrays::MeanAnd> (*)(const Context&, const Array&, const Over&, std::int64_t);
template <Both kFunction>
Ref both(Call& call) {
  arrays::MeanAnd found = call.take(
      kFunction(call.context(), call.array(0), call.over("dim", "keepdim"), correction_of(call)));
  return call.give_tuple(std::vector<Array>{std::move(found.spread), std::move(found.mean)});
}

// max(input), max(input, dim, keepdim), max(input, other).
template <bool kLargest>
Ref extreme(Call& call) {
  Context& context = call.context();
  const Array& x = call.array(0);
  if (call.given("other")) {
    return call.give(arrays::binary(context, kLargest ? BinaryOp::kMaximum : BinaryOp::kMinimum, x,
                                    call.array("other")));
  }
  if (!call.given("dim")) {
    return call.give(kLargest ? arrays::max_of_all(context, x) : arrays::min_of_all(context, x));
  }
  const auto along = kLargest ? arrays::max_along : arrays::min_along;
  return call.give_pair(kLargest ? "max" : "min",
                        along(context, x, call.integer("dim"), call.flag("keepdim", false)));
}

Ref median(Call& call) {
  if (!call.given("dim")) return call.give(arrays::median_of_all(call.context(), call.array(0)));
  return call.give_pair("median",
                        arrays::median_along(call.context(), call.array(0), call.integer("dim"),
                                             call.flag("keepdim", false)));
}

// PyTorch's Frobenius norm over two dimensions is made of a product, a sum and a root.
Ref frobenius_norm(const Call& call, const Over& over) {
  const std::size_t count = over.dims ? over.dims->size() : 0;
  if (count > 2) {
    call.fail_runtime("Expected at most 2 dimensions, but got " + std::to_string(count) +
                      " dimensions instead.");
  }
  const Array& x = call.array(0);
  if (count < 2 || !arrays::is_floating(x.dtype)) {
    return call.give(arrays::norm(call.context(), x, over, 2.0));
  }
  const std::size_t first = call.take(arrays::resolve_dim(over.dims->at(0), x.rank()));
  const std::size_t second = call.take(arrays::resolve_dim(over.dims->at(1), x.rank()));
  if (first == second) {
    call.fail_runtime("Expected dims to be different, got [" + std::to_string(over.dims->at(0)) +
                      ", " + std::to_string(over.dims->at(1)) + "] instead");
  }
  const Array squares = call.take(arrays::binary(call.context(), BinaryOp::kMul, x, x));
  const Array total = call.take(arrays::sum(call.context(), squares, over));
  return call.give(arrays::unary(call.context(), arrays::UnaryOp::kSqrt, total));
}

// _norm(x, p, dim, keepdim): what torch.norm is made of.
Ref norm(Call& call) {
  const Over over = call.over("dim", "keepdim");
  if (!call.given("p")) return frobenius_norm(call, over);
  if (!PyUnicode_Check(call.value("p"))) {
    return call.give(arrays::norm(call.context(), call.array(0), over, call.real("p")));
  }
  const std::string word = call.text("p", "");
  if (word == "fro") return frobenius_norm(call, over);
  if (word == "nuc") {
    call.not_supported("norm(p='nuc'), which needs singular values; use a number or 'fro'");
  }
  call.fail_runtime("only valid string values are 'fro' and 'nuc', found " + word);
}

Ref vector_norm(Call& call) {
  Array result = call.take(arrays::norm(call.context(), call.array(0), call.over("dim", "keepdim"),
                                        call.real("ord", 2.0)));
  return call.give(arrays::made(call.context(), std::move(result),
                                {"norm", "LinalgVectorNormBackward0", {call.array(0)}, {}}));
}

Ref aminmax(Call& call) {
  const Array& x = call.array(0);
  const Over over = call.over("dim", "keepdim");
  const Array low = call.take(arrays::amin(call.context(), x, over));
  const Array high = call.take(arrays::amax(call.context(), x, over));
  return call.give_pair("aminmax", arrays::ValuesAndIndices{low, high});
}

Expected<Array> close(const Call& call) {
  return arrays::isclose(call.context(), call.array(0), call.array("other"),
                         call.real("rtol", 1e-5), call.real("atol", 1e-8),
                         call.flag("equal_nan", false));
}
Ref allclose(Call& call) {
  const Array every = call.take(arrays::all(call.context(), call.take(close(call)), {}));
  return boolean(arrays::to_int(call.take(arrays::item(every))) != 0);
}

constexpr std::array kReductionRows{
    Row{"sum", direct<arrays::sum>},
    Row{"mean", direct<arrays::mean>},
    Row{"prod", direct<arrays::prod>},
    Row{"var", spread<arrays::var>},
    Row{"std", spread<arrays::std_dev>},
    Row{"var_mean", both<arrays::var_mean>},
    Row{"std_mean", both<arrays::std_mean>},
    Row{"max", extreme<true>},
    Row{"min", extreme<false>},
    Row{"median", median},
    Row{"amax", direct<arrays::amax>},
    Row{"amin", direct<arrays::amin>},
    Row{"aminmax", aminmax},
    Row{"any", direct<arrays::any>},
    Row{"all", direct<arrays::all>},
    Row{"count_nonzero", direct<arrays::count_nonzero>},
    Row{"logsumexp", direct<arrays::logsumexp>},
    Row{"_norm", norm},
    Row{"_vector_norm", vector_norm},
    Row{"isclose", [](Call& call) { return call.give(close(call)); }},
    Row{"allclose", allclose},
    Row{"equal",
        [](Call& call) { return boolean(arrays::equal(call.array(0), call.array("other"))); }},
};

}  // namespace

std::span<const Row> reduction_rows() {
  return kReductionRows;
}

}  // namespace normscope::notebook::torch
