// SPDX-License-Identifier: MIT
// See indexing.hpp: the functions that select by a mask or by indices along one dimension, and
// where the elements stand that are not zero.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "app/notebook/arrays/elementwise/binary_kernels.hpp"
#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/indexing.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {
namespace {

Expected<void> check_index(const Array& index, std::string_view function) {
  if (index.dtype == Dtype::kInt64) return {};
  return runtime_error("{}(): Expected dtype int64 for index", function);
}

// A tensor without dimensions counts as one of one element.
Array with_dimension(const Array& x) {
  Array seen = x;
  if (seen.rank() == 0) {
    seen.shape = {1};
    seen.strides = {1};
  }
  return seen;
}

// Calls body(offset in x, offset in other) for each element of the index: along d it says where x
// is meant, along the other dimensions its own place does, as it does for `other`. errors  Runtime:
// a place that x does not have
template <class Body>
Expected<void> for_each_place(const Array& x, std::size_t d, const Array& index, const Array& other,
                              const Body& body) {
  const std::int64_t* const places = index.data<std::int64_t>();
  std::optional<std::int64_t> wrong;
  for_each_index(index, [&](const Shape& at, std::int64_t offset) {
    const std::int64_t place = places[offset];
    if (place < 0 || place >= x.shape[d]) {
      if (!wrong) wrong = place;
      return;
    }
    std::int64_t named = (place - at[d]) * x.strides[d];
    std::int64_t beside = 0;
    for (std::size_t k = 0; k < at.size(); ++k) {
      named += at[k] * x.strides[k];
      beside += at[k] * other.strides[k];
    }
    body(named, beside);
  });
  if (!wrong) return {};
  return runtime_error("index {} is out of bounds for dimension {} with size {}", *wrong, d,
                       x.shape[d]);
}

// Whether the places fit the tensor, and the source of what is put there, where that is a tensor.
Expected<void> check_scatter(const Array& x, std::size_t d, const Array& index,
                             const Array* source) {
  NORMSCOPE_CHECK(check_index(index, "scatter"));
  if (source != nullptr && source->dtype != x.dtype) {
    return runtime_error("scatter(): Expected self.dtype to be equal to src.dtype");
  }
  if (index.size() == 0) return {};
  const Array places = with_dimension(index);
  const Array target = with_dimension(x);
  if (places.rank() != target.rank()) {
    return runtime_error("Index tensor must have the same number of dimensions as self tensor");
  }
  bool fits = true;
  for (std::size_t k = 0; k < places.rank(); ++k) {
    fits = fits && (k == d || places.shape[k] <= target.shape[k]);
  }
  if (source != nullptr) {
    const Array from = with_dimension(*source);
    for (std::size_t k = 0; fits && k < places.rank(); ++k) {
      if (source->rank() > 0) {
        NORMSCOPE_CHECK(resolve_dim(static_cast<std::int64_t>(k), source->rank()));
      }
      fits = places.shape[k] <= (k < from.rank() ? from.shape[k] : 1);
    }
    if (from.rank() != places.rank()) {
      return runtime_error("Index tensor must have the same number of dimensions as src tensor");
    }
  }
  if (fits) return {};
  const std::string sizes =
      fmt::format("Expected index {} to be no larger than self {} apart from dimension {}",
                  sizes_text(index.shape), sizes_text(x.shape), d);
  if (source == nullptr) return runtime_error("{}", sizes);
  return runtime_error("{} and to be no larger size than src {}", sizes, sizes_text(source->shape));
}

}  // namespace

Expected<std::vector<Array>> positions_of(const Context& context, const Array& mask) {
  std::vector<std::vector<std::int64_t>> places(mask.rank());
  std::int64_t count = 0;
  NORMSCOPE_TAKE(chosen, converted(context, mask, Dtype::kBool));
  const bool* const held = chosen.data<bool>();
  for_each_index(chosen, [&](const Shape& index, std::int64_t at) {
    if (!held[at]) return;
    ++count;
    for (std::size_t d = 0; d < index.size(); ++d) places[d].push_back(index[d]);
  });
  std::vector<Array> result;
  for (const auto& place : places) {
    NORMSCOPE_TAKE(array, from_values(context, Dtype::kInt64, {count}, place));
    result.push_back(std::move(array));
  }
  return result;
}

Expected<Array> nonzero(const Context& context, const Array& x) {
  NORMSCOPE_TAKE(positions, positions_of(context, x));
  const auto rank = static_cast<std::int64_t>(x.rank());
  std::int64_t count = 0;
  if (x.rank() > 0) {
    count = positions[0].size();
  } else {
    NORMSCOPE_TAKE(value, item(x));
    count = to_double(value) != 0.0 ? 1 : 0;
  }
  NORMSCOPE_TAKE(result, allocate(context, Dtype::kInt64, {count, rank}, {1, count}));
  auto* to = result.data<std::int64_t>();
  for (const Array& each : positions) to = std::copy_n(each.data<std::int64_t>(), count, to);
  return made(context, std::move(result), {"nonzero", {}, {x}, {}});
}

Expected<Array> masked_fill(const Context& context, const Array& x, const Array& mask,
                            const Operand& value) {
  if (mask.dtype != Dtype::kBool) {
    return runtime_error("masked_fill_ only supports boolean masks, but got mask with dtype {}",
                         c_type_of(mask.dtype));
  }
  NORMSCOPE_TAKE(shape, broadcast(mask.shape, x.shape));
  const auto* const array = std::get_if<Array>(&value);
  if (array != nullptr && array->rank() != 0) {
    return runtime_error(
        "masked_fill_ only supports a 0-dimensional value tensor, but got tensor with {} "
        "dimension(s).",
        array->rank());
  }
  NORMSCOPE_TAKE(number, array != nullptr ? item(*array) : std::get<Scalar>(value));
  NORMSCOPE_CHECK(check_held(number, x.dtype));
  NORMSCOPE_TAKE(element, array != nullptr ? converted(context, *array, x.dtype)
                                           : point(context, number, x.dtype));
  NORMSCOPE_TAKE(result, allocate_like(context, x.dtype, shape, {&x, &mask}));
  compute_where(result, mask, element, x);
  Making making{"masked_fill", "MaskedFillBackward0", {x, mask}, {}};
  if (array != nullptr) {
    making.inputs.push_back(*array);
    making.gradient = "MaskedFillBackward1";
  } else {
    add(making.attributes, "value", to_double(number));
  }
  return made(context, std::move(result), std::move(making));
}

Expected<Array> gather(const Context& context, const Array& x, std::int64_t dim,
                       const Array& given_index) {
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  const Array index = with_dimension(given_index);
  if (index.size() > 0) {
    NORMSCOPE_CHECK(check_index(index, "gather"));
    const Array seen = with_dimension(x);
    if (index.rank() != seen.rank()) {
      return runtime_error("Index tensor must have the same number of dimensions as input tensor");
    }
    for (std::size_t k = 0; k < seen.rank(); ++k) {
      if (k != d && index.shape[k] > seen.shape[k]) {
        return runtime_error(
            "Size does not match at dimension {} expected index {} to be no larger than self {} "
            "apart from dimension {}",
            k, sizes_text(given_index.shape), sizes_text(x.shape), d);
      }
    }
  }
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, given_index.shape));
  NORMSCOPE_CHECK(visit_dtype(x.dtype, [&]<class T>(Type<T>) -> Expected<void> {
    if (index.size() == 0) return {};
    const T* const from = x.template data<T>();
    T* to = result.template data<T>();
    return for_each_place(with_dimension(x), d, index, index,
                          [&](std::int64_t place, std::int64_t) { *to++ = from[place]; });
  }));
  return made(context, std::move(result),
              {"gather", "GatherBackward0", {x, given_index}, {{"dim", dim}}});
}

Expected<Array> index_select(const Context& context, const Array& x, std::int64_t dim,
                             const Array& index) {
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  if (index.rank() > 1) {
    return index_error("index_select(): Index is supposed to be a vector");
  }
  if (index.dtype != Dtype::kInt64 && index.dtype != Dtype::kInt32) {
    return runtime_error("index_select(): Expected dtype int32 or int64 for index");
  }
  std::vector<std::int64_t> places = values_of<std::int64_t>(index);
  const std::int64_t size = x.rank() == 0 ? 1 : x.shape[d];
  if (std::ranges::any_of(places, [=](auto place) { return place < 0 || place >= size; })) {
    return index_error("index out of range in self");
  }
  Shape shape = x.shape;
  if (x.rank() == 0) {
    if (places.size() > 1) places.erase(places.begin() + 1, places.end());
  } else {
    shape[d] = static_cast<std::int64_t>(places.size());
  }
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, shape));
  NORMSCOPE_TAKE(from, made_contiguous(context, x));
  // The elements of the dimensions after d are copied together.
  const auto before = x.shape.begin() + static_cast<std::ptrdiff_t>(x.rank() == 0 ? 0 : d + 1);
  const std::int64_t length = tensor::product(Shape(before, x.shape.end()));
  const auto count = static_cast<std::int64_t>(places.size());
  const std::int64_t outer = count * length == 0 ? 0 : result.size() / (count * length);
  visit_dtype(x.dtype, [&]<class T>(Type<T>) {
    const T* source = from.template data<T>();
    T* to = result.template data<T>();
    for (std::int64_t i = 0; i < outer; ++i, source += size * length) {
      in_pieces(result, count, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t at = begin; at < end; ++at) {
          to = std::copy_n(source + places[static_cast<std::size_t>(at)] * length, length, to);
        }
      });
    }
  });
  return made(context, std::move(result),
              {"index_select", "IndexSelectBackward0", {x, index}, {{"dim", dim}}});
}

Expected<Array> scatter(const Context& context, const Array& x, std::int64_t dim,
                        const Array& given_index, const Operand& value) {
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  const auto* array = std::get_if<Array>(&value);
  NORMSCOPE_CHECK(check_scatter(x, d, given_index, array));
  const Array index = with_dimension(given_index);
  Array source = with_dimension(array != nullptr ? *array : x);
  if (array == nullptr) {
    NORMSCOPE_CHECK(check_held(std::get<Scalar>(value), x.dtype));
    NORMSCOPE_TAKE(number, point(context, std::get<Scalar>(value), x.dtype));
    source = std::move(number);
    source.strides.assign(index.rank(), 0);
  }
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, x.shape));
  NORMSCOPE_CHECK(assign(context, result, x));
  NORMSCOPE_CHECK(visit_dtype(x.dtype, [&]<class T>(Type<T>) {
    const T* const from = source.template data<T>();
    T* const to = result.template data<T>();
    return for_each_place(with_dimension(result), d, index, source,
                          [&](std::int64_t place, std::int64_t at) { to[place] = from[at]; });
  }));
  Making making{"scatter",
                array != nullptr ? "ScatterBackward0" : "ScatterBackward1",
                {x, index},
                {{"dim", dim}}};
  if (array != nullptr) making.inputs.push_back(*array);
  return made(context, std::move(result), std::move(making));
}

Expected<void> scatter_sum(const Array& x, std::int64_t dim, const Array& given_index,
                           const Array& given_source) {
  NORMSCOPE_TAKE(d, resolve_dim(dim, x.rank()));
  NORMSCOPE_CHECK(check_scatter(x, d, given_index, &given_source));
  if (given_index.size() == 0) return {};
  const Array index = with_dimension(given_index);
  const Array source = with_dimension(given_source);
  return visit_computing(x.dtype, [&]<class T>(Type<T>) {
    const T* const from = source.template data<T>();
    T* const to = x.template data<T>();
    return for_each_place(
        with_dimension(x), d, index, source,
        [&](std::int64_t place, std::int64_t at) { to[place] = kPlus(to[place], from[at]); });
  });
}

}  // namespace normscope::notebook::arrays
