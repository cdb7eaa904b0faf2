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

Shape shape_for(std::int64_t size, std::int64_t side_by_side) {
  const auto lanes_for = [size](std::int64_t elements) {
    const auto wanted = static_cast<std::uint64_t>((size - 1) / elements + 1);
    return static_cast<int>(std::bit_ceil(wanted));
  };
  Shape shape;
  shape.interleaved = side_by_side > 1;
  if (size <= 1024) {
    shape.elements = 4;
    shape.lanes = lanes_for(4);
  } else if (size <= 16384) {
    shape.elements = 16;
    shape.lanes = lanes_for(16);
    shape.local = std::max(256, shape.lanes);
  } else if (size <= kLongestRow) {
    shape.elements = 32;
    shape.lanes = 1024;
    shape.local = 1024;
  } else {
    shape.elements = 16;
    // A work group takes as many interleaved groups as one memory transaction covers.
    shape.lanes = side_by_side >= 8 ? 32 : side_by_side > 1 ? 128 : 256;
    shape.long_groups = true;
  }
  return shape;
}

}  // namespace normscope::gpu
