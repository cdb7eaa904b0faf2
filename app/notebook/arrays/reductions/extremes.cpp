// SPDX-License-Identifier: MIT
// See reductions.hpp: products, extremes, truth values and norms.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/notebook/arrays/core_view.hpp"
#include "app/notebook/arrays/elementwise/math.hpp"
#include "app/notebook/arrays/reductions/reductions.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "core/base/vectors.hpp"
#include "core/torch_arithmetic/lanes.hpp"
#include "core/torch_arithmetic/vector_reduction.hpp"

namespace normscope::notebook::arrays {
namespace {

// `f` over the reduced dimensions, starting from `neutral`, in the order of PyTorch's vectors.
template <class T, class Plain, class Vector>
void reduce(const Array& x, const std::vector<std::size_t>& dims, const Array& result, T neutral,
            const Plain& plain, const Vector& vector) {
  std::ranges::fill(elements<T>(result), neutral);
  ta::VectorReduction<T, std::decay_t<Plain>, std::decay_t<Vector>>(plain, vector)
      .run(core_view<T>(x), dims, elements<T>(result));
}

template <class T>
T larger_plain(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return ta::scalar_maximum(a, b);
  return std::max(a, b);
}
template <class T>
T larger_vector(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) return ta::vector_maximum(a, b);
  return std::max(a, b);
}
// Of 0.0 and -0.0 the vector code gives the second, the scalar code the first.
template <class T>
T smaller_vector(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(a) || std::isnan(b)) return std::numeric_limits<T>::quiet_NaN();
  }
  return a < b ? a : b;
}
template <class T>
T smaller_plain(T a, T b) {
  return smaller_vector(b, a);
}

// The vectors' functions of two elements, and of two vectors.
template <class T, bool kLargest>
struct ExtremeVector {
  T operator()(T a, T b) const { return kLargest ? larger_vector(a, b) : smaller_vector(a, b); }
  ta::LanesOf<T> operator()(const ta::LanesOf<T>& a,
                            const ta::LanesOf<T>& b) const requires std::is_floating_point_v<T> {
    return ta::extreme_lanes<kLargest>(a, b);
  }
};

template <class T>
T lowest() {
  if constexpr (std::is_floating_point_v<T>) return -std::numeric_limits<T>::infinity();
  return std::numeric_limits<T>::lowest();
}
template <class T>
T highest() {
  if constexpr (std::is_floating_point_v<T>) return std::numeric_limits<T>::infinity();
  return std::numeric_limits<T>::max();
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

Expected<Array> extreme(const Context& context, const Array& x,
                        const std::vector<std::size_t>& dims, bool keepdim, bool largest) {
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, reduced_shape(x, dims, keepdim)));
  // Bools are compared as bytes: there are no vectors of bools.
  Array bytes = x;
  Array into = result;
  if (x.dtype == Dtype::kBool) bytes.dtype = into.dtype = Dtype::kUint8;
  visit_computing(bytes.dtype, [&]<class T>(Type<T>) {
    if constexpr (!std::is_same_v<T, bool>) {
      const T neutral = largest ? lowest<T>() : highest<T>();
      if (largest) {
        reduce<T>(
            bytes, dims, into, neutral, [](T a, T b) { return larger_plain(a, b); },
            ExtremeVector<T, true>{});
      } else {
        reduce<T>(
            bytes, dims, into, neutral, [](T a, T b) { return smaller_plain(a, b); },
            ExtremeVector<T, false>{});
      }
    }
  });
  return result;
}

Expected<Array> extreme_over(const Context& context, const Array& x, const Over& over,
                             bool largest) {
  const std::string_view name = largest ? "amax" : "amin";
  NORMSCOPE_TAKE(dims, reduced_dims(x, over));
  NORMSCOPE_CHECK(check_not_empty(x, dims, name));
  NORMSCOPE_TAKE(result, extreme(context, x, dims, over.keepdim, largest));
  return made(context, std::move(result),
              {name, largest ? "AmaxBackward0" : "AminBackward0", {x}, attributes_of(over)});
}

Expected<Array> truth(const Context& context, const Array& x, const Over& over, bool every) {
  NORMSCOPE_TAKE(dims, reduced_dims(x, over));
  NORMSCOPE_TAKE(held, converted(context, x, Dtype::kBool));
  Array bytes = held;
  bytes.dtype = Dtype::kUint8;
  NORMSCOPE_TAKE(result, allocate(context, Dtype::kBool, reduced_shape(x, dims, over.keepdim)));
  Array into = result;
  into.dtype = Dtype::kUint8;
  const auto both = [](std::uint8_t a, std::uint8_t b) -> std::uint8_t { return a & b; };
  const auto either = [](std::uint8_t a, std::uint8_t b) -> std::uint8_t { return a | b; };
  if (every) {
    reduce<std::uint8_t>(bytes, dims, into, 1, both, both);
  } else {
    reduce<std::uint8_t>(bytes, dims, into, 0, either, either);
  }
  // As in PyTorch: uint8 gives uint8.
  if (x.dtype == Dtype::kUint8) result.dtype = Dtype::kUint8;
  return made(context, std::move(result), {every ? "all" : "any", {}, {x}, attributes_of(over)});
}

// The 2-norm of one contiguous run of float32, which PyTorch sums in eight lanes.
float norm_of_row(std::span<const float> row) {
  return base::in_vectors([=] {
    ta::Lanes lanes;
    const auto size = static_cast<std::int64_t>(row.size());
    const std::int64_t whole = size / ta::kLanes * ta::kLanes;
    for (std::int64_t at = 0; at < whole; at += ta::kLanes) {
      const ta::Lanes x = ta::Lanes::load(row.data() + at);
      for (std::int64_t i = 0; i < ta::kLanes; ++i) lanes[i] += x[i] * x[i];
    }
    float total = lanes[0];
    for (std::int64_t i = 1; i < ta::kLanes; ++i) total += lanes[i];
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
  if (p == 2.0) return std::fma(value, value, total);
  if (p == 1.0) return total + size;
  if (p == 0.0) return total + (value == T{} ? T{} : T{1});
  if (p == std::numeric_limits<double>::infinity()) return larger_plain(total, size);
  if (p == -std::numeric_limits<double>::infinity()) return smaller_plain(total, size);
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
  if constexpr (std::is_same_v<T, float>) {
    if (p == 2.0 && rows && x.size() > 0) {
      ta::for_each_outer(loop, 1, [&](const auto& at) {
        const auto [output, input] = at;
        to[output] = norm_of_row(view.values.subspan(static_cast<std::size_t>(input),
                                                     static_cast<std::size_t>(loop[0].size)));
      });
      return;
    }
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

}  // namespace

Expected<Array> prod(const Context& context, const Array& x, const Over& over,
                     std::optional<Dtype> dtype) {
  NORMSCOPE_TAKE(dims, reduced_dims(x, over));
  const Dtype used = dtype.value_or(is_floating(x.dtype) ? x.dtype : Dtype::kInt64);
  NORMSCOPE_TAKE(input, converted(context, x, used));
  NORMSCOPE_TAKE(result, allocate(context, used, reduced_shape(x, dims, over.keepdim)));
  visit_computing(used, [&]<class T>(Type<T>) {
    if constexpr (!std::is_same_v<T, bool>) {
      using W = std::conditional_t<std::is_floating_point_v<T>, T, std::uint64_t>;
      const auto times = [](T a, T b) {
        return static_cast<T>(static_cast<W>(a) * static_cast<W>(b));
      };
      reduce<T>(input, dims, result, T{1}, times, times);
    }
  });
  return made(context, std::move(result),
              {"prod", over.dims ? "ProdBackward1" : "ProdBackward0", {x}, attributes_of(over)});
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
        return largest ? ta::reduce_row(values, same, ExtremeVector<T, true>{})
                       : ta::reduce_row(values, same, ExtremeVector<T, false>{});
      });
    });
  } else {
    NORMSCOPE_TAKE(found, extreme(context, x, {}, false, largest));
    result = std::move(found);
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
  NORMSCOPE_TAKE(dims, reduced_dims(x, over));
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, reduced_shape(x, dims, over.keepdim)));
  visit_floating(x.dtype, [&]<class T>(Type<T>) { norms<T>(x, dims, result, p); });
  Attributes attributes = attributes_of(over);
  add(attributes, "p", p);
  return made(context, std::move(result), {"norm", "NormBackward1", {x}, std::move(attributes)});
}

}  // namespace normscope::notebook::arrays
