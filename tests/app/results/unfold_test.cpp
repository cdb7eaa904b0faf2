// SPDX-License-Identifier: MIT
// Numbers unfolded: the rows and their order, every value against a plain computation, distances.
#include "app/results/derivation/unfold.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/document/edits.hpp"
#include "core/base/ulp.hpp"
#include "core/ops/presets.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/app/results/derivations.hpp"
#include "tests/support/support.hpp"

namespace normscope::results {
namespace {

using document::Document;

Unfold unfolded(const Evaluation& evaluation, std::string_view id, std::int64_t position,
                std::optional<std::int64_t> selected = {}) {
  const Cell cell{card_named(evaluation, id), position};
  return NORMSCOPE_VALUE_OR_FAIL(unfold(evaluation, cell, selected));
}

std::vector<std::string> titles(const Unfold& unfold) {
  std::vector<std::string> list;
  for (const UnfoldRow& row : unfold.rows) list.push_back(row.title);
  return list;
}

const UnfoldRow& row_of(const Unfold& unfold, std::string_view title) {
  for (const UnfoldRow& row : unfold.rows) {
    if (row.title == title) return row;
  }
  throw std::runtime_error("no row " + std::string(title));
}

TEST(Unfold, GoesFromTheInputsToTheOutput) {
  const Evaluation evaluation = computed(testing::lecture_document());
  const Unfold found = unfolded(evaluation, "normalized", 3);
  EXPECT_EQ(titles(found), (std::vector<std::string>{
                               "Input", "Input", "Input", "Input", "Input", "Linear(5, 6): product",
                               "Linear(5, 6)", "ReLU", "Mean", "Centred", "Squared", "Variance",
                               "Variance + eps", "Standard deviation", "Normalized"}));
  EXPECT_FALSE(found.elided);
  EXPECT_EQ(found.rows.front().symbol, "x_{0,0}");
  EXPECT_EQ(found.rows.back().symbol, "\\hat{x}_{0,3}");
  EXPECT_EQ(row_of(found, "Mean").symbol, "\\mu_{0}");
  for (const UnfoldRow& row : found.rows) {
    const Card& card = evaluation.cards.at(row.cell.card);
    EXPECT_EQ(row.torch.value,
              evaluation.stages[card.stage].trace.value(card.step, row.cell.position));
  }
}

// The double column against a computation written here.
TEST(Unfold, TheDoubleColumnIsThePlainComputation) {
  const Evaluation evaluation = computed(testing::lecture_document());
  const Unfold found = unfolded(evaluation, "normalized", 9);
  const auto x = evaluation.activations->values().subspan(6, 6);
  double mean = 0;
  for (const float one : x) mean += one;
  mean /= 6;
  double variance = 0;
  for (const float one : x) variance += (one - mean) * (one - mean);
  variance /= 6;
  const double centred = x[3] - mean;
  // Some roundings in double of numbers below 2.
  constexpr double kTiny = 1e-14;
  EXPECT_NEAR(*row_of(found, "Mean").exact, mean, kTiny);
  EXPECT_NEAR(*row_of(found, "Centred").exact, centred, kTiny);
  EXPECT_NEAR(*row_of(found, "Squared").exact, centred * centred, kTiny);
  EXPECT_NEAR(*row_of(found, "Variance").exact, variance, kTiny);
  EXPECT_NEAR(*row_of(found, "Variance + eps").exact, variance + 1e-5, kTiny);
  EXPECT_NEAR(*row_of(found, "Standard deviation").exact, std::sqrt(variance + 1e-5), kTiny);
  EXPECT_NEAR(*row_of(found, "Normalized").exact, centred / std::sqrt(variance + 1e-5), kTiny);
  // Each stage begins with its own float32 values.
  const auto& linear = evaluation.stages[0].trace;
  double product = 0;
  for (std::int64_t k = 0; k < 5; ++k) {
    product +=
        static_cast<double>(linear.value(0, 5 + k)) *
        static_cast<double>(
            linear.parameter(trace::Role::kWeight)->values()[static_cast<std::size_t>(15 + k)]);
  }
  EXPECT_NEAR(*row_of(found, "Linear(5, 6): product").exact, product, kTiny);
  EXPECT_EQ(row_of(found, "Input").exact, static_cast<double>(row_of(found, "Input").torch.value));
}

TEST(Unfold, DistancesAreThoseOfTheDoubleColumn) {
  const Evaluation evaluation = computed(testing::lecture_document());
  for (const UnfoldRow& row : unfolded(evaluation, "normalized", 4).rows) {
    ASSERT_TRUE(row.exact && row.torch.distance && row.torch.error) << row.title;
    EXPECT_EQ(*row.torch.distance,
              base::ulp_distance(row.torch.value, static_cast<float>(*row.exact)));
    EXPECT_EQ(*row.torch.error, base::ulp_error(row.torch.value, *row.exact));
    EXPECT_LE(*row.torch.error, 4) << row.title;  // a chain of few roundings
  }
}

TEST(Unfold, HoldsWhatTheDeviceComputed) {
  const Evaluation evaluation = computed(testing::lecture_document());
  const Unfold found = unfolded(evaluation, "normalized", 3);
  const compute::Result& result = *evaluation.result;
  EXPECT_EQ(found.device, result.device);
  ASSERT_TRUE(row_of(found, "Normalized").fast);
  EXPECT_EQ(row_of(found, "Normalized").fast->value, result.y.values()[3]);
  ASSERT_TRUE(row_of(found, "Mean").fast);
  EXPECT_EQ(row_of(found, "Mean").fast->value, result.first.values()[0]);
  ASSERT_TRUE(row_of(found, "Standard deviation").fast);
  const auto& deviation = row_of(found, "Standard deviation");
  // rstd and its reciprocal are rounded once each: less than 2 ULP in all.
  EXPECT_LE(deviation.fast->distance, 2U);
  for (const char* title :
       {"Input", "Linear(5, 6)", "ReLU", "Centred", "Squared", "Variance", "Variance + eps"}) {
    EXPECT_FALSE(row_of(found, title).fast) << title;
  }
  for (const UnfoldRow& row : found.rows) EXPECT_FALSE(row.gpu);
  // The reference is neither of both.
  const Unfold reference =
      unfolded(computed(testing::lecture_document(), compute::Device::kReference), "normalized", 3);
  EXPECT_FALSE(reference.rows.back().fast || reference.rows.back().gpu);
}

TEST(Unfold, APlansResultIsTheCpus) {
  Document document = testing::lecture_document();
  document = NORMSCOPE_VALUE_OR_FAIL(
                 document::set_precision(document,
                                         NORMSCOPE_VALUE_OR_FAIL(precision::parse_plan("kahan"))))
                 .after;
  EXPECT_EQ(computed(document).result->backend, "cpu");
}

TEST(Unfold, TheGpusValuesHaveTheirOwnColumn) {
  Evaluation evaluation = computed(testing::lecture_document());
  auto on_gpu = std::make_shared<compute::Result>(*evaluation.result);
  on_gpu->backend = "gpu";
  evaluation.result = std::move(on_gpu);
  const Unfold found = unfolded(evaluation, "normalized", 3);
  EXPECT_TRUE(found.rows.back().gpu);
  EXPECT_FALSE(found.rows.back().fast);
}

TEST(Unfold, TheDevicesDivisorIsTheStepThatDivides) {
  for (const auto& placement : ops::epsilon_placement_names()) {
    Document document = testing::lecture_document();
    document.norm.options.epsilon = 0.5;
    document.norm.options.epsilon_placement = placement.value;
    const Unfold found = unfolded(computed(document), "normalized", 3);
    int divisors = 0;
    for (const UnfoldRow& row : found.rows) {
      if (!row.title.starts_with("Standard deviation") || !row.fast) continue;
      ++divisors;
      EXPECT_LE(row.fast->distance, 2U) << placement.name;
    }
    EXPECT_EQ(divisors, 1) << placement.name;
  }
}

TEST(Unfold, SoftmaxHoldsMaximumAndSum) {
  Document document = testing::lecture_document();
  document.subject = document::Subject::kSoftmax;
  for (const auto& algorithm : ops::softmax_algorithm_names()) {
    for (const double temperature : {1.0, 0.5}) {
      document.softmax = {-1, temperature, algorithm.value, false};
      const Unfold found = unfolded(computed(document), "output", 3);
      for (const UnfoldRow& row : found.rows) {
        SCOPED_TRACE(std::string(algorithm.name) + ": " + row.title);
        const bool held = row.title == "Sum" || row.title == "Output" ||
                          (row.title == "Maximum" && temperature == 1);
        EXPECT_EQ(row.fast.has_value(), held);
        if (row.fast) {
          EXPECT_LE(*row.fast->error, 2);
        }
      }
    }
  }
}

TEST(Unfold, EveryPresetOfTheWelcomeDocument) {
  for (const ops::Preset& preset : ops::presets()) {
    SCOPED_TRACE(preset.id);
    const auto edit =
        NORMSCOPE_VALUE_OR_FAIL(document::choose_preset(testing::lecture_document(), preset.id));
    const Evaluation evaluation = computed(edit.after);
    const Cell output{evaluation.cards.size() - 1, 3};
    const Unfold found = NORMSCOPE_VALUE_OR_FAIL(unfold(evaluation, output));
    EXPECT_EQ(found.rows.front().title, "Input");
    EXPECT_EQ(found.rows.back().cell, output);
    EXPECT_EQ(row_of(found, "ReLU").cell.position, 3);
    ASSERT_TRUE(found.rows.back().fast && found.rows.back().exact);
    for (const UnfoldRow& row : found.rows) {
      ASSERT_TRUE(row.exact) << row.title;
      EXPECT_LE(*row.torch.error, 4) << row.title;
      if (row.fast) {
        EXPECT_LE(*row.fast->error, 4) << row.title;
      }
    }
    const std::string text = unfold_text(evaluation, found);
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(text, '\n')), found.rows.size() + 1);
  }
}

TEST(Unfold, AStatisticGoesAlongTheSelectedElement) {
  const Evaluation evaluation = computed(testing::lecture_document());
  EXPECT_EQ(row_of(unfolded(evaluation, "mean", 1), "ReLU").cell.position, 6);
  EXPECT_EQ(row_of(unfolded(evaluation, "mean", 1, 9), "ReLU").cell.position, 9);
  // An element of another group is not part of it.
  EXPECT_EQ(row_of(unfolded(evaluation, "mean", 1, 2), "ReLU").cell.position, 6);
  EXPECT_EQ(titles(unfolded(evaluation, "mean", 1)).back(), "Mean");
  EXPECT_EQ(titles(unfolded(evaluation, "input", 3)), (std::vector<std::string>{"Input"}));
  EXPECT_EQ(unfolded(evaluation, "input", 3).rows[0].cell.position, 3);
}

TEST(Unfold, ALaterLinearLayerGoesOnAtItsLargestShare) {
  Document document =
      document::document_of("x", document::Typed{}, testing::make({2, 3}, {1, 2, 3, 4, 5, 6}));
  document.layers = {document::LinearLayer{.out_features = 12, .seed = 3}, document::ReluLayer{},
                     document::LinearLayer{.out_features = 2, .seed = 4}};
  const Evaluation evaluation = computed(document);
  const Unfold found = unfolded(evaluation, "layer2.output", 3);
  EXPECT_TRUE(found.elided);
  const auto& trace = evaluation.stages[2].trace;
  std::int64_t largest = 0;
  float share = -1;
  for (std::int64_t k = 0; k < 12; ++k) {
    const float weight =
        trace.parameter(trace::Role::kWeight)->values()[static_cast<std::size_t>(12 + k)];
    const float here = std::abs(trace.value(0, 12 + k) * weight);
    if (here > share) {
      share = here;
      largest = k;
    }
  }
  EXPECT_EQ(row_of(found, "Linear(3, 12)").cell.position, 12 + largest);
  const auto relu = std::ranges::count(titles(found), "ReLU");
  EXPECT_EQ(relu, largest > 2 && largest < 11 ? 5 : 4);
  EXPECT_EQ(std::ranges::count(titles(found), "Input"), 3);
  EXPECT_EQ(found.rows.back().title, "Linear(12, 2)");
  // No cell twice.
  for (std::size_t i = 0; i < found.rows.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(found.rows[i].cell, found.rows[j].cell);
  }
}

TEST(Unfold, NotANumberHasADistanceOnlyWhereBothAre) {
  const auto x = testing::make({1, 2}, {std::nanf(""), 1});
  const Evaluation evaluation = computed(document::document_of("x", document::Typed{}, x));
  const Unfold found = unfolded(evaluation, "normalized", 1);
  EXPECT_TRUE(std::isnan(*found.rows.back().exact));
  EXPECT_EQ(found.rows.back().torch.distance, 0U);
  EXPECT_EQ(found.rows.back().torch.error, 0);
  // exp(89) is infinite in float32, not in double.
  Document naive = document::document_of("x", document::Typed{}, testing::make({1, 2}, {89, 1}));
  naive.subject = document::Subject::kSoftmax;
  naive.softmax.algorithm = ops::SoftmaxAlgorithm::kNaive;
  const Unfold overflow = unfolded(computed(naive), "output", 0);
  EXPECT_TRUE(std::isnan(overflow.rows.back().torch.value));
  EXPECT_EQ(overflow.rows.back().torch.distance, std::nullopt);
  EXPECT_NEAR(*overflow.rows.back().exact, 1, 1e-12);
}

TEST(Unfold, BitsAreSignExponentAndMantissa) {
  EXPECT_EQ(bits_text(1.0F), "0 01111111 00000000000000000000000");
  EXPECT_EQ(bits_text(-0.15625F), "1 01111100 01000000000000000000000");
  EXPECT_EQ(bits_text(std::numeric_limits<float>::denorm_min()),
            "0 00000000 00000000000000000000001");
  EXPECT_EQ(bits_of(std::numeric_limits<float>::infinity()).exponent, 255U);
}

TEST(Unfold, TheTextIsAligned) {
  const auto x = testing::make({1, 2}, {1, 3});
  Document document = document::document_of("x", document::Typed{}, x);
  document.norm.epsilon_on = false;
  const Evaluation evaluation = computed(document);
  EXPECT_EQ(unfold_text(evaluation, unfolded(evaluation, "centred", 0)),
            "step     index   torch  torch ULP  torch error  fast  fast ULP  fast error  double  "
            "torch bits\n"
            "Input    [0, 0]      1          0            0     -         -           -       1  "
            "0 01111111 00000000000000000000000\n"
            "Mean     [0, 0]      2          0            0     2         0           0       2  "
            "0 10000000 00000000000000000000000\n"
            "Centred  [0, 0]     -1          0            0     -         -           -      -1  "
            "1 01111111 00000000000000000000000\n");
}

TEST(Unfold, ACellThatIsNotThereIsAnError) {
  EXPECT_FALSE(unfold(computed(testing::lecture_document()), {99, 0}));
  EXPECT_FALSE(unfold(Evaluation{}, {}));
}

}  // namespace
}  // namespace normscope::results
