// SPDX-License-Identifier: MIT
// Edge cases on both backends: empty inputs, empty groups, scalars, groups of one element, rows of
// NaN and infinities, constant rows, a group larger than a piece of work.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/compute/compute.hpp"
#include "tests/support/support.hpp"

namespace normscope::compute {
namespace edges_test {

using ops::Normalization;
using tensor::Shape;
using tensor::Tensor;
using testing::make;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr auto kDevices = {Device::kCpu, Device::kReference};

Result run(const Operation& operation, Tensor x, Device device) {
  Settings settings;
  settings.device = device;
  return NORMSCOPE_VALUE_OR_FAIL(compute(
      make_backends(), {operation, std::make_shared<const Tensor>(std::move(x))}, settings));
}

ops::NormOptions of(Normalization kind) {
  ops::NormOptions options;
  options.kind = kind;
  return options;
}

bool all_nan(std::span<const float> values) {
  return std::ranges::all_of(values, [](float v) { return std::isnan(v); });
}

TEST(ComputeEdges, NormsOfNothing) {
  for (const Device device : kDevices) {
    for (const auto& row : ops::normalization_names()) {
      for (const Shape& shape : {Shape{0, 3, 2}, {2, 0, 3}, {2, 3, 0}, {0, 0}}) {
        const Result result = run(of(row.value), make(shape, {}), device);
        EXPECT_EQ(result.y.shape(), shape);
        // The mean of nothing, and the reciprocal of its deviation, are NaN.
        EXPECT_TRUE(all_nan(result.first.values())) << row.name;
        EXPECT_TRUE(all_nan(result.second.values())) << row.name;
      }
    }
  }
}

TEST(ComputeEdges, BatchNormOfAnEmptyBatchHasStatisticsForEachChannel) {
  const Result result = run(of(Normalization::kBatchNorm), make({0, 3, 2}, {}), Device::kCpu);
  EXPECT_EQ(result.first.shape(), (Shape{1, 3, 1}));
  EXPECT_EQ(result.bytes_moved, 4U * 6);
}

TEST(ComputeEdges, SoftmaxOfNothing) {
  for (const Device device : kDevices) {
    for (const auto& row : ops::softmax_algorithm_names()) {
      for (const std::int64_t dim : {0, 1, 2}) {
        ops::SoftmaxOptions options;
        options.algorithm = row.value;
        options.dim = dim;
        const Result result = run(options, make({2, 0, 3}, {}), device);
        EXPECT_EQ(result.y.size(), 0);
        EXPECT_EQ(result.first.size(), dim == 1 ? 6 : 0);
        for (const float sum : result.second.values()) EXPECT_EQ(sum, 0.0F);
      }
    }
  }
}

TEST(ComputeEdges, ASingleNumber) {
  for (const Device device : kDevices) {
    const Result result = run(ops::SoftmaxOptions{}, make({}, {-7}), device);
    EXPECT_EQ(result.y, make({}, {1}));
    EXPECT_EQ(result.first, make({}, {-7}));
  }
}

// A single element is its own mean, so the result is 0; its unbiased variance is 0 / 0.
TEST(ComputeEdges, GroupsOfOne) {
  for (const Device device : kDevices) {
    for (const auto kind : {Normalization::kLayerNorm, Normalization::kInstanceNorm}) {
      EXPECT_EQ(run(of(kind), make({3, 1}, {1, -2, 3e38F}), device).y, make({3, 1}, {0, 0, 0}));
    }
    ops::NormOptions options;
    options.estimator = ops::VarianceEstimator::kUnbiased;
    EXPECT_TRUE(all_nan(run(options, make({2, 1}, {1, 2}), device).y.values()));
    options.returned = ops::Returned::kMean;
    EXPECT_EQ(run(options, make({2, 1}, {1, 2}), device).y, make({2, 1}, {1, 2}));
  }
}

TEST(ComputeEdges, ConstantRowsWithAndWithoutEpsilon) {
  for (const Device device : kDevices) {
    for (const auto algorithm : {ops::VarianceAlgorithm::kTwoPass, ops::VarianceAlgorithm::kWelford,
                                 ops::VarianceAlgorithm::kOnePass}) {
      ops::NormOptions options;
      options.algorithm = algorithm;
      const Tensor x = make({2, 3}, {3.25F, 3.25F, 3.25F, 0, 0, 0});
      const Result with = run(options, x, device);
      EXPECT_EQ(with.y, make({2, 3}, {0, 0, 0, 0, 0, 0}));
      options.epsilon = 0;
      EXPECT_TRUE(all_nan(run(options, x, device).y.values()));
    }
  }
}

// NaN and infinities affect their own group only.
TEST(ComputeEdges, ABadValueStaysInItsGroup) {
  for (const Device device : kDevices) {
    for (const float bad : {std::nanf(""), kInfinity, -kInfinity}) {
      for (const Operation& operation :
           {Operation(of(Normalization::kLayerNorm)), Operation(ops::SoftmaxOptions{})}) {
        const Result result = run(operation, make({3, 2}, {0, 1, bad, 1, 2, 3}), device);
        const auto y = result.y.values();
        const bool share = std::holds_alternative<ops::SoftmaxOptions>(operation);
        if (share && bad == -kInfinity) {
          EXPECT_EQ(y[2], 0.0F);  // no share at all
          EXPECT_EQ(y[3], 1.0F);
        } else {
          EXPECT_TRUE(all_nan(y.subspan(2, 2)));
        }
        EXPECT_TRUE(std::isfinite(y[0]) && std::isfinite(y[1]));
        EXPECT_EQ(y[0], y[4]);
        EXPECT_EQ(y[1], y[5]);
      }
    }
  }
}

// The statistic of a row with a NaN is NaN on every backend.
TEST(ComputeEdges, TheMaximumOfARowWithNaNIsNaN) {
  for (const Device device : kDevices) {
    for (const auto algorithm :
         {ops::SoftmaxAlgorithm::kMaxSubtracted, ops::SoftmaxAlgorithm::kOnline}) {
      ops::SoftmaxOptions options;
      options.algorithm = algorithm;
      const Result result = run(options, make({1, 3}, {1, std::nanf(""), 2}), device);
      EXPECT_TRUE(all_nan(result.first.values()));
    }
  }
}

// More elements than a piece of work: one group is never split.
TEST(ComputeEdges, AGroupLargerThanAPieceOfWork) {
  constexpr std::int64_t kColumns = (std::int64_t{1} << 16) + 3;
  std::vector<float> values(2 * kColumns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 1000);
  for (const std::int64_t dim : {0, 1}) {
    ops::SoftmaxOptions options;
    options.dim = dim;
    const Shape shape = dim == 1 ? Shape{2, kColumns} : Shape{kColumns, 2};
    const Result cpu = run(options, make(shape, values), Device::kCpu);
    const Result reference = run(options, make(shape, values), Device::kReference);
    for (std::size_t i = 0; i < values.size(); i += 997) {
      // Shares below 1: half an ULP of 1 each way.
      EXPECT_NEAR(cpu.y.values()[i], reference.y.values()[i], 0x1p-23F) << i;
    }
  }
}

}  // namespace edges_test
}  // namespace normscope::compute
