// SPDX-License-Identifier: MIT
// The sheet of a comparison: A, B and A - B of every step of every pair of variants, and what
// stands beside their rows.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/results/sheet/sheet.hpp"
#include "core/ops/presets.hpp"
#include "tests/app/lecture_document.hpp"
#include "tests/app/results/comparisons.hpp"

namespace normscope::results {
namespace {

using document::Document;
using BandKind = SheetBand::Kind;

constexpr std::string_view letter(SheetSide side) {
  return side == SheetSide::kA ? "A" : side == SheetSide::kB ? "B" : "A-B";
}

const Evaluation& of_side(const Evaluation& evaluation, SheetSide side) {
  const bool b = side == SheetSide::kB && evaluation.compared->b;
  return b ? *evaluation.compared->b : evaluation;
}

// The bands and statistics of the sheet in words: "top A input [A mean]", "focus A-B scaled".
std::vector<std::string> words_of(const Evaluation& evaluation, std::string_view id) {
  std::vector<std::string> words;
  const Sheet sheet = sheet_of(evaluation, card_of(evaluation, id));
  for (const SheetBand& band : sheet.bands) {
    constexpr std::array<std::string_view, 3> kParts = {"top", "focus", "bottom"};
    std::string text(kParts[static_cast<std::size_t>(band.part)]);
    if (band.kind == BandKind::kCard) {
      text += fmt::format(" {} {}", letter(band.side),
                          of_side(evaluation, band.side).cards.at(band.card).id);
    }
    if (band.parameter == trace::Role::kGamma) text += " gamma";
    for (const SheetStatistic& each : band.statistics) {
      text += fmt::format(" [{} {}]", letter(each.side),
                          of_side(evaluation, each.side).cards.at(each.card).id);
    }
    words.push_back(std::move(text));
  }
  return words;
}

using Words = std::vector<std::string>;

TEST(SheetSides, TheOutputStandsThreeTimesWithTheStatisticsOfItsSide) {
  const Evaluation evaluation = computed(against_preset(with_normal_numbers({2, 6}), "V6"));
  EXPECT_EQ(words_of(evaluation, "normalized"),
            (Words{"top A input", "bottom A normalized [A mean] [A standard-deviation]",
                   "bottom B normalized [B mean] [B standard-deviation-plus-eps]",
                   "bottom A-B normalized"}));
  const Evaluation rms = computed(against_preset(with_normal_numbers({2, 6}), "V10"));
  EXPECT_EQ(words_of(rms, "normalized"),
            (Words{"top A input", "bottom A normalized [A mean] [A standard-deviation]",
                   "bottom B normalized [B root-mean-square]", "bottom A-B normalized"}));
}

TEST(SheetSides, AStepThatPartsStandsAboveTheDifferenceOfTheOutputs) {
  Document document = with_parameters(with_normal_numbers({2, 6}));
  document::Operation other = document::operation_of(document);
  other.norm.gamma.values = other.norm.gamma.values.with(0, 9.0F);
  const Evaluation evaluation = computed(against(document, {.b = other}));
  EXPECT_EQ(words_of(evaluation, "scaled"),
            (Words{"top A input", "focus A scaled [A mean] [A standard-deviation]",
                   "focus B scaled [B mean] [B standard-deviation]", "focus A-B scaled",
                   "bottom A-B shifted"}));
  EXPECT_EQ(words_of(evaluation, "input"), (Words{"top A input", "bottom A-B shifted"}));
}

TEST(SheetSides, AStatisticThatPartsStandsInOneRowWithBAndTheDifference) {
  const Evaluation evaluation = computed(against_preset(with_normal_numbers({2, 6}), "V6"));
  EXPECT_EQ(words_of(evaluation, "variance"),
            (Words{"top A input", "focus [A variance] [B variance] [A-B variance]",
                   "bottom A-B normalized"}));
  const Sheet sheet = sheet_of(evaluation, card_of(evaluation, "variance"));
  EXPECT_EQ(sheet.bands[1].statistics[2].sign, "A − B");
  EXPECT_TRUE(std::ranges::all_of(sheet.bands[1].statistics, &SheetStatistic::needed));
  // Statistics of other groups have no difference.
  const Document numbers = with_normal_numbers({4, 6});
  const Evaluation batch = computed(against(
      numbers, {.b = document::operation_of(of_kind(numbers, ops::Normalization::kBatchNorm))}));
  EXPECT_EQ(words_of(batch, "mean"),
            (Words{"top A input", "focus [A mean] [B mean]", "bottom A-B normalized"}));
}

// The same numbers are shown once, and the statistics that the equation needs are in sight.
TEST(SheetSides, AStepThatIsTheSameStandsAsWithoutB) {
  const Evaluation evaluation = computed(against_preset(with_normal_numbers({2, 6}), "V6"));
  EXPECT_EQ(words_of(evaluation, "mean"),
            (Words{"top A input [A mean]", "focus", "bottom A-B normalized"}));
  EXPECT_EQ(words_of(evaluation, "centred"),
            (Words{"top A input [A mean]", "focus A centred", "bottom A-B normalized"}));
  EXPECT_EQ(words_of(evaluation, "squared"),
            (Words{"top A input", "focus A centred", "focus A squared", "bottom A-B normalized"}));
  EXPECT_EQ(
      words_of(evaluation, "variance-plus-eps"),
      (Words{"top A input", "focus [A variance] [A variance-plus-eps]", "bottom A-B normalized"}))
      << "a step of A alone";
}

TEST(SheetSides, WithoutStepsOfBOnlyTheOutputsAreCompared) {
  const Evaluation evaluation = computed(
      against(with_normal_numbers({2, 6}), {.b_calculation = document::Calculation::kTorch}));
  EXPECT_EQ(words_of(evaluation, "normalized"),
            (Words{"top A input", "bottom A normalized [A mean] [A standard-deviation]",
                   "bottom B normalized", "bottom A-B normalized"}));
  EXPECT_EQ(words_of(evaluation, "centred"),
            (Words{"top A input [A mean]", "focus A centred", "bottom A-B normalized"}));
}

TEST(SheetSides, ALayerBeforeTheOperationIsShownAsWithoutB) {
  const Evaluation evaluation = computed(against_preset(testing::lecture_document(), "V6"));
  const Words words = words_of(evaluation, "linear");
  EXPECT_EQ(words.front(), "top A input");
  EXPECT_EQ(words.back(), "bottom A-B normalized");
  for (const std::string& word : words) EXPECT_EQ(word.find(" B "), std::string::npos) << word;
}

TEST(SheetSides, AFailureOfBShowsAAlone) {
  const Document document = with_normal_numbers({6});
  const Evaluation evaluation = computed(against(
      document, {.b = document::operation_of(of_kind(document, ops::Normalization::kBatchNorm))}));
  ASSERT_TRUE(evaluation.compared->failure);
  const Evaluation alone = computed(document);
  for (std::size_t card = 0; card < alone.cards.size(); ++card) {
    const Sheet with = sheet_of(evaluation, card);
    const Sheet without = sheet_of(alone, card);
    ASSERT_EQ(with.bands.size(), without.bands.size()) << alone.cards[card].id;
    for (std::size_t i = 0; i < with.bands.size(); ++i) {
      EXPECT_EQ(with.bands[i].side, SheetSide::kA);
      EXPECT_EQ(with.bands[i].card, without.bands[i].card);
      EXPECT_EQ(with.bands[i].statistics.size(), without.bands[i].statistics.size());
    }
  }
}

// Every band has a card of its side; what a step is made from is in sight.
void expect_whole(const Evaluation& evaluation, std::size_t focus) {
  const Sheet sheet = sheet_of(evaluation, focus);
  bool in_sight = false;
  int differences_of_output = 0;
  for (const SheetBand& band : sheet.bands) {
    const Evaluation& side = of_side(evaluation, band.side);
    if (band.kind == BandKind::kCard) {
      ASSERT_LT(band.card, side.cards.size());
      EXPECT_FALSE(is_statistic(side, band.card)) << side.cards[band.card].id;
      in_sight = in_sight || (band.side == SheetSide::kA && band.card == focus);
      const bool output = band.card + 1 == evaluation.cards.size();
      if (band.side == SheetSide::kDifference && output) ++differences_of_output;
    }
    for (const SheetStatistic& each : band.statistics) {
      const Evaluation& of = of_side(evaluation, each.side);
      ASSERT_LT(each.card, of.cards.size());
      EXPECT_TRUE(is_statistic(of, each.card)) << of.cards[each.card].id;
      in_sight = in_sight || (each.side == SheetSide::kA && each.card == focus);
    }
  }
  EXPECT_TRUE(in_sight) << "the step itself";
  EXPECT_EQ(differences_of_output, 1);
}

TEST(SheetSides, EveryStepOfEveryPairOfVariantsIsInSight) {
  for (const Document& numbers :
       {with_parameters(with_normal_numbers({2, 6})), testing::lecture_document()}) {
    for (const ops::Preset& a : ops::presets()) {
      for (const ops::Preset& b : ops::presets()) {
        const Evaluation evaluation = computed(against_preset(as_preset(numbers, a.id), b.id));
        for (std::size_t focus = 0; focus < evaluation.cards.size(); ++focus) {
          SCOPED_TRACE(fmt::format("{} against {}: {}", a.id, b.id, evaluation.cards[focus].id));
          expect_whole(evaluation, focus);
        }
      }
    }
  }
}

}  // namespace
}  // namespace normscope::results
