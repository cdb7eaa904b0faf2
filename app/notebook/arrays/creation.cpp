// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/creation.hpp"

#include <algorithm>
#include <cmath>

#include "app/notebook/arrays/core_view.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "core/base/limits.hpp"

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
    for (std::int64_t i = 0; i < steps; ++i) {
      result.template data<T>()[i] = static_cast<T>(at(i));
    }
  });
  return made(context, std::move(result), {"linspace", {}, {}, {}});
}

}  // namespace normscope::notebook::arrays
