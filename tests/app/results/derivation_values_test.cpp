// SPDX-License-Identifier: MIT
// The formulas of single numbers are true for every operation: the numbers of a formula give the
// value that the formula ends with.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/document/edits.hpp"
#include "app/formula/tree.hpp"
#include "core/ops/presets.hpp"
#include "tests/app/hand_written_steps.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/app/results/derivations.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using document::Document;

TEST(DerivationValues, IsTrueForEveryNormalization) {
  for (const auto& kind : ops::normalization_names()) {
    for (const ops::Preset& preset : ops::presets()) {
      Document document = with_normal_numbers({2, 4, 2});
      document.norm.options = preset.options;
      if (preset.options.kind == ops::Normalization::kLayerNorm) {
        document.norm.options.kind = kind.value;
      }
      document.norm.options.groups = 2;
      SCOPED_TRACE(fmt::format("{} {}", kind.name, preset.id));
      expect_all_true(document);
      expect_all_true(with_parameters(document));
    }
  }
}

TEST(DerivationValues, IsTrueForEveryVariance) {
  for (const auto& algorithm : ops::variance_algorithm_names()) {
    for (const auto& estimator : ops::variance_estimator_names()) {
      for (const auto& placement : ops::epsilon_placement_names()) {
        Document document = with_normal_numbers({3, 4});
        document.norm.options.algorithm = algorithm.value;
        document.norm.options.estimator = estimator.value;
        document.norm.options.epsilon_placement = placement.value;
        document.norm.options.epsilon = 0.25;
        SCOPED_TRACE(fmt::format("{} {} {}", algorithm.name, estimator.name, placement.name));
        expect_all_true(document);
        document.norm.options.normalized_shape = {3, 4};  // twelve elements: some are left out
        expect_all_true(document);
      }
    }
  }
}

TEST(DerivationValues, IsTrueForEverySoftmax) {
  for (const auto& algorithm : ops::softmax_algorithm_names()) {
    for (const double temperature : {1.0, 0.7}) {
      for (const bool log : {false, true}) {
        for (const std::int64_t dim : {0, 1, 2}) {
          Document document = with_normal_numbers({3, 4, 2});
          document.subject = document::Subject::kSoftmax;
          document.softmax = {dim, temperature, algorithm.value, log};
          SCOPED_TRACE(fmt::format("{} {} {} {}", algorithm.name, temperature, log, dim));
          expect_all_true(document);
        }
      }
    }
  }
}

TEST(DerivationValues, IsTrueThroughLayers) {
  Document document = testing::lecture_document();
  expect_all_true(document);
  document.layers.emplace_back(document::LinearLayer{.out_features = 3, .seed = 4});
  expect_all_true(with_parameters(document));
  Document wide = with_normal_numbers({2, 20});
  wide.layers = {document::LinearLayer{.out_features = 1, .seed = 4}};
  expect_all_true(wide);
}

TEST(DerivationValues, TheLongestLinesFitTheParser) {
  Document document = with_normal_numbers({2, 8});
  document.layers = {document::LinearLayer{.out_features = 8, .seed = 4}};
  document.norm.options.algorithm = ops::VarianceAlgorithm::kWelford;
  const auto longest = [](float value) { return fmt::format("{:.8f} \\times 10^{{-38}}", value); };
  const Evaluation evaluation = computed(document);
  for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
    const auto found = NORMSCOPE_VALUE_OR_FAIL(derive(evaluation, {card, 0}, longest));
    EXPECT_FALSE(found.elided);
    EXPECT_TRUE(formula::parse(found.line())) << found.line();
  }
}

// A chain whose steps have the values of the built-in operation is written in the same formulas.
TEST(DerivationValues, AreTrueForHandWrittenSteps) {
  for (const bool softmax : {false, true}) {
    Document built_in =
        softmax ? with_normal_numbers({2, 4}) : with_parameters(with_normal_numbers({2, 4}));
    if (softmax) built_in.subject = document::Subject::kSoftmax;
    const Evaluation evaluation = computed(built_in);
    document::Variable variable{"lecture.py", "y", document::HandWritten{}};
    document::HandWritten& hand_written = *variable.hand_written;
    hand_written.subject = built_in.subject;
    hand_written.norm = built_in.norm;
    hand_written.steps = testing::steps_of(evaluation.stages.back().trace, true);
    const auto edit = NORMSCOPE_VALUE_OR_FAIL(
        document::open_variable(testing::lecture_document(), variable, built_in.inputs[0].values));
    const Evaluation by_hand = computed(edit.after);
    ASSERT_EQ(by_hand.cards.front().source.line, 1);
    expect_all_true(edit.after);
    for (std::size_t card = 0; card < evaluation.cards.size(); ++card) {
      const auto expected = NORMSCOPE_VALUE_OR_FAIL(derive(evaluation, {card, 1}, four_digits));
      const auto found = NORMSCOPE_VALUE_OR_FAIL(derive(by_hand, {card, 1}, four_digits));
      EXPECT_EQ(found.line(), expected.line());
    }
  }
}

}  // namespace
}  // namespace normscope::results
