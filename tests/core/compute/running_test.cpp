// SPDX-License-Identifier: MIT
// Batch norm by running statistics, on the cpu and the reference.
#include <gtest/gtest.h>

#include "core/compute/compute.hpp"
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
  options.running = true;
  return options;
}

base::Expected<Result> computed(const Request& request, Device device) {
  return compute(make_backends(), request, {.device = device});
}

// By hand: (x - 1) / 2 and (x - 2) / 3, then times gamma, plus beta.
TEST(Running, EachChannelByItsOwnStatistics) {
  const ops::RunningStatistics running{shared(make({2}, {1, 2})), shared(make({2}, {4, 9}))};
  for (const Device device : {Device::kAuto, Device::kCpu, Device::kReference}) {
    Request request{batch_norm(0), shared(make({1, 2, 2}, {1, 5, 2, 8}))};
    request.running = running;
    Result result = NORMSCOPE_VALUE_OR_FAIL(computed(request, device));
    EXPECT_EQ(result.y, make({1, 2, 2}, {0, 2, 0, 2}));
    EXPECT_EQ(result.first, make({1, 2, 1}, {1, 2}));
    EXPECT_EQ(result.second, make({1, 2, 1}, {0.5F, 1.0F / 3.0F}));
    request.gamma = shared(make({2}, {10, 100}));
    request.beta = shared(make({2}, {1, -1}));
    result = NORMSCOPE_VALUE_OR_FAIL(computed(request, device));
    EXPECT_EQ(result.y, make({1, 2, 2}, {1, 21, -1, 199}));
    // A batch of one is a batch, too, and epsilon stands under the root.
    Request one{batch_norm(12), shared(make({1, 2}, {9, 2}))};
    one.running = running;
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(computed(one, device)).y, make({1, 2}, {2, 0}));
    // As a new layer of PyTorch: mean 0 and variance 1.
    one.running = {};
    one.operation = batch_norm(3);
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(computed(one, device)).y, make({1, 2}, {4.5F, 1}));
  }
}

// Images, whose channels lie apart: each value as F.batch_norm(x, m, v, None, None, False) has it.
TEST(Running, ChannelsOfABatch) {
  Request request{batch_norm(0), shared(make({2, 2, 2}, {1, 3, 10, 20, 5, 7, 30, 40}))};
  request.running = {shared(make({2}, {3, 20})), shared(make({2}, {4, 100}))};
  for (const Device device : {Device::kCpu, Device::kReference}) {
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(computed(request, device)).y,
              make({2, 2, 2}, {-1, 0, -1, 0, 1, 2, 1, 2}));
  }
}

TEST(Running, WhatIsRefused) {
  Request request{batch_norm(0), shared(make({1, 2}, {1, 2}))};
  request.running = {shared(make({3}, {1, 2, 3})), nullptr};
  const auto refused = plan_request(request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence,
            "the running mean must have one value a channel, shape (2), but has (3)");
  request.running = {};
  EXPECT_TRUE(plan_request(request));
  auto& options = std::get<ops::NormOptions>(request.operation);
  // There is no count that epsilon could be added to.
  options.epsilon_placement = ops::EpsilonPlacement::kCount;
  EXPECT_FALSE(plan_request(request));
  options = batch_norm(0);
  options.kind = ops::Normalization::kInstanceNorm;
  EXPECT_FALSE(plan_request(request));
  request.operation = ops::NormOptions{};
  request.running.mean = shared(make({2}, {1, 2}));
  EXPECT_FALSE(plan_request(request));
}

}  // namespace normscope::compute::running_test
