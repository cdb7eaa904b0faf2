// SPDX-License-Identifier: MIT
// Which operations are the same on paper.
#include "core/variants/formula.hpp"

#include <gtest/gtest.h>

#include "core/ops/presets.hpp"

namespace normscope::variants {
namespace {

using ops::NormOptions;
using ops::SoftmaxOptions;

TEST(Formula, OptionsWithoutEffectChangeNone) {
  EXPECT_TRUE(same_on_paper(NormOptions{.algorithm = ops::VarianceAlgorithm::kWelford},
                            NormOptions{.algorithm = ops::VarianceAlgorithm::kOnePass}));
  EXPECT_TRUE(same_on_paper(SoftmaxOptions{.algorithm = ops::SoftmaxAlgorithm::kNaive},
                            SoftmaxOptions{.algorithm = ops::SoftmaxAlgorithm::kOnline}));
  EXPECT_TRUE(same_on_paper(NormOptions{.kind = ops::Normalization::kRmsNorm},
                            NormOptions{.centring = false}));
  EXPECT_TRUE(same_on_paper(NormOptions{.normalized_shape = {5}}, NormOptions{}));
  EXPECT_TRUE(same_on_paper(NormOptions{.groups = 3}, NormOptions{}));
  EXPECT_TRUE(same_on_paper(NormOptions{.epsilon = 0},
                            NormOptions{.epsilon_placement = ops::EpsilonPlacement::kNone}));
  EXPECT_TRUE(same_on_paper(NormOptions{.epsilon = 0, .returned = ops::Returned::kMean},
                            NormOptions{.returned = ops::Returned::kMean}));
  EXPECT_TRUE(same_on_paper(
      NormOptions{.kind = ops::Normalization::kBatchNorm, .returned = ops::Returned::kInput},
      NormOptions{.epsilon = 1, .returned = ops::Returned::kInput}));
}

TEST(Formula, OptionsWithAnEffectChangeIt) {
  const auto differ = [](const compute::Operation& a, const compute::Operation& b) {
    return !same_on_paper(a, b);
  };
  EXPECT_TRUE(differ(NormOptions{}, SoftmaxOptions{}));
  EXPECT_TRUE(differ(SoftmaxOptions{}, SoftmaxOptions{.dim = 0}));
  EXPECT_TRUE(differ(SoftmaxOptions{}, SoftmaxOptions{.temperature = 2}));
  EXPECT_TRUE(differ(SoftmaxOptions{}, SoftmaxOptions{.log = true}));
  EXPECT_TRUE(differ(NormOptions{}, NormOptions{.normalized_shape = {4, 5}}));
  EXPECT_TRUE(differ(NormOptions{}, NormOptions{.epsilon = 1e-6}));
  EXPECT_TRUE(differ(NormOptions{.kind = ops::Normalization::kGroupNorm, .groups = 2},
                     NormOptions{.kind = ops::Normalization::kGroupNorm}));
  EXPECT_TRUE(differ(NormOptions{.kind = ops::Normalization::kBatchNorm}, NormOptions{}));
}

TEST(Formula, OfThePresetsOnlyOnePassIsTheReference) {
  for (const auto& a : ops::presets()) {
    for (const auto& b : ops::presets()) {
      const bool both = (a.id == "V3" || a.id == "V4") && (b.id == "V3" || b.id == "V4");
      EXPECT_EQ(same_on_paper(a.options, b.options), a.id == b.id || both) << a.id << " " << b.id;
    }
  }
}

}  // namespace
}  // namespace normscope::variants
