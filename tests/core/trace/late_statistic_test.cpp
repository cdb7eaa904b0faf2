// SPDX-License-Identifier: MIT
// Statistics of a large batch are computed block by block when they are asked for, with the bits of
// PyTorch's reduction of the whole batch.
#include "core/trace/late_statistic.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "core/random/distributions.hpp"
#include "core/torch_arithmetic/maximum.hpp"
#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"
#include "core/trace/operations.hpp"
#include "core/trace/statistics.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

TensorRef normal(const tensor::Shape& shape) {
  random::Generator generator(3);
  return std::make_shared<const tensor::Tensor>(
      NORMSCOPE_VALUE_OR_FAIL(random::randn(generator, shape)));
}

TEST(LateStatistic, IsComputedInBlocksWhenItIsAskedFor) {
  std::vector<std::int64_t> begun;
  const LateStatistic statistic(
      {10, 10, 4}, [&](const TraceParts&, std::int64_t first, std::span<float> places, int) {
        begun.push_back(first);
        for (float& place : places) place = static_cast<float>(first++);
      });
  const TraceParts parts;
  EXPECT_EQ(statistic.computed_blocks(), 0);
  EXPECT_EQ(statistic.values(parts, 5, 1).front(), 5);
  EXPECT_EQ(statistic.values(parts, 7, 1).front(), 7);
  EXPECT_EQ(statistic.values(parts, 9, 1).front(), 9);
  EXPECT_EQ(begun, (std::vector<std::int64_t>{4, 8}));
  EXPECT_EQ(statistic.computed_blocks(), 2);
  // Where a group has changed, its block is computed again; the other block is kept.
  const std::vector<std::int64_t> changed{6};
  const auto renewed = statistic.renewed(changed);
  EXPECT_EQ(renewed->computed_blocks(), 1);
  EXPECT_EQ(renewed->values(parts, 9, 1).front(), 9);
  EXPECT_EQ(begun.size(), 2U);
  EXPECT_EQ(renewed->values(parts, 5, 1).front(), 5);
  EXPECT_EQ(begun.back(), 4);
}

// Sets that are cut alone; what is left of one is a block or, if short, part of the one before.
TEST(LateStatistic, BlocksCoverEachSet) {
  for (const std::int64_t set : {1, 5, 31, 32, 39, 40, 64, 71, 100}) {
    const GroupBlocks blocks{3 * set, set, 32, 8};
    std::int64_t next = 0;
    for (std::int64_t block = 0; block < blocks.count(); ++block) {
      ASSERT_EQ(blocks.first(block), next) << set;
      EXPECT_EQ(blocks.first(block) % set % 32, 0) << set;
      EXPECT_GE(blocks.last(block) - next, std::min<std::int64_t>(set, 8)) << set;
      for (; next < blocks.last(block); ++next) ASSERT_EQ(blocks.of(next), block) << set;
    }
    EXPECT_EQ(next, blocks.groups);
  }
}

// A thread that begins others inside a once could wait for one that waits for it.
TEST(LateStatistic, WhatIsAskedForIsComputedOnOneThread) {
  int threads = -1;
  const LateStatistic statistic({10, 10, 4}, [&](const TraceParts&, std::int64_t, std::span<float>,
                                                 int used) { threads = used; });
  const TraceParts parts;
  (void)statistic.values(parts, 1, 1);
  EXPECT_EQ(threads, 1);
  statistic.make_alone(parts, 1);
  EXPECT_EQ(threads, 0) << "all";
}

TEST(LateStatistic, ThreadsComputeABlockOnce) {
  const LateStatistic statistic(
      {1000, 1000, 10}, [](const TraceParts&, std::int64_t first, std::span<float> places, int) {
        for (float& place : places) place = static_cast<float>(first++);
      });
  const TraceParts parts;
  std::array<bool, 4> right{};
  {
    std::vector<std::jthread> threads;
    threads.reserve(right.size());
    for (bool& all : right) {
      threads.emplace_back([&] {
        all = true;
        for (std::int64_t i = 0; i < 1000; ++i) {
          all = all && statistic.values(parts, i, 1).front() == static_cast<float>(i);
        }
      });
    }
  }
  EXPECT_EQ(right, (std::array{true, true, true, true}));
  EXPECT_EQ(statistic.computed_blocks(), 100);
}

// Among the shapes: a last block of a single row, rows of which each fills a block, and rows that
// are longer than a block.
TEST(LateStatistic, HasTheBitsOfTheWholeReduction) {
  ops::NormOptions welford;
  welford.algorithm = ops::VarianceAlgorithm::kWelford;
  const std::vector<tensor::Shape> shapes{{1089, 1000}, {53, 20'000}, {149'800, 7}, {12, 100'001}};
  constexpr std::array<std::size_t, 1> kRows = {1};
  for (const tensor::Shape& shape : shapes) {
    SCOPED_TRACE(tensor::shape_to_text(shape));
    const TensorRef x = normal(shape);
    const Trace trace = NORMSCOPE_VALUE_OR_FAIL(trace_norm(x, nullptr, nullptr, welford));
    ASSERT_TRUE(trace.is_late());
    const tensor::Tensor mean = torch_arithmetic::mean(*x, kRows);
    const tensor::Tensor variance = torch_arithmetic::var(*x, kRows, 0);
    const int mean_step = trace.find("mean");
    const int variance_step = trace.find("variance");
    EXPECT_TRUE(trace.kept(mean_step).empty());
    EXPECT_EQ(trace.parts().late_of(mean_step)->computed_blocks(), 0);
    for (std::int64_t row = 0; row < shape[0]; row += row + 7 < shape[0] ? 7 : 1) {
      const auto at = static_cast<std::size_t>(row);
      const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
      ASSERT_EQ(bits(trace.value(mean_step, row)), bits(mean.values()[at])) << row;
      ASSERT_EQ(bits(trace.value(variance_step, row)), bits(variance.values()[at])) << row;
    }
    // A whole step, and the steps made from statistics, are the same as value by value.
    const auto whole = NORMSCOPE_VALUE_OR_FAIL(trace.whole(trace.find("standard deviation")));
    EXPECT_EQ(whole.values().back(), trace.value(trace.find("standard deviation"), shape[0] - 1));
  }
}

// Columns, of which PyTorch adds 32, 8 or one at a time, each in another order.
TEST(LateStatistic, OfColumnsHasTheBitsOfTheWholeReduction) {
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  constexpr std::array<std::size_t, 1> kFirst = {0};
  for (const std::int64_t columns : {5, 39, 320, 1011}) {
    SCOPED_TRACE(columns);
    const TensorRef x = normal({1'100'000 / columns, columns});
    ops::NormOptions options;
    options.kind = ops::Normalization::kBatchNorm;
    const auto plan = NORMSCOPE_VALUE_OR_FAIL(ops::plan_norm(x->shape(), options));
    EXPECT_EQ(takes_long(plan.groups), columns == 5) << "all five are one block";
    const Trace norm = NORMSCOPE_VALUE_OR_FAIL(trace_norm(x, nullptr, nullptr, options));
    const Trace softmax = NORMSCOPE_VALUE_OR_FAIL(trace_softmax(x, {.dim = 0}));
    ASSERT_TRUE(norm.is_late() && softmax.is_late());
    const tensor::Tensor mean = torch_arithmetic::mean(*x, kFirst);
    tensor::Tensor squared = *x;
    for (std::size_t i = 0; i < squared.values().size(); ++i) {
      const float centred = std::as_const(*x).values()[i] -
                            std::as_const(mean).values()[i % static_cast<std::size_t>(columns)];
      squared.values()[i] = centred * centred;
    }
    const tensor::Tensor variance = torch_arithmetic::mean(squared, kFirst);
    const tensor::Tensor maximum = torch_arithmetic::amax(*x, kFirst);
    for (std::int64_t column = 0; column < columns; ++column) {
      const auto at = static_cast<std::size_t>(column);
      ASSERT_EQ(bits(norm.value(norm.find("mean"), column)), bits(mean.values()[at])) << column;
      ASSERT_EQ(bits(norm.value(norm.find("variance"), column)), bits(variance.values()[at]))
          << column;
      ASSERT_EQ(bits(softmax.value(softmax.find("maximum"), column)), bits(maximum.values()[at]));
    }
  }
}

// Channels of images, and columns of several matrices.
TEST(LateStatistic, OfAlternatingGroupsHasTheBitsOfTheWholeReduction) {
  const auto bits = [](float value) { return std::bit_cast<std::uint32_t>(value); };
  const TensorRef images = normal({16, 7, 100, 100});
  ops::NormOptions welford;
  welford.kind = ops::Normalization::kBatchNorm;
  welford.algorithm = ops::VarianceAlgorithm::kWelford;
  const Trace norm = NORMSCOPE_VALUE_OR_FAIL(trace_norm(images, nullptr, nullptr, welford));
  ASSERT_TRUE(norm.is_late());
  constexpr std::array<std::size_t, 3> kOfChannel = {0, 2, 3};
  const tensor::Tensor mean = torch_arithmetic::mean(*images, kOfChannel);
  const tensor::Tensor variance = torch_arithmetic::var(*images, kOfChannel, 0);
  for (std::int64_t channel = 0; channel < 7; ++channel) {
    const auto at = static_cast<std::size_t>(channel);
    EXPECT_EQ(bits(norm.value(norm.find("mean"), channel)), bits(mean.values()[at]));
    EXPECT_EQ(bits(norm.value(norm.find("variance"), channel)), bits(variance.values()[at]));
  }
  const TensorRef matrices = normal({5, 3000, 75});
  const Trace softmax = NORMSCOPE_VALUE_OR_FAIL(trace_softmax(matrices, {.dim = 1}));
  ASSERT_TRUE(softmax.is_late());
  const int exponential = softmax.find("exponential");
  tensor::Tensor powers = *matrices;
  for (std::int64_t i = 0; i < powers.size(); ++i) {
    powers.values()[static_cast<std::size_t>(i)] = softmax.value(exponential, i);
  }
  constexpr std::array<std::size_t, 1> kMiddle = {1};
  const tensor::Tensor sums = torch_arithmetic::sum(powers, kMiddle);
  for (std::int64_t group = 0; group < sums.size(); ++group) {
    ASSERT_EQ(bits(softmax.value(softmax.find("sum"), group)),
              bits(std::as_const(sums).values()[static_cast<std::size_t>(group)]))
        << group;
  }
}

// Where a group alone takes long, nobody should wait for it when it is looked at: all blocks are
// computed, and after an edit one is again.
TEST(LateStatistic, OfVeryLongRowsIsThereAtOnce) {
  const TensorRef x = normal({9, (1 << 17) + 1});
  const Trace trace = NORMSCOPE_VALUE_OR_FAIL(trace_norm(x, nullptr, nullptr, ops::NormOptions{}));
  ASSERT_TRUE(trace.is_late());
  // As the reduction of the whole step.
  constexpr std::array<std::size_t, 1> kRows = {1};
  const tensor::Tensor mean = torch_arithmetic::mean(*x, kRows);
  tensor::Tensor squared = *x;
  for (std::size_t i = 0; i < squared.values().size(); ++i) {
    const float centred =
        std::as_const(*x).values()[i] - std::as_const(mean).values()[i / ((1U << 17U) + 1)];
    squared.values()[i] = centred * centred;
  }
  const tensor::Tensor variance = torch_arithmetic::mean(squared, kRows);
  for (const auto& [name, expected] :
       {std::pair("mean", &mean), std::pair("variance", &variance)}) {
    const int step = trace.find(name);
    EXPECT_EQ(trace.parts().late_of(step)->computed_blocks(), 4) << "the last has three rows";
    for (std::int64_t row = 0; row < 9; ++row) {
      EXPECT_EQ(trace.value(step, row), expected->values()[static_cast<std::size_t>(row)]);
    }
    const std::vector<std::int64_t> changed{3};
    EXPECT_EQ(trace.renewed(x, changed).parts().late_of(step)->computed_blocks(), 4);
  }
}

TEST(LateStatistic, OfSmallBatchesIsThereAtOnce) {
  const Trace trace =
      NORMSCOPE_VALUE_OR_FAIL(trace_norm(normal({4, 5}), nullptr, nullptr, ops::NormOptions{}));
  EXPECT_FALSE(trace.is_late());
  EXPECT_EQ(trace.kept(trace.find("mean")).size(), 4U);
}

TEST(LateStatistic, OfAnotherInputIsComputedAnew) {
  const TensorRef x = normal({1100, 1000});
  const Trace trace = NORMSCOPE_VALUE_OR_FAIL(trace_softmax(x, ops::SoftmaxOptions{}));
  const int maximum = trace.find("maximum");
  const float before = trace.value(maximum, 40);
  tensor::Tensor changed = *x;
  changed.values()[40'123] = 100;
  const std::array<std::int64_t, 1> groups = {40};
  const Trace renewed =
      trace.renewed(std::make_shared<const tensor::Tensor>(std::move(changed)), groups);
  EXPECT_EQ(renewed.parts().late_of(maximum)->computed_blocks(), 0);
  EXPECT_EQ(renewed.value(maximum, 40), 100);
  EXPECT_EQ(trace.value(maximum, 40), before);
  // Online: the sum of one pass, group by group.
  const Trace online =
      NORMSCOPE_VALUE_OR_FAIL(trace_softmax(x, {.algorithm = ops::SoftmaxAlgorithm::kOnline}));
  EXPECT_NEAR(online.value(online.find("sum"), 40), trace.value(trace.find("sum"), 40),
              1e-4 * static_cast<double>(trace.value(trace.find("sum"), 40)))
      << "1000 float32 additions in another order, each within 6e-8 of the sum";
}

}  // namespace
}  // namespace normscope::trace
