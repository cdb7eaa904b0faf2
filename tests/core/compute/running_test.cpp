// SPDX-License-Identifier: MIT
#include "core/compute/running.hpp"

#include <gtest/gtest.h>

#include "tests/support/support.hpp"

namespace normscope::compute::running_test {

using tensor::Tensor;
using testing::make;

std::shared_ptr<const Tensor> shared(Tensor tensor) {
  return std::make_shared<const Tensor>(std::move(tensor));
}

ops::NormOptions batch_norm(double epsilon) {
  ops::NormOptions options;
  options.kind = ops::Normalization::kBatchNorm;
  options.epsilon = epsilon;
  return options;
}

// By hand: (x - 1) / 2 and (x - 2) / 3, then times gamma, plus beta.
TEST(Running, EachChannelByItsOwnStatistics) {
  const RunningStatistics running{make({2}, {1, 2}), make({2}, {4, 9})};
  Request request{batch_norm(0), shared(make({1, 2, 2}, {1, 5, 2, 8}))};
  Result result = NORMSCOPE_VALUE_OR_FAIL(compute_running(request, running));
  EXPECT_EQ(result.y, make({1, 2, 2}, {0, 2, 0, 2}));
  EXPECT_EQ(result.first, make({1, 2, 1}, {1, 2}));
  EXPECT_EQ(result.second, make({1, 2, 1}, {0.5F, 1.0F / 3.0F}));
  request.gamma = shared(make({2}, {10, 100}));
  request.beta = shared(make({2}, {1, -1}));
  result = NORMSCOPE_VALUE_OR_FAIL(compute_running(request, running));
  EXPECT_EQ(result.y, make({1, 2, 2}, {1, 21, -1, 199}));
  // A batch of one is a batch, too, and epsilon stands under the root.
  result = NORMSCOPE_VALUE_OR_FAIL(
      compute_running({batch_norm(12), shared(make({1, 2}, {9, 2}))}, running));
  EXPECT_EQ(result.y, make({1, 2}, {2, 0}));
}

TEST(Running, WhatIsRefused) {
  const auto x = shared(make({1, 2}, {1, 2}));
  const RunningStatistics three{make({3}, {1, 2, 3}), make({3}, {1, 1, 1})};
  const auto refused = compute_running({batch_norm(0), x}, three);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence,
            "the running mean must have one value a channel, shape (2), but has (3)");
  const RunningStatistics negative{make({2}, {1, 2}), make({2}, {1, -1})};
  EXPECT_FALSE(compute_running({batch_norm(0), x}, negative));
  EXPECT_FALSE(compute_running({ops::NormOptions{}, x}, negative));
  // There is no count that epsilon could be added to.
  ops::NormOptions on_the_count = batch_norm(1e-5);
  on_the_count.epsilon_placement = ops::EpsilonPlacement::kCount;
  const RunningStatistics two{make({2}, {1, 2}), make({2}, {1, 1})};
  EXPECT_TRUE(compute_running({batch_norm(1e-5), x}, two));
  EXPECT_FALSE(compute_running({on_the_count, x}, two));
}

}  // namespace normscope::compute::running_test
