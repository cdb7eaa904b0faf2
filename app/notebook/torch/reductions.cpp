// SPDX-License-Identifier: MIT
// Reductions, orderings and running sums.
#include "app/notebook/arrays/reductions.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "app/notebook/arrays/norms.hpp"
#include "app/notebook/arrays/unary.hpp"
#include "app/notebook/torch/call.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::BinaryOp;
using arrays::Expected;

using Summing = Expected<Array> (*)(const Context&, const Array&, const Over&,
                                    std::optional<Dtype>);
using Plain = Expected<Array> (*)(const Context&, const Array&, const Over&);

template <Summing kFunction>
Value summing(Call& call) {
  return call.give(kFunction(call.context(), call.array(0), call.over(1, 2), call.dtype(3)));
}

template <Plain kFunction>
Value plain(Call& call) {
  return call.give(kFunction(call.context(), call.array(0), call.over(1, 2)));
}

// var(), var(unbiased), var(dim, unbiased, keepdim), var(dim, correction=, keepdim=).
struct Spread {
  Over over;
  std::int64_t correction;
};

Spread spread_of(const Call& call) {
  const bool first_is_unbiased = call.value(1) && call.value(1).is_bool();
  Spread spread{};
  if (!first_is_unbiased) spread.over = call.over(1, 3);
  const bool unbiased = call.flag(first_is_unbiased ? 1 : 2, true);
  if (call.value(4) && call.given(2)) {
    call.fail(call.vm.errors().type_error,
              fmt::format("{}() takes unbiased or correction, not both", call.function()));
  }
  spread.correction = call.integer(4, unbiased ? 1 : 0);
  return spread;
}

constexpr std::string_view kSpread =
    "input, dim=None, unbiased=None, keepdim=None, *, correction=None";

Value var(Call& call) {
  const Spread spread = spread_of(call);
  return call.give(arrays::var(call.context(), call.array(0), spread.over, spread.correction));
}

Value std_dev(Call& call) {
  const Spread spread = spread_of(call);
  return call.give(arrays::std_dev(call.context(), call.array(0), spread.over, spread.correction));
}

template <class F>
Value both(Call& call, const F& f) {
  const Spread spread = spread_of(call);
  auto result = call.take(f(call.context(), call.array(0), spread.over, spread.correction));
  return call.vm.tuple({make_tensor(call.vm, call.torch, std::move(result.spread)),
                        make_tensor(call.vm, call.torch, std::move(result.mean))});
}

// max(input), max(input, dim, keepdim), max(input, other).
Value extreme(Call& call, bool largest) {
  Context& context = call.context();
  if (call.given(3)) {
    return call.give(arrays::binary(context, largest ? BinaryOp::kMaximum : BinaryOp::kMinimum,
                                    call.array(0), call.array(3)));
  }
  if (!call.given(1)) {
    return call.give(largest ? arrays::max_of_all(context, call.array(0))
                             : arrays::min_of_all(context, call.array(0)));
  }
  if (call.is_tensor(1)) {
    return call.give(arrays::binary(context, largest ? BinaryOp::kMaximum : BinaryOp::kMinimum,
                                    call.array(0), call.array(1)));
  }
  const auto f = largest ? arrays::max_along : arrays::min_along;
  return call.give_pair(largest ? "max" : "min",
                        f(context, call.array(0), call.integer(1), call.flag(2, false)));
}

Value median(Call& call) {
  if (!call.given(1)) return call.give(arrays::median_of_all(call.context(), call.array(0)));
  return call.give_pair("median", arrays::median_along(call.context(), call.array(0),
                                                       call.integer(1), call.flag(2, false)));
}

Value argmax(Call& call) {
  return call.give(
      arrays::argmax(call.context(), call.array(0), call.optional_integer(1), call.flag(2, false)));
}

Value argmin(Call& call) {
  return call.give(
      arrays::argmin(call.context(), call.array(0), call.optional_integer(1), call.flag(2, false)));
}

// PyTorch's Frobenius norm over two dimensions is made of a product, a sum and a root.
Value frobenius_norm(Call& call, const Over& over) {
  const std::size_t count = over.dims ? over.dims->size() : 0;
  if (count > 2) {
    call.fail(call.vm.errors().runtime_error, "Expected at most 2 dimensions, but got " +
                                                  std::to_string(count) + " dimensions instead.");
  }
  const Array& x = call.array(0);
  if (count < 2 || !arrays::is_floating(x.dtype)) {
    return call.give(arrays::norm(call.context(), x, over, 2.0));
  }
  const std::size_t first = call.take(arrays::resolve_dim(over.dims->at(0), x.rank()));
  const std::size_t second = call.take(arrays::resolve_dim(over.dims->at(1), x.rank()));
  if (first == second) {
    call.fail(call.vm.errors().runtime_error, "Expected dims to be different, got [" +
                                                  std::to_string(over.dims->at(0)) + ", " +
                                                  std::to_string(over.dims->at(1)) + "] instead");
  }
  const Array squares = call.take(arrays::binary(call.context(), arrays::BinaryOp::kMul, x, x));
  const Array total = call.take(arrays::sum(call.context(), squares, over));
  return call.give(arrays::unary(call.context(), arrays::UnaryOp::kSqrt, total));
}

Value norm(Call& call) {
  const Over over = call.over(2, 3);
  if (!call.given(1)) return frobenius_norm(call, over);
  if (!call.value(1).is_kind(runtime::Kind::kStr)) {
    return call.give(arrays::norm(call.context(), call.array(0), over, call.real(1)));
  }
  const std::string word = call.text(1, "");
  if (word == "fro") return frobenius_norm(call, over);
  if (word == "nuc") {
    call.fail({arrays::ErrorKind::kNotSupported,
               "not supported: norm(p='nuc'), which needs singular values; use a number or 'fro'"});
  }
  call.fail(call.vm.errors().runtime_error,
            "only valid string values are 'fro' and 'nuc', found " + word);
}

Value vector_norm(Call& call) {
  Array result =
      call.take(arrays::norm(call.context(), call.array(0), call.over(2, 3), call.real(1, 2.0)));
  return call.give(arrays::made(call.context(), std::move(result),
                                {"norm", "LinalgVectorNormBackward0", {call.array(0)}, {}}));
}

Value logsumexp(Call& call) {
  return call.give(arrays::logsumexp(call.context(), call.array(0), call.over(1, 2)));
}

Value sort(Call& call) {
  return call.give_pair("sort", arrays::sort(call.context(), call.array(0), call.integer(1, -1),
                                             call.flag(2, false)));
}

Value argsort(Call& call) {
  return call.give(
      arrays::argsort(call.context(), call.array(0), call.integer(1, -1), call.flag(2, false)));
}

Value topk(Call& call) {
  return call.give_pair("topk", arrays::topk(call.context(), call.array(0), call.integer(1),
                                             call.integer(2, -1), call.flag(3, true)));
}

Value cumsum(Call& call) {
  return call.give(arrays::cumsum(call.context(), call.array(0), call.integer(1), call.dtype(2)));
}

Value cumprod(Call& call) {
  return call.give(arrays::cumprod(call.context(), call.array(0), call.integer(1), call.dtype(2)));
}

Value softmax(Call& call) {
  return call.give(arrays::softmax(call.context(), call.array(0), call.integer(1), call.dtype(2)));
}

Value log_softmax(Call& call) {
  return call.give(
      arrays::log_softmax(call.context(), call.array(0), call.integer(1), call.dtype(2)));
}

Value allclose(Call& call) {
  const Array close =
      call.take(arrays::isclose(call.context(), call.array(0), call.array(1), call.real(2, 1e-5),
                                call.real(3, 1e-8), call.flag(4, false)));
  const Array every = call.take(arrays::all(call.context(), close, {}));
  return Value::boolean(arrays::to_int(call.take(arrays::item(every))) != 0);
}

Value isclose(Call& call) {
  return call.give(arrays::isclose(call.context(), call.array(0), call.array(1), call.real(2, 1e-5),
                                   call.real(3, 1e-8), call.flag(4, false)));
}

Value equal(Call& call) {
  return Value::boolean(arrays::equal(call.array(0), call.array(1)));
}

Value unique(Call& call) {
  return call.give(arrays::unique(call.context(), call.array(0)));
}

Value aminmax(Call& call) {
  const Array& x = call.array(0);
  const Over over = call.over(1, 2);
  const Array low = call.take(arrays::amin(call.context(), x, over));
  const Array high = call.take(arrays::amax(call.context(), x, over));
  return call.give_pair("aminmax", arrays::ValuesAndIndices{low, high});
}

// Sums along the diagonal.
Value trace(Call& call) {
  const Array& x = call.array(0);
  if (x.rank() != 2) {
    call.fail(call.vm.errors().runtime_error,
              "trace: expected a matrix, but got tensor with dim " + std::to_string(x.rank()));
  }
  Context silent = call.context();
  silent.grad_enabled = false;
  const Array line = call.take(arrays::diagonal(silent, x, 0, 0, 1));
  // One by one, in double for float32, as a running sum goes.
  const Array total = call.take(
      line.size() == 0
          ? arrays::sum(silent, line, {})
          : arrays::select(silent, call.take(arrays::cumsum(silent, line, 0, {})), 0, -1));
  return call.give(arrays::made(call.context(), total, {"trace", "TraceBackward0", {x}, {}}));
}

constexpr std::array kRows{
    Function{"sum", "input, dim=None, keepdim=False, *, dtype=None, out=None",
             summing<arrays::sum>},
    Function{"mean", "input, dim=None, keepdim=False, *, dtype=None, out=None",
             summing<arrays::mean>},
    Function{"prod", "input, dim=None, keepdim=False, *, dtype=None", summing<arrays::prod>},
    Function{"var", kSpread, var},
    Function{"std", kSpread, std_dev},
    Function{"var_mean", kSpread, [](Call& call) { return both(call, arrays::var_mean); }, true,
             false},
    Function{"std_mean", kSpread, [](Call& call) { return both(call, arrays::std_mean); }, true,
             false},
    Function{"max", "input, dim=None, keepdim=False, *, other=None",
             [](Call& call) { return extreme(call, true); }},
    Function{"min", "input, dim=None, keepdim=False, *, other=None",
             [](Call& call) { return extreme(call, false); }},
    Function{"median", "input, dim=None, keepdim=False", median},
    Function{"amax", "input, dim=None, keepdim=False", plain<arrays::amax>},
    Function{"amin", "input, dim=None, keepdim=False", plain<arrays::amin>},
    Function{"aminmax", "input, *, dim=None, keepdim=False", aminmax},
    Function{"any", "input, dim=None, keepdim=False", plain<arrays::any>},
    Function{"all", "input, dim=None, keepdim=False", plain<arrays::all>},
    Function{"count_nonzero", "input, dim=None, keepdim=False", plain<arrays::count_nonzero>},
    Function{"argmax", "input, dim=None, keepdim=False", argmax},
    Function{"argmin", "input, dim=None, keepdim=False", argmin},
    Function{"norm", "input, p=None, dim=None, keepdim=False, dtype=None", norm},
    Function{"logsumexp", "input, dim, keepdim=False", logsumexp},
    Function{"sort", "input, dim=-1, descending=False, stable=False", sort},
    Function{"argsort", "input, dim=-1, descending=False, stable=False", argsort},
    Function{"topk", "input, k, dim=-1, largest=True, sorted=True", topk},
    Function{"cumsum", "input, dim, *, dtype=None", cumsum},
    Function{"logcumsumexp", "input, dim",
             [](Call& call) {
               return call.give(
                   arrays::logcumsumexp(call.context(), call.array(0), call.integer(1)));
             }},
    Function{"cumprod", "input, dim, *, dtype=None", cumprod},
    Function{"softmax", "input, dim, dtype=None", softmax},
    Function{"log_softmax", "input, dim, dtype=None", log_softmax},
    Function{"allclose", "input, other, rtol=1e-05, atol=1e-08, equal_nan=False", allclose},
    Function{"isclose", "input, other, rtol=1e-05, atol=1e-08, equal_nan=False", isclose},
    Function{"equal", "input, other", equal},
    Function{"unique", "input, sorted=True", unique},
    Function{"trace", "input", trace},
};

}  // namespace

void add_linalg(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  for (const std::string_view name : {"norm", "vector_norm"}) {
    runtime::set_name(
        vm, module, name,
        runtime::make_function(
            vm, name,
            native(torch, name, "input, ord=None, dim=None, keepdim=False", vector_norm)));
  }
}

std::span<const Function> reduction_functions() {
  return kRows;
}

}  // namespace normscope::notebook::torch
