// SPDX-License-Identifier: MIT
// Tensor: accepted and refused values, and the position of an index.
#include "core/tensor/tensor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/limits.hpp"
#include "tests/support/support.hpp"

namespace normscope::tensor {
namespace {

using testing::make;

TEST(Tensor, StartsEmpty) {
  const Tensor x;
  EXPECT_EQ(x.shape(), Shape{0});
  EXPECT_EQ(x.rank(), 1U);
  EXPECT_EQ(x.size(), 0);
}

TEST(Tensor, HoldsScalarsAndShapesWithoutElements) {
  EXPECT_EQ(make({}, {2.5F}).size(), 1);
  EXPECT_EQ(make({}, {2.5F}).rank(), 0U);
  EXPECT_EQ(make({3, 0, 2}, {}).size(), 0);
}

TEST(Tensor, RefusesAnotherNumberOfValues) {
  const auto x = Tensor::from_values({2, 3}, {1.0F, 2.0F});
  ASSERT_FALSE(x);
  EXPECT_EQ(x.error().kind, base::ErrorKind::kInvalidArgument);
  EXPECT_EQ(x.error().sentence, "shape (2, 3) needs 6 values, but 2 were given");
  EXPECT_FALSE(Tensor::from_values({}, {}));
  EXPECT_FALSE(Tensor::from_values({0}, {1.0F}));
  EXPECT_FALSE(Tensor::from_values({-1}, {}));
}

TEST(Tensor, FullRepeatsOneValue) {
  const auto x = Tensor::full({2, 2}, 0.5F);
  ASSERT_TRUE(x);
  EXPECT_EQ(*x, make({2, 2}, {0.5F, 0.5F, 0.5F, 0.5F}));
}

TEST(Tensor, FullAsksForMemoryBeforeItTakesIt) {
  const auto x = Tensor::full({base::kMaxElements}, 0.0F);  // 4 TiB
  ASSERT_FALSE(x);
  EXPECT_EQ(x.error().kind, base::ErrorKind::kTooLarge);
  EXPECT_FALSE(Tensor::full({std::int64_t{1} << 62, 4}, 0.0F));
}

TEST(Tensor, OffsetsAreRowMajor) {
  const auto x = *Tensor::full({2, 3, 4}, 0.0F);
  std::int64_t expected = 0;
  for (std::int64_t i = 0; i < 2; ++i) {
    for (std::int64_t j = 0; j < 3; ++j) {
      for (std::int64_t k = 0; k < 4; ++k) {
        const Shape index{i, j, k};
        EXPECT_EQ(x.offset_of(index), expected++);
      }
    }
  }
  EXPECT_EQ(make({}, {1.0F}).offset_of({}), 0);
}

TEST(Tensor, ReshapesToTheSameNumberOfElements) {
  const auto x = make({2, 3}, {1, 2, 3, 4, 5, 6});
  const auto y = x.reshaped({3, 2});
  ASSERT_TRUE(y);
  EXPECT_EQ(*y, make({3, 2}, {1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(*make({1}, {4}).reshaped({}), make({}, {4}));
  const auto refused = x.reshaped({4});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, base::ErrorKind::kInvalidArgument);
}

TEST(Tensor, ComparesAsNumbersDo) {
  EXPECT_EQ(make({2}, {0.0F, 1.0F}), make({2}, {-0.0F, 1.0F}));
  EXPECT_NE(make({2}, {0.0F, 1.0F}), make({2, 1}, {0.0F, 1.0F}));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_NE(make({1}, {nan}), make({1}, {nan}));
}

}  // namespace
}  // namespace normscope::tensor
