// SPDX-License-Identifier: MIT
// Sets of cells, and provenance where the batch is too large to be looked at. That provenance is
// right is tested with the results, against what changes.
#include "core/trace/provenance.hpp"

#include <gtest/gtest.h>

#include "core/trace/operations.hpp"
#include "tests/core/trace/goldens.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

using tensor::Shape;

std::vector<std::int64_t> positions(const Cells& cells) {
  std::vector<std::int64_t> all;
  for (std::int64_t at = 0; at < tensor::product(cells.shape); ++at) {
    if (cells.contains(at)) all.push_back(at);
  }
  return all;
}

using Positions = std::vector<std::int64_t>;

TEST(Cells, AreOneCellOrNone) {
  EXPECT_EQ(positions(one_cell({2, 3}, 4)), Positions{4});
  EXPECT_EQ(one_cell({2, 3}, 4).single(), 4);
  EXPECT_EQ(one_cell({}, 0).single(), 0);
  EXPECT_TRUE(one_cell({2, 3}, 6).none);
  EXPECT_TRUE(one_cell({2, 3}, -1).none);
  EXPECT_TRUE(one_cell({2, 0}, 0).none);
  EXPECT_FALSE(one_cell({2, 3}, 4).contains(6));
  EXPECT_FALSE(Cells{}.contains(0));
  EXPECT_EQ(Cells{}.single(), -1);
}

TEST(Cells, SpreadOverTheirGroups) {
  // Blocks of two channels of (1, 4, 3).
  const Shape whole{1, 4, 3};
  const Shape reduced{1, 2, 1};
  const Cells cell = one_cell(whole, 7);
  const Cells statistic = resized(cell, reduced);
  EXPECT_EQ(positions(statistic), Positions{1});
  EXPECT_EQ(positions(resized(statistic, whole)), (Positions{6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(resized(statistic, reduced).box, statistic.box);
  EXPECT_TRUE(resized(Cells{}, whole).none);
  // The maximum of an empty group is made from nothing.
  EXPECT_TRUE(resized(one_cell({2, 1}, 0), {2, 0}).none);
}

TEST(Cells, WithoutColumnsLoseAGroupWithItsLastColumn) {
  const Shape whole{2, 6};
  const Shape reduced{2, 3};  // blocks of two columns
  Cells row = resized(one_cell({2, 1}, 0), whole);
  row.without = {1, 2, 3};
  EXPECT_FALSE(row.fills_box());
  EXPECT_EQ(positions(row), (Positions{0, 4, 5}));
  EXPECT_EQ(positions(resized(resized(row, reduced), whole)), (Positions{0, 1, 4, 5}));
  EXPECT_EQ(positions(resized(row, reduced)), (Positions{0, 2}));
  EXPECT_TRUE(intersect(row, one_cell(whole, 4)));
  EXPECT_FALSE(intersect(row, one_cell(whole, 1)));
  EXPECT_FALSE(intersect(one_cell(whole, 2), row));
  EXPECT_FALSE(intersect(row, one_cell(whole, 10)));
}

// The trace of a layer norm of (4, 2^40): no machine holds its values, and none are there. A loop
// over its columns would not end, a look at a value would fail.
TEST(TraceProvenance, NeverLooksAtTheBatch) {
  constexpr std::int64_t kColumns = std::int64_t{1} << 40;
  const Trace small = NORMSCOPE_VALUE_OR_FAIL(
      trace_norm(goldens::sequence({4, 8}, 1), nullptr, nullptr, ops::NormOptions{}));
  TraceParts parts = small.parts();
  for (Step& step : parts.program.steps) {
    if (step.shape == Shape{4, 8}) step.shape = {4, kColumns};
    if (step.over.size > 0) step.over = tensor::trailing_groups({4, kColumns}, 1);
  }
  for (TensorRef& given : parts.given) given = nullptr;
  parts.program.groups = tensor::trailing_groups({4, kColumns}, 1);
  const Provenance provenance(parts);
  const int output = small.find("normalized");
  const Cells selected = one_cell({4, kColumns}, 2 * kColumns + 5);
  const Cells row = provenance.sources(output, selected, 0);
  EXPECT_EQ(row.box, (Box{{2, 0}, {3, kColumns}}));
  EXPECT_TRUE(row.fills_box());
  EXPECT_TRUE(row.contains(2 * kColumns));
  EXPECT_TRUE(row.contains(3 * kColumns - 1));
  EXPECT_FALSE(row.contains(3 * kColumns));
  EXPECT_EQ(provenance.sources(output, selected, small.find("centred")).box, row.box);
  EXPECT_EQ(provenance.sources(output, selected, small.find("mean")).single(), 2);
  EXPECT_EQ(provenance.made(0, selected, output).box, row.box);
  EXPECT_TRUE(provenance.made(output, selected, 0).none);
}

TEST(TraceProvenance, ZeroWeightsCarryNothing) {
  const auto x = std::make_shared<const tensor::Tensor>(testing::make({1, 3}, {1, 2, 3}));
  const auto weight =
      std::make_shared<const tensor::Tensor>(testing::make({2, 3}, {0, 1, -0.0F, 0, 0, 0}));
  const Trace trace = NORMSCOPE_VALUE_OR_FAIL(trace_linear(x, weight, nullptr));
  const int weights = trace.find(Role::kWeight);
  const int output = trace.find(Role::kOutput);
  EXPECT_EQ(trace.parts().zeros[static_cast<std::size_t>(weights)], (Positions{0, 2, 3, 4, 5}));
  const Provenance provenance(trace);
  EXPECT_EQ(positions(provenance.sources(output, one_cell({1, 2}, 0), 0)), Positions{1});
  EXPECT_TRUE(provenance.sources(output, one_cell({1, 2}, 1), 0).none);
  EXPECT_EQ(positions(provenance.made(0, one_cell({1, 3}, 1), output)), Positions{0});
  EXPECT_TRUE(provenance.made(0, one_cell({1, 3}, 0), output).none);
  // A weight of 0 is a source all the same: another one is not 0.
  const Cells sources = provenance.sources(output, one_cell({1, 2}, 1), weights);
  EXPECT_EQ(positions(sources), (Positions{3, 4, 5}));
  EXPECT_FALSE(sources.contains(-1));
  EXPECT_EQ(positions(provenance.made(weights, one_cell({2, 3}, 4), output)), Positions{1});
  EXPECT_EQ(trace.find(Role::kBias), -1);
}

// In a group of one element, v - mean(v) is 0 and its unbiased variance is 0 / 0.
TEST(Links, KnowWhatAGroupOfOneElementAlwaysIs) {
  const auto trace_of = [](ops::VarianceEstimator estimator) {
    ops::NormOptions options;
    options.estimator = estimator;
    return NORMSCOPE_VALUE_OR_FAIL(
        trace_norm(goldens::sequence({2, 1}, 1), nullptr, nullptr, options));
  };
  const Trace trace = trace_of(ops::VarianceEstimator::kBiased);
  const Provenance biased(trace);
  EXPECT_EQ(biased.always(trace.find("mean")), Always::kVaries);
  EXPECT_EQ(biased.always(trace.find("centred")), Always::kZero);
  EXPECT_EQ(biased.always(trace.find("variance")), Always::kZero);
  EXPECT_EQ(biased.always(trace.find("variance + eps")), Always::kConstant);
  EXPECT_EQ(biased.always(trace.find("normalized")), Always::kZero);
  const Cells cell = one_cell({2, 1}, 1);
  EXPECT_TRUE(biased.sources(trace.find("centred"), cell, 0).none);
  EXPECT_EQ(positions(biased.sources(trace.find("mean"), cell, 0)), Positions{1});
  const Trace divided = trace_of(ops::VarianceEstimator::kUnbiased);
  const Provenance unbiased(divided);
  EXPECT_EQ(unbiased.always(divided.find("variance")), Always::kUndefined);
  EXPECT_EQ(unbiased.always(divided.find("normalized")), Always::kUndefined);
}

// What a bias before a batch norm does: nothing behind the mean, in any algorithm.
TEST(TraceProvenance, ANumberAddedToAColumnCancelsBehindItsMean) {
  for (const auto algorithm : {ops::VarianceAlgorithm::kTwoPass, ops::VarianceAlgorithm::kOnePass,
                               ops::VarianceAlgorithm::kWelford}) {
    ops::NormOptions options;
    options.kind = ops::Normalization::kBatchNorm;
    options.algorithm = algorithm;
    const Trace trace = NORMSCOPE_VALUE_OR_FAIL(
        trace_norm(goldens::sequence({3, 2}, 1), nullptr, nullptr, options));
    const Provenance provenance(trace);
    EXPECT_FALSE(provenance.cancels_column_shift(0));
    EXPECT_FALSE(provenance.cancels_column_shift(trace.find("mean")));
    EXPECT_TRUE(provenance.cancels_column_shift(trace.find("centred")));
    EXPECT_TRUE(provenance.cancels_column_shift(trace.find("variance")));
    EXPECT_TRUE(provenance.cancels_column_shift(trace.find("normalized")));
  }
  for (const bool log : {false, true}) {
    const auto trace = NORMSCOPE_VALUE_OR_FAIL(trace_softmax(
        goldens::sequence({3, 2}, 1),
        {.dim = 0, .temperature = 2, .algorithm = ops::SoftmaxAlgorithm::kNaive, .log = log}));
    const Provenance provenance(trace);
    EXPECT_FALSE(provenance.cancels_column_shift(trace.find("exponential")));
    EXPECT_FALSE(provenance.cancels_column_shift(trace.find("sum")));
    EXPECT_TRUE(provenance.cancels_column_shift(trace.find("output")));
  }
  // A row is not a column.
  const Trace rows = NORMSCOPE_VALUE_OR_FAIL(
      trace_norm(goldens::sequence({3, 2}, 1), nullptr, nullptr, ops::NormOptions{}));
  EXPECT_FALSE(Provenance(rows).cancels_column_shift(rows.find("centred")));
}

}  // namespace
}  // namespace normscope::trace
