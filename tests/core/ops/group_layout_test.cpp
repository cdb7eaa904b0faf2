// SPDX-License-Identifier: MIT
// The memory layout of the groups of every normalization and softmax, and the gamma of each
// element, against plain index arithmetic over every element.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <ostream>
#include <set>

#include "core/ops/norm.hpp"
#include "core/ops/softmax.hpp"

namespace normscope::ops {
namespace {

using tensor::GroupLayout;
using tensor::Shape;

// The index of a row-major position.
Shape index_of(std::int64_t at, const Shape& shape) {
  Shape index(shape.size());
  for (std::size_t d = shape.size(); d-- > 0;) {
    index[d] = at % shape[d];
    at /= shape[d];
  }
  return index;
}

// Splits an index into the part that the elements of a group share, and the rest, in order.
struct Plain {
  Shape group;
  Shape element;
};

// Compares a layout with the split of every index: groups are numbered in the order of their first
// elements, elements in memory order, and locate is the inverse.
template <class Split>
void expect_layout(const GroupLayout& layout, const Shape& shape, Split split) {
  std::map<Shape, std::vector<std::int64_t>> plain;  // groups in the order of their index
  for (std::int64_t at = 0; at < tensor::product(shape); ++at) {
    plain[split(index_of(at, shape)).group].push_back(at);
  }
  ASSERT_EQ(layout.count, static_cast<std::int64_t>(plain.size()));
  EXPECT_EQ(tensor::product(layout.reduced_shape), layout.count);
  std::int64_t group = 0;
  for (const auto& [index, elements] : plain) {
    ASSERT_EQ(layout.size, static_cast<std::int64_t>(elements.size()));
    for (std::int64_t k = 0; k < layout.size; ++k) {
      const std::int64_t at = elements[static_cast<std::size_t>(k)];
      ASSERT_EQ(layout.base(group) + layout.offset(k), at) << "group " << group << ", " << k;
      const auto place = layout.locate(at);
      ASSERT_EQ(place.group, group) << "at " << at;
      ASSERT_EQ(place.element, k) << "at " << at;
    }
    const bool unbroken = elements.back() - elements.front() + 1 == layout.size;
    // A group of a single element may count as not contiguous: slower, not wrong.
    EXPECT_TRUE(layout.contiguous() ? unbroken : !unbroken || layout.size == 1);
    ++group;
  }
}

const std::vector<Shape>& shapes() {
  static const std::vector<Shape> all{{2, 6},    {3, 1},       {1, 5},       {1, 1},
                                      {4, 3, 8}, {2, 4, 3},    {2, 4, 1},    {1, 4, 3},
                                      {3, 1, 5}, {2, 3, 2, 4}, {2, 6, 1, 2}, {1, 2, 1, 3, 2}};
  return all;
}

NormPlan plan(const Shape& shape, const NormOptions& options) {
  const auto result = plan_norm(shape, options);
  EXPECT_TRUE(result.has_value());
  return result.value_or(NormPlan{});
}

TEST(Layout, LayerAndRmsNormTakeTheTrailingDimensions) {
  for (const Shape& shape : shapes()) {
    for (std::size_t trailing = 1; trailing <= shape.size(); ++trailing) {
      const auto cut = static_cast<std::ptrdiff_t>(shape.size() - trailing);
      NormOptions options;
      options.normalized_shape.assign(shape.begin() + cut, shape.end());
      for (const auto kind : {Normalization::kLayerNorm, Normalization::kRmsNorm}) {
        options.kind = kind;
        const NormPlan made = plan(shape, options);
        expect_layout(made.groups, shape, [cut](const Shape& i) {
          return Plain{{i.begin(), i.begin() + cut}, {i.begin() + cut, i.end()}};
        });
        Shape reduced = shape;
        std::fill(reduced.begin() + cut, reduced.end(), 1);
        EXPECT_EQ(made.groups.reduced_shape, reduced);
        for (std::int64_t at = 0; at < tensor::product(shape); ++at) {
          const auto place = made.groups.locate(at);
          EXPECT_EQ(made.affine.index(place.group, place.element), at % made.groups.size);
        }
      }
    }
  }
}

// With channels, every element uses the gamma of its channel, whatever the groups are.
void expect_channel_affine(const NormPlan& made, const Shape& shape) {
  EXPECT_EQ(made.affine_shape, Shape{shape[1]});
  for (std::int64_t at = 0; at < tensor::product(shape); ++at) {
    const auto place = made.groups.locate(at);
    EXPECT_EQ(made.affine.index(place.group, place.element), index_of(at, shape)[1]) << "at " << at;
  }
}

TEST(Layout, BatchNormTakesAChannelOfTheWholeBatch) {
  for (const Shape& shape : shapes()) {
    NormOptions options;
    options.kind = Normalization::kBatchNorm;
    const NormPlan made = plan(shape, options);
    expect_layout(made.groups, shape, [](const Shape& i) { return Plain{{i[1]}, i}; });
    expect_channel_affine(made, shape);
    Shape reduced(shape.size(), 1);
    reduced[1] = shape[1];
    EXPECT_EQ(made.groups.reduced_shape, reduced);
  }
}

TEST(Layout, InstanceNormTakesAChannelOfEachSample) {
  for (const Shape& shape : shapes()) {
    NormOptions options;
    options.kind = Normalization::kInstanceNorm;
    const NormPlan made = plan(shape, options);
    expect_layout(made.groups, shape, [](const Shape& i) { return Plain{{i[0], i[1]}, i}; });
    expect_channel_affine(made, shape);
  }
}

TEST(Layout, GroupNormTakesNeighbouringChannelsOfEachSample) {
  for (const Shape& shape : shapes()) {
    for (std::int64_t groups = 1; groups <= shape[1]; ++groups) {
      if (shape[1] % groups != 0) continue;
      NormOptions options;
      options.kind = Normalization::kGroupNorm;
      options.groups = groups;
      const NormPlan made = plan(shape, options);
      const std::int64_t depth = shape[1] / groups;
      expect_layout(made.groups, shape, [depth](const Shape& i) {
        return Plain{{i[0], i[1] / depth}, i};
      });
      expect_channel_affine(made, shape);
      Shape reduced(shape.size(), 1);
      reduced[0] = shape[0];
      reduced[1] = groups;
      EXPECT_EQ(made.groups.reduced_shape, reduced);
    }
  }
}

TEST(Layout, SoftmaxTakesOneDimension) {
  for (const Shape& shape : shapes()) {
    for (std::size_t dim = 0; dim < shape.size(); ++dim) {
      SoftmaxOptions options;
      options.dim = static_cast<std::int64_t>(dim) - (dim % 2 == 0 ? std::ssize(shape) : 0);
      const auto made = plan_softmax(shape, options);
      ASSERT_TRUE(made.has_value());
      expect_layout(made->groups, shape, [dim](const Shape& i) {
        Shape rest = i;
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(dim));
        return Plain{rest, {i[dim]}};
      });
      Shape reduced = shape;
      reduced[dim] = 1;
      EXPECT_EQ(made->groups.reduced_shape, reduced);
    }
  }
}

TEST(Layout, TheWholeIsOneGroup) {
  for (const Shape& shape : shapes()) {
    expect_layout(tensor::whole_group(shape), shape, [](const Shape& i) { return Plain{{}, i}; });
  }
  const GroupLayout scalar = tensor::whole_group({});
  EXPECT_EQ(scalar.count, 1);
  EXPECT_EQ(scalar.size, 1);
  EXPECT_EQ(scalar.reduced_shape, Shape{});
}

// Zero-size dimensions: groups without elements are still groups, as torch's reductions see it.
TEST(Layout, GroupsOfNothingAreCounted) {
  const auto counts = [](Normalization kind, const Shape& shape) {
    NormOptions options;
    options.kind = kind;
    const NormPlan made = plan(shape, options);
    EXPECT_EQ(tensor::product(made.groups.reduced_shape), made.groups.count);
    return std::pair(made.groups.count, made.groups.size);
  };
  using Counts = std::pair<std::int64_t, std::int64_t>;
  EXPECT_EQ(counts(Normalization::kLayerNorm, {2, 0}), Counts(2, 0));
  EXPECT_EQ(counts(Normalization::kLayerNorm, {0, 3}), Counts(0, 3));
  EXPECT_EQ(counts(Normalization::kBatchNorm, {0, 3, 2}), Counts(3, 0));
  EXPECT_EQ(counts(Normalization::kBatchNorm, {2, 3, 0}), Counts(3, 0));
  EXPECT_EQ(counts(Normalization::kBatchNorm, {2, 0, 3}), Counts(0, 0));
  EXPECT_EQ(counts(Normalization::kInstanceNorm, {2, 3, 0}), Counts(6, 0));
  EXPECT_EQ(counts(Normalization::kGroupNorm, {2, 0, 3}), Counts(2, 0));
  SoftmaxOptions middle;
  middle.dim = 1;
  const auto softmax = plan_softmax({2, 0, 3}, middle);
  ASSERT_TRUE(softmax.has_value());
  EXPECT_EQ(softmax->groups.count, 6);
  EXPECT_EQ(softmax->groups.size, 0);
}

}  // namespace
}  // namespace normscope::ops
