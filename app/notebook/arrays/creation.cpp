// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/creation.hpp"

#include <algorithm>
#include <cmath>

#include "app/notebook/arrays/copy.hpp"
#include "app/notebook/arrays/core_view.hpp"
#include "core/base/limits.hpp"

namespace normscope::notebook::arrays {
namespace {

// Values of [base + index * step], as PyTorch's vectors make them: whole steps of 64 bytes from the
// first value of each half, the rest one by one.
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

Expected<Array> triangle_indices(const Context& context, std::int64_t rows, std::int64_t columns,
                                 std::int64_t shift, bool lower) {
  // Of row i the columns before its end, or from it on.
  const auto end = [&](std::int64_t i) {
    return std::clamp<std::int64_t>(lower ? i + shift + 1 : i + shift, 0, columns);
  };
  std::int64_t count = 0;
  for (std::int64_t i = 0; i < rows; ++i) count += lower ? end(i) : columns - end(i);
  NORMSCOPE_TAKE(result, allocate(context, Dtype::kInt64, {2, count}));
  auto* row = result.data<std::int64_t>();
  auto* column = row + count;
  for (std::int64_t i = 0; i < rows; ++i) {
    const std::int64_t last = lower ? end(i) : columns;
    for (std::int64_t j = lower ? 0 : end(i); j < last; ++j) {
      *row++ = i;
      *column++ = j;
    }
  }
  return made(context, std::move(result), {lower ? "tril_indices" : "triu_indices", {}, {}, {}});
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
  if (dtype == Dtype::kBool) return runtime_error("\"arange_cpu\" not implemented for 'Bool'");
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
    // Whole vectors count up from their first value, on whichever side of the middle that lies.
    constexpr auto kLanes = static_cast<std::int64_t>(32 / sizeof(S));
    const bool vectors = std::is_floating_point_v<T>;
    const std::int64_t whole = vectors ? steps / (2 * kLanes) * (2 * kLanes) : 0;
    for (std::int64_t i = 0; i < steps; ++i) {
      const S value =
          i < whole ? at(i / kLanes * kLanes) + static_cast<S>(i % kLanes) * step : at(i);
      result.template data<T>()[i] = static_cast<T>(value);
    }
  });
  return made(context, std::move(result), {"linspace", {}, {}, {}});
}

Expected<Array> logspace(const Context& context, const Scalar& start, const Scalar& end,
                         std::int64_t steps, double base, Dtype dtype) {
  if (steps < 0) return runtime_error("number of steps must be non-negative");
  NORMSCOPE_TAKE(result, allocate(context, dtype, {steps}));
  visit_computing(dtype, [&]<class T>(Type<T>) {
    const auto number = [](const Scalar& value) {
      return std::is_floating_point_v<T> ? to_double(value)
                                         : static_cast<double>(scalar_as<T>(value));
    };
    const double from = number(start);
    const double to = number(end);
    const double step = (to - from) / static_cast<double>(std::max<std::int64_t>(steps - 1, 1));
    for (std::int64_t i = 0; i < steps; ++i) {
      const double exponent = i < steps / 2 || steps == 1
                                  ? from + step * static_cast<double>(i)
                                  : to - step * static_cast<double>(steps - i - 1);
      result.template data<T>()[i] = convert<T>(std::pow(base, exponent));
    }
  });
  return made(context, std::move(result), {"logspace", {}, {}, {}});
}

Expected<Array> tril_indices(const Context& context, std::int64_t rows, std::int64_t columns,
                             std::int64_t shift) {
  return triangle_indices(context, rows, columns, shift, true);
}

Expected<Array> triu_indices(const Context& context, std::int64_t rows, std::int64_t columns,
                             std::int64_t shift) {
  return triangle_indices(context, rows, columns, shift, false);
}

Expected<Array> one_hot(const Context& context, const Array& x, std::int64_t classes) {
  if (x.dtype != Dtype::kInt64) {
    return runtime_error("one_hot is only applicable to index tensor.");
  }
  const std::vector<std::int64_t> values = values_of<std::int64_t>(x);
  if (values.empty() && classes <= 0) {
    return runtime_error("Can not infer total number of classes from empty tensor.");
  }
  for (const std::int64_t value : values) {
    if (value < 0) return runtime_error("Class values must be non-negative.");
    if (classes != -1 && value >= classes) {
      return runtime_error("Class values must be smaller than num_classes.");
    }
  }
  const std::int64_t width =
      classes == -1 ? *std::max_element(values.begin(), values.end()) + 1 : classes;
  Shape shape = x.shape;
  shape.push_back(width);
  NORMSCOPE_TAKE(result, allocate(context, Dtype::kInt64, shape));
  for (std::size_t i = 0; i < values.size(); ++i) {
    result.data<std::int64_t>()[static_cast<std::int64_t>(i) * width + values[i]] = 1;
  }
  return made(context, std::move(result), {"one_hot", {}, {x}, {}});
}

}  // namespace normscope::notebook::arrays
