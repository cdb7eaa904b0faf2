// SPDX-License-Identifier: MIT
// Edge cases of traces: no elements, single elements, inputs that no plan accepts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/core/trace/goldens.hpp"
#include "tests/support/support.hpp"

namespace normscope::trace {
namespace {

using ops::Normalization;

bool all_nan(const Trace& trace, const char* name) {
  const auto values = NORMSCOPE_VALUE_OR_FAIL(trace.whole(trace.find(name)));
  return values.size() > 0 &&
         std::ranges::all_of(values.values(), [](float v) { return std::isnan(v); });
}

TEST(TraceEdges, NothingHasStepsWithoutElements) {
  for (const auto& [kind, shape] : std::vector<std::pair<Normalization, tensor::Shape>>{
           {Normalization::kLayerNorm, {0, 3}},
           {Normalization::kLayerNorm, {2, 0}},
           {Normalization::kRmsNorm, {2, 0}},
           {Normalization::kBatchNorm, {0, 3, 2}},
           {Normalization::kBatchNorm, {2, 3, 0}},
           {Normalization::kBatchNorm, {2, 0, 3}},
           {Normalization::kInstanceNorm, {2, 3, 0}},
           {Normalization::kGroupNorm, {2, 0, 3}}}) {
    for (const auto algorithm : {ops::VarianceAlgorithm::kTwoPass, ops::VarianceAlgorithm::kOnePass,
                                 ops::VarianceAlgorithm::kWelford}) {
      ops::NormOptions options;
      options.kind = kind;
      options.algorithm = algorithm;
      const auto trace = NORMSCOPE_VALUE_OR_FAIL(
          trace_norm(goldens::sequence(shape, 1), nullptr, nullptr, options));
      for (std::size_t step = 0; step < trace.steps().size(); ++step) {
        const auto whole = NORMSCOPE_VALUE_OR_FAIL(trace.whole(static_cast<int>(step)));
        EXPECT_EQ(whole.shape(), trace.steps()[step].shape);
        EXPECT_TRUE(trace.window(static_cast<int>(step), {0, 9, 0, 9}).size() ==
                    static_cast<std::size_t>(whole.size()));
      }
    }
  }
}

// torch.mean of no elements is NaN, and so are the results computed from it.
TEST(TraceEdges, TheMeanOfNothingIsNaN) {
  const auto trace =
      NORMSCOPE_VALUE_OR_FAIL(trace_norm(goldens::sequence({2, 0}, 1), nullptr, nullptr, {}));
  EXPECT_TRUE(all_nan(trace, "mean"));
  EXPECT_TRUE(all_nan(trace, "standard deviation"));
}

TEST(TraceEdges, SoftmaxOfNothingSumsToZeroByEveryAlgorithm) {
  for (const auto algorithm : {ops::SoftmaxAlgorithm::kMaxSubtracted, ops::SoftmaxAlgorithm::kNaive,
                               ops::SoftmaxAlgorithm::kOnline}) {
    for (const tensor::Shape& shape : {tensor::Shape{3, 0}, {3, 0, 2}}) {
      ops::SoftmaxOptions options;
      options.algorithm = algorithm;
      options.dim = 1;
      const auto trace =
          NORMSCOPE_VALUE_OR_FAIL(trace_softmax(goldens::sequence(shape, 1), options));
      const auto sums = NORMSCOPE_VALUE_OR_FAIL(trace.whole(trace.find("sum")));
      EXPECT_TRUE(std::ranges::all_of(sums.values(), [](float v) { return v == 0.0F; }));
    }
  }
}

TEST(TraceEdges, WhatCannotBePlannedIsRefused) {
  const TensorRef x = goldens::sequence({2, 3}, 1);
  const auto wrong = trace_norm(x, goldens::sequence({2}, 2), nullptr, {});
  ASSERT_FALSE(wrong.has_value());
  EXPECT_EQ(wrong.error().sentence, "gamma must have the normalized shape (3), but has (2)");
  ops::SoftmaxOptions options;
  options.dim = 2;
  EXPECT_FALSE(trace_softmax(x, options).has_value());
  EXPECT_FALSE(trace_linear(x, goldens::sequence({4, 2}, 2), nullptr).has_value());
}

TEST(TraceEdges, LinearLayersOfNothing) {
  const TensorRef bias = goldens::sequence({4}, 3);
  const auto none = NORMSCOPE_VALUE_OR_FAIL(
      trace_linear(goldens::sequence({2, 0}, 1), goldens::sequence({4, 0}, 2), bias));
  const auto values = NORMSCOPE_VALUE_OR_FAIL(none.whole(none.find("output")));
  EXPECT_EQ(values.shape(), (tensor::Shape{2, 4}));
  EXPECT_TRUE(std::ranges::equal(values.values().first(4), bias->values()));
  const auto narrow = NORMSCOPE_VALUE_OR_FAIL(
      trace_linear(goldens::sequence({2, 3}, 1), goldens::sequence({0, 3}, 2), nullptr));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(narrow.whole(narrow.find("output"))).shape(),
            (tensor::Shape{2, 0}));
}

TEST(TraceEdges, RectifiersOfNothingAndOfASingleNumber) {
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(trace_relu(goldens::sequence({0, 2}, 1)).whole(1)).size(), 0);
  const auto x = std::make_shared<const tensor::Tensor>(testing::make({}, {-3.0F}));
  EXPECT_EQ(trace_relu(x).value(1, 0), 0.0F);
}

// Many rows are reduced in pieces on several threads, and few as one array: the statistics of a row
// do not depend on the other rows.
TEST(TraceEdges, ARowDoesNotDependOnItsNeighbours) {
  constexpr std::int64_t kColumns = 37;
  const TensorRef many = goldens::sequence({5000, kColumns}, 1);
  const auto all = NORMSCOPE_VALUE_OR_FAIL(trace_norm(many, nullptr, nullptr, {}));
  for (const std::int64_t row : {0, 884, 885, 4999}) {
    const auto values = many->values().subspan(static_cast<std::size_t>(row * kColumns), kColumns);
    const auto one = std::make_shared<const tensor::Tensor>(NORMSCOPE_VALUE_OR_FAIL(
        tensor::Tensor::from_values({1, kColumns}, {values.begin(), values.end()})));
    const auto alone = NORMSCOPE_VALUE_OR_FAIL(trace_norm(one, nullptr, nullptr, {}));
    for (const char* name : {"mean", "variance", "standard deviation"}) {
      EXPECT_EQ(all.value(all.find(name), row), alone.value(alone.find(name), 0)) << name << row;
    }
    const int last = all.find("normalized");
    EXPECT_EQ(all.value(last, row * kColumns + 5), alone.value(last, 5)) << row;
  }
}

}  // namespace
}  // namespace normscope::trace
