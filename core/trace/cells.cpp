// SPDX-License-Identifier: MIT
#include "core/trace/cells.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace normscope::trace {

using tensor::Shape;

namespace {

Shape index_at(const Shape& shape, std::int64_t position) {
  Shape index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    index[d] = position % shape[d];
    position /= shape[d];
  }
  return index;
}

// The blocks of columns [first, last) that lie in `without` with all of their columns in the range.
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

}  // namespace

bool GammaGate::passes(std::int64_t position) const {
  const auto [group, element] = groups.locate(position);
  return gamma->values()[static_cast<std::size_t>(affine.index(group, element))] != 0.0F;
}

bool Cells::contains(std::int64_t position) const {
  if (none || position < 0 || position >= tensor::product(shape)) return false;
  std::int64_t rest = position;
  for (std::size_t d = shape.size(); d-- > 0;) {
    const std::int64_t index = rest % shape[d];
    if (index < box.first[d] || index >= box.last[d]) return false;
    rest /= shape[d];
  }
  if (!without.empty() && std::ranges::binary_search(without, position % shape.back()))
    return false;
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
  Cells cells{false, shape, {index_at(shape, position), {}}};
  cells.box.last = cells.box.first;
  for (std::int64_t& last : cells.box.last) ++last;
  return cells;
}

Cells in_groups_of(const Cells& cells, const Shape& shape, const Shape& whole,
                   const Shape& reduced) {
  if (cells.none || tensor::product(shape) == 0) return {};
  Cells result{false, shape, {Shape(shape.size()), Shape(shape.size())}};
  const bool from_statistic = cells.shape == reduced;
  const bool to_statistic = shape == reduced;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const std::int64_t block = whole[d] / reduced[d];
    const std::int64_t size = from_statistic ? 1 : block;  // of a group among the set's cells
    const std::int64_t first = cells.box.first[d] / size;
    const std::int64_t last = (cells.box.last[d] - 1) / size + 1;
    const std::int64_t scale = to_statistic ? 1 : block;
    result.box.first[d] = first * scale;
    result.box.last[d] = last * scale;
  }
  if (cells.without.empty()) return result;
  const std::int64_t block = whole.back() / reduced.back();
  const std::int64_t scale = to_statistic ? 1 : block;
  for (const std::int64_t at : blocks_without(cells.without, cells.box.first.back(),
                                              cells.box.last.back(), from_statistic ? 1 : block)) {
    for (std::int64_t i = 0; i < scale; ++i) result.without.push_back(at * scale + i);
  }
  return result;
}

bool intersect(const Cells& a, const Cells& b) {
  if (a.none || b.none) return false;
  for (std::size_t d = 0; d < a.shape.size(); ++d) {
    if (a.box.first[d] >= b.box.last[d] || b.box.first[d] >= a.box.last[d]) return false;
  }
  const auto left_out = [](const Cells& column, const Cells& other) {
    return !other.without.empty() && column.box.last.back() - column.box.first.back() == 1 &&
           std::ranges::binary_search(other.without, column.box.first.back());
  };
  return !left_out(a, b) && !left_out(b, a);
}

}  // namespace normscope::trace
