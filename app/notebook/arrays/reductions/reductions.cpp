// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/reductions/reductions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/notebook/arrays/core_view.hpp"
#include "app/notebook/arrays/elementwise/math.hpp"
#include "app/notebook/arrays/elementwise/unary.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "core/torch_arithmetic/loop.hpp"
#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"

namespace normscope::notebook::arrays {
namespace {

std::int64_t group_size(const Array& x, const Array& result) {
  return x.size() / std::max<std::int64_t>(result.size(), 1);
}

// Adds integers; their order does not matter.
void sum_integers(const Array& x, const std::vector<std::size_t>& dims, const Array& result) {
  Shape strides = contiguous_strides(reduced_shape(x, dims, true));
  for (std::size_t d = 0; d < x.rank(); ++d) {
    if (dims.empty() || std::ranges::find(dims, d) != dims.end()) strides[d] = 0;
  }
  auto* const to = result.data<std::int64_t>();
  const auto* const from = x.data<std::int64_t>();
  for_each_index(x, [&](const Shape& index, std::int64_t at) {
    std::int64_t place = 0;
    for (std::size_t d = 0; d < index.size(); ++d) place += index[d] * strides[d];
    to[place] = static_cast<std::int64_t>(static_cast<std::uint64_t>(to[place]) +
                                          static_cast<std::uint64_t>(from[at]));
  });
}

Expected<Array> summed(const Context& context, const Array& x, const std::vector<std::size_t>& dims,
                       bool keepdim) {
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, reduced_shape(x, dims, keepdim)));
  if (x.dtype == Dtype::kFloat32) {
    ta::sum(core_view<float>(x), dims, elements<float>(result));
  } else if (x.dtype == Dtype::kFloat64) {
    ta::sum(core_view<double>(x), dims, elements<double>(result));
  } else {
    sum_integers(x, dims, result);
  }
  return result;
}

// The type that sums and products are made in.
Dtype sum_dtype(const Array& x, std::optional<Dtype> dtype) {
  return dtype.value_or(is_floating(x.dtype) ? x.dtype : Dtype::kInt64);
}

Expected<Array> mean_of(const Context& context, const Array& x,
                        const std::vector<std::size_t>& dims, bool keepdim) {
  NORMSCOPE_TAKE(result, summed(context, x, dims, keepdim));
  visit_floating(x.dtype, [&]<class T>(Type<T>) {
    const auto count = static_cast<T>(group_size(x, result));
    map<T, T>(result, result, [count](T v) { return v / count; });
  });
  return result;
}

Expected<void> check_spread(const Array& x) {
  if (is_floating(x.dtype)) return {};
  return runtime_error("std and var only support floating point and complex dtypes");
}

Expected<Array> variance(const Context& context, const Array& x,
                         const std::vector<std::size_t>& dims, bool keepdim,
                         std::int64_t correction, bool root) {
  NORMSCOPE_CHECK(check_spread(x));
  if (x.dtype == Dtype::kFloat32) {
    const auto view = core_view<float>(x);
    const ta::View whole(view.values, view.shape, view.strides);
    return from_core(context, root ? ta::std_dev(whole, dims, correction, keepdim)
                                   : ta::var(whole, dims, correction, keepdim));
  }
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, reduced_shape(x, dims, keepdim)));
  ta::var(core_view<double>(x), dims, correction, elements<double>(result));
  if (root) map<double, double>(result, result, [](double v) { return std::sqrt(v); });
  return result;
}

// A variance and its mean together come from Welford's running sums in double, also of a whole
// array.
template <class T>
void running_moments(const Array& x, const std::vector<std::size_t>& dims, std::int64_t correction,
                     bool root, const Array& result, const Array& spread) {
  const auto view = core_view<T>(x);
  std::vector<double> means(static_cast<std::size_t>(result.size()), 0.0);
  std::vector<double> counts(means.size(), 0.0);
  std::vector<double> squares(means.size(), 0.0);
  if (x.size() > 0) {
    ta::for_each_outer(ta::reduction_loop(view, dims), 0, [&](const auto& at) {
      const auto [out, in] = at;
      double& mean = means[static_cast<std::size_t>(out)];
      double& count = counts[static_cast<std::size_t>(out)];
      const auto value = static_cast<double>(view.values[static_cast<std::size_t>(in)]);
      count += 1.0;
      const double before = value - mean;
      mean += before / count;
      double& sum = squares[static_cast<std::size_t>(out)];
      sum += before * (value - mean);
    });
  }
  for (std::size_t i = 0; i < means.size(); ++i) {
    elements<T>(result)[i] =
        counts[i] == 0.0 ? std::numeric_limits<T>::quiet_NaN() : static_cast<T>(means[i]);
    const double divisor = std::max(0.0, counts[i] - static_cast<double>(correction));
    const double variance = squares[i] / divisor;
    elements<T>(spread)[i] = static_cast<T>(root ? std::sqrt(variance) : variance);
  }
}

Attributes spread_attributes(const Over& over, std::int64_t correction) {
  Attributes attributes = attributes_of(over);
  add(attributes, "correction", correction);
  return attributes;
}

}  // namespace

Expected<std::vector<std::size_t>> reduced_dims(const Array& x, const Over& over) {
  if (!over.dims) return std::vector<std::size_t>{};
  NORMSCOPE_TAKE(dims, resolve_dims(*over.dims, x.rank()));
  // For a scalar dimension 0 is allowed, but there is none to reduce.
  if (x.rank() == 0) dims.clear();
  return dims;
}

Shape reduced_shape(const Array& x, const std::vector<std::size_t>& dims, bool keepdim) {
  return ta::reduced_shape(x.shape, dims, keepdim);
}

Attributes attributes_of(const Over& over) {
  if (!over.dims) return {};
  return {{"dim", *over.dims}, {"keepdim", over.keepdim}};
}

Expected<Array> sum(const Context& context, const Array& x, const Over& over,
                    std::optional<Dtype> dtype) {
  NORMSCOPE_TAKE(dims, reduced_dims(x, over));
  NORMSCOPE_TAKE(input, converted(context, x, sum_dtype(x, dtype)));
  const bool as_bool = input.dtype != Dtype::kInt64 && !is_floating(input.dtype);
  NORMSCOPE_TAKE(counted, converted(context, input, as_bool ? Dtype::kInt64 : input.dtype));
  NORMSCOPE_TAKE(total, summed(context, counted, dims, over.keepdim));
  NORMSCOPE_TAKE(result, converted(context, total, input.dtype));
  return made(context, std::move(result),
              {"sum", over.dims ? "SumBackward1" : "SumBackward0", {x}, attributes_of(over)});
}

Expected<Array> mean(const Context& context, const Array& x, const Over& over,
                     std::optional<Dtype> dtype) {
  const Dtype used = dtype.value_or(x.dtype);
  if (!is_floating(used)) {
    return runtime_error(
        "mean(): could not infer output dtype. {} dtype must be either a floating point or complex "
        "dtype. Got: {}",
        dtype ? "Optional" : "Input", word_of(used));
  }
  NORMSCOPE_TAKE(dims, reduced_dims(x, over));
  NORMSCOPE_TAKE(input, converted(context, x, used));
  NORMSCOPE_TAKE(result, mean_of(context, input, dims, over.keepdim));
  return made(context, std::move(result),
              {"mean", over.dims ? "MeanBackward1" : "MeanBackward0", {x}, attributes_of(over)});
}

Expected<Array> var(const Context& context, const Array& x, const Over& over,
                    std::int64_t correction, bool root) {
  NORMSCOPE_TAKE(dims, reduced_dims(x, over));
  NORMSCOPE_TAKE(result, variance(context, x, dims, over.keepdim, correction, root));
  return made(context, std::move(result),
              {root ? "std" : "var",
               root ? "StdBackward0" : "VarBackward0",
               {x},
               spread_attributes(over, correction)});
}

Expected<MeanAnd> var_mean(const Context& context, const Array& x, const Over& over,
                           std::int64_t correction, bool root) {
  NORMSCOPE_TAKE(dims, reduced_dims(x, over));
  NORMSCOPE_CHECK(check_spread(x));
  NORMSCOPE_TAKE(spread, allocate(context, x.dtype, reduced_shape(x, dims, over.keepdim)));
  NORMSCOPE_TAKE(mean, allocate(context, x.dtype, spread.shape));
  visit_floating(x.dtype, [&]<class T>(Type<T>) {
    running_moments<T>(x, dims, correction, root, mean, spread);
  });
  const std::string_view gradient = root ? "StdMeanBackward0" : "VarMeanBackward0";
  const Attributes attributes = spread_attributes(over, correction);
  // Each result by itself is what the function of that name gives.
  return MeanAnd{
      made(context, std::move(spread), {root ? "std" : "var", gradient, {x}, attributes}),
      made(context, std::move(mean), {"mean", gradient, {x}, attributes_of(over)})};
}

Expected<Array> logsumexp(const Context& context, const Array& x, const Over& over) {
  NORMSCOPE_TAKE(dims, reduced_dims(x, over));
  const Dtype dtype = is_floating(x.dtype) ? x.dtype : context.default_dtype;
  NORMSCOPE_TAKE(input, converted(context, x, dtype));
  const Context silent = without_gradients(context);
  // Without elements there is no largest; 0 stands for it.
  NORMSCOPE_TAKE(largest, x.size() == 0 ? allocate(context, dtype, reduced_shape(x, dims, true))
                                        : amax(silent, input, {over.dims, true}));
  NORMSCOPE_TAKE(result, allocate(context, dtype, reduced_shape(x, dims, over.keepdim)));
  NORMSCOPE_TAKE(powers, allocate_like(context, dtype, x.shape, {&input}));
  NORMSCOPE_TAKE(total, [&]() -> Expected<Array> {
    visit_floating(dtype, [&]<class T>(Type<T>) {
      map<T, T>(largest, largest, [](T v) { return std::isinf(v) ? T{} : v; });
      zip<T, T>(powers, input, largest, [](T v, T m) { return v - m; });
      sweep<T>(powers, powers, vector_math<T>().exp.many);
    });
    return summed(context, powers, dims, true);
  }());
  Array flat = result;
  flat.shape = total.shape;
  flat.strides = contiguous_strides(total.shape);
  visit_floating(dtype, [&]<class T>(Type<T>) {
    zip<T, T>(flat, total, largest, [](T sum_of, T m) { return vector_log(sum_of) + m; });
  });
  return made(context, std::move(result),
              {"logsumexp", "LogsumexpBackward0", {x}, attributes_of(over)});
}

}  // namespace normscope::notebook::arrays
