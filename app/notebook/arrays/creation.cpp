// SPDX-License-Identifier: MIT
// Of what is drawn, float32 comes from core's distributions, which have PyTorch's bits; float64
// takes two draws of 32 bits an element.
#include "app/notebook/arrays/creation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/notebook/arrays/elementwise/elementwise.hpp"
#include "app/notebook/arrays/reductions/reductions.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/walk.hpp"
#include "core/base/limits.hpp"
#include "core/random/distributions.hpp"

namespace normscope::notebook::arrays {
namespace {

// base + index * step, rounded as by PyTorch: vectors of 64 bytes count from their first element,
// the rest is computed one by one.
template <class T, class At>
void fill_range(const Array& out, const At& at, double step) {
  constexpr auto kLanes = static_cast<std::int64_t>(32 / sizeof(T));
  T* const to = out.data<T>();
  const std::int64_t size = out.size();
  const std::int64_t whole = size / (2 * kLanes) * (2 * kLanes);
  for (std::int64_t i = 0; i < size; ++i) {
    if (i >= whole) {
      to[i] = static_cast<T>(at(i));
      continue;
    }
    const auto base = static_cast<T>(at(i / kLanes * kLanes));
    to[i] =
        static_cast<T>(std::fma(static_cast<double>(i % kLanes), step, static_cast<double>(base)));
  }
}

constexpr double kStep = 0x1p-53;
constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 53U) - 1;
constexpr std::int64_t kBlock = 16;

double next_uniform(random::Generator& generator) {
  return static_cast<double>(generator.next_64() & kMantissa) * kStep;
}

void draw_uniform(random::Generator& generator, std::span<float> values) {
  random::fill_rand(generator, values);
}
void draw_uniform(random::Generator& generator, std::span<double> values) {
  for (double& value : values) value = next_uniform(generator);
}

// Box and Muller's method on the first eight of a block against its last eight.
void normal_block(double* values, double mean, double deviation) {
  for (std::int64_t j = 0; j < kBlock / 2; ++j) {
    const double radius = std::sqrt(-2.0 * std::log(1.0 - values[j]));
    const double angle = 2.0 * std::numbers::pi * values[j + kBlock / 2];
    values[j] = std::fma(radius * std::cos(angle), deviation, mean);
    values[j + kBlock / 2] = std::fma(radius * std::sin(angle), deviation, mean);
  }
}

void fill_normal(random::Generator& generator, std::span<double> values, double mean,
                 double deviation) {
  const auto size = static_cast<std::int64_t>(values.size());
  if (size < kBlock) {
    for (double& value : values) value = std::fma(generator.next_normal(), deviation, mean);
    return;
  }
  draw_uniform(generator, values);
  for (std::int64_t at = 0; at + kBlock <= size; at += kBlock) {
    normal_block(values.data() + at, mean, deviation);
  }
  if (size % kBlock == 0) return;
  double* const last = values.data() + size - kBlock;
  draw_uniform(generator, {last, kBlock});
  normal_block(last, mean, deviation);
}

// With replacement: each draw is looked up in the running sums of its row.
Expected<Array> drawn_again(Context& context, const Array& weights, const Shape& shape) {
  NORMSCOPE_TAKE(result, allocate(context, Dtype::kInt64, shape));
  const auto classes = static_cast<std::size_t>(weights.shape.back());
  auto* to = result.data<std::int64_t>();
  const char* wrong = nullptr;
  visit_floating(weights.dtype, [&]<class T>(Type<T>) {
    const auto all = elements<T>(weights);
    for (std::size_t at = 0; at < all.size() && wrong == nullptr; at += classes) {
      std::vector<T> sums;
      T sum{};
      for (const T weight : all.subspan(at, classes)) {
        if (!(weight >= T{})) wrong = "encountering probability entry < 0";
        if (!std::isfinite(weight)) wrong = "encountering probability entry = infinity or NaN";
        sum += weight;
        sums.push_back(sum);
      }
      if (wrong == nullptr && !(sum > T{})) wrong = "sum of probabilities <= 0";
      for (T& value : sums) value /= sum;
      sums.back() = T{1};
      for (std::int64_t i = 0; i < shape.back() && wrong == nullptr; ++i) {
        const double drawn = next_uniform(context.generator);
        const auto place = std::ranges::partition_point(
            sums, [drawn](T value) { return static_cast<double>(value) < drawn; });
        *to++ = place - sums.begin();
      }
    }
  });
  if (wrong != nullptr) return runtime_error("invalid multinomial distribution ({})", wrong);
  return result;
}

// Without replacement: the largest quotients of weights and exponential draws.
Expected<Array> drawn_once(Context& context, const Array& weights, std::int64_t count) {
  bool valid = true;
  bool empty = false;
  visit_floating(weights.dtype, [&]<class T>(Type<T>) {
    const auto all = elements<T>(weights);
    for (const T w : all) valid = valid && w >= T{} && std::isfinite(w);
    const auto classes = static_cast<std::size_t>(weights.shape.back());
    for (std::size_t at = 0; at < all.size(); at += classes) {
      empty = empty || std::ranges::all_of(all.subspan(at, classes), [](T w) { return w == T{}; });
    }
  });
  if (!valid) {
    return runtime_error("probability tensor contains either `inf`, `nan` or element < 0");
  }
  if (empty) {
    return runtime_error("invalid multinomial distribution (sum of probabilities <= 0)");
  }
  NORMSCOPE_TAKE(drawn, exponential(context, weights.shape, 1.0, weights.dtype));
  NORMSCOPE_TAKE(quotients, binary(context, "div", weights, drawn));
  if (count == 1) return place_of_extreme(context, quotients, -1, true, true);
  NORMSCOPE_TAKE(best, topk(context, quotients, count, -1, true));
  return std::move(best.indices);
}

// Core checks its arguments once more; what it says is passed on.
Expected<Array> drawn_integers(const Context& context,
                               const base::Expected<std::vector<std::int64_t>>& drawn,
                               const Array& result, Making making) {
  if (!drawn) return runtime_error("{}", drawn.error().sentence);
  visit_dtype(result.dtype, [&]<class T>(Type<T>) {
    std::ranges::transform(*drawn, result.template data<T>(), convert<T, std::int64_t>);
  });
  return made(context, result, std::move(making));
}

}  // namespace

Expected<Array> full(const Context& context, const Sizes& sizes, const Scalar& value, Dtype dtype) {
  NORMSCOPE_CHECK(check_held(value, dtype));
  NORMSCOPE_TAKE(result, allocate(context, dtype, sizes));
  if (to_double(value) != 0.0 || std::signbit(to_double(value))) fill(result, value);
  return made(context, std::move(result), {"full", {}, {}, {{"value", to_double(value)}}});
}

Expected<Array> eye(const Context& context, std::int64_t rows, std::int64_t columns, Dtype dtype) {
  if (rows < 0) {
    return runtime_error("n must be greater or equal to 0, got {}", rows);
  }
  if (columns < 0) {
    return runtime_error("m must be greater or equal to 0, got {}", columns);
  }
  NORMSCOPE_TAKE(result, allocate(context, dtype, {rows, columns}));
  Array line = result;
  line.shape = {std::min(rows, columns)};
  line.strides = {columns + 1};
  fill(line, std::int64_t{1});
  return made(context, std::move(result), {"eye", {}, {}, {}});
}

Expected<Array> arange(const Context& context, const Scalar& start, const Scalar& end,
                       const Scalar& step, Dtype dtype) {
  NORMSCOPE_CHECK(check_loop(dtype != Dtype::kBool, "arange_cpu", dtype));
  const bool whole = dtype == Dtype::kInt64;
  const auto bound = [&](const Scalar& value) {
    return whole ? static_cast<double>(to_int(value)) : to_double(value);
  };
  const double from = bound(start);
  const double to = bound(end);
  const double by = bound(step);
  if (by == 0.0) return runtime_error("step must be nonzero");
  if (!std::isfinite(from) || !std::isfinite(to)) {
    return runtime_error("unsupported range: {} -> {}", from, to);
  }
  if ((by > 0.0 && to < from) || (by < 0.0 && to > from)) {
    return runtime_error("upper bound and larger bound inconsistent with step sign");
  }
  const double count = std::ceil((to - from) / by);
  if (count > static_cast<double>(base::kMaxElements)) {
    return fail(ErrorKind::kMemory, "arange would make {} elements", count);
  }
  NORMSCOPE_TAKE(result,
                 allocate(context, dtype, {static_cast<std::int64_t>(count)}, Fresh::kAnything));
  visit_computing(dtype, [&]<class T>(Type<T>) {
    if constexpr (std::is_floating_point_v<T>) {
      fill_range<T>(
          result, [&](std::int64_t i) { return std::fma(by, static_cast<double>(i), from); }, by);
    } else {
      T* const filled = result.template data<T>();
      const std::int64_t size = result.size();
      const std::int64_t first = to_int(start);
      const std::int64_t gap = to_int(step);
      for (std::int64_t i = 0; i < size; ++i) filled[i] = static_cast<T>(first + gap * i);
    }
  });
  return made(context, std::move(result), {"arange", {}, {}, {}});
}

Expected<Array> linspace(const Context& context, double start, double end, std::int64_t steps,
                         Dtype dtype) {
  if (steps < 0) return runtime_error("number of steps must be non-negative");
  NORMSCOPE_TAKE(result, allocate(context, dtype, {steps}, Fresh::kAnything));
  visit_computing(dtype, [&]<class T>(Type<T>) {
    using S = std::conditional_t<std::is_floating_point_v<T>, T, double>;
    const S from = static_cast<S>(start);
    const S to = static_cast<S>(end);
    const S step = steps < 2 ? S{} : (to - from) / static_cast<S>(steps - 1);
    const std::int64_t half = steps / 2;
    const auto at = [&](std::int64_t i) {
      if (steps == 1) return from;
      return i < half ? std::fma(step, static_cast<S>(i), from)
                      : std::fma(-step, static_cast<S>(steps - 1 - i), to);
    };
    for (std::int64_t i = 0; i < steps; ++i) {
      result.template data<T>()[i] = static_cast<T>(at(i));
    }
  });
  return made(context, std::move(result), {"linspace", {}, {}, {}});
}

Expected<Array> rand(Context& context, const Sizes& sizes, Dtype dtype) {
  NORMSCOPE_TAKE(result, uniform(context, sizes, 0.0, 1.0, dtype));
  return made(context, std::move(result), {"rand", {}, {}, {}});
}

Expected<Array> uniform(Context& context, const Sizes& sizes, double low, double high,
                        Dtype dtype) {
  NORMSCOPE_CHECK(check_loop(is_floating(dtype), "check_uniform_bounds", dtype));
  if (!(low <= high)) {
    return runtime_error("uniform_ expects to return a [from, to) range, but found from={} > to={}",
                         low, high);
  }
  NORMSCOPE_CHECK(check_held(low, dtype));
  NORMSCOPE_CHECK(check_held(high, dtype));
  NORMSCOPE_TAKE(result, allocate(context, dtype, sizes, Fresh::kAnything));
  visit_floating(dtype, [&]<class T>(Type<T>) {
    draw_uniform(context.generator, elements<T>(result));
    if (low == 0.0 && high == 1.0) return;
    const auto from = static_cast<T>(low);
    const T width = static_cast<T>(high) - from;
    map<T, T>(result, result, [=](T v) { return std::fma(v, width, from); });
  });
  return result;
}

Expected<Array> normal(Context& context, const Sizes& sizes, double mean, double deviation,
                       Dtype dtype) {
  NORMSCOPE_CHECK(check_loop(is_floating(dtype), "normal_kernel_cpu", dtype));
  if (!(deviation >= 0.0)) {
    return runtime_error("normal expects std >= 0.0, but found std {}", deviation);
  }
  NORMSCOPE_TAKE(result, allocate(context, dtype, sizes, Fresh::kAnything));
  if (dtype == Dtype::kFloat32) {
    random::fill_normal(context.generator, elements<float>(result), mean, deviation);
  } else {
    fill_normal(context.generator, elements<double>(result), mean, deviation);
  }
  return made(context, std::move(result), {"normal", {}, {}, {}});
}

Expected<Array> randint(Context& context, std::int64_t low, std::int64_t high, const Sizes& sizes,
                        Dtype dtype) {
  if (low >= high) {
    return runtime_error("random_ expects 'from' to be less than 'to', but got from={} >= to={}",
                         low, high);
  }
  NORMSCOPE_TAKE(result, allocate(context, dtype, sizes));
  return drawn_integers(context, random::randint(context.generator, result.size(), low, high),
                        result, {"randint", {}, {}, {{"low", low}, {"high", high}}});
}

Expected<Array> randperm(Context& context, std::int64_t count, Dtype dtype) {
  NORMSCOPE_TAKE(result, allocate(context, dtype, {count}));
  return drawn_integers(context, random::randperm(context.generator, count), result, {"randperm"});
}

Expected<Array> bernoulli(Context& context, const Array& probabilities) {
  NORMSCOPE_CHECK(
      check_loop(is_floating(probabilities.dtype), "bernoulli_tensor_cpu_p_", probabilities.dtype));
  NORMSCOPE_TAKE(result, allocate(context, probabilities.dtype, probabilities.shape));
  bool outside = false;
  visit_floating(probabilities.dtype, [&]<class T>(Type<T>) {
    const T* const from = probabilities.template data<T>();
    T* to = result.template data<T>();
    for_each_in_order(probabilities, [&](std::int64_t at) {
      const T p = from[at];
      outside = outside || !(p >= T{} && p <= T{1});
      const double drawn =
          std::is_same_v<T, double>
              ? next_uniform(context.generator)
              : static_cast<double>(context.generator.next_32() & 0xffffffU) * 0x1p-24;
      *to++ = drawn < static_cast<double>(p) ? T{1} : T{};
    });
  });
  if (outside) {
    return runtime_error(
        "Expected p_in >= 0 && p_in <= 1 to be true, but got false.  (Could this error message be "
        "improved?  If so, please report an enhancement request to PyTorch.)");
  }
  return made(context, std::move(result), {"bernoulli", {}, {probabilities}, {}});
}

Expected<Array> bernoulli(Context& context, const Sizes& sizes, double probability, Dtype dtype) {
  if (!(probability >= 0.0 && probability <= 1.0)) {
    return runtime_error("bernoulli_ expects p to be in [0, 1], but got p={}", probability);
  }
  NORMSCOPE_TAKE(result, allocate(context, dtype, sizes));
  visit_dtype(dtype, [&]<class T>(Type<T>) {
    map<T, T>(result, result,
              [&](T) { return next_uniform(context.generator) < probability ? T{1} : T{}; });
  });
  return result;
}

Expected<Array> exponential(Context& context, const Sizes& sizes, double rate, Dtype dtype) {
  NORMSCOPE_CHECK(check_loop(is_floating(dtype), "exponential_cpu", dtype));
  NORMSCOPE_TAKE(result, allocate(context, dtype, sizes));
  visit_floating(dtype, [&]<class T>(Type<T>) {
    map<T, T>(result, result, [&](T) {
      return static_cast<T>(-1.0 / rate * std::log(1.0 - next_uniform(context.generator)));
    });
  });
  return result;
}

Expected<Array> multinomial(Context& context, const Array& probabilities, std::int64_t count,
                            bool replacement) {
  const Array& x = probabilities;
  if (x.rank() < 1 || x.rank() > 2) return runtime_error("prob_dist must be 1 or 2 dim");
  if (!is_floating(x.dtype)) {
    return runtime_error("multinomial only supports floating-point dtypes for input, got: {}",
                         word_of(x.dtype));
  }
  if (count <= 0) return runtime_error("cannot sample n_sample <= 0 samples");
  if (!replacement && count > x.shape.back()) {
    return runtime_error("cannot sample n_sample > prob_dist.size(-1) samples without replacement");
  }
  Shape shape = x.shape;
  shape.back() = count;
  NORMSCOPE_TAKE(weights, made_contiguous(context, x));
  NORMSCOPE_TAKE(result, replacement && count > 1 ? drawn_again(context, weights, shape)
                                                  : drawn_once(context, weights, count));
  return made(context, std::move(result), {"multinomial", {}, {x}, {{"num_samples", count}}});
}

}  // namespace normscope::notebook::arrays
