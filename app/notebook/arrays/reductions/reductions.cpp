// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/reductions/reductions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/notebook/arrays/elementwise/math.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/lanes.hpp"
#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"
#include "core/torch_arithmetic/vector_reduction.hpp"

namespace normscope::notebook::arrays {
namespace {

using Dims = std::vector<std::size_t>;
using ta::reduced_shape;

// Resolved dimensions, none when all are reduced.
Expected<Dims> reduced_dims(const Array& x, const Over& over) {
  // For a scalar dimension 0 is allowed, but there is none to reduce.
  NORMSCOPE_TAKE(dims, resolve_dims(over.dims.value_or(Sizes{}), x.rank()));
  return x.rank() == 0 ? Dims{} : dims;
}

Attributes attributes_of(const Over& over) {
  if (!over.dims) return {};
  return {{"dim", *over.dims}, {"keepdim", over.keepdim}};
}

// compute(input, dims, result): x over dimensions, in this type.
template <class Compute>
Expected<Array> reduced(const Context& context, const Array& x, const Over& over, Dtype dtype,
                        Making making, const Compute& compute) {
  NORMSCOPE_TAKE(dims, reduced_dims(x, over));
  NORMSCOPE_TAKE(input, converted(context, x, dtype));
  NORMSCOPE_TAKE(result, allocate(context, dtype, reduced_shape(x.shape, dims, over.keepdim)));
  compute(input, dims, result);
  making.inputs = {x};
  const Attributes common = attributes_of(over);
  making.attributes.insert(making.attributes.begin(), common.begin(), common.end());
  return made(context, std::move(result), std::move(making));
}

// `f` over the reduced dimensions, starting from `neutral`, in the order of PyTorch's vectors.
template <class T, class Plain, class Vector>
void reduce(const Array& x, const Dims& dims, const Array& result, T neutral, const Plain& plain,
            const Vector& vector) {
  std::ranges::fill(elements<T>(result), neutral);
  ta::VectorReduction<T, std::decay_t<Plain>, std::decay_t<Vector>>(plain, vector)
      .run(core_view<T>(x), dims, elements<T>(result));
}

// Calls f(Type<T>{}) with the type that the elements are reduced in: bools as bytes, for there are
// no vectors of bools.
template <class F>
void visit_reduced(Dtype dtype, const F& f) {
  visit_computing(dtype, [&]<class T>(Type<T>) {
    f(Type<std::conditional_t<std::is_same_v<T, bool>, std::uint8_t, T>>{});
  });
}

// Whether any, or every, of the bools is true.
void truths(const Array& x, const Dims& dims, const Array& result, bool every) {
  using Byte = std::uint8_t;
  const auto both = [](Byte a, Byte b) -> Byte { return a & b; };
  const auto either = [](Byte a, Byte b) -> Byte { return a | b; };
  if (every) return reduce<Byte>(x, dims, result, 1, both, both);
  reduce<Byte>(x, dims, result, 0, either, either);
}

void sums(const Array& x, const Dims& dims, const Array& result) {
  if (x.dtype == Dtype::kBool) return truths(x, dims, result, false);
  visit_reduced(x.dtype, [&]<class T>(Type<T>) {
    if constexpr (std::is_floating_point_v<T>) {
      ta::sum(core_view<T>(x), dims, elements<T>(result));
    } else {
      reduce<T>(x, dims, result, 0, kPlus, kPlus);
    }
  });
}

// The type that sums and products are made in.
Dtype sum_dtype(const Array& x, std::optional<Dtype> dtype) {
  return dtype.value_or(is_floating(x.dtype) ? x.dtype : Dtype::kInt64);
}

// What every number is larger (smaller) than.
template <class T>
T outermost(bool lowest) {
  using Limits = std::numeric_limits<T>;
  if constexpr (Limits::has_infinity) return lowest ? -Limits::infinity() : Limits::infinity();
  return lowest ? Limits::lowest() : Limits::max();
}

void extremes(const Array& x, const Dims& dims, const Array& result, bool largest) {
  const auto by = [&]<bool kLargest>(std::bool_constant<kLargest>) {
    visit_reduced(x.dtype, [&]<class T>(Type<T>) {
      const auto plain = [](T a, T b) { return Extreme<kLargest>()(b, a); };
      reduce<T>(x, dims, result, outermost<T>(kLargest), plain, Extreme<kLargest>());
    });
  };
  if (largest) return by(std::true_type());
  by(std::false_type());
}

Expected<void> check_not_empty(const Array& x, const std::vector<std::size_t>& dims,
                               std::string_view function) {
  if (x.size() != 0) return {};
  if (dims.empty()) {
    return runtime_error(
        "{}(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
        "reduction dim with the 'dim' argument.",
        function);
  }
  for (const std::size_t d : dims) {
    if (x.shape[d] == 0) {
      return index_error("{}(): Expected reduction dim {} to have non-zero size.", function, d);
    }
  }
  return {};
}

Expected<Array> extreme_over(const Context& context, const Array& x, const Over& over,
                             bool largest) {
  const std::string_view name = largest ? "amax" : "amin";
  NORMSCOPE_TAKE(dims, reduced_dims(x, over));
  NORMSCOPE_CHECK(check_not_empty(x, dims, name));
  return reduced(context, x, over, x.dtype, {name, largest ? "AmaxBackward0" : "AminBackward0"},
                 [largest](const auto&... each) { extremes(each..., largest); });
}

Expected<Array> truth(const Context& context, const Array& x, const Over& over, bool every) {
  NORMSCOPE_TAKE(result, reduced(context, x, over, Dtype::kBool, {every ? "all" : "any"},
                                 [every](const auto&... each) { truths(each..., every); }));
  // As in PyTorch: uint8 gives uint8.
  if (x.dtype == Dtype::kUint8) result.dtype = Dtype::kUint8;
  return result;
}

// The 2-norm of one contiguous run, which PyTorch sums in lanes.
template <class T>
T norm_of_row(std::span<const T> row) {
  using Lanes = ta::LanesOf<T>;
  return base::in_vectors([=] {
    Lanes lanes;
    const auto size = static_cast<std::int64_t>(row.size());
    const std::int64_t whole = size / Lanes::kCount * Lanes::kCount;
    for (std::int64_t at = 0; at < whole; at += Lanes::kCount) {
      const Lanes x = Lanes::load(row.data() + at);
      for (std::int64_t i = 0; i < Lanes::kCount; ++i) lanes[i] += x[i] * x[i];
    }
    T total = lanes[0];
    for (std::int64_t i = 1; i < Lanes::kCount; ++i) total += lanes[i];
    // PyTorch's compiler vectorized the remainder by four and fused the last ones.
    const auto rest = row.subspan(static_cast<std::size_t>(whole));
    for (std::size_t i = 0; i < rest.size(); ++i) {
      total =
          i < rest.size() / 4 * 4 ? total + rest[i] * rest[i] : std::fma(rest[i], rest[i], total);
    }
    return std::sqrt(total);
  });
}

template <class T>
T norm_step(T total, T value, double p) {
  const T size = std::abs(value);
  if (p == 2.0) return total + value * value;
  if (p == 1.0) return total + size;
  if (p == 0.0) return total + (value == T{} ? T{} : T{1});
  if (p == std::numeric_limits<double>::infinity()) return Extreme<true>()(size, total);
  if (p == -std::numeric_limits<double>::infinity()) return Extreme<false>()(size, total);
  return total + std::pow(size, static_cast<T>(p));
}

template <class T>
void norms(const Array& x, const std::vector<std::size_t>& dims, const Array& result, double p) {
  const auto view = core_view<T>(x);
  const ta::ReductionLoop loop = ta::reduction_loop(view, dims);
  const bool rows = loop[0].output_stride() == 0 && loop[0].input_stride() == 1 &&
                    std::ranges::all_of(loop.begin() + 1, loop.end(), [](const auto& level) {
                      return level.output_stride() != 0 || level.size == 1;
                    });
  T* const to = result.data<T>();
  const T first =
      p == -std::numeric_limits<double>::infinity() ? std::numeric_limits<T>::infinity() : T{};
  std::fill_n(to, result.size(), first);
  if (p == 2.0 && rows && x.size() > 0) {
    ta::for_each_outer(loop, 1, [&](const auto& at) {
      const auto [output, input] = at;
      to[output] = norm_of_row(view.values.subspan(static_cast<std::size_t>(input),
                                                   static_cast<std::size_t>(loop[0].size)));
    });
    return;
  }
  if (x.size() > 0) {
    ta::for_each_outer(loop, 0, [&](const auto& at) {
      const auto [output, input] = at;
      to[output] = norm_step(to[output], view.values[static_cast<std::size_t>(input)], p);
    });
  }
  if (p == 2.0) {
    for (T& value : elements<T>(result)) value = std::sqrt(value);
  } else if (p != 1.0 && p != 0.0 && std::isfinite(p)) {
    for (T& value : elements<T>(result)) value = std::pow(value, static_cast<T>(1.0 / p));
  }
}

Expected<void> check_spread(const Array& x) {
  if (is_floating(x.dtype)) return {};
  return runtime_error("std and var only support floating point and complex dtypes");
}

void variances(const Array& x, const Dims& dims, const Array& result, std::int64_t correction,
               bool root) {
  if (x.dtype == Dtype::kFloat32) {
    const auto view = core_view<float>(x);
    const ta::View whole(view.values, view.shape, view.strides);
    const tensor::Tensor found =
        root ? ta::std_dev(whole, dims, correction) : ta::var(whole, dims, correction);
    std::ranges::copy(found.values(), result.data<float>());
    return;
  }
  ta::var(core_view<double>(x), dims, correction, elements<double>(result));
  if (root) map<double, double>(result, result, [](double v) { return std::sqrt(v); });
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

}  // namespace

Expected<Array> sum(const Context& context, const Array& x, const Over& over,
                    std::optional<Dtype> dtype) {
  return reduced(context, x, over, sum_dtype(x, dtype),
                 {"sum", over.dims ? "SumBackward1" : "SumBackward0"}, sums);
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
  return reduced(context, x, over, used, {"mean", over.dims ? "MeanBackward1" : "MeanBackward0"},
                 [](const Array& input, const Dims& dims, const Array& result) {
                   sums(input, dims, result);
                   visit_floating(input.dtype, [&]<class T>(Type<T>) {
                     const std::int64_t size =
                         input.size() / std::max<std::int64_t>(result.size(), 1);
                     const auto count = static_cast<T>(size);
                     map<T, T>(result, result, [count](T v) { return v / count; });
                   });
                 });
}

Expected<Array> prod(const Context& context, const Array& x, const Over& over,
                     std::optional<Dtype> dtype) {
  return reduced(context, x, over, sum_dtype(x, dtype),
                 {"prod", over.dims ? "ProdBackward1" : "ProdBackward0"},
                 [](const Array& input, const Dims& dims, const Array& result) {
                   visit_reduced(input.dtype, [&]<class T>(Type<T>) {
                     reduce<T>(input, dims, result, 1, kTimes, kTimes);
                   });
                 });
}

Expected<Array> var(const Context& context, const Array& x, const Over& over,
                    std::int64_t correction, bool root) {
  NORMSCOPE_CHECK(check_spread(x));
  return reduced(context, x, over, x.dtype,
                 {root ? "std" : "var",
                  root ? "StdBackward0" : "VarBackward0",
                  {},
                  {{"correction", correction}}},
                 [=](const auto&... each) { variances(each..., correction, root); });
}

Expected<MeanAnd> var_mean(const Context& context, const Array& x, const Over& over,
                           std::int64_t correction, bool root) {
  NORMSCOPE_TAKE(dims, reduced_dims(x, over));
  NORMSCOPE_CHECK(check_spread(x));
  NORMSCOPE_TAKE(spread, allocate(context, x.dtype, reduced_shape(x.shape, dims, over.keepdim)));
  NORMSCOPE_TAKE(mean, allocate(context, x.dtype, spread.shape));
  visit_floating(x.dtype, [&]<class T>(Type<T>) {
    running_moments<T>(x, dims, correction, root, mean, spread);
  });
  const std::string_view gradient = root ? "StdMeanBackward0" : "VarMeanBackward0";
  Attributes attributes = attributes_of(over);
  add(attributes, "correction", correction);
  // Each result by itself is what the function of that name gives.
  return MeanAnd{
      made(context, std::move(spread), {root ? "std" : "var", gradient, {x}, attributes}),
      made(context, std::move(mean), {"mean", gradient, {x}, attributes_of(over)})};
}

Expected<Array> extreme_of_all(const Context& context, const Array& x, bool largest) {
  const std::string_view name = largest ? "max" : "min";
  NORMSCOPE_CHECK(check_not_empty(x, {}, name));
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, {}));
  if (is_floating(x.dtype)) {
    NORMSCOPE_TAKE(row, made_contiguous(context, x));
    visit_floating(x.dtype, [&]<class T>(Type<T>) {
      const std::span<const T> values = elements<T>(row);
      const auto same = [](T v) { return v; };
      *result.template data<T>() = base::in_vectors([=] {
        return largest ? ta::reduce_row(values, same, Extreme<true>())
                       : ta::reduce_row(values, same, Extreme<false>());
      });
    });
  } else {
    extremes(x, {}, result, largest);
  }
  return made(context, std::move(result),
              {name, largest ? "MaxBackward1" : "MinBackward1", {x}, {}});
}

Expected<Array> amax(const Context& context, const Array& x, const Over& over) {
  return extreme_over(context, x, over, true);
}

Expected<Array> amin(const Context& context, const Array& x, const Over& over) {
  return extreme_over(context, x, over, false);
}

Expected<Array> any(const Context& context, const Array& x, const Over& over) {
  return truth(context, x, over, false);
}

Expected<Array> all(const Context& context, const Array& x, const Over& over) {
  return truth(context, x, over, true);
}

Expected<Array> norm(const Context& context, const Array& x, const Over& over, double p) {
  if (!is_floating(x.dtype)) {
    return runtime_error(
        "linalg.vector_norm: Expected a floating point or complex tensor as input. Got {}",
        word_of(x.dtype));
  }
  return reduced(context, x, over, x.dtype, {"norm", "NormBackward1", {}, {{"p", p}}},
                 [p](const Array& input, const Dims& dims, const Array& result) {
                   visit_floating(input.dtype,
                                  [&]<class T>(Type<T>) { norms<T>(input, dims, result, p); });
                 });
}

Expected<Array> logsumexp(const Context& context, const Array& x, const Over& over) {
  NORMSCOPE_TAKE(dims, reduced_dims(x, over));
  const Dtype dtype = is_floating(x.dtype) ? x.dtype : context.default_dtype;
  NORMSCOPE_TAKE(input, converted(context, x, dtype));
  NORMSCOPE_TAKE(largest, allocate(context, dtype, reduced_shape(x.shape, dims, true)));
  NORMSCOPE_TAKE(result, allocate(context, dtype, largest.shape));
  NORMSCOPE_TAKE(powers, allocate_like(context, dtype, x.shape, {&input}));
  // Without elements there is no largest; 0 stands for it.
  if (x.size() > 0) extremes(input, dims, largest, true);
  visit_floating(dtype, [&]<class T>(Type<T>) {
    map<T, T>(largest, largest, [](T v) { return std::isinf(v) ? T{} : v; });
    zip<T, T>(powers, input, largest, [](T v, T m) { return v - m; });
    sweep<T>(powers, powers, vector_math<T>().exp.many);
    sums(powers, dims, result);
    zip<T, T>(result, result, largest, [](T sum_of, T m) { return vector_log(sum_of) + m; });
  });
  return made(context, in_rows(std::move(result), reduced_shape(x.shape, dims, over.keepdim)),
              {"logsumexp", "LogsumexpBackward0", {x}, attributes_of(over)});
}

}  // namespace normscope::notebook::arrays
