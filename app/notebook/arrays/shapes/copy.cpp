// SPDX-License-Identifier: MIT
#include "app/notebook/arrays/shapes/copy.hpp"

#include <algorithm>
#include <array>

#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {
namespace {

// A matrix whose columns lie in memory as rows, copied square by square: both sides of a square
// stay in the caches.
template <class T>
void copy_columns(const Array& target, const Array& source) {
  constexpr std::int64_t kSide = 64;
  const std::int64_t rows = target.shape[0];
  const std::int64_t columns = target.shape[1];
  T* const to = target.data<T>();
  const T* const from = source.data<T>();
  for (std::int64_t top = 0; top < rows; top += kSide) {
    if (target.storage->budget().stopped()) return;
    const std::int64_t bottom = std::min(top + kSide, rows);
    for (std::int64_t left = 0; left < columns; left += kSide) {
      const std::int64_t right = std::min(left + kSide, columns);
      for (std::int64_t i = top; i < bottom; ++i) {
        for (std::int64_t j = left; j < right; ++j) {
          to[i * columns + j] = from[i + j * source.strides[1]];
        }
      }
    }
  }
}

void copy_elements(const Array& target, const Array& source) {
  const bool turned = source.rank() == 2 && source.strides[0] == 1 && source.strides[1] > 1;
  if (turned && target.dtype == source.dtype && target.shape == source.shape &&
      target.is_contiguous()) {
    visit_dtype(target.dtype, [&]<class T>(Type<T>) { copy_columns<T>(target, source); });
    return;
  }
  visit_dtype(target.dtype, [&]<class To>(Type<To>) {
    visit_dtype(source.dtype, [&]<class From>(Type<From>) {
      map<To, From>(target, source, [](From value) { return convert<To>(value); });
    });
  });
}

// Elements in memory of their own.
Expected<Array> copied(const Context& context, const Array& x, Dtype dtype, Format format) {
  Shape strides = elementwise_strides(x.shape, {&x});
  if (format == Format::kContiguous) strides = contiguous_strides(x.shape);
  if (format == Format::kChannelsLast) {
    if (x.rank() != 4) {
      return runtime_error("required rank 4 tensor to use channels_last format");
    }
    const Shape& of = x.shape;
    strides = {of[1] * of[2] * of[3], 1, of[3] * of[1], of[1]};
  }
  NORMSCOPE_TAKE(result, allocate(context, dtype, x.shape, strides, Fresh::kAnything));
  copy_elements(result, x);
  return result;
}

}  // namespace

bool lies_as(const Array& x, Format format) {
  if (format == Format::kPreserve) return true;
  if (format == Format::kContiguous) return x.is_contiguous();
  return x.rank() == 4 && x.lies_in(std::array<std::size_t, 4>{1, 3, 2, 0});
}

Expected<Array> allocate_like(const Context& context, Dtype dtype, const Shape& shape,
                              std::initializer_list<const Array*> inputs) {
  return allocate(context, dtype, shape, elementwise_strides(shape, inputs), Fresh::kAnything);
}

Expected<Array> converted(const Context& context, const Array& x, Dtype dtype) {
  return x.dtype == dtype ? x : copied(context, x, dtype, Format::kPreserve);
}

Expected<Array> made_contiguous(const Context& context, const Array& x) {
  return x.is_contiguous() ? x : copied(context, x, x.dtype, Format::kContiguous);
}

Expected<Array> clone(const Context& context, const Array& x, Format format) {
  NORMSCOPE_TAKE(result, copied(context, x, x.dtype, format));
  return made(context, std::move(result), {"clone", "CloneBackward0", {x}, {}});
}

Expected<Array> contiguous(const Context& context, const Array& x, Format format) {
  if (lies_as(x, format)) return x;
  NORMSCOPE_TAKE(result, copied(context, x, x.dtype, format));
  return made(context, std::move(result), {"contiguous", "CloneBackward0", {x}, {}});
}

Expected<Array> to(const Context& context, const Array& x, Dtype dtype, Format format) {
  // One channel lies in both ways, and is copied.
  const bool lies = lies_as(x, format) && (format != Format::kChannelsLast || x.strides[1] == 1);
  if (x.dtype == dtype && lies) return x;
  NORMSCOPE_TAKE(result, copied(context, x, dtype, format));
  return made(context, std::move(result),
              {"to", "ToCopyBackward0", {x}, {{"dtype", std::string(name_of(dtype))}}});
}

Expected<void> assign(const Context& context, const Array& target, const Array& source) {
  const auto shape = broadcast(target.shape, source.shape);
  if (!shape || *shape != target.shape) {
    return runtime_error("output with shape {} doesn't match the broadcast shape {}",
                         sizes_text(target.shape), sizes_text(shape ? *shape : source.shape));
  }
  if (target.storage != source.storage) {
    copy_elements(target, source);
    return {};
  }
  NORMSCOPE_TAKE(copy, allocate(context, source.dtype, source.shape, Fresh::kAnything));
  copy_elements(copy, source);
  copy_elements(target, copy);
  return {};
}

Expected<void> copy_in_place(const Context& context, Array& x, const Array& source) {
  NORMSCOPE_CHECK(check_in_place(context, x));
  const auto shape = broadcast(x.shape, source.shape);
  if (!shape && source.rank() <= x.rank()) return tl::unexpected(shape.error());
  NORMSCOPE_CHECK(assign(context, x, source));
  changed_in_place(context, x, {"copy_", "CopyBackwards", {source, x}, {}});
  return {};
}

void fill(const Array& x, const Scalar& value) {
  visit_dtype(x.dtype, [&]<class T>(Type<T>) {
    const T element = scalar_as<T>(value);
    map<T, T>(x, x, [element](T) { return element; });
  });
}

Expected<void> fill_in_place(const Context& context, Array& x, const Scalar& value) {
  NORMSCOPE_CHECK(check_leaf_in_place(context, x));
  NORMSCOPE_CHECK(check_held(value, x.dtype));
  fill(x, value);
  changed_in_place(context, x, {"fill_", "FillBackward2", {x}, {{"value", to_double(value)}}});
  return {};
}

}  // namespace normscope::notebook::arrays
