// SPDX-License-Identifier: MIT
// See indexing.hpp. What only moves strides is done first; the arrays of indices that are left then
// name elements of that view.
#include "app/notebook/arrays/shapes/indexing.hpp"

#include <algorithm>
#include <span>

#include "app/notebook/arrays/shapes/copy.hpp"
#include "app/notebook/arrays/shapes/views.hpp"
#include "app/notebook/arrays/walk.hpp"

namespace normscope::notebook::arrays {
namespace {

bool is_mask(const Array& index) {
  return index.dtype == Dtype::kBool || index.dtype == Dtype::kUint8;
}

// A view, and for each of its dimensions the array of indices that selects from it, if any.
struct Selection {
  Array view;
  std::vector<std::optional<Array>> indices;
  bool any() const {
    return std::ranges::any_of(indices, [](const auto& index) { return index.has_value(); });
  }
};

Expected<Array> slice_of(const Context& context, const Array& x, std::size_t dim,
                         const Slice& slice) {
  const std::int64_t size = x.shape[dim];
  const std::int64_t step = slice.step.value_or(1);
  if (step == 0) return fail(ErrorKind::kValue, "slice step cannot be zero");
  if (step < 0) return fail(ErrorKind::kValue, "step must be greater than zero");
  const auto bounded = [size](std::int64_t at) {
    if (at < 0) at = at < -size ? 0 : at + size;
    return std::min(at, size);
  };
  const std::int64_t start = bounded(slice.start.value_or(0));
  const std::int64_t stop = std::max(start, bounded(slice.stop.value_or(size)));
  return sliced(context, x, dim, start, stop, step);
}

class Selector {
 public:
  Selector(const Context& context, const Array& x) : context_(context), selection_{x, {}} {}

  Expected<Selection> select(const Indices& indices) {
    std::int64_t used = 0;
    for (const Index& index : indices) used += dimensions_of(index);
    const auto rank = static_cast<std::int64_t>(selection_.view.rank());
    const bool plain = indices.size() == 1 && !std::holds_alternative<Array>(indices[0]);
    if (used > rank && !plain) {
      return index_error("too many indices for tensor of dimension {}", rank);
    }
    NORMSCOPE_CHECK(take(indices, rank - used));
    NORMSCOPE_CHECK(spread_masks());
    selection_.indices.resize(selection_.view.rank());
    return std::move(selection_);
  }

  /// The entries in turn, of which an Ellipsis stands for `left` dimensions.
  Expected<void> take(std::span<const Index> indices, std::int64_t left) {
    left_ = left;
    for (const Index& index : indices) {
      NORMSCOPE_CHECK(std::visit([this](const auto& entry) { return add(entry); }, index));
      ++entry_;
    }
    return {};
  }

 private:
  Expected<void> add(std::int64_t index) {
    if (index == 0 && selection_.view.rank() == 0) {
      return index_error(
          "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in "
          "C++ to convert a 0-dim tensor to a number");
    }
    const std::int64_t size = selection_.view.rank() == 0 ? 0 : selection_.view.shape[dim_];
    if (index < -size || index >= size) {
      return index_error("index {} is out of bounds for dimension {} with size {}", index, entry_,
                         size);
    }
    NORMSCOPE_TAKE(
        view, arrays::select(context_, selection_.view, static_cast<std::int64_t>(dim_), index));
    selection_.view = std::move(view);
    return {};
  }
  Expected<void> add(const Slice& slice) {
    if (selection_.view.rank() == 0) {
      return index_error("slice() cannot be applied to a 0-dim tensor.");
    }
    NORMSCOPE_TAKE(view, slice_of(context_, selection_.view, dim_, slice));
    selection_.view = std::move(view);
    keep(1);
    return {};
  }
  Expected<void> add(NewAxis) {
    NORMSCOPE_TAKE(view, unsqueeze(context_, selection_.view, static_cast<std::int64_t>(dim_)));
    selection_.view = std::move(view);
    selection_.indices.resize(dim_ + 1);
    ++dim_;
    return {};
  }
  Expected<void> add(Ellipsis) {
    keep(static_cast<std::size_t>(left_));
    left_ = 0;
    return {};
  }
  Expected<void> add(bool held) {
    NORMSCOPE_CHECK(add(NewAxis{}));
    NORMSCOPE_TAKE(index, allocate(context_, Dtype::kInt64, {held ? 1 : 0}));
    selection_.indices[dim_ - 1] = std::move(index);
    return {};
  }
  Expected<void> add(const Array& index) {
    if (index.rank() == 0 && !is_floating(index.dtype)) {
      NORMSCOPE_TAKE(value, item(index));
      return is_mask(index) ? add(to_int(value) != 0) : add(to_int(value));
    }
    selection_.indices.resize(dim_);
    selection_.indices.emplace_back(index);
    ++dim_;
    return {};
  }

  // Replaces each mask by the positions of its elements, an array of indices for each dimension of
  // the mask. Only now, as in PyTorch: entries after a mask were placed as if it had one dimension.
  Expected<void> spread_masks() {
    std::vector<std::optional<Array>> indices;
    for (const auto& index : selection_.indices) {
      if (index && is_mask(*index)) {
        NORMSCOPE_CHECK(check_mask(*index, indices.size()));
        NORMSCOPE_TAKE(positions, positions_of(context_, *index));
        for (Array& position : positions) indices.emplace_back(std::move(position));
        continue;
      }
      if (index && index->dtype != Dtype::kInt64 && index->dtype != Dtype::kInt32) {
        return index_error("tensors used as indices must be long, int, byte or bool tensors");
      }
      indices.push_back(index);
      if (!index) continue;
      NORMSCOPE_TAKE(whole, converted(context_, *index, Dtype::kInt64));
      indices.back() = std::move(whole);
    }
    selection_.indices = std::move(indices);
    return {};
  }

  Expected<void> check_mask(const Array& mask, std::size_t at) const {
    const Shape& shape = selection_.view.shape;
    for (std::size_t d = 0; d < mask.rank(); ++d) {
      if (at + d < shape.size() && mask.shape[d] == shape[at + d]) continue;
      return index_error(
          "The shape of the mask {} at index {} does not match the shape of the indexed tensor {} "
          "at index {}",
          sizes_text(mask.shape), d, sizes_text(shape), at + d);
    }
    return {};
  }

  void keep(std::size_t count) {
    dim_ += count;
    selection_.indices.resize(dim_);
  }

  const Context& context_;
  Selection selection_;
  std::size_t dim_ = 0;    // of the view
  std::size_t entry_ = 0;  // between the brackets
  std::int64_t left_ = 0;  // dimensions that an Ellipsis stands for
};

// Elements named by arrays of indices: the indexed dimensions stand where the first of them stood,
// or in front when others lie between them.
struct Picked {
  Shape shape;
  std::vector<std::int64_t> offsets;  // in the view's storage, in row-major order
};

Expected<Picked> pick(const Selection& selection) {
  const Array& view = selection.view;
  Shape indexed;
  std::vector<std::size_t> dims;
  for (std::size_t d = 0; d < view.rank(); ++d) {
    if (!selection.indices[d]) continue;
    dims.push_back(d);
    auto shape = broadcast(indexed, selection.indices[d]->shape);
    if (!shape) {
      std::string shapes;
      for (const auto& index : selection.indices) {
        if (index) shapes += (shapes.empty() ? "" : ", ") + sizes_text(index->shape);
      }
      return index_error(
          "shape mismatch: indexing tensors could not be broadcast together with shapes {}",
          shapes);
    }
    indexed = *std::move(shape);
  }
  const bool together = dims.back() - dims.front() + 1 == dims.size();
  const std::size_t place = together ? dims.front() : 0;
  std::vector<std::size_t> kept;
  for (std::size_t d = 0; d < view.rank(); ++d) {
    if (!selection.indices[d]) kept.push_back(d);
  }
  Picked picked;
  Shape strides;  // in the view
  const auto add = [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      picked.shape.push_back(view.shape[kept[k]]);
      strides.push_back(view.strides[kept[k]]);
    }
  };
  add(0, place);
  picked.shape.insert(picked.shape.end(), indexed.begin(), indexed.end());
  strides.resize(picked.shape.size(), 0);
  add(place, kept.size());

  // What each index adds to the offset of an element.
  std::vector<std::int64_t> jumps(static_cast<std::size_t>(tensor::product(indexed)), 0);
  const bool empty = tensor::product(picked.shape) == 0;
  for (const std::size_t d : dims) {
    const Array& index = *selection.indices[d];
    const std::int64_t* const values = index.data<std::int64_t>();
    const std::int64_t size = view.shape[d];
    std::optional<std::int64_t> wrong;
    std::size_t at = 0;
    for_each_index(view.storage->budget(), indexed, expanded_strides(index, indexed),
                   [&](const Shape&, std::int64_t i) {
                     const std::int64_t value = values[i];
                     if (value < -size || value >= size) {
                       if (!wrong) wrong = value;
                     } else {
                       jumps[at] += (value < 0 ? value + size : value) * view.strides[d];
                     }
                     ++at;
                   });
    if (size == 0 && tensor::product(indexed) > 0) {
      return index_error("index is out of bounds for dimension with size 0");
    }
    if (wrong && !empty) {
      return index_error("index {} is out of bounds for dimension {} with size {}", *wrong,
                         std::ranges::find(dims, d) - dims.begin(), size);
    }
  }
  const Shape jump_strides = contiguous_strides(indexed);
  picked.offsets.reserve(static_cast<std::size_t>(tensor::product(picked.shape)));
  for_each_index(
      view.storage->budget(), picked.shape, strides, [&](const Shape& index, std::int64_t offset) {
        std::int64_t jump = 0;
        for (std::size_t k = 0; k < indexed.size(); ++k) {
          jump += index[place + k] * jump_strides[k];
        }
        picked.offsets.push_back(view.offset + offset + jumps[static_cast<std::size_t>(jump)]);
      });
  picked.offsets.resize(static_cast<std::size_t>(tensor::product(picked.shape)));  // when stopped
  return picked;
}

// Where elements of a view lie in its storage.
std::vector<std::int64_t> places_of(const Array& view) {
  std::vector<std::int64_t> places;
  for_each_index(view, [&](const Shape&, std::int64_t at) { places.push_back(view.offset + at); });
  return places;
}

// After x[i] += y the value has changed x's own elements. Those the assignment counts as its own;
// the others are still what x's record made.
void keep_record(Array& x, const Array& value) {
  const std::uint64_t now = x.storage->state_in_passing();
  if (value.storage != x.storage || !value.record || value.record_state != now) return;
  const bool in_place = std::ranges::any_of(value.record->inputs, [&](const RecordInput& input) {
    return input.array.storage == x.storage && input.state == x.record_state;
  });
  if (in_place) x.record_state = now;
}

// The value as an array of x's type, which broadcasts to this shape.
Expected<Array> value_for(const Context& context, const Array& x, const Shape& shape,
                          const Operand& value) {
  if (const auto* number = std::get_if<Scalar>(&value)) return point(context, *number, x.dtype);
  NORMSCOPE_TAKE(array, converted(context, std::get<Array>(value), x.dtype));
  // The value may have more leading dimensions of size 1 than the place.
  while (array.rank() > shape.size() && array.shape[0] == 1) {
    array.shape.erase(array.shape.begin());
    array.strides.erase(array.strides.begin());
  }
  return array;
}

// Which row of x, along dimension 0, a view of it is; nothing for another view.
std::optional<std::int64_t> row_of(const Array& x, const Array& view) {
  const bool row = x.rank() == view.rank() + 1 && x.strides[0] > 0 &&
                   std::equal(view.shape.begin(), view.shape.end(), x.shape.begin() + 1) &&
                   std::equal(view.strides.begin(), view.strides.end(), x.strides.begin() + 1);
  if (!row) return std::nullopt;
  return (view.offset - x.offset) / x.strides[0];
}

}  // namespace

std::int64_t dimensions_of(const Index& index) {
  const auto* const array = std::get_if<Array>(&index);
  if (array != nullptr && is_mask(*array)) return static_cast<std::int64_t>(array->rank());
  return array != nullptr || std::holds_alternative<std::int64_t>(index) ||
                 std::holds_alternative<Slice>(index)
             ? 1
             : 0;
}

Expected<void> check_entries(const Context& context, const Array& x, const Indices& indices,
                             std::int64_t left) {
  return Selector(context, x).take(indices, left);
}

Expected<Array> get_item(const Context& context, const Array& x, const Indices& indices) {
  Selector selector(context, x);
  NORMSCOPE_TAKE(selection, selector.select(indices));
  if (!selection.any()) {
    if (selection.view.record != x.record || indices.empty()) return std::move(selection.view);
    return made_view(context, x, {"alias", "AliasBackward0", {x}, {}});
  }
  NORMSCOPE_TAKE(picked, pick(selection));
  NORMSCOPE_TAKE(result, allocate(context, x.dtype, picked.shape));
  visit_dtype(x.dtype, [&]<class T>(Type<T>) {
    const T* const from = x.template data<T>() - x.offset;
    T* to = result.template data<T>();
    for (const std::int64_t offset : picked.offsets) *to++ = from[offset];
  });
  Making making{"index", "IndexBackward0", {selection.view}};
  for (const auto& index : selection.indices) {
    if (index) making.inputs.push_back(*index);
  }
  if (context.grad_enabled && x.requires_grad) {
    making.backward.places = std::move(picked.offsets);
  }
  return made(context, std::move(result), std::move(making));
}

Expected<void> set_item(const Context& context, Array& x, const Indices& indices,
                        const Operand& value) {
  if (indices.size() == 1 && std::holds_alternative<bool>(indices[0])) {
    if (!std::get<bool>(indices[0])) return {};
    return set_item(context, x, {NewAxis{}}, value);
  }
  Selector selector(context, x);
  NORMSCOPE_TAKE(selection, selector.select(indices));
  const bool whole = indices.size() == 1 && std::holds_alternative<Ellipsis>(indices[0]);
  const bool views = !whole && (!selection.any() || selection.view.record != x.record);
  if (context.grad_enabled && x.requires_grad && x.is_leaf() && views) {
    return runtime_error(
        "a view of a leaf Variable that requires grad is being used in an in-place operation.");
  }
  NORMSCOPE_CHECK(check_leaf_in_place(context, x));
  if (!selection.any()) {
    NORMSCOPE_CHECK(check_apart(selection.view));
  }
  const auto* const given = std::get_if<Array>(&value);
  const bool fills = given == nullptr || given->rank() == 0;
  const bool differentiable =
      context.grad_enabled && (x.requires_grad || (given != nullptr && given->requires_grad));
  if (differentiable && given != nullptr) keep_record(x, *given);
  Making making{"setitem", !whole ? "CopySlices" : fills ? "FillBackward3" : "CopyBackwards", {x}};
  if (given != nullptr) making.inputs.push_back(*given);
  if (!selection.any()) {
    const Array& view = selection.view;
    if (const auto row = row_of(x, view)) add(making.attributes, "row", *row);
    NORMSCOPE_TAKE(source, value_for(context, x, view.shape, value));
    NORMSCOPE_CHECK(expand(context, source, view.shape));
    NORMSCOPE_CHECK(assign(context, view, source));
    if (differentiable) making.backward.places = places_of(view);
    changed_in_place(context, x, std::move(making));
    return {};
  }
  NORMSCOPE_TAKE(picked, pick(selection));
  NORMSCOPE_TAKE(source, value_for(context, x, picked.shape, value));
  const auto shape = broadcast(picked.shape, source.shape);
  if (!shape || *shape != picked.shape) {
    return runtime_error(
        "shape mismatch: value tensor of shape {} cannot be broadcast to indexing "
        "result of shape {}",
        sizes_text(source.shape), sizes_text(picked.shape));
  }
  const bool masked = indices.size() == 1 && std::holds_alternative<Array>(indices[0]) &&
                      std::get<Array>(indices[0]).dtype != Dtype::kInt64;
  const bool takes_any = given == nullptr || (masked && given->size() == 1);
  if (!takes_any && given->dtype != x.dtype) {
    return runtime_error(
        "Index put requires the source and destination dtypes match, got {} for the destination "
        "and {} for the source.",
        word_of(x.dtype), word_of(given->dtype));
  }
  if (source.storage == x.storage) {
    NORMSCOPE_TAKE(copy, clone(context, source));
    source = std::move(copy);
  }
  visit_dtype(x.dtype, [&]<class T>(Type<T>) {
    const T* const from = source.template data<T>();
    T* const to = x.template data<T>() - x.offset;
    auto offset = picked.offsets.begin();
    for_each_index(x.storage->budget(), picked.shape, expanded_strides(source, picked.shape),
                   [&](const Shape&, std::int64_t at) { to[*offset++] = from[at]; });
  });
  making.gradient = "IndexPutBackward0";
  if (differentiable) making.backward.places = std::move(picked.offsets);
  changed_in_place(context, x, std::move(making));
  return {};
}

}  // namespace normscope::notebook::arrays
