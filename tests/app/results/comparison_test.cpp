// SPDX-License-Identifier: MIT
// Two operations step by step: every pair of variants against two evaluations apart, and the steps
// at which they part.
#include "app/results/comparing/comparison.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "core/ops/presets.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/app/results/comparisons.hpp"

namespace normscope::results {
namespace {

using document::Document;
using document::Operation;
using tensor::Tensor;

TEST(Comparison, TheAnnotatedTransformerGivesOtherNumbersThanPyTorch) {
  const Evaluation evaluation = computed(against_preset(typed({1, 4}, {1, 0, 0, 0}), "V6"));
  ASSERT_TRUE(evaluation.compared);
  const Compared& compared = *evaluation.compared;
  ASSERT_FALSE(compared.failure);
  EXPECT_EQ(compared.names[0], "V3: layer norm, eps 1e-05, biased");
  EXPECT_EQ(compared.names[1], "V6: layer norm, eps 1e-06 outside the root, unbiased");
  const std::vector<float> a = values_of(compared.outputs[0]);
  const std::vector<float> b = values_of(compared.outputs[1]);
  // Half of the last digit that is reported.
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_NEAR(a[i], i == 0 ? 1.7320 : -0.5773, 5e-5) << i;
    EXPECT_NEAR(b[i], i == 0 ? 1.5 : -0.5, 5e-5) << i;
  }
  EXPECT_EQ(compared.difference.at, 0);
  EXPECT_EQ(compared.difference.differing, 4);
  EXPECT_EQ(compared.difference.not_finite, 0);
  const double difference = static_cast<double>(a[0]) - static_cast<double>(b[0]);
  EXPECT_EQ(compared.difference.absolute, difference);
  EXPECT_EQ(compared.pairs.back().largest, difference);
  EXPECT_EQ(difference_text(compared.difference, {1, 4}).substr(0, 18), "largest difference");
  EXPECT_NE(difference_text(compared.difference, {1, 4}).find("at [0, 0]; 4 of 4 differ"),
            std::string::npos);
}

TEST(Comparison, EveryPairOfVariantsIsAsTwoEvaluationsApart) {
  const Document numbers = with_parameters(with_normal_numbers({3, 6}));
  std::vector<Evaluation> alone;
  for (const ops::Preset& preset : ops::presets()) {
    alone.push_back(computed(as_preset(numbers, preset.id)));
    ASSERT_FALSE(alone.back().failure) << preset.id;
  }
  for (std::size_t i = 0; i < alone.size(); ++i) {
    for (std::size_t j = 0; j < alone.size(); ++j) {
      const std::string_view first = ops::presets()[i].id;
      const std::string_view second = ops::presets()[j].id;
      SCOPED_TRACE(fmt::format("{} against {}", first, second));
      const Evaluation both = computed(against_preset(as_preset(numbers, first), second));
      ASSERT_TRUE(both.compared && !both.compared->failure);
      const Compared& compared = *both.compared;
      const std::vector<float> a = output_of(alone[i]);
      const std::vector<float> b = output_of(alone[j]);
      EXPECT_EQ(values_of(compared.outputs[0]), a);
      EXPECT_EQ(values_of(compared.outputs[1]), b);
      double largest = 0;
      std::int64_t differing = 0;
      for (std::size_t at = 0; at < a.size(); ++at) {
        largest = std::max(largest, std::abs(static_cast<double>(a[at]) - b[at]));
        if (a[at] != b[at]) ++differing;
      }
      EXPECT_EQ(compared.difference.absolute, largest);
      EXPECT_EQ(compared.difference.differing, differing);
      EXPECT_EQ(compared.pairs.back().largest, largest);
      ASSERT_EQ(compared.pairs.size(), both.cards.size());
      EXPECT_EQ(first_apart(both) == "none", i == j) << "ten variants, and no two are the same";

      // Each pair has the numbers of the two traces apart, and each card of B at most one card.
      std::vector<std::size_t> taken;
      for (std::size_t card = 0; card < both.cards.size(); ++card) {
        const StepPair& pair = compared.pairs[card];
        if (!pair.b) continue;
        EXPECT_EQ(std::ranges::count(taken, *pair.b), 0) << both.cards[card].id;
        taken.push_back(*pair.b);
        const auto step_a = alone[i].cards[card];
        const auto step_b = alone[j].cards[*pair.b];
        const Tensor of_a =
            NORMSCOPE_VALUE_OR_FAIL(alone[i].stages[step_a.stage].trace.whole(step_a.step));
        const Tensor of_b =
            NORMSCOPE_VALUE_OR_FAIL(alone[j].stages[step_b.stage].trace.whole(step_b.step));
        ASSERT_EQ(of_a.shape(), of_b.shape());
        EXPECT_EQ(pair.parting, of_a == of_b ? Parting::kSame : Parting::kApart)
            << both.cards[card].id;
      }
    }
  }
}

TEST(Comparison, TheStepsPartWhereTheFormulasDo) {
  const Document numbers = with_normal_numbers({3, 6});
  const auto v3_against = [&](std::string_view id) {
    return computed(against_preset(as_preset(numbers, "V3"), id));
  };
  const Evaluation outside = v3_against("V5");
  EXPECT_EQ(parting_of(outside, "mean"), "same mean");
  EXPECT_EQ(parting_of(outside, "centred"), "same centred");
  EXPECT_EQ(parting_of(outside, "squared"), "same squared");
  EXPECT_EQ(parting_of(outside, "variance"), "same variance");
  EXPECT_EQ(parting_of(outside, "variance-plus-eps"), "alone") << "V5 adds eps to the deviation";
  EXPECT_EQ(parting_of(outside, "standard-deviation"), "apart standard-deviation-plus-eps")
      << "what the values are divided by";
  EXPECT_EQ(first_apart(outside), "standard-deviation");

  const Evaluation unbiased = v3_against("V2");
  EXPECT_EQ(parting_of(unbiased, "squared"), "same squared");
  EXPECT_EQ(first_apart(unbiased), "variance");
  EXPECT_EQ(parting_of(unbiased, "standard-deviation"), "apart standard-deviation");
  // n / (n - 1) times the biased variance; two roundings of the larger one.
  const trace::Trace& trace = unbiased.stages.back().trace;
  double largest = 0;
  for (std::int64_t row = 0; row < 3; ++row) {
    largest = std::max(largest, static_cast<double>(trace.value(trace.find("variance"), row)));
  }
  EXPECT_NEAR(unbiased.compared->pairs[card_named(unbiased, "variance")].largest, largest / 5,
              largest * 4e-7);

  const Evaluation keras = v3_against("V7");
  EXPECT_EQ(parting_of(keras, "variance"), "same variance");
  EXPECT_EQ(first_apart(keras), "variance-plus-eps");
  // Both sums are rounded once, to numbers below 4.
  EXPECT_NEAR(keras.compared->pairs[card_named(keras, "variance-plus-eps")].largest, 1e-3 - 1e-5,
              2.4e-7);

  const Evaluation rms = v3_against("V10");
  EXPECT_EQ(parting_of(rms, "mean"), "alone");
  EXPECT_EQ(parting_of(rms, "centred"), "alone");
  EXPECT_EQ(first_apart(rms), "squared") << "squares of the numbers, not of the centred ones";
  EXPECT_EQ(parting_of(rms, "variance"), "apart mean-square");
  EXPECT_EQ(parting_of(rms, "variance-plus-eps"), "apart mean-square-plus-eps");
  EXPECT_EQ(parting_of(rms, "standard-deviation"), "apart root-mean-square");
}

// The mean square of V4 is a step on the way to its variance, not its counterpart.
TEST(Comparison, TheVarianceOfOnePassStandsBesideTheVariance) {
  const Evaluation evaluation =
      computed(against_preset(as_preset(with_normal_numbers({3, 6}), "V3"), "V4"));
  EXPECT_EQ(parting_of(evaluation, "mean"), "same mean");
  EXPECT_EQ(parting_of(evaluation, "centred"), "same centred");
  const StepPair& variance = evaluation.compared->pairs[card_named(evaluation, "variance")];
  ASSERT_TRUE(variance.b);
  EXPECT_EQ(evaluation.compared->b->cards[*variance.b].id, "variance");
  // On paper the two are the same; numbers below 4 leave a few roundings.
  EXPECT_LT(variance.largest, 2e-6);
  const Evaluation back =
      computed(against_preset(as_preset(with_normal_numbers({3, 6}), "V4"), "V10"));
  EXPECT_EQ(parting_of(back, "mean-square"), "alone");
  EXPECT_EQ(parting_of(back, "variance").substr(0, 5), "apart");
}

TEST(Comparison, GammaAndBetaAreStepsOfTheirOwn) {
  Document document = with_parameters(with_normal_numbers({2, 6}));
  Operation other = document::operation_of(document);
  other.norm.gamma.values = other.norm.gamma.values.with(2, 9.0F);
  const Evaluation gamma = computed(against(document, {.b = other}));
  EXPECT_EQ(first_apart(gamma), "scaled");
  EXPECT_EQ(parting_of(gamma, "normalized"), "same normalized");
  EXPECT_EQ(gamma.compared->difference.differing, 2) << "column 2 of both rows";
  other = document::operation_of(document);
  other.norm.beta.on = false;
  const Evaluation beta = computed(against(document, {.b = other}));
  EXPECT_EQ(parting_of(beta, "scaled"), "alone") << "it is B's output";
  EXPECT_EQ(parting_of(beta, "shifted"), "apart scaled");
}

TEST(Comparison, LayersBeforeTheOperationAreTheSame) {
  const Evaluation evaluation = computed(against_preset(testing::lecture_document(), "V6"));
  ASSERT_TRUE(evaluation.compared && !evaluation.compared->failure);
  for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
    if (evaluation.cards[card].stage + 1 == evaluation.stages.size()) continue;
    EXPECT_EQ(evaluation.compared->pairs[card].parting, Parting::kSame);
    EXPECT_EQ(evaluation.compared->pairs[card].b, card);
  }
  EXPECT_EQ(evaluation.compared->b->activations, evaluation.activations) << "computed once";
}

TEST(Comparison, ASoftmaxHasNoStepInCommonWithANormalization) {
  const Document document = with_normal_numbers({2, 6});
  const Evaluation evaluation = computed(against(document, {.b = softmax_operation(document)}));
  ASSERT_TRUE(evaluation.compared && !evaluation.compared->failure);
  const auto& pairs = evaluation.compared->pairs;
  for (std::size_t card = 1; card + 1 < pairs.size(); ++card) {
    EXPECT_FALSE(pairs[card].b) << evaluation.cards[card].id;
    EXPECT_EQ(pairs[card].parting, Parting::kAlone);
  }
  EXPECT_EQ(pairs.back().b, evaluation.compared->b->cards.size() - 1);
  EXPECT_EQ(pairs.back().parting, Parting::kApart);
  EXPECT_EQ(first_apart(evaluation), evaluation.cards.back().id);

  // Two softmaxes have all of them in common, but for the temperature's step.
  Document softmax = document;
  softmax.subject = document::Subject::kSoftmax;
  Operation warm = softmax_operation(document);
  warm.softmax.temperature = 2;
  const Evaluation both = computed(against(softmax, {.b = warm}));
  EXPECT_EQ(first_apart(both), "maximum");
  EXPECT_EQ(parting_of(both, "exponential"), "apart exponential");
  EXPECT_EQ(parting_of(both, "sum"), "apart sum");
}

TEST(Comparison, OtherGroupsHaveStatisticsOfAnotherShape) {
  const Document document = with_normal_numbers({4, 6});
  const Operation batch = document::operation_of(of_kind(document, ops::Normalization::kBatchNorm));
  const Evaluation evaluation = computed(against(document, {.b = batch}));
  ASSERT_TRUE(evaluation.compared && !evaluation.compared->failure);
  for (const std::string_view id : {"mean", "variance", "standard-deviation"}) {
    EXPECT_EQ(parting_of(evaluation, id), fmt::format("other shape {}", id));
  }
  EXPECT_EQ(parting_of(evaluation, "centred"), "apart centred");
  EXPECT_EQ(first_apart(evaluation), "centred");
  EXPECT_EQ(evaluation.compared->difference.differing, 24);
}

}  // namespace
}  // namespace normscope::results
