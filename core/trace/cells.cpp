// SPDX-License-Identifier: MIT
#include "core/trace/cells.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace normscope::trace {

using tensor::Shape;

namespace {

// The size of a dimension that has `behind` dimensions behind it; 1 where the shape lacks it.
std::int64_t size_from_back(const Shape& shape, std::size_t behind) {
  return behind < shape.size() ? shape[shape.size() - 1 - behind] : 1;
}

// The blocks of indices [first, last) that lie in `without` with all of their indices in the range.
std::vector<std::int64_t> blocks_without(const std::vector<std::int64_t>& without,
                                         std::int64_t first, std::int64_t last,
                                         std::int64_t block) {
  std::vector<std::int64_t> blocks;
  for (std::size_t i = 0; i < without.size();) {
    const std::int64_t at = without[i] / block;
    const std::int64_t size = std::min((at + 1) * block, last) - std::max(at * block, first);
    std::int64_t count = 0;
    for (; i < without.size() && without[i] / block == at; ++i) ++count;
    if (count == size) blocks.push_back(at);
  }
  return blocks;
}

// The same indices where a dimension has another size.
std::vector<std::int64_t> resized_without(const Cells& cells, std::int64_t from, std::int64_t to) {
  const std::size_t d = cells.shape.size() - 1 - cells.without_behind;
  if (to < from) {
    return blocks_without(cells.without, cells.box.first[d], cells.box.last[d], from / to);
  }
  std::vector<std::int64_t> without;
  for (const std::int64_t at : cells.without) {
    for (std::int64_t i = 0; i < to / from; ++i) without.push_back(at * (to / from) + i);
  }
  return without;
}

// Whether a set has cells at this index of the dimension with `behind` dimensions behind it.
bool reaches(const Cells& cells, std::size_t behind, std::int64_t index) {
  const std::size_t d = cells.shape.size() - 1 - behind;
  if (index < cells.box.first[d] || index >= cells.box.last[d]) return false;
  return cells.without_behind != behind || !std::ranges::binary_search(cells.without, index);
}

}  // namespace

bool Gate::passes(std::int64_t position) const {
  const std::int64_t at = spread ? spread->locate(position).group : position;
  return parameter->values()[static_cast<std::size_t>(at)] != 0.0F;
}

bool Cells::contains(std::int64_t position) const {
  if (none || position < 0 || position >= tensor::product(shape)) return false;
  std::int64_t rest = position;
  for (std::size_t d = shape.size(); d-- > 0;) {
    const std::int64_t index = rest % shape[d];
    if (index < box.first[d] || index >= box.last[d]) return false;
    if (d + 1 + without_behind == shape.size() && std::ranges::binary_search(without, index)) {
      return false;
    }
    rest /= shape[d];
  }
  return gate == nullptr || gate->passes(position);
}

std::int64_t Cells::single() const {
  if (none) return -1;
  std::int64_t position = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (box.last[d] - box.first[d] != 1) return -1;
    position = position * shape[d] + box.first[d];
  }
  return contains(position) ? position : -1;
}

Cells one_cell(const Shape& shape, std::int64_t position) {
  if (position < 0 || position >= tensor::product(shape)) return {};
  Cells cells{false, shape, {tensor::index_of(shape, position), {}}};
  cells.box.last = cells.box.first;
  for (std::int64_t& last : cells.box.last) ++last;
  return cells;
}

Cells resized(const Cells& cells, const Shape& shape) {
  if (cells.none || tensor::product(shape) == 0) return {};
  Cells result{false, shape, {Shape(shape.size()), Shape(shape.size())}};
  for (std::size_t behind = 0; behind < shape.size(); ++behind) {
    const std::size_t d = shape.size() - 1 - behind;
    const std::int64_t from = size_from_back(cells.shape, behind);
    const std::int64_t to = shape[d];
    const bool present = behind < cells.shape.size();
    const std::size_t own = cells.shape.size() - 1 - behind;
    const std::int64_t first = present ? cells.box.first[own] : 0;
    const std::int64_t last = present ? cells.box.last[own] : 1;
    if (to >= from) {
      result.box.first[d] = first * (to / from);
      result.box.last[d] = last * (to / from);
    } else {
      result.box.first[d] = first / (from / to);
      result.box.last[d] = (last - 1) / (from / to) + 1;
    }
  }
  if (!cells.without.empty() && cells.without_behind < shape.size()) {
    result.without_behind = cells.without_behind;
    result.without = resized_without(cells, size_from_back(cells.shape, cells.without_behind),
                                     size_from_back(shape, cells.without_behind));
  }
  return result;
}

bool intersect(const Cells& a, const Cells& b) {
  if (a.none || b.none) return false;
  for (std::size_t d = 0; d < a.shape.size(); ++d) {
    if (a.box.first[d] >= b.box.last[d] || b.box.first[d] >= a.box.last[d]) return false;
  }
  const auto left_out = [](const Cells& single, const Cells& other) {
    if (other.without.empty()) return false;
    const std::size_t d = other.shape.size() - 1 - other.without_behind;
    return single.box.last[d] - single.box.first[d] == 1 &&
           !reaches(other, other.without_behind, single.box.first[d]);
  };
  return !left_out(a, b) && !left_out(b, a);
}

Cells merged(const Cells& a, const Cells& b) {
  if (a.none) return b;
  if (b.none) return a;
  Cells result{false, a.shape, a.box};
  for (std::size_t d = 0; d < a.shape.size(); ++d) {
    result.box.first[d] = std::min(a.box.first[d], b.box.first[d]);
    result.box.last[d] = std::max(a.box.last[d], b.box.last[d]);
  }
  const Cells& lacking = a.without.empty() ? b : a;
  result.without_behind = lacking.without_behind;
  for (const std::int64_t index : lacking.without) {
    const bool reached =
        reaches(a, lacking.without_behind, index) || reaches(b, lacking.without_behind, index);
    if (!reached) result.without.push_back(index);
  }
  if (a.gate != nullptr && b.gate != nullptr && *a.gate == *b.gate) result.gate = a.gate;
  return result;
}

}  // namespace normscope::trace
