// SPDX-License-Identifier: MIT
// Arrays share unchanged memory after an edit, and are compared by bits.
#include "app/document/array.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "tests/app/document/documents.hpp"

namespace normscope::document {
namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// The bytes of two arrays together, shared memory counted once.
std::size_t bytes_together(const std::vector<Array>& arrays) {
  std::map<const void*, std::size_t> pieces;
  for (const Array& array : arrays) {
    array.visit_memory([&](const void* address, std::size_t bytes) { pieces[address] = bytes; });
  }
  std::size_t sum = 0;
  for (const auto& [address, bytes] : pieces) sum += bytes;
  return sum;
}

TEST(Array, OneNumberOfTenMillionCostsOneBlock) {
  const Array before(NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({1000, 10000}, 1.0F)));
  const Array after = before.with(7'654'321, 2.0F);
  EXPECT_EQ(bytes_together({before}), 40'000'000U);
  EXPECT_EQ(bytes_together({before, after}), 40'000'000U + 65536U);
  EXPECT_EQ(after.at(7'654'321), 2.0F);
  EXPECT_EQ(before.at(7'654'321), 1.0F);
  EXPECT_EQ(after.at(7'654'320), 1.0F);
}

TEST(Array, ManyChangesAtOnceCopyEachBlockOnce) {
  const Array before(counting({3, Array::kBlock}));
  const std::vector<std::pair<std::int64_t, float>> changes{
      {0, -1.0F}, {1, -2.0F}, {Array::kBlock * 2, -3.0F}, {1, -4.0F}};
  const Array after = before.with(changes);
  EXPECT_EQ(bytes_together({before, after}), 3U * 65536U + 2U * 65536U);
  EXPECT_EQ(after.at(0), -1.0F);
  EXPECT_EQ(after.at(1), -4.0F);
  EXPECT_EQ(after.at(Array::kBlock), static_cast<float>(Array::kBlock));
  EXPECT_EQ(after.at(Array::kBlock * 2), -3.0F);
}

TEST(Array, WritingWhatIsThereCopiesNothing) {
  const Array before(counting({4}));
  EXPECT_EQ(bytes_together({before, before.with(2, 2.0F)}), bytes_together({before}));
}

TEST(Array, TheLastBlockMayBeShort) {
  const std::int64_t size = Array::kBlock + 3;
  const Array after = Array(counting({size})).with(size - 1, -5.0F);
  EXPECT_EQ(after.values()->values().back(), -5.0F);
  EXPECT_EQ(after.values()->size(), size);
  EXPECT_EQ(after.values()->values()[static_cast<std::size_t>(size) - 2],
            static_cast<float>(size - 2));
}

TEST(Array, ValuesAreTheBaseItselfWhileNothingChanged) {
  const Array array(counting({2, 3}));
  EXPECT_EQ(array.values().get(), array.values().get());
  const Array other_shape = NORMSCOPE_VALUE_OR_FAIL(array.reshaped({3, 2}));
  EXPECT_EQ(other_shape.values()->shape(), (tensor::Shape{3, 2}));
  EXPECT_EQ(numbers(other_shape), numbers(array));
}

TEST(Array, ChangesAreWhatDiffersFromTheBaseByBits) {
  const Array array = Array(testing::make({4}, {0.0F, kNan, 2.0F, 3.0F}));
  const Array changed = array.with(0, -0.0F).with(1, kNan).with(2, 5.0F).with(2, 2.0F);
  const auto changes = changed.changes();
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_EQ(changes[0].first, 0);
  EXPECT_TRUE(std::signbit(changes[0].second));
}

TEST(Array, EqualityIsThatOfShapeAndBits) {
  const Array array(testing::make({2}, {0.0F, kNan}));
  EXPECT_EQ(array, Array(testing::make({2}, {0.0F, kNan})));
  EXPECT_FALSE(array == array.with(0, -0.0F));
  EXPECT_EQ(array, array.with(0, 1.0F).with(0, 0.0F));
  EXPECT_FALSE(array == NORMSCOPE_VALUE_OR_FAIL(array.reshaped({2, 1})));
  EXPECT_EQ(Array(), Array());
}

TEST(Array, ReshapingNeedsTheSameNumberOfElements) {
  const auto reshaped = Array(counting({2, 3})).reshaped({4, 2});
  ASSERT_FALSE(reshaped);
  EXPECT_EQ(reshaped.error().sentence,
            "shape (4, 2) has 8 elements, but there are 6 numbers in (2, 3)");
  EXPECT_FALSE(Array(counting({2, 3})).reshaped({-2, -3}));
}

}  // namespace
}  // namespace normscope::document
