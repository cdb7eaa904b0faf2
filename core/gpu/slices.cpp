// SPDX-License-Identifier: MIT
#include "core/gpu/slices.hpp"

#include <algorithm>
#include <bit>

namespace normscope::gpu {

Slices cut(const tensor::GroupLayout& layout, std::int64_t capacity, std::int64_t part) {
  Slices result;
  const std::int64_t most_groups = std::min(capacity / layout.size, capacity / kStatisticsWords);
  if (layout.count <= most_groups) {
    result.slices.push_back({0, layout.count, 0, layout.size, false});
    result.whole = true;
    return result;
  }
  const bool packed = !layout.contiguous();
  if (layout.size <= capacity) {
    for (std::int64_t first = 0; first < layout.count; first += most_groups) {
      result.slices.push_back(
          {first, std::min(most_groups, layout.count - first), 0, layout.size, packed});
    }
    return result;
  }
  result.cuts_groups = true;
  const std::int64_t elements = capacity / part * part;
  for (std::int64_t group = 0; group < layout.count; ++group) {
    for (std::int64_t first = 0; first < layout.size; first += elements) {
      result.slices.push_back({group, 1, first, std::min(elements, layout.size - first), packed});
    }
  }
  return result;
}

Shape shape_for(std::int64_t size, std::int64_t side_by_side, std::int64_t most) {
  const std::int64_t most_quads = (side_by_side > 1 ? kNormElements : most) / 4;
  // Eight lanes read the 128 bytes of a cache line at once; shorter groups share one.
  constexpr std::int64_t kLineLanes = 8;
  const auto power = [](std::int64_t wanted) {
    return static_cast<std::int64_t>(std::bit_ceil(static_cast<std::uint64_t>(wanted)));
  };
  Shape shape;
  shape.interleaved = side_by_side > 1;
  const std::int64_t quads = (size - 1) / 4 + 1;
  const std::int64_t longest = shape.interleaved ? kLongestColumn : kLongestRow;
  const std::int64_t least = shape.interleaved ? 1 : std::min(kLineLanes, power(quads));
  const std::int64_t lanes =
      std::clamp(power((quads - 1) / most_quads + 1), least, longest / (4 * most_quads));
  shape.lanes = static_cast<int>(lanes);
  shape.quads = static_cast<int>(std::min(power((quads - 1) / lanes + 1), most_quads));
  // A group of many lanes is a work group of its own: it waits for no other.
  shape.local = lanes > 32 ? shape.lanes : 256;
  shape.long_groups = size > longest;
  return shape;
}

Shape cut_shape() {
  constexpr std::int64_t kLanes = 256;
  return {kLanes, kLanes, static_cast<int>(kLeastSliceElements / (4 * kLanes)), false, true};
}

bool in_quads(const tensor::GroupLayout& layout) {
  const auto fits = [](std::int64_t number) { return number % 4 == 0; };
  const bool one_run = layout.run >= layout.size;
  return layout.element_stride == 1 && fits(layout.size) &&
         (layout.count == 1 || (fits(layout.outer_stride) && fits(layout.inner_stride))) &&
         (one_run || (fits(layout.run) && fits(layout.run_stride)));
}

}  // namespace normscope::gpu
