// SPDX-License-Identifier: MIT
// Cutting inputs into slices: the slices cover each element once, whatever the sizes.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>

#include "core/gpu/kernel.hpp"
#include "core/gpu/slices.hpp"

namespace normscope::gpu {
namespace {

// Expects that the slices cover each group's elements in order, exactly once, and that neither the
// elements nor the two statistics of the groups of a slice exceed the capacity.
void expect_covered(const tensor::GroupLayout& layout, std::int64_t capacity, std::int64_t part) {
  const Slices cuts = cut(layout, capacity, part);
  std::map<std::int64_t, std::int64_t> reached;
  for (const Slice& slice : cuts.slices) {
    EXPECT_LE(slice.groups * slice.elements, capacity);
    EXPECT_LE(2 * slice.groups, capacity);
    EXPECT_GT(slice.groups * slice.elements, 0);
    if (cuts.cuts_groups) {
      EXPECT_EQ(slice.groups, 1);
      EXPECT_EQ(slice.first_element % part, 0);
    }
    EXPECT_EQ(slice.packed, !cuts.whole && !layout.contiguous());
    for (std::int64_t g = slice.first_group; g < slice.first_group + slice.groups; ++g) {
      EXPECT_EQ(reached[g], slice.first_element) << "group " << g;
      reached[g] += slice.elements;
    }
  }
  ASSERT_EQ(static_cast<std::int64_t>(reached.size()), layout.count);
  for (const auto& [group, elements] : reached) EXPECT_EQ(elements, layout.size);
}

TEST(Cut, CoversEveryElementOnce) {
  for (const std::int64_t capacity : {4096, 5000, 8192, 100000}) {
    for (const tensor::Shape& shape : {tensor::Shape{1, 1},
                                       {7, 100},
                                       {5000, 1},
                                       {100000, 1},
                                       {3, 4096},
                                       {3, 4097},
                                       {2, 30000},
                                       {1, 65537}}) {
      expect_covered(tensor::trailing_groups(shape, 1), capacity, 4096);
      expect_covered(tensor::dimension_groups(shape, 0), capacity, 4096);
      expect_covered(tensor::whole_group(shape), capacity, 4096);
    }
  }
}

TEST(Cut, WhatFitsIsNotCut) {
  const Slices cuts = cut(tensor::dimension_groups({64, 64}, 0), 4096, 4096);
  EXPECT_TRUE(cuts.whole);
  EXPECT_FALSE(cuts.cuts_groups);
  EXPECT_EQ(cuts.slices.size(), 1U);
}

TEST(ShapeFor, AWorkGroupTakesWholeGroupsUpToTheLongest) {
  for (const auto& [side, most] : {std::pair<std::int64_t, std::int64_t>{1, kNormElements},
                                   {1, kSoftmaxElements},
                                   {3, kNormElements},
                                   {100, kSoftmaxElements}}) {
    const std::int64_t longest = side == 1 ? kLongestRow : kLongestColumn;
    for (std::int64_t size = 1; size <= longest; ++size) {
      const Shape shape = shape_for(size, side, most);
      ASSERT_FALSE(shape.long_groups) << size;
      ASSERT_LE(shape.quads, 8);
      ASSERT_GE(shape.part(), size);
      ASSERT_EQ(shape.local % shape.lanes, 0) << size;
      ASSERT_LE(shape.local, 1024);
      ASSERT_EQ(shape.lanes & (shape.lanes - 1), 0);
    }
  }
  EXPECT_TRUE(shape_for(kLongestRow + 1, 1, kNormElements).long_groups);
  EXPECT_TRUE(shape_for(kLongestColumn + 1, 3, kNormElements).long_groups);
}

// 32 elements an invocation, 32 of them up to 1024 elements, 256 up to 8192; eight lanes share a
// cache line. Of softmax half as many, by twice the invocations.
TEST(ShapeFor, InvocationsTakeUpTo32Elements) {
  struct Expected {
    std::int64_t size;
    int lanes;
    int quads;
    int local;
  };
  for (const auto& [size, lanes, quads, local] : {Expected{1, 1, 1, 256},
                                                  {5, 2, 1, 256},
                                                  {32, 8, 1, 256},
                                                  {64, 8, 2, 256},
                                                  {256, 8, 8, 256},
                                                  {768, 32, 8, 256},
                                                  {1024, 32, 8, 256},
                                                  {1025, 64, 8, 64},
                                                  {4096, 128, 8, 128},
                                                  {8192, 256, 8, 256}}) {
    const Shape shape = shape_for(size, 1, kNormElements);
    EXPECT_EQ(shape.lanes, lanes) << size;
    EXPECT_EQ(shape.quads, quads) << size;
    EXPECT_EQ(shape.local, local) << size;
  }
  EXPECT_EQ(shape_for(4096, 1, kSoftmaxElements).lanes, 256);
  EXPECT_EQ(shape_for(4096, 1, kSoftmaxElements).quads, 4);
}

TEST(InQuads, NeedsWholeQuadsAtMultiplesOfFour) {
  EXPECT_TRUE(in_quads(tensor::trailing_groups({3, 8}, 1)));
  EXPECT_FALSE(in_quads(tensor::trailing_groups({3, 7}, 1)));
  EXPECT_FALSE(in_quads(tensor::dimension_groups({8, 4}, 0)));
  ops::NormOptions batch;
  batch.kind = ops::Normalization::kBatchNorm;
  const auto of = [&](const tensor::Shape& shape) { return ops::plan_norm(shape, batch)->groups; };
  EXPECT_TRUE(in_quads(of({5, 3, 4})));
  EXPECT_FALSE(in_quads(of({4, 3, 5})));
}

TEST(ToUint32, HoldsWhat32BitsHoldAndRefusesTheRest) {
  for (const std::int64_t value : {std::int64_t{0}, std::int64_t{1}, std::int64_t{0xffffffff}}) {
    EXPECT_EQ(to_uint32(value), static_cast<std::uint32_t>(value));
  }
  for (const std::int64_t value :
       {std::int64_t{1} << 32, (std::int64_t{1} << 40) + 5, std::int64_t{-1}}) {
    const auto refused = to_uint32(value);
    ASSERT_FALSE(refused) << value;
    EXPECT_EQ(refused.error().kind, base::ErrorKind::kTooLarge);
  }
  EXPECT_EQ(to_uint32(std::int64_t{1} << 32).error().sentence,
            "the gpu counts in 32 bits, which do not hold 4294967296");
}

TEST(Wide, HoldsDoublesToFortyEightBits) {
  EXPECT_EQ(wide(0).mantissa[0], 0.0F);
  // An infinity is an exponent of its own in the shaders.
  EXPECT_EQ(wide(HUGE_VAL).exponent, 1 << 20);
  for (const double value : {1.0, 1e-5, 0.1, -3.7, 1e-300, 1e300, 1.99999999999, 65537.0, 5e-324}) {
    const WideNumber number = wide(value);
    EXPECT_GE(std::abs(number.mantissa[0]), 1.0F) << value;
    EXPECT_LT(std::abs(number.mantissa[0]), 2.0F) << value;
    const double mantissa =
        static_cast<double>(number.mantissa[0]) + static_cast<double>(number.mantissa[1]);
    EXPECT_NEAR(std::ldexp(mantissa, number.exponent) / value, 1.0, 0x1p-47) << value;
  }
}

}  // namespace
}  // namespace normscope::gpu
