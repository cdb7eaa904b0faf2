// SPDX-License-Identifier: MIT
// The names used by the command line, the session file and the window. They are a contract, so they
// are written out here; and every value of an enum has exactly one.
#include <gtest/gtest.h>

#include "core/ops/norm.hpp"
#include "core/ops/softmax.hpp"

namespace normscope::ops {
namespace {

// Values are numbered from 0; the last one's number is given, so that a new value without a name
// shows up as a count that differs.
template <class Enum>
void expect_complete(std::span<const base::Name<Enum>> table, Enum last) {
  ASSERT_EQ(table.size(), static_cast<std::size_t>(last) + 1);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const auto value = static_cast<Enum>(i);
    const auto name = base::name_of(table, value);
    EXPECT_FALSE(name.empty()) << "value " << i;
    EXPECT_EQ(base::value_of(table, name), value) << name;
  }
}

TEST(Names, EveryValueHasOne) {
  expect_complete(normalization_names(), Normalization::kGroupNorm);
  expect_complete(epsilon_placement_names(), EpsilonPlacement::kNone);
  expect_complete(variance_estimator_names(), VarianceEstimator::kUnbiased);
  expect_complete(variance_algorithm_names(), VarianceAlgorithm::kWelford);
  expect_complete(returned_names(), Returned::kInput);
  expect_complete(softmax_algorithm_names(), SoftmaxAlgorithm::kOnline);
}

TEST(Names, AreThoseOfTheCommandLine) {
  EXPECT_EQ(base::list_names(normalization_names()),
            "layer-norm, rms-norm, batch-norm, instance-norm, group-norm");
  EXPECT_EQ(base::list_names(epsilon_placement_names()), "inside, outside, count, none");
  EXPECT_EQ(base::list_names(variance_estimator_names()), "biased, unbiased");
  EXPECT_EQ(base::list_names(variance_algorithm_names()), "two-pass, one-pass, welford");
  EXPECT_EQ(base::list_names(returned_names()), "normalized, mean, input");
  EXPECT_EQ(base::list_names(softmax_algorithm_names()), "max-subtracted, naive, online");
}

TEST(Names, AnUnknownWordIsNoValue) {
  EXPECT_EQ(base::value_of(variance_algorithm_names(), "Two-Pass"), std::nullopt);
  EXPECT_EQ(base::value_of(variance_algorithm_names(), ""), std::nullopt);
}

TEST(Names, EveryNormalizationHasARule) {
  for (const auto& row : normalization_names()) EXPECT_EQ(rule_of(row.value).kind, row.value);
  EXPECT_TRUE(rule_of(Normalization::kBatchNorm).shares_batch);
  EXPECT_FALSE(rule_of(Normalization::kInstanceNorm).shares_batch);
  EXPECT_FALSE(rule_of(Normalization::kRmsNorm).centred);
}

}  // namespace
}  // namespace normscope::ops
