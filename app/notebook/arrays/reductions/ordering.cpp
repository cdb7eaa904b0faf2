// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/reductions/reductions.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {
namespace {

// One line of elements along a dimension.
template <class T>
struct Line {
  T* first;
  std::int64_t size;
  std::int64_t stride;
  T& operator[](std::int64_t i) const { return first[i * stride]; }
};

// Calls body(offsets) for each line along a dimension of arrays whose other dimensions agree, until
// the person asks to stop.
template <std::size_t N, class Body>
void for_each_line(const std::array<const Array*, N>& arrays, std::size_t dim, const Body& body) {
  Shape shape = arrays[0]->shape;
  if (!shape.empty()) shape[dim] = 1;
  std::array<Shape, N> strides;
  for (std::size_t k = 0; k < N; ++k) strides[k] = arrays[k]->strides;
  if (tensor::product(shape) == 0) return;
  ta::for_each_outer(ta::loops_over<N>(shape, strides), 0, [&](const auto& at) {
    if (!arrays[0]->storage->budget().stopped()) body(at);
  });
}

template <class T>
Line<T> line_of(const Array& x, std::size_t dim, std::int64_t offset) {
  return {x.data<T>() + offset, x.rank() == 0 ? 1 : x.shape[dim],
          x.rank() == 0 ? 0 : x.strides[dim]};
}

template <class T>
bool is_nan(T value) {
  if constexpr (std::is_floating_point_v<T>) return std::isnan(value);
  return false;
}

// NaN counts as larger than every number.
template <class T>
bool before(T a, T b) {
  return a < b || (is_nan(b) && !is_nan(a));
}

template <class T>
std::int64_t best_of(const Line<T>& line, bool largest) {
  std::int64_t best = 0;
  for (std::int64_t i = 1; i < line.size; ++i) {
    if (is_nan(line[best])) break;
    if (is_nan(line[i]) || (largest ? line[best] < line[i] : line[i] < line[best])) best = i;
  }
  return best;
}

// The place of the largest (smallest) so far, of the last one among equals; a NaN stays.
template <class T>
std::vector<std::int64_t> best_so_far(const Line<T>& line, bool largest) {
  std::vector<std::int64_t> places;
  std::int64_t best = 0;
  for (std::int64_t i = 0; i < line.size; ++i) {
    const bool better = largest ? line[i] >= line[best] : line[i] <= line[best];
    if (is_nan(line[i]) || better) best = i;
    places.push_back(best);
  }
  return places;
}

// Places of a line in ascending or descending order; unless it is to be stable, equal elements come
// as the C++ library's sort leaves them, which is PyTorch's as well. Once the person asks to stop,
// all are equal: the sorting ends early.
template <class T>
std::vector<std::int64_t> sorted_places(const Budget& budget, const Line<T>& line, bool descending,
                                        bool stable) {
  std::vector<std::int64_t> places(static_cast<std::size_t>(line.size));
  std::iota(places.begin(), places.end(), std::int64_t{0});
  const auto first = [&](std::int64_t a, std::int64_t b) {
    return !budget.stopped() && (descending ? before(line[b], line[a]) : before(line[a], line[b]));
  };
  if (stable) {
    std::stable_sort(places.begin(), places.end(), first);
  } else {
    std::sort(places.begin(), places.end(), first);
  }
  return places;
}

// The places of the k first ones, by the very algorithms PyTorch uses: they decide which of equal
// elements are taken, and in which order.
template <class T>
std::vector<std::int64_t> top_places(const Line<T>& line, std::int64_t k, bool largest) {
  using Entry = std::pair<T, std::int64_t>;
  std::vector<Entry> queue;
  for (std::int64_t i = 0; i < line.size; ++i) queue.emplace_back(line[i], i);
  const auto first = [largest](const Entry& a, const Entry& b) {
    return largest ? before(b.first, a.first) : before(a.first, b.first);
  };
  constexpr std::int64_t kFew = 64;
  if (k > 0 && k * kFew <= line.size) {
    std::partial_sort(queue.begin(), queue.begin() + k, queue.end(), first);
  } else if (k > 0) {
    std::nth_element(queue.begin(), queue.begin() + k - 1, queue.end(), first);
    std::sort(queue.begin(), queue.begin() + k - 1, first);
  }
  std::vector<std::int64_t> places;
  for (std::int64_t i = 0; i < k; ++i) places.push_back(queue[static_cast<std::size_t>(i)].second);
  return places;
}

// Running f over each line, in the wide type that the elements are collected in.
template <class F>
Expected<Array> running(const Context& context, const Array& x, std::int64_t dim,
                        std::optional<Dtype> dtype, double start, std::string_view operation,
                        std::string_view gradient, const F& f) {
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  const Dtype used = dtype.value_or(is_floating(x.dtype) ? x.dtype : Dtype::kInt64);
  NORMSCOPE_TAKE(input, converted(context, x, used));
  NORMSCOPE_TAKE(result, allocate(context, used, x.shape));
  visit_computing(used, [&]<class T>(Type<T>) {
    using W = std::conditional_t<std::is_floating_point_v<T>, double, std::uint64_t>;
    for_each_line<2>({&input, &result}, d, [&](const auto& at) {
      const auto from = line_of<T>(input, d, at[0]);
      const auto to = line_of<T>(result, d, at[1]);
      W total = static_cast<W>(start);
      for (std::int64_t i = 0; i < from.size; ++i) {
        total = static_cast<W>(f(total, static_cast<W>(from[i])));
        to[i] = static_cast<T>(total);
      }
    });
  });
  return made(context, std::move(result), {operation, gradient, {x}, {{"dim", dim}}});
}

// Of each line of x along d, the elements at the places that `places(line)` gives, and those
// places, in arrays of this shape and these strides.
template <class Places>
Expected<ValuesAndIndices> placed(const Context& context, const Array& x, std::size_t d,
                                  const Shape& shape, const Shape& strides, const Making& making,
                                  const Places& places) {
  NORMSCOPE_TAKE(values, allocate(context, x.dtype, shape, strides));
  NORMSCOPE_TAKE(indices, allocate(context, Dtype::kInt64, shape, strides));
  visit_computing(x.dtype, [&]<class T>(Type<T>) {
    if (values.size() == 0) return;
    for_each_line<2>({&x, &values}, d, [&](const auto& at) {
      const auto from = line_of<T>(x, d, at[0]);
      const auto to = line_of<T>(values, d, at[1]);
      const auto where = line_of<std::int64_t>(indices, d, at[1]);
      std::int64_t i = 0;
      for (const std::int64_t place : places(from)) {
        to[i] = from[place];
        where[i++] = place;
      }
    });
  });
  Making of_places = making;
  of_places.gradient = {};
  return ValuesAndIndices{made(context, std::move(values), making),
                          made(context, std::move(indices), std::move(of_places))};
}

// The best of each line, and its place.
Expected<ValuesAndIndices> best_along(const Context& context, const Array& x, std::int64_t dim,
                                      bool keepdim, bool largest, const Making& making) {
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  Shape shape = x.shape;
  if (x.rank() > 0) {
    if (x.shape[d] == 0) {
      return index_error("{}(): Expected reduction dim {} to have non-zero size.", making.operation,
                         d);
    }
    shape[d] = 1;
  }
  NORMSCOPE_TAKE(
      result, placed(context, x, d, shape, contiguous_strides(shape), making,
                     [largest](const auto& line) { return std::array{best_of(line, largest)}; }));
  if (keepdim || x.rank() == 0) return result;
  shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(d));
  return ValuesAndIndices{in_rows(std::move(result.values), shape),
                          in_rows(std::move(result.indices), shape)};
}

}  // namespace

Expected<ValuesAndIndices> extreme_along(const Context& context, const Array& x, std::int64_t dim,
                                         bool keepdim, bool largest) {
  return best_along(context, x, dim, keepdim, largest,
                    {largest ? "max" : "min",
                     largest ? "MaxBackward0" : "MinBackward0",
                     {x},
                     {{"dim", dim}, {"keepdim", keepdim}}});
}

Expected<Array> place_of_extreme(const Context& context, const Array& x,
                                 std::optional<std::int64_t> dim, bool keepdim, bool largest) {
  Making making{largest ? "argmax" : "argmin", {}, {x}, {}};
  if (!dim && x.size() == 0) {
    return index_error("{}(): Expected reduction dim to be specified for input.numel() == 0.",
                       making.operation);
  }
  if (dim) add(making.attributes, "dim", *dim);
  NORMSCOPE_TAKE(flat, dim ? Expected<Array>(x) : flatten(context, x, 0, -1));
  NORMSCOPE_TAKE(result,
                 best_along(context, flat, dim.value_or(0), keepdim && dim, largest, making));
  if (!dim && keepdim) return in_rows(std::move(result.indices), Shape(x.rank(), 1));
  return std::move(result.indices);
}

Expected<ValuesAndIndices> sort(const Context& context, const Array& x, std::int64_t dim,
                                bool descending, bool stable) {
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  return placed(context, x, d, x.shape, elementwise_strides(x.shape, {&x}),
                {"sort", "SortBackward0", {x}, {{"dim", dim}, {"descending", descending}}},
                [&](const auto& line) {
                  return sorted_places(x.storage->budget(), line, descending, stable);
                });
}

Expected<ValuesAndIndices> topk(const Context& context, const Array& x, std::int64_t k,
                                std::int64_t dim, bool largest) {
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  if (k < 0 || k > (x.rank() == 0 ? 1 : x.shape[d])) {
    return runtime_error("selected index k out of range");
  }
  Shape shape = x.shape;
  if (x.rank() > 0) shape[d] = k;
  return placed(context, x, d, shape, contiguous_strides(shape),
                {"topk", "TopkBackward0", {x}, {{"k", k}, {"dim", dim}, {"largest", largest}}},
                [&](const auto& line) { return top_places(line, k, largest); });
}

Expected<Array> cumsum(const Context& context, const Array& x, std::int64_t dim,
                       std::optional<Dtype> dtype) {
  return running(context, x, dim, dtype, 0.0, "cumsum", "CumsumBackward0",
                 [](auto a, auto b) { return a + b; });
}

Expected<Array> cumprod(const Context& context, const Array& x, std::int64_t dim,
                        std::optional<Dtype> dtype) {
  return running(context, x, dim, dtype, 1.0, "cumprod", "CumprodBackward0",
                 [](auto a, auto b) { return a * b; });
}

Expected<Array> logcumsumexp(const Context& context, const Array& x, std::int64_t dim) {
  const auto log_of_sum = [](auto sum, auto element) {
    const auto total = static_cast<double>(sum);
    const auto value = static_cast<double>(element);
    if (std::isnan(total) || std::isnan(value)) return total + value;
    if (std::isinf(total) && total == value) return total;
    return std::log1p(std::exp(-std::abs(total - value))) + std::max(total, value);
  };
  constexpr double kLogOfNothing = -std::numeric_limits<double>::infinity();
  return running(context, x, dim, x.dtype, kLogOfNothing, "logcumsumexp", "LogcumsumexpBackward0",
                 log_of_sum);
}

Expected<ValuesAndIndices> extremes_so_far(const Context& context, const Array& x, std::int64_t dim,
                                           bool largest) {
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  return placed(context, x, d, x.shape, contiguous_strides(x.shape),
                {largest ? "cummax" : "cummin",
                 largest ? "CummaxBackward0" : "CumminBackward0",
                 {x},
                 {{"dim", dim}}},
                [largest](const auto& line) { return best_so_far(line, largest); });
}

}  // namespace normscope::notebook::arrays
