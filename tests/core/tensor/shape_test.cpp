// SPDX-License-Identifier: MIT
// Shapes: counts that do not overflow, dimensions that count from the end, sentences.
#include "core/tensor/shape.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/limits.hpp"

namespace normscope::tensor {
namespace {

constexpr auto kLargest = std::numeric_limits<std::int64_t>::max();

TEST(Shape, AnElementHasAnIndex) {
  EXPECT_EQ(index_of(Shape{2, 3, 4}, 23), (Shape{1, 2, 3}));
  EXPECT_EQ(index_to_text(Shape{2, 3, 4}, 23), "[1, 2, 3]");
  EXPECT_EQ(index_to_text(Shape{}, 0), "[]");
}

TEST(ElementCount, IsTheProductOfTheSizes) {
  EXPECT_EQ(*element_count(Shape{}), 1);
  EXPECT_EQ(*element_count(Shape{5}), 5);
  EXPECT_EQ(*element_count(Shape{2, 3, 4}), 24);
  EXPECT_EQ(*element_count(Shape{70000, 70000}), 4'900'000'000);  // past 32 bits
  EXPECT_EQ(*element_count(Shape{base::kMaxElements}), base::kMaxElements);
}

TEST(ElementCount, AnyZeroMakesItZero) {
  EXPECT_EQ(*element_count(Shape{0}), 0);
  EXPECT_EQ(*element_count(Shape{3, 0, base::kMaxElements / 3}), 0);
}

// Counting groups multiplies the nonzero sizes of an empty shape, so their product is bounded, too.
TEST(ElementCount, AZeroHidesNoOverflow) {
  for (const Shape& shape : {Shape{kLargest, kLargest, 0}, Shape{0, base::kMaxElements, 2}}) {
    const auto count = element_count(shape);
    ASSERT_FALSE(count);
    EXPECT_EQ(count.error().kind, base::ErrorKind::kTooLarge);
  }
}

TEST(ElementCount, RefusesWhatDoesNotFit) {
  const auto too_large = element_count(Shape{base::kMaxElements, 2});
  ASSERT_FALSE(too_large);
  EXPECT_EQ(too_large.error().kind, base::ErrorKind::kTooLarge);
  // 2^32 * 2^32 is 0 in 64 bits: a count that wraps around would pass for empty.
  const auto wraps = element_count(Shape{std::int64_t{1} << 32, std::int64_t{1} << 32});
  ASSERT_FALSE(wraps);
  EXPECT_EQ(wraps.error().kind, base::ErrorKind::kTooLarge);
  EXPECT_FALSE(element_count(Shape{kLargest, kLargest}));
  EXPECT_FALSE(element_count(Shape(base::kMaxRank + 1, 1)));
  EXPECT_TRUE(element_count(Shape(base::kMaxRank, 1)));
}

TEST(ElementCount, RefusesANegativeSize) {
  const auto count = element_count(Shape{2, -3});
  ASSERT_FALSE(count);
  EXPECT_EQ(count.error().kind, base::ErrorKind::kInvalidArgument);
  EXPECT_EQ(count.error().sentence, "shape (2, -3) has a negative size");
  EXPECT_FALSE(element_count(Shape{0, -1}));
}

TEST(Product, OfPartsOfAShape) {
  EXPECT_EQ(product(Shape{}), 1);
  EXPECT_EQ(product(Shape{3, 4}), 12);
  EXPECT_EQ(product(Shape{kLargest, 0, kLargest}), 0);
}

TEST(ResolveDimension, CountsFromBothEnds) {
  for (std::int64_t dim = 0; dim < 3; ++dim) {
    EXPECT_EQ(*resolve_dimension(dim, 3), static_cast<std::size_t>(dim));
    EXPECT_EQ(*resolve_dimension(dim - 3, 3), static_cast<std::size_t>(dim));
  }
  EXPECT_EQ(*resolve_dimension(0, 0), 0U);
  EXPECT_EQ(*resolve_dimension(-1, 0), 0U);
}

TEST(ResolveDimension, SaysTheRangeWhenItIsLeft) {
  const auto above = resolve_dimension(3, 3);
  ASSERT_FALSE(above);
  EXPECT_EQ(above.error().kind, base::ErrorKind::kInvalidArgument);
  EXPECT_EQ(above.error().sentence,
            "dimension 3 is out of range: an input of 3 dimensions has -3 to 2");
  EXPECT_FALSE(resolve_dimension(-4, 3));
  EXPECT_FALSE(resolve_dimension(1, 0));
  EXPECT_FALSE(resolve_dimension(-2, 0));
  EXPECT_FALSE(resolve_dimension(std::numeric_limits<std::int64_t>::min(), 2));
}

TEST(IsTrailing, ComparesWithTheEnd) {
  const Shape shape{2, 3, 4};
  EXPECT_TRUE(is_trailing(Shape{}, shape));
  EXPECT_TRUE(is_trailing(Shape{4}, shape));
  EXPECT_TRUE(is_trailing(shape, shape));
  EXPECT_FALSE(is_trailing(Shape{3}, shape));
  EXPECT_FALSE(is_trailing(Shape{2, 3}, shape));
  EXPECT_FALSE(is_trailing(Shape{1, 2, 3, 4}, shape));
}

TEST(ShapeToText, ReadsAsInASentence) {
  EXPECT_EQ(shape_to_text(Shape{}), "()");
  EXPECT_EQ(shape_to_text(Shape{5}), "(5)");
  EXPECT_EQ(shape_to_text(Shape{0, 3}), "(0, 3)");
}

}  // namespace
}  // namespace normscope::tensor
