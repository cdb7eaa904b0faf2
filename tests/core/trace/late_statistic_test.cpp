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
#include "core/torch_arithmetic/sum.hpp"
#include "core/torch_arithmetic/variance.hpp"
#include "core/trace/operations.hpp"
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
      10, 4, [&](const TraceParts&, std::int64_t first, std::span<float> places) {
        begun.push_back(first);
        for (float& place : places) place = static_cast<float>(first++);
      });
  const TraceParts parts;
  EXPECT_EQ(statistic.computed_blocks(), 0);
  EXPECT_EQ(statistic.value(parts, 5), 5);
  EXPECT_EQ(statistic.value(parts, 7), 7);
  EXPECT_EQ(statistic.value(parts, 9), 9);
  EXPECT_EQ(begun, (std::vector<std::int64_t>{4, 8}));
  EXPECT_EQ(statistic.computed_blocks(), 2);
  EXPECT_EQ(statistic.renewed()->computed_blocks(), 0);
}

TEST(LateStatistic, ThreadsComputeABlockOnce) {
  const LateStatistic statistic(1000, 10,
                                [](const TraceParts&, std::int64_t first, std::span<float> places) {
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
          all = all && statistic.value(parts, i) == static_cast<float>(i);
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
    EXPECT_EQ(late_of(trace.parts(), mean_step)->computed_blocks(), 0);
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

// Where a group alone takes long, nobody should wait for it when it is looked at.
TEST(LateStatistic, OfVeryLongRowsIsThereAtOnce) {
  const TensorRef x = normal({9, (1 << 17) + 1});
  const Trace trace = NORMSCOPE_VALUE_OR_FAIL(trace_norm(x, nullptr, nullptr, ops::NormOptions{}));
  EXPECT_FALSE(trace.is_late());
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
  EXPECT_TRUE(std::ranges::equal(trace.kept(trace.find("mean")), mean.values()));
  EXPECT_TRUE(std::ranges::equal(trace.kept(trace.find("variance")), variance.values()));
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
  const Trace renewed = trace.renewed(std::make_shared<const tensor::Tensor>(std::move(changed)));
  EXPECT_EQ(late_of(renewed.parts(), maximum)->computed_blocks(), 0);
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
