// SPDX-License-Identifier: MIT
// Which operations are the same on paper.
#include <gtest/gtest.h>

#include "core/ops/operation.hpp"
#include "core/ops/presets.hpp"

namespace normscope::ops {
namespace {

TEST(Formula, OptionsWithoutEffectChangeNone) {
  EXPECT_TRUE(same_on_paper(NormOptions{.algorithm = VarianceAlgorithm::kWelford},
                            NormOptions{.algorithm = VarianceAlgorithm::kOnePass}));
  EXPECT_TRUE(same_on_paper(SoftmaxOptions{.algorithm = SoftmaxAlgorithm::kNaive},
                            SoftmaxOptions{.algorithm = SoftmaxAlgorithm::kOnline}));
  EXPECT_TRUE(
      same_on_paper(NormOptions{.kind = Normalization::kRmsNorm}, NormOptions{.centring = false}));
  EXPECT_TRUE(same_on_paper(NormOptions{.normalized_shape = {5}}, NormOptions{}));
  EXPECT_TRUE(same_on_paper(NormOptions{.groups = 3}, NormOptions{}));
  EXPECT_TRUE(same_on_paper(NormOptions{.epsilon = 0},
                            NormOptions{.epsilon_placement = EpsilonPlacement::kNone}));
  EXPECT_TRUE(same_on_paper(NormOptions{.epsilon = 0, .returned = Returned::kMean},
                            NormOptions{.returned = Returned::kMean}));
  EXPECT_TRUE(
      same_on_paper(NormOptions{.kind = Normalization::kBatchNorm, .returned = Returned::kInput},
                    NormOptions{.epsilon = 1, .returned = Returned::kInput}));
}

TEST(Formula, OptionsWithAnEffectChangeIt) {
  const auto differ = [](const Operation& a, const Operation& b) { return !same_on_paper(a, b); };
  EXPECT_TRUE(differ(NormOptions{}, SoftmaxOptions{}));
  EXPECT_TRUE(differ(SoftmaxOptions{}, SoftmaxOptions{.dim = 0}));
  EXPECT_TRUE(differ(SoftmaxOptions{}, SoftmaxOptions{.temperature = 2}));
  EXPECT_TRUE(differ(SoftmaxOptions{}, SoftmaxOptions{.log = true}));
  EXPECT_TRUE(differ(NormOptions{}, NormOptions{.normalized_shape = {4, 5}}));
  EXPECT_TRUE(differ(NormOptions{}, NormOptions{.epsilon = 1e-6}));
  EXPECT_TRUE(differ(NormOptions{.kind = Normalization::kGroupNorm, .groups = 2},
                     NormOptions{.kind = Normalization::kGroupNorm}));
  EXPECT_TRUE(differ(NormOptions{.kind = Normalization::kBatchNorm}, NormOptions{}));
}

TEST(Formula, OfThePresetsOnlyOnePassIsTheReference) {
  for (const auto& a : presets()) {
    for (const auto& b : presets()) {
      const bool both = (a.id == "V3" || a.id == "V4") && (b.id == "V3" || b.id == "V4");
      EXPECT_EQ(same_on_paper(a.options, b.options), a.id == b.id || both) << a.id << " " << b.id;
    }
  }
}

}  // namespace
}  // namespace normscope::ops
