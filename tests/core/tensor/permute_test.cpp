// SPDX-License-Identifier: MIT
#include "core/tensor/permute.hpp"

#include <gtest/gtest.h>

#include "tests/support/support.hpp"

namespace normscope::tensor {
namespace {

using testing::make;
using Order = std::vector<std::size_t>;

TEST(Permute, DimensionsInAnotherOrderAndBack) {
  const Tensor x = make({2, 3, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
  const Order order{2, 0, 1};
  const Tensor turned = NORMSCOPE_VALUE_OR_FAIL(permuted(x, order));
  EXPECT_EQ(turned, make({2, 2, 3}, {0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11}));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(permuted(turned, inverse_order(order))), x);
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(permuted(make({0, 2}, {}), {1, 0})).shape(), (Shape{2, 0}));
}

TEST(Permute, Orders) {
  EXPECT_EQ(with_last(4, {1, 2}), (Order{0, 3, 1, 2}));
  EXPECT_EQ(with_moved(4, 3, 1), (Order{0, 3, 1, 2}));
  EXPECT_EQ(with_moved(3, 0, 1), (Order{1, 0, 2}));
}

TEST(Broadcast, ByTrailingSizes) {
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(broadcast_to(make({2, 1}, {1, 2}), {2, 2, 3})),
            make({2, 2, 3}, {1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(broadcast_to(make({}, {5}), {2})), make({2}, {5, 5}));
  for (const Shape& shape : {Shape{3}, Shape{2, 4}, Shape{}}) {
    EXPECT_FALSE(broadcast_to(make({2, 1, 2}, {1, 2, 3, 4}), shape)) << shape_to_text(shape);
  }
}

}  // namespace
}  // namespace normscope::tensor
