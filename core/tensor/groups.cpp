// SPDX-License-Identifier: MIT
#include "core/tensor/groups.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace normscope::tensor {
namespace {

// The layout of groups that follow each other in memory, each of them contiguous.
GroupLayout contiguous_groups(std::int64_t count, std::int64_t size, Shape reduced_shape) {
  GroupLayout layout;
  layout.count = count;
  layout.size = size;
  layout.outer_stride = size;
  layout.run = std::max<std::int64_t>(size, 1);
  layout.reduced_shape = std::move(reduced_shape);
  return layout;
}

// Calls copy(first element, its offset in the tensor, number of elements) for each run of a group.
template <class Copy>
void for_each_run(const GroupLayout& layout, std::int64_t group, Copy copy) {
  const std::int64_t base = layout.base(group);
  for (std::int64_t k = 0; k < layout.size; k += layout.run) {
    copy(k, base + layout.offset(k), std::min(layout.run, layout.size - k));
  }
}

}  // namespace

GroupLayout::Place GroupLayout::locate(std::int64_t at) const {
  if (run < size) {  // runs of different groups alternate in memory
    const std::int64_t within = at % run_stride;
    return {within / inner_stride, at / run_stride * run + within % run};
  }
  const std::int64_t outer = at / outer_stride * inner_groups;
  const std::int64_t within = at % outer_stride;
  if (element_stride != 1) return {outer + within % element_stride, within / element_stride};
  return {outer + within / size, within % size};
}

GroupLayout::Stretch GroupLayout::stretch(std::int64_t at) const {
  const Place place = locate(at);
  if (run >= size && element_stride != 1) return {place, inner_groups - at % element_stride, true};
  // Of a batch norm of two dimensions: each row has an element of every group.
  if (run == 1 && run < size && inner_stride == 1) {
    return {place, run_stride - at % run_stride, true};
  }
  return {place, std::min(run - place.element % run, size - place.element), false};
}

GroupLayout trailing_groups(const Shape& shape, std::size_t trailing) {
  const auto leading = shape.size() - trailing;
  const std::span<const std::int64_t> sizes(shape);
  Shape reduced = shape;
  std::fill(reduced.begin() + static_cast<std::ptrdiff_t>(leading), reduced.end(), 1);
  return contiguous_groups(product(sizes.first(leading)), product(sizes.last(trailing)),
                           std::move(reduced));
}

GroupLayout dimension_groups(const Shape& shape, std::size_t dim) {
  if (shape.empty()) return contiguous_groups(1, 1, {});
  const std::span<const std::int64_t> sizes(shape);
  const std::int64_t inner = product(sizes.subspan(dim + 1));
  GroupLayout layout;
  layout.size = shape[dim];
  layout.count = product(sizes.first(dim)) * inner;
  layout.inner_groups = std::max<std::int64_t>(inner, 1);
  layout.outer_stride = layout.size * inner;
  layout.inner_stride = 1;
  layout.run = std::max<std::int64_t>(layout.size, 1);
  layout.element_stride = inner;
  layout.reduced_shape = shape;
  layout.reduced_shape[dim] = 1;
  return layout;
}

GroupLayout whole_group(const Shape& shape) {
  return contiguous_groups(1, product(shape), Shape(shape.size(), 1));
}

std::optional<GroupLayout> blocks(const Shape& whole, const Shape& reduced) {
  if (reduced.size() > whole.size()) return std::nullopt;
  Shape counts(whole.size() - reduced.size(), 1);
  counts.insert(counts.end(), reduced.begin(), reduced.end());
  // Sizes that follow each other in memory, alternately of the elements of a group and of groups.
  std::string kinds;
  std::vector<std::int64_t> sizes;
  const auto add = [&](char kind, std::int64_t size) {
    if (size == 1) return;
    if (!kinds.empty() && kinds.back() == kind) {
      sizes.back() *= size;
    } else {
      kinds += kind;
      sizes.push_back(size);
    }
  };
  for (std::size_t d = 0; d < whole.size(); ++d) {
    if (counts[d] == 0 ? whole[d] != 0 : whole[d] % counts[d] != 0) return std::nullopt;
    add('g', counts[d]);
    add('e', counts[d] == 0 ? 1 : whole[d] / counts[d]);
  }
  const std::int64_t count = product(counts);
  const std::int64_t size = count == 0 ? 1 : product(whole) / count;
  if (kinds.size() <= 1 || kinds == "ge") return contiguous_groups(count, size, std::move(counts));
  GroupLayout layout;
  layout.count = count;
  layout.size = size;
  layout.reduced_shape = std::move(counts);
  layout.inner_groups = sizes[kinds.starts_with('g') ? 2 : 1];
  if (kinds == "eg" || kinds == "geg") {
    layout.outer_stride = size * layout.inner_groups;
    layout.inner_stride = 1;
    layout.run = std::max<std::int64_t>(size, 1);
    layout.element_stride = layout.inner_groups;
    return layout;
  }
  if (kinds != "ege") return std::nullopt;
  layout.run = sizes[2];
  layout.run_stride = layout.inner_groups * layout.run;
  layout.outer_stride = layout.run_stride;
  layout.inner_stride = layout.run;
  return layout;
}

bool same_layout(const GroupLayout& a, const GroupLayout& b) {
  const auto fields = [](const GroupLayout& of) {
    return std::tuple(of.count, of.size, of.inner_groups, of.outer_stride, of.inner_stride, of.run,
                      of.run_stride, of.element_stride);
  };
  return fields(a) == fields(b);
}

void gather(std::span<const float> values, const GroupLayout& layout, std::int64_t group,
            std::span<float> out) {
  for_each_run(layout, group, [&](std::int64_t at, std::int64_t offset, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      out[static_cast<std::size_t>(at + i)] =
          values[static_cast<std::size_t>(offset + i * layout.element_stride)];
    }
  });
}

void scatter(std::span<const float> from, const GroupLayout& layout, std::int64_t group,
             std::span<float> values) {
  for_each_run(layout, group, [&](std::int64_t at, std::int64_t offset, std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) {
      values[static_cast<std::size_t>(offset + i * layout.element_stride)] =
          from[static_cast<std::size_t>(at + i)];
    }
  });
}

}  // namespace normscope::tensor
