// SPDX-License-Identifier: MIT
// A hand-written operation beside PyTorch's module, in words.
#include "app/document/built_in.hpp"

#include <gtest/gtest.h>

#include <variant>

#include "tests/app/document/documents.hpp"

namespace normscope::document {
namespace {

BesideBuiltIn beside(const ops::NormOptions& options, std::size_t rank = 2) {
  HandWritten hand_written;
  hand_written.norm.options = options;
  return beside_built_in(hand_written, rank);
}

TEST(BuiltIn, OptionsThatDifferAreNamedOnBothSides) {
  const BesideBuiltIn both = beside({.epsilon_placement = ops::EpsilonPlacement::kOutside,
                                     .estimator = ops::VarianceEstimator::kUnbiased});
  EXPECT_EQ(both.what, "layer norm");
  EXPECT_EQ(both.own, "unbiased, eps outside the root");
  EXPECT_EQ(both.name, "nn.LayerNorm");
  EXPECT_EQ(both.theirs, "biased, eps inside the root");
  EXPECT_EQ(both.operation.norm.options, ops::NormOptions{});
  const BesideBuiltIn value = beside({.epsilon = 1e-3});
  EXPECT_EQ(value.own, "eps 0.001");
  EXPECT_EQ(value.theirs, "eps 1e-05");
  const BesideBuiltIn none = beside({.epsilon_placement = ops::EpsilonPlacement::kNone});
  EXPECT_EQ(none.own, "no eps");
  EXPECT_EQ(none.theirs, "eps 1e-05 inside the root");
  const BesideBuiltIn one_pass = beside({.algorithm = ops::VarianceAlgorithm::kOnePass});
  EXPECT_EQ(one_pass.own, "variance in one pass");
  EXPECT_EQ(one_pass.theirs, "variance in two passes");
}

TEST(BuiltIn, WhatIsTheSameSaysItsOptions) {
  const BesideBuiltIn same = beside({});
  EXPECT_EQ(same.own, "");
  EXPECT_EQ(same.theirs, "biased, eps 1e-05 inside the root");
}

// torch.nn.RMSNorm's eps is None, which is that of the type: 2^-23.
TEST(BuiltIn, ALayerNormWithoutAMeanIsAnRmsNorm) {
  const BesideBuiltIn rms = beside({.epsilon = 1e-6, .centring = false});
  EXPECT_EQ(rms.what, "RMS norm");
  EXPECT_EQ(rms.own, "eps 1e-06");
  EXPECT_EQ(rms.name, "nn.RMSNorm");
  EXPECT_EQ(rms.theirs, "eps 1.19209e-07");
}

TEST(BuiltIn, ModulesOfChannelsAreNamedByTheRank) {
  EXPECT_EQ(beside({.kind = ops::Normalization::kBatchNorm}).name, "nn.BatchNorm1d");
  EXPECT_EQ(beside({.kind = ops::Normalization::kInstanceNorm}, 4).name, "nn.InstanceNorm2d");
  EXPECT_EQ(beside({.kind = ops::Normalization::kGroupNorm, .groups = 2}, 4).name, "nn.GroupNorm");
}

TEST(BuiltIn, SoftmaxesToo) {
  HandWritten hand_written;
  hand_written.subject = Subject::kSoftmax;
  hand_written.softmax.algorithm = ops::SoftmaxAlgorithm::kNaive;
  hand_written.softmax.temperature = 2;
  const BesideBuiltIn both = beside_built_in(hand_written, 2);
  EXPECT_EQ(both.what, "softmax");
  EXPECT_EQ(both.own, "no maximum subtracted, temperature 2");
  EXPECT_EQ(both.name, "nn.Softmax");
  EXPECT_EQ(both.theirs, "the maximum subtracted, temperature 1");
}

TEST(BuiltIn, TheComparisonIsOfTheOptionsOrOfTheRounding) {
  const tensor::Tensor x = counting({2, 5});
  const auto of = [&](const ops::NormOptions& options) {
    Variable variable{"lecture.py", "y", HandWritten{}};
    variable.hand_written->norm.options = options;
    return NORMSCOPE_VALUE_OR_FAIL(open_variable(counting_document({2, 5}), variable, Array(x)))
        .after;
  };
  const auto unbiased = of({.estimator = ops::VarianceEstimator::kUnbiased});
  const Comparison options =
      *NORMSCOPE_VALUE_OR_FAIL(compare_with_built_in(unbiased)).after.comparison;
  ASSERT_TRUE(std::holds_alternative<Operation>(options.b));
  EXPECT_EQ(std::get<Operation>(options.b).norm.options, ops::NormOptions{});
  const Comparison rounding =
      *NORMSCOPE_VALUE_OR_FAIL(compare_with_built_in(of({}))).after.comparison;
  EXPECT_TRUE(std::holds_alternative<SameOperation>(rounding.b));
  EXPECT_EQ(rounding.b_calculation, Calculation::kTorch);
  EXPECT_EQ(sentence_of(compare_with_built_in(counting_document({2, 5}))),
            "the operation on the stage is not one that a cell wrote");
}

}  // namespace
}  // namespace normscope::document
