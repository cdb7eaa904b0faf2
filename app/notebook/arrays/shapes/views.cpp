// SPDX-License-Identifier: MIT
// See views.hpp: shapes that keep every element in its order.
#include "app/notebook/arrays/shapes/views.hpp"

#include <algorithm>
#include <numeric>

#include "app/notebook/arrays/shapes/copy.hpp"

namespace normscope::notebook::arrays {
namespace {

Array seen_as(const Array& x, Shape shape, Shape strides) {
  Array result = x;
  result.shape = std::move(shape);
  result.strides = std::move(strides);
  return result;
}

Expected<Array> viewed(const Context& context, const Array& x, const Sizes& sizes,
                       std::string_view operation, std::string_view gradient) {
  NORMSCOPE_CHECK(check_rank(sizes.size()));
  NORMSCOPE_TAKE(shape, inferred_shape(sizes, x.size()));
  auto strides = view_strides(x, shape);
  if (!strides) {
    return runtime_error(
        "view size is not compatible with input tensor's size and stride (at least one dimension "
        "spans across two contiguous subspaces). Use .reshape(...) instead.");
  }
  Array result = seen_as(x, shape, *std::move(strides));
  return made_view(context, std::move(result), {operation, gradient, {x}, {{"size", shape}}});
}

}  // namespace

Array with_dims(const Array& x, const std::vector<std::size_t>& dims) {
  Array result = seen_as(x, {}, {});
  for (const std::size_t d : dims) {
    result.shape.push_back(x.shape[d]);
    result.strides.push_back(x.strides[d]);
  }
  return result;
}

Array with_new_dim(const Array& x, std::size_t place) {
  Array result = x;
  const auto at = static_cast<std::ptrdiff_t>(place);
  const std::int64_t stride = place < x.rank() ? x.shape[place] * x.strides[place] : 1;
  result.shape.insert(result.shape.begin() + at, 1);
  result.strides.insert(result.strides.begin() + at, stride);
  return result;
}

Expected<std::vector<std::size_t>> resolve_dims(const Sizes& dims, std::size_t rank) {
  std::vector<std::size_t> result;
  for (const std::int64_t dim : dims) {
    NORMSCOPE_TAKE(index, resolve_dim(dim, rank));
    if (std::ranges::find(result, index) != result.end()) {
      return runtime_error("dim {} appears multiple times in the list of dims", index);
    }
    result.push_back(index);
  }
  return result;
}

Expected<Shape> inferred_shape(const Sizes& sizes, std::int64_t count) {
  const auto wrong = [&] {
    return runtime_error("shape '{}' is invalid for input of size {}", sizes_text(sizes), count);
  };
  Shape shape = sizes;
  std::optional<std::size_t> open;
  std::int64_t known = 1;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (sizes[d] == -1) {
      if (open) return runtime_error("only one dimension can be inferred");
      open = d;
    } else if (sizes[d] < 0) {
      return runtime_error("invalid shape dimension {}", sizes[d]);
    } else if (__builtin_mul_overflow(known, sizes[d], &known)) {
      return wrong();
    }
  }
  if (open && known == 0) {
    if (count != 0) return wrong();
    return runtime_error(
        "cannot reshape tensor of 0 elements into shape {} because the unspecified dimension size "
        "-1 can be any value and is ambiguous",
        sizes_text(sizes));
  }
  if (open) {
    if (count % known != 0) return wrong();
    shape[*open] = count / known;
  } else if (known != count) {
    return wrong();
  }
  return shape;
}

std::optional<Shape> view_strides(const Array& x, const Shape& shape) {
  if (x.size() == 0) return x.shape == shape ? x.strides : contiguous_strides(shape);
  if (x.rank() == 0) return Shape(shape.size(), 1);
  Shape strides(shape.size());
  auto at = static_cast<std::int64_t>(shape.size()) - 1;
  // Finds runs of dimensions that are contiguous with each other, and divides each run into new
  // dimensions.
  std::int64_t base = x.strides.back();
  std::int64_t stretch = 1;
  std::int64_t cut = 1;
  for (std::size_t d = x.rank(); d-- > 0;) {
    stretch *= x.shape[d];
    const bool ends = d == 0 || (x.shape[d - 1] != 1 && x.strides[d - 1] != stretch * base);
    if (!ends) continue;
    while (at >= 0 && (cut < stretch || shape[static_cast<std::size_t>(at)] == 1)) {
      strides[static_cast<std::size_t>(at)] = cut * base;
      cut *= shape[static_cast<std::size_t>(at)];
      --at;
    }
    if (cut != stretch) return std::nullopt;
    if (d > 0) {
      base = x.strides[d - 1];
      stretch = 1;
      cut = 1;
    }
  }
  if (at != -1) return std::nullopt;
  return strides;
}

Expected<Array> view(const Context& context, const Array& x, const Sizes& sizes) {
  return viewed(context, x, sizes, "view", "ViewBackward0");
}

Expected<Array> reshape(const Context& context, const Array& x, const Sizes& sizes) {
  NORMSCOPE_TAKE(shape, inferred_shape(sizes, x.size()));
  if (view_strides(x, shape)) {
    return viewed(context, x, shape, "reshape", "ViewBackward0");
  }
  NORMSCOPE_TAKE(copy, made_contiguous(context, x));
  return made(context, in_rows(std::move(copy), shape),
              {"reshape", "UnsafeViewBackward0", {x}, {{"size", shape}}});
}

Expected<Array> flatten(const Context& context, const Array& x, std::int64_t start,
                        std::int64_t end) {
  NORMSCOPE_TAKE(first, resolve_dim(start, x.rank()));
  NORMSCOPE_TAKE(last, resolve_dim(end, x.rank()));
  if (first > last) {
    return runtime_error("flatten() has invalid args: start_dim cannot come after end_dim");
  }
  if (x.rank() == 0) return reshape(context, x, {1});
  if (first == last) return x;
  Shape shape = x.shape;
  shape[first] = tensor::product(std::span(x.shape).subspan(first, last - first + 1));
  const auto merged = shape.begin() + static_cast<std::ptrdiff_t>(first) + 1;
  shape.erase(merged, merged + static_cast<std::ptrdiff_t>(last - first));
  return reshape(context, x, shape);
}

Expected<Array> transpose(const Context& context, const Array& x, std::int64_t a, std::int64_t b) {
  NORMSCOPE_TAKE(first, resolve_dim(a, x.rank()));
  NORMSCOPE_TAKE(second, resolve_dim(b, x.rank()));
  Array result = x;
  if (x.rank() > 0) {
    std::swap(result.shape[first], result.shape[second]);
    std::swap(result.strides[first], result.strides[second]);
  }
  return made_view(context, std::move(result),
                   {"transpose", "TransposeBackward0", {x}, {{"dim0", a}, {"dim1", b}}});
}

Expected<Array> permute(const Context& context, const Array& x, const Sizes& dims) {
  if (dims.size() != x.rank()) {
    return runtime_error(
        "permute(sparse_coo): number of dimensions in the tensor input does not match the length "
        "of the desired ordering of dimensions i.e. input.dim() = {} is not equal to len(dims) = "
        "{}",
        x.rank(), dims.size());
  }
  std::vector<std::size_t> order;
  for (const std::int64_t dim : dims) {
    NORMSCOPE_TAKE(from, resolve_dim(dim, x.rank()));
    if (std::ranges::find(order, from) != order.end()) {
      return runtime_error("permute(): duplicate dims are not allowed.");
    }
    order.push_back(from);
  }
  return made_view(context, with_dims(x, order),
                   {"permute", "PermuteBackward0", {x}, {{"dims", dims}}});
}

Expected<Array> reversed(const Context& context, const Array& x) {
  Sizes dims(x.rank());
  std::iota(dims.rbegin(), dims.rend(), std::int64_t{0});
  return permute(context, x, dims);
}

Expected<Array> matrix_transposed(const Context& context, const Array& x) {
  if (x.rank() < 2) {
    return runtime_error(
        "tensor.mT is only supported on matrices or batches of matrices. Got {}-D tensor.",
        x.rank());
  }
  return transpose(context, x, -2, -1);
}

Expected<Array> t(const Context& context, const Array& x) {
  if (x.rank() > 2) {
    return runtime_error("t() expects a tensor with <= 2 dimensions, but self is {}D", x.rank());
  }
  Array result = x;
  std::ranges::reverse(result.shape);
  std::ranges::reverse(result.strides);
  return made_view(context, std::move(result), {"t", "TBackward0", {x}, {}});
}

Expected<Array> squeeze(const Context& context, const Array& x, const std::optional<Sizes>& dims) {
  NORMSCOPE_TAKE(leaving, resolve_dims(dims.value_or(Sizes{}), x.rank()));
  std::vector<std::size_t> staying;
  for (std::size_t d = 0; d < x.rank(); ++d) {
    const bool leaves = !dims || std::ranges::find(leaving, d) != leaving.end();
    if (!leaves || x.shape[d] != 1) staying.push_back(d);
  }
  const bool is_one = dims && dims->size() == 1;
  Attributes attributes;
  if (dims) add(attributes, "dim", is_one ? Attribute(dims->front()) : Attribute(*dims));
  std::string_view gradient = "SqueezeBackward2";
  if (!dims) gradient = "SqueezeBackward0";
  if (is_one) gradient = "SqueezeBackward1";
  return made_view(context, with_dims(x, staying),
                   {"squeeze", gradient, {x}, std::move(attributes)});
}

Expected<Array> unsqueeze(const Context& context, const Array& x, std::int64_t dim) {
  NORMSCOPE_TAKE(index, resolve_dim(dim, x.rank() + 1));
  NORMSCOPE_CHECK(check_rank(x.rank() + 1));
  return made_view(context, with_new_dim(x, index),
                   {"unsqueeze", "UnsqueezeBackward0", {x}, {{"dim", dim}}});
}

Expected<Array> expand(const Context& context, const Array& x, const Sizes& sizes) {
  if (sizes.size() < x.rank()) {
    return runtime_error(
        "expand(torch.{}Tensor{{{}}}, size={}): the number of sizes provided ({}) must be greater "
        "or equal to the number of dimensions in the tensor ({})",
        word_of(x.dtype), sizes_text(x.shape), sizes_text(sizes), sizes.size(), x.rank());
  }
  Shape shape = sizes;
  Shape strides(sizes.size(), 0);
  const std::size_t missing = sizes.size() - x.rank();
  for (std::size_t d = sizes.size(); d-- > 0;) {
    const bool is_new = d < missing;
    if (is_new && sizes[d] < 0) {
      return runtime_error(
          "The expanded size of the tensor ({}) isn't allowed in a leading, non-existing "
          "dimension {}",
          sizes[d], d);
    }
    const std::int64_t size = is_new ? 1 : x.shape[d - missing];
    const std::int64_t outer = d + 1 < sizes.size() ? shape[d + 1] * strides[d + 1] : 1;
    strides[d] = is_new ? outer : x.strides[d - missing];
    if (sizes[d] == -1) {
      shape[d] = size;
    } else if (sizes[d] != size) {
      if (size != 1) {
        return runtime_error(
            "The expanded size of the tensor ({}) must match the existing size ({}) at "
            "non-singleton dimension {}.  Target sizes: {}.  Tensor sizes: {}",
            sizes[d], size, d, sizes_text(sizes), sizes_text(x.shape));
      }
      strides[d] = 0;
    }
  }
  NORMSCOPE_CHECK(check_repeated(context, shape));
  Array result = seen_as(x, shape, std::move(strides));
  return made_view(context, std::move(result),
                   {"expand", "ExpandBackward0", {x}, {{"size", shape}}});
}

}  // namespace normscope::notebook::arrays
