// SPDX-License-Identifier: MIT
// Tensors from nothing: torch.tensor, zeros, arange, rand and their kin.
#include "app/notebook/torch/creation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/creation.hpp"
#include "app/notebook/arrays/joining.hpp"
#include "app/notebook/arrays/record.hpp"
#include "app/notebook/arrays/views.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "app/notebook/runtime/operations.hpp"
#include "app/notebook/torch/data.hpp"

namespace normscope::notebook::torch {
namespace {

using arrays::Expected;

constexpr std::string_view kOptions =
    "dtype=None, requires_grad=False, device=None, layout=None, pin_memory=False, out=None, "
    "generator=None";

constexpr std::size_t kGenerator = 6;  // among the options

// The rest of every creating function's arguments, from this place on.
struct Options {
  std::optional<Dtype> dtype;
  bool requires_grad;
};

Options options_of(const Call& call, std::size_t at) {
  if (call.given(at + 5)) {
    call.fail(
        {arrays::ErrorKind::kNotSupported,
         fmt::format("not supported: {}(out=...); assign the result instead", call.function())});
  }
  if (call.given(at + 2) && call.value(at + 2).is_kind(runtime::Kind::kStr) &&
      runtime::text_of(call.value(at + 2)).starts_with("cuda")) {
    call.fail(call.vm.errors().assertion_error, "Torch not compiled with CUDA enabled");
  }
  return {call.dtype(at), call.flag(at + 1, false)};
}

Value finished(Call& call, Expected<Array> result, bool requires_grad) {
  Array array = call.take(std::move(result));
  if (requires_grad) {
    if (!arrays::is_floating(array.dtype)) {
      call.fail(call.vm.errors().runtime_error,
                "Only Tensors of floating point and complex dtype can require gradients");
    }
    array.requires_grad = true;
  }
  return make_tensor(call.vm, call.torch, std::move(array));
}

// *size, or size=(...), and a type.
using BySize = Expected<Array> (*)(Context& context, const Sizes& sizes, Dtype dtype);

Value by_size(Call& call, BySize make) {
  const Sizes sizes = call.given(1) ? call.sizes(1) : call.rest(0);
  const Options options = options_of(call, 2);
  const OtherStream stream(call, 2 + kGenerator);
  return finished(call,
                  make(call.context(), sizes, options.dtype.value_or(call.context().default_dtype)),
                  options.requires_grad);
}

Expected<Array> zeros(Context& context, const Sizes& sizes, Dtype dtype) {
  return arrays::full(context, sizes, std::int64_t{0}, dtype);
}
Expected<Array> ones(Context& context, const Sizes& sizes, Dtype dtype) {
  return arrays::full(context, sizes, std::int64_t{1}, dtype);
}
Expected<Array> randn(Context& context, const Sizes& sizes, Dtype dtype) {
  return arrays::normal(context, sizes, 0.0, 1.0, dtype);
}

// Laid out in memory as x is, element after element as they were made.
Expected<Array> laid_out_like(const Array& x, Expected<Array> made) {
  if (!made) return made;
  const std::array<const Array*, 1> inputs{&x};
  made->strides = arrays::elementwise_strides(x.shape, inputs);
  return made;
}

Value like(Call& call, BySize make) {
  const Array& x = call.array(0);
  const Options options = options_of(call, 1);
  return finished(call,
                  laid_out_like(x, make(call.context(), x.shape, options.dtype.value_or(x.dtype))),
                  options.requires_grad);
}

// Normal numbers for a tensor that is not laid out row by row come one by one, as they do for
// short ones.
Value randn_like(Call& call) {
  const Array& x = call.array(0);
  const std::array<const Array*, 1> inputs{&x};
  const bool in_rows =
      arrays::elementwise_strides(x.shape, inputs) == arrays::contiguous_strides(x.shape);
  if (in_rows) return like(call, randn);
  const Options options = options_of(call, 1);
  constexpr std::int64_t kMost = 14;  // of a short one, in whole pairs
  std::vector<Array> parts;
  for (std::int64_t left = x.size(); left > 0; left -= kMost) {
    parts.push_back(
        call.take(randn(call.context(), {std::min(left, kMost)}, options.dtype.value_or(x.dtype))));
  }
  Expected<Array> joined = arrays::cat(call.context(), parts, 0);
  if (joined) joined->shape = x.shape;
  return finished(call, laid_out_like(x, std::move(joined)), options.requires_grad);
}

Dtype dtype_of_number(const Call& call, const Scalar& value) {
  return arrays::dtype_of(value, call.context().default_dtype);
}

Value full(Call& call) {
  const Scalar value = call.number(1);
  const Options options = options_of(call, 2);
  return finished(call,
                  arrays::full(call.context(), call.sizes(0), value,
                               options.dtype.value_or(dtype_of_number(call, value))),
                  options.requires_grad);
}

Value full_like(Call& call) {
  const Options options = options_of(call, 2);
  const Array& x = call.array(0);
  return finished(call,
                  laid_out_like(x, arrays::full(call.context(), x.shape, call.number(1),
                                                options.dtype.value_or(x.dtype))),
                  options.requires_grad);
}

Value arange(Call& call) {
  const bool one = !call.given(1);
  const Scalar start = one ? Scalar(std::int64_t{0}) : call.number(0);
  const Scalar end = call.number(one ? 0 : 1);
  const Scalar step = call.given(2) ? call.number(2) : Scalar(std::int64_t{1});
  const Options options = options_of(call, 3);
  const bool floating =
      arrays::is_floating(start) || arrays::is_floating(end) || arrays::is_floating(step);
  const Dtype found = floating ? call.context().default_dtype : Dtype::kInt64;
  return finished(call,
                  arrays::arange(call.context(), start, end, step, options.dtype.value_or(found)),
                  options.requires_grad);
}

Value linspace(Call& call) {
  const Options options = options_of(call, 3);
  return finished(call,
                  arrays::linspace(call.context(), call.real(0), call.real(1), call.integer(2),
                                   options.dtype.value_or(call.context().default_dtype)),
                  options.requires_grad);
}

Value logspace(Call& call) {
  const Options options = options_of(call, 4);
  const Dtype dtype = options.dtype.value_or(call.context().default_dtype);
  const Array exponents = call.take(
      arrays::linspace(call.context(), call.real(0), call.real(1), call.integer(2), dtype));
  const Scalar base = call.real(3, 10.0);
  return finished(call, arrays::binary(call.context(), arrays::BinaryOp::kPow, base, exponents),
                  options.requires_grad);
}

Value eye(Call& call) {
  const Options options = options_of(call, 2);
  const std::int64_t rows = call.integer(0);
  return finished(call,
                  arrays::eye(call.context(), rows, call.integer(1, rows),
                              options.dtype.value_or(call.context().default_dtype)),
                  options.requires_grad);
}

// randint(high, size) and randint(low, high, size).
Value randint(Call& call) {
  if (!call.given(0)) {
    if (!call.given(1) || !call.given(2)) call.fail_type(0, "int");
    const Options known = options_of(call, 3);
    const OtherStream other(call, 3 + kGenerator);
    return finished(call,
                    arrays::randint(call.context(), 0, call.integer(1), call.sizes(2),
                                    known.dtype.value_or(Dtype::kInt64)),
                    known.requires_grad);
  }
  const bool two = !call.given(2);
  const std::int64_t low = two ? 0 : call.integer(0);
  const std::int64_t high = call.integer(two ? 0 : 1);
  const Options options = options_of(call, 3);
  const OtherStream stream(call, 3 + kGenerator);
  return finished(call,
                  arrays::randint(call.context(), low, high, call.sizes(two ? 1 : 2),
                                  options.dtype.value_or(Dtype::kInt64)),
                  options.requires_grad);
}

Value randint_like(Call& call) {
  const Array& x = call.array(0);
  const Options options = options_of(call, 3);
  const bool one = !call.given(1) || !call.given(2);
  const std::size_t high = call.given(2) ? 2 : 1;
  return finished(call,
                  laid_out_like(x, arrays::randint(call.context(), one ? 0 : call.integer(1),
                                                   call.integer(high), x.shape,
                                                   options.dtype.value_or(x.dtype))),
                  options.requires_grad);
}

Value randperm(Call& call) {
  const Options options = options_of(call, 1);
  const OtherStream stream(call, 1 + kGenerator);
  return finished(
      call,
      arrays::randperm(call.context(), call.integer(0), options.dtype.value_or(Dtype::kInt64)),
      options.requires_grad);
}

// normal(mean, std, size): numbers with a size, or tensors.
Value normal(Call& call) {
  Context& context = call.context();
  const OtherStream stream(call, 3);
  if (!call.is_tensor(0) && !call.is_tensor(1)) {
    return call.give(arrays::normal(context, call.sizes(2), call.real(0), call.real(1, 1.0),
                                    context.default_dtype));
  }
  const Array& shape_of = call.array(call.is_tensor(0) ? 0 : 1);
  const Array drawn = call.take(arrays::normal(context, shape_of.shape, 0.0, 1.0, shape_of.dtype));
  const Operand deviation = call.given(1) ? call.operand(1) : Operand(Scalar(1.0));
  const Array spread = call.take(arrays::binary(context, arrays::BinaryOp::kMul, drawn, deviation));
  return call.give(arrays::binary(context, arrays::BinaryOp::kAdd, spread, call.operand(0)));
}

Value tensor(Call& call) {
  const Array array = array_from_data(call, call.value(0), call.dtype(1));
  return finished(call, array, call.flag(2, false));
}

Value as_tensor(Call& call) {
  if (call.is_tensor(0)) {
    const Array& x = call.array(0);
    const Dtype dtype = call.dtype(1).value_or(x.dtype);
    if (dtype == x.dtype) return call.value(0);
    return call.give(arrays::to(call.context(), x, dtype));
  }
  return finished(call, array_from_data(call, call.value(0), call.dtype(1)), false);
}

Value triangle_indices(Call& call, bool lower) {
  const auto make = lower ? arrays::tril_indices : arrays::triu_indices;
  return call.give(make(call.context(), call.integer(0), call.integer(1), call.integer(2, 0)));
}

// torch.FloatTensor and the like: data as they are, sizes otherwise.
Value typed_tensor(Call& call, Dtype dtype) {
  const auto& given = call.value(0).get<runtime::TupleObject>().values;
  const bool sizes = given.empty() || given[0].is_int();
  if (!sizes) return finished(call, array_from_data(call, given[0], dtype), false);
  return call.give(arrays::full(call.context(), given.empty() ? Sizes{0} : call.rest(0),
                                std::int64_t{0}, dtype));
}

template <Dtype kDtype>
Value typed(Call& call) {
  return typed_tensor(call, kDtype);
}

}  // namespace

Value make_parameter(Vm& vm, Torch& torch, Array array, bool requires_grad) {
  array = arrays::detach(torch.context, array);
  array.requires_grad = requires_grad;
  return vm.make<TensorObject>(*torch.parameter, torch, std::move(array));
}

Value new_tensor(Call& call) {
  const auto& given = call.value(1).get<runtime::TupleObject>().values;
  const bool sizes = given.empty() || given[0].is_int();
  if (!sizes && given.size() == 1) {
    if (given[0].is_float()) {
      call.fail(call.vm.errors().type_error, "new(): data must be a sequence (got float)");
    }
    return finished(call, array_from_data(call, given[0], call.context().default_dtype), false);
  }
  return call.give(arrays::full(call.context(), given.empty() ? Sizes{0} : call.rest(1),
                                std::int64_t{0}, call.context().default_dtype));
}

Value new_parameter(Call& call) {
  const bool requires_grad = call.flag(2, true);
  if (!call.given(1)) {
    return make_parameter(
        call.vm, call.torch,
        call.take(arrays::full(call.context(), {0}, std::int64_t{0}, call.context().default_dtype)),
        requires_grad);
  }
  if (!call.is_tensor(1)) {
    call.fail(call.vm.errors().attribute_error,
              fmt::format("'{}' object has no attribute 'detach'",
                          runtime::type_name(call.vm, call.value(1))));
  }
  const Array& data = call.array(1);
  if (requires_grad && !arrays::is_floating(data.dtype)) {
    call.fail(call.vm.errors().runtime_error,
              "Only Tensors of floating point and complex dtype can require gradients");
  }
  return make_parameter(call.vm, call.torch, data, requires_grad);
}

void add_creation(Vm& vm, const std::shared_ptr<Torch>& torch, const Value& module) {
  const auto add = [&](std::string_view name, const std::string& parameters, Handler handler) {
    runtime::set_name(vm, module, name,
                      runtime::make_function(vm, name, native(torch, name, parameters, handler)));
  };
  const std::string options(kOptions);
  const std::string size = "*sizes, size=None, " + options;
  add("zeros", size, [](Call& call) { return by_size(call, zeros); });
  add("ones", size, [](Call& call) { return by_size(call, ones); });
  add("empty", size, [](Call& call) { return by_size(call, zeros); });
  add("rand", size, [](Call& call) { return by_size(call, arrays::rand); });
  add("randn", size, [](Call& call) { return by_size(call, randn); });
  const std::string other = "input, *, " + options;
  add("zeros_like", other, [](Call& call) { return like(call, zeros); });
  add("ones_like", other, [](Call& call) { return like(call, ones); });
  add("empty_like", other, [](Call& call) { return like(call, zeros); });
  add("rand_like", other, [](Call& call) { return like(call, arrays::rand); });
  add("randn_like", other, randn_like);
  add("full", "size, fill_value, *, " + options, full);
  add("full_like", "input, fill_value, *, " + options, full_like);
  add("arange", "start, end=None, step=None, *, " + options, arange);
  add("linspace", "start, end, steps, *, " + options, linspace);
  add("logspace", "start, end, steps, base=10.0, *, " + options, logspace);
  add("eye", "n, m=None, *, " + options, eye);
  add("randint", "low=None, high=None, size=None, *, " + options, randint);
  add("randint_like", "input, low=None, high=None, *, " + options, randint_like);
  add("randperm", "n, *, " + options, randperm);
  add("normal", "mean, std=1.0, size=None, *, generator=None, out=None", normal);
  add("tensor", "data, *, dtype=None, requires_grad=False, device=None, pin_memory=False", tensor);
  add("as_tensor", "data, dtype=None, device=None", as_tensor);
  add("tril_indices", "row, col, offset=0, *, dtype=None, device=None",
      [](Call& call) { return triangle_indices(call, true); });
  add("triu_indices", "row, col, offset=0, *, dtype=None, device=None",
      [](Call& call) { return triangle_indices(call, false); });
  add("FloatTensor", "*data", typed<Dtype::kFloat32>);
  add("DoubleTensor", "*data", typed<Dtype::kFloat64>);
  add("LongTensor", "*data", typed<Dtype::kInt64>);
  add("IntTensor", "*data", typed<Dtype::kInt32>);
  add("BoolTensor", "*data", typed<Dtype::kBool>);
  add("ByteTensor", "*data", typed<Dtype::kUint8>);
}

}  // namespace normscope::notebook::torch
