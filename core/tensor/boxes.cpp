// SPDX-License-Identifier: MIT
#include "core/tensor/boxes.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace normscope::tensor {

std::optional<Shape> box_within(const Shape& whole, const std::vector<bool>& may_cut,
                                std::int64_t most) {
  Shape size(whole.size(), 1);
  std::int64_t count = 1;
  for (std::size_t dim = 0; dim < whole.size(); ++dim) {
    if (may_cut[dim]) continue;
    if (whole[dim] > most / count) return std::nullopt;
    size[dim] = whole[dim];
    count *= whole[dim];
  }
  for (std::size_t dim = whole.size(); dim-- > 0;) {
    if (!may_cut[dim]) continue;
    size[dim] = std::min(whole[dim], most / count);
    count *= size[dim];
    // A dimension before one that is cut would only take its runs apart.
    if (size[dim] < whole[dim]) break;
  }
  return size;
}

Boxes::Boxes(Shape whole, Shape size) : whole_(std::move(whole)), size_(std::move(size)) {
  for (std::size_t dim = 0; dim < whole_.size(); ++dim) {
    counts_.push_back((whole_[dim] + size_[dim] - 1) / size_[dim]);
    count_ *= counts_.back();
  }
}

Box Boxes::at(std::int64_t number) const {
  Box box{index_of(counts_, number), size_};
  for (std::size_t dim = 0; dim < whole_.size(); ++dim) {
    box.first[dim] *= size_[dim];
    box.size[dim] = std::min(size_[dim], whole_[dim] - box.first[dim]);
  }
  return box;
}

namespace {

// The dimension within which the elements of a run lie: all behind it are whole.
std::size_t run_dimension(const Shape& whole, const Shape& size) {
  std::size_t dim = whole.size();
  while (dim > 0 && size[dim - 1] == whole[dim - 1]) --dim;
  return dim == 0 ? 0 : dim - 1;
}

}  // namespace

std::int64_t run_of(const Shape& whole, const Shape& size) {
  const auto from = static_cast<std::ptrdiff_t>(run_dimension(whole, size));
  return product({size.begin() + from, size.end()});
}

std::vector<std::int64_t> runs_of(const Shape& whole, const Box& box) {
  const std::size_t outer = run_dimension(whole, box.size);
  std::int64_t origin = 0;
  for (std::size_t dim = 0; dim < whole.size(); ++dim)
    origin = origin * whole[dim] + box.first[dim];
  const Shape over(box.size.begin(), box.size.begin() + static_cast<std::ptrdiff_t>(outer));
  const std::int64_t count = product(over);
  std::vector<std::int64_t> runs;
  runs.reserve(static_cast<std::size_t>(count));
  for (std::int64_t run = 0; run < count; ++run) {
    const Shape index = index_of(over, run);
    std::int64_t offset = 0;
    for (std::size_t dim = 0; dim < whole.size(); ++dim) {
      offset = offset * whole[dim] + (dim < outer ? index[dim] : 0);
    }
    runs.push_back(origin + offset);
  }
  return runs;
}

}  // namespace normscope::tensor
