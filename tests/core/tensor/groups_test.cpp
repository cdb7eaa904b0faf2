// SPDX-License-Identifier: MIT
// Groups: every layout is checked against the plain definition, by index instead of by stride.
#include "core/tensor/groups.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace normscope::tensor {
namespace {

// Offsets of each group's elements as the layout gives them.
std::vector<std::vector<std::int64_t>> offsets_of(const GroupLayout& layout) {
  std::vector<std::vector<std::int64_t>> groups;
  for (std::int64_t g = 0; g < layout.count; ++g) {
    auto& group = groups.emplace_back();
    for (std::int64_t k = 0; k < layout.size; ++k) {
      group.push_back(layout.base(g) + layout.offset(k));
    }
  }
  return groups;
}

// The same offsets by plain definition: elements whose indices agree in the kept dimensions form a
// group.
std::vector<std::vector<std::int64_t>> offsets_by_index(const Shape& shape,
                                                        const std::vector<bool>& reduced) {
  std::int64_t count = 1;
  for (std::size_t d = 0; d < shape.size(); ++d) count *= reduced[d] ? 1 : shape[d];
  std::vector<std::vector<std::int64_t>> groups(static_cast<std::size_t>(count));
  for (std::int64_t offset = 0; offset < product(shape); ++offset) {
    std::int64_t rest = offset;
    std::int64_t group = 0;
    std::int64_t scale = 1;
    for (std::size_t d = shape.size(); d-- > 0;) {
      if (!reduced[d]) {
        group += rest % shape[d] * scale;
        scale *= shape[d];
      }
      rest /= shape[d];
    }
    groups[static_cast<std::size_t>(group)].push_back(offset);
  }
  return groups;
}

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> kShapes{
      {}, {1}, {7}, {1, 1}, {2, 5}, {5, 2}, {3, 1, 4}, {2, 3, 4}, {2, 2, 3, 2}, {1, 4, 1, 3, 2}};
  return kShapes;
}

TEST(Groups, OfTrailingDimensionsAreContiguous) {
  for (const Shape& shape : shapes()) {
    for (std::size_t trailing = 0; trailing <= shape.size(); ++trailing) {
      std::vector<bool> reduced(shape.size(), false);
      Shape reduced_shape = shape;
      for (std::size_t d = shape.size() - trailing; d < shape.size(); ++d) {
        reduced[d] = true;
        reduced_shape[d] = 1;
      }
      const auto layout = trailing_groups(shape, trailing);
      EXPECT_EQ(offsets_of(layout), offsets_by_index(shape, reduced)) << shape_to_text(shape);
      EXPECT_EQ(layout.reduced_shape, reduced_shape);
      EXPECT_TRUE(layout.contiguous());
    }
  }
}

TEST(Groups, OfOneDimension) {
  for (const Shape& shape : shapes()) {
    for (std::size_t dim = 0; dim < shape.size(); ++dim) {
      std::vector<bool> reduced(shape.size(), false);
      reduced[dim] = true;
      Shape reduced_shape = shape;
      reduced_shape[dim] = 1;
      const auto layout = dimension_groups(shape, dim);
      EXPECT_EQ(offsets_of(layout), offsets_by_index(shape, reduced)) << shape_to_text(shape);
      EXPECT_EQ(layout.reduced_shape, reduced_shape);
    }
  }
  EXPECT_TRUE(dimension_groups({2, 3}, 1).contiguous());
  EXPECT_FALSE(dimension_groups({2, 3}, 0).contiguous());
}

TEST(Groups, OfTheWhole) {
  for (const Shape& shape : shapes()) {
    const auto layout = whole_group(shape);
    EXPECT_EQ(offsets_of(layout), offsets_by_index(shape, std::vector<bool>(shape.size(), true)));
    EXPECT_EQ(layout.reduced_shape, Shape(shape.size(), 1));
  }
}

TEST(Groups, OfAScalarAreOneElement) {
  const auto layout = dimension_groups({}, 0);
  EXPECT_EQ(layout.count, 1);
  EXPECT_EQ(layout.size, 1);
  EXPECT_EQ(layout.base(0) + layout.offset(0), 0);
}

TEST(Groups, WithoutElementsOrWithoutGroups) {
  const auto no_elements = trailing_groups({3, 0}, 1);
  EXPECT_EQ(no_elements.count, 3);
  EXPECT_EQ(no_elements.size, 0);
  const auto no_groups = dimension_groups({0, 3}, 1);
  EXPECT_EQ(no_groups.count, 0);
  EXPECT_EQ(no_groups.size, 3);
  const auto empty = dimension_groups({2, 0, 3}, 1);
  EXPECT_EQ(empty.count, 6);
  EXPECT_EQ(empty.size, 0);
}

TEST(Groups, AreFoundAgainFromAnOffset) {
  for (const Shape& shape : shapes()) {
    std::vector<GroupLayout> layouts{whole_group(shape)};
    for (std::size_t d = 0; d < shape.size(); ++d) {
      layouts.push_back(dimension_groups(shape, d));
      layouts.push_back(trailing_groups(shape, d));
    }
    for (const auto& layout : layouts) {
      for (std::int64_t at = 0; at < product(shape); ++at) {
        const auto place = layout.locate(at);
        EXPECT_EQ(layout.base(place.group) + layout.offset(place.element), at);
      }
    }
  }
}

TEST(Groups, GatherAndScatterAreEachOthersWayBack) {
  for (const Shape& shape : shapes()) {
    std::vector<float> values(static_cast<std::size_t>(product(shape)));
    std::iota(values.begin(), values.end(), 1.0F);
    for (std::size_t dim = 0; dim < shape.size(); ++dim) {
      const auto layout = dimension_groups(shape, dim);
      const auto offsets = offsets_of(layout);
      std::vector<float> copy(values.size(), 0.0F);
      std::vector<float> group(static_cast<std::size_t>(layout.size));
      for (std::int64_t g = 0; g < layout.count; ++g) {
        gather(values, layout, g, group);
        for (std::size_t k = 0; k < group.size(); ++k) {
          const auto offset = offsets[static_cast<std::size_t>(g)][k];
          EXPECT_EQ(group[k], values[static_cast<std::size_t>(offset)]);
        }
        scatter(group, layout, g, copy);
      }
      EXPECT_EQ(copy, values);
    }
  }
}

// Statistics over batch and positions of a channel (batch norm): several runs make one group.
TEST(Groups, OfSeveralRuns) {
  GroupLayout layout;  // shape (2, 3, 4), a group per index of dimension 1
  layout.count = 3;
  layout.size = 8;
  layout.outer_stride = 4;
  layout.run = 4;
  layout.run_stride = 12;
  EXPECT_EQ(offsets_of(layout), offsets_by_index({2, 3, 4}, {true, false, true}));
  EXPECT_FALSE(layout.contiguous());
  std::vector<float> values(24);
  std::iota(values.begin(), values.end(), 0.0F);
  std::vector<float> group(8);
  gather(values, layout, 1, group);
  EXPECT_EQ(group, (std::vector<float>{4, 5, 6, 7, 16, 17, 18, 19}));
}

TEST(Groups, StretchesGoThroughWhatLocateFinds) {
  for (const Shape& shape : shapes()) {
    std::vector<GroupLayout> layouts{whole_group(shape)};
    for (std::size_t dim = 0; dim < shape.size(); ++dim) {
      layouts.push_back(dimension_groups(shape, dim));
      layouts.push_back(trailing_groups(shape, dim));
    }
    // Channels of (N, C) and (N, C, *): runs of a channel lie apart.
    if (shape.size() > 1) {
      GroupLayout channels = dimension_groups(shape, 1);
      const std::int64_t inner = product(std::span<const std::int64_t>(shape).subspan(2));
      channels.count = shape[1];
      channels.size = shape[0] * inner;
      channels.inner_groups = shape[1];
      channels.inner_stride = inner;
      channels.run = inner;
      channels.run_stride = shape[1] * inner;
      channels.element_stride = 1;
      layouts.push_back(channels);
    }
    for (const GroupLayout& layout : layouts) {
      for (std::int64_t at = 0; at < product(shape); ++at) {
        const auto stretch = layout.stretch(at);
        ASSERT_GE(stretch.count, 1);
        for (std::int64_t i = 0; i < stretch.count && at + i < product(shape); ++i) {
          const auto place = layout.locate(at + i);
          EXPECT_EQ(place.group, stretch.first.group + (stretch.across ? i : 0));
          EXPECT_EQ(place.element, stretch.first.element + (stretch.across ? 0 : i));
        }
      }
    }
  }
}

}  // namespace
}  // namespace normscope::tensor
