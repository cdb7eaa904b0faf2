// SPDX-License-Identifier: MIT
// Comparing two operations by pointer and keys: A, B and A - B on the sheet, the side that the
// inspector edits, the largest difference, a side without numbers.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/comparison.hpp"
#include "app/document/descriptions.hpp"
#include "core/ops/presets.hpp"
#include "tests/app/panels/stage_fixture.hpp"

namespace normscope::testing {
namespace {

struct CompareTest : public StageTest {
  // Rows of the choice: nothing, a copy of A, the presets, the other subject, the other kinds, the
  // other calculations.
  static std::string row(int number) { return fmt::format("inspector/compare/{}", number); }
  static constexpr int kNothing = 0;
  static constexpr int kCopy = 1;
  static int preset(int number) { return 1 + number; }
  static constexpr int kSoftmax = 12;
  static constexpr int kBatchNorm = 14;  // of layer norm; 13 is RMS norm
  static constexpr int kTorch = 17;

  void compare_with(int number) const { choose("inspector/compare", row(number)); }
  static Document one_hot() {
    return document::document_of("x", document::Typed{}, make({1, 4}, {1, 0, 0, 0}));
  }
  // The signs in the corners of the strip, of those steps that have one.
  std::vector<std::string> parting_steps() const {
    std::vector<std::string> ids;
    for (const results::Card& card : cards()) {
      const std::string sign = mark("stage/strip/" + card.id);
      if (!sign.empty()) ids.push_back(card.id + sign);
    }
    return ids;
  }
  bool edits_b() const { return driver->widget("inspector/side/1").selected == true; }
  const document::NormSettings& norm_of_b() const {
    return document::other_operation(document())->norm;
  }
};

TEST_F(CompareTest, AAndBAndTheirDifferenceStandInTheSameColumns) {
  reduce_motion();
  show(one_hot());
  EXPECT_FALSE(driver->has("stage/difference/normalized"));
  compare_with(preset(6));
  EXPECT_EQ(text("inspector/compare"), "V6  eps outside, unbiased deviation");
  EXPECT_EQ(text("stage/normalized/cell/0/0"), "1.7320");
  EXPECT_EQ(text("stage/b/normalized/cell/0/0"), "1.5000");
  EXPECT_EQ(text("stage/difference/normalized/cell/0/0"), "0.2320");
  EXPECT_EQ(text("stage/normalized/cell/0/3"), "-0.5773");
  EXPECT_EQ(text("stage/b/normalized/cell/0/3"), "-0.5000");
  EXPECT_EQ(text("stage/difference/normalized/cell/0/3"), "-0.0773");
  for (const int column : {0, 3}) {
    const auto place = [&](std::string_view grid) {
      return driver->widget(fmt::format("{}/cell/0/{}", grid, column)).rect.x;
    };
    EXPECT_EQ(place("stage/b/normalized"), place("stage/input"));
    EXPECT_EQ(place("stage/normalized"), place("stage/input"));
    EXPECT_EQ(place("stage/difference/normalized"), place("stage/input"));
  }
  EXPECT_EQ(text("stage/normalized/title"), "V3: layer norm, eps 1e-05, biased");
  EXPECT_EQ(text("stage/b/normalized/title"),
            "V6: layer norm, eps 1e-06 outside the root, unbiased");
  EXPECT_EQ(text("inspector/difference"), text("stage/difference/normalized/title"));
  EXPECT_EQ(text("inspector/difference").substr(0, 24), "largest difference 0.232");
  // The difference follows an edit of the input.
  edit(0, 3, "1");
  EXPECT_EQ(text("stage/normalized/cell/0/0"), "1.0000");
  EXPECT_EQ(text("stage/difference/normalized/cell/0/0"), "0.1340") << "1 less the root of 3/4";
  compare_with(kNothing);
  EXPECT_FALSE(driver->has("stage/difference/normalized"));
  EXPECT_FALSE(driver->has("inspector/difference"));
}

TEST_F(CompareTest, TheStripMarksTheStepsAtWhichTheyPart) {
  reduce_motion();
  show(batch({2, 6}));
  EXPECT_EQ(parting_steps(), std::vector<std::string>{});
  compare_with(preset(5));
  EXPECT_EQ(parting_steps(), (std::vector<std::string>{"standard-deviation≠", "normalized≠"}));
  compare_with(preset(2));
  EXPECT_EQ(parting_steps(),
            (std::vector<std::string>{"variance≠", "standard-deviation≠", "normalized≠"}));
  compare_with(kBatchNorm);
  EXPECT_EQ(text("inspector/compare"), "batch norm");
  EXPECT_EQ(parting_steps().front(), "mean≠") << "over other groups";
  compare_with(kSoftmax);
  EXPECT_EQ(text("inspector/compare"), "softmax");
  EXPECT_EQ(parting_steps(), std::vector<std::string>{"normalized≠"});
  compare_with(kTorch);
  EXPECT_EQ(text("inspector/compare"), "A by PyTorch's own function");
  EXPECT_EQ(parting_steps(), std::vector<std::string>{"normalized≠"});
  compare_with(kCopy);
  EXPECT_EQ(parting_steps(), std::vector<std::string>{});
  EXPECT_EQ(text("inspector/difference"), "A and B are the same in every number");
  EXPECT_FALSE(driver->has("inspector/largest"));
}

TEST_F(CompareTest, EveryStepIsInSightWithBAndTheDifference) {
  reduce_motion();
  show(batch({2, 6}));
  compare_with(preset(10));
  for (const results::Card& card : cards()) {
    SCOPED_TRACE(card.id);
    driver->click("stage/strip/" + card.id);
    EXPECT_TRUE(visible("stage/" + card.id + "/cell/1/0"));
    EXPECT_TRUE(visible("stage/difference/normalized/cell/1/5"));
  }
  driver->click("stage/strip/variance");
  EXPECT_TRUE(visible("stage/b/mean-square/cell/1/0"));
  EXPECT_TRUE(visible("stage/difference/variance/cell/1/0"));
  const double a = number("stage/variance/cell/1/0");
  const double b = number("stage/b/mean-square/cell/1/0");
  // Each is rounded to four digits.
  EXPECT_NEAR(number("stage/difference/variance/cell/1/0"), a - b, 1.5e-4);
  driver->click("stage/strip/squared");
  EXPECT_TRUE(visible("stage/squared/cell/0/0"));
  EXPECT_TRUE(visible("stage/b/squared/cell/0/0"));
  EXPECT_TRUE(visible("stage/difference/squared/cell/0/0"));
}

// The statistics of batch norm stand below their columns.
TEST_F(CompareTest, StatisticsOfColumnsStandInRowsOfTheirOwn) {
  reduce_motion();
  show(of_kind({4, 6}, ops::Normalization::kBatchNorm));
  compare_with(kCopy);
  driver->click("inspector/variance/1");
  ASSERT_TRUE(document().comparison);
  EXPECT_EQ(norm_of_b().options.estimator, ops::VarianceEstimator::kUnbiased);
  driver->click("stage/strip/variance");
  for (const char* const id : {"stage/variance", "stage/b/variance", "stage/difference/variance"}) {
    EXPECT_TRUE(visible(fmt::format("{}/cell/0/5", id))) << id;
  }
  EXPECT_EQ(text("stage/variance/side"), "A");
  EXPECT_EQ(text("stage/b/variance/side"), "B");
  EXPECT_EQ(text("stage/difference/variance/side"), "A − B");
  EXPECT_NEAR(number("stage/b/variance/cell/0/5") * 3 / 4, number("stage/variance/cell/0/5"), 1e-4);
}

TEST_F(CompareTest, F3SelectsTheLargestDifferenceAndBringsItsSlice) {
  reduce_motion();
  show(batch({2, 3, 4}));
  driver->key(ui::Key::kF3);
  EXPECT_EQ(document().selection, document::Selection{}) << "nothing is compared";
  Document elsewhere =
      NORMSCOPE_VALUE_OR_FAIL(document::compare_with_preset(document(), "V6")).after;
  show(elsewhere);
  const std::int64_t at = shown().compared->difference.at;
  ASSERT_GE(at, 0);
  const std::int64_t slice = at / 12;
  elsewhere.view.outer = {1 - slice};
  elsewhere.view.step = "mean";
  elsewhere.selection = {(1 - slice) * 3, 0};
  show(elsewhere);
  driver->key(ui::Key::kF3);
  draw();
  EXPECT_EQ(document().view.outer, std::vector<std::int64_t>{slice});
  EXPECT_EQ(document().selection, (document::Selection{at / 4, at % 4}));
  EXPECT_EQ(document().view.step, "") << "the output";
  const std::string cell = fmt::format("cell/{}/{}", at / 4 % 3, at % 4);
  EXPECT_TRUE(visible("stage/difference/normalized/" + cell));
  EXPECT_EQ(driver->widget("stage/normalized/" + cell).selected, true);
  EXPECT_EQ(application->workspace().history.undo_description(), "") << "looking is no edit";
  // The same by the button, from elsewhere.
  driver->click("stage/normalized/cell/0/0");
  driver->click("inspector/largest");
  EXPECT_EQ(document().selection, (document::Selection{at / 4, at % 4}));
}

TEST_F(CompareTest, TheInspectorEditsTheChosenSideAlone) {
  driver->resize({1280, 1400});  // gamma's numbers are in sight
  reduce_motion();
  show(batch({2, 6}));
  compare_with(preset(6));
  EXPECT_FALSE(edits_b()) << "a variant is looked at";
  const document::Operation a = document::operation_of(document());
  driver->click("inspector/side/1");
  EXPECT_TRUE(edits_b());
  EXPECT_EQ(text("inspector/preset"), "V6  eps outside, unbiased deviation");
  driver->click("inspector/variance/0");
  EXPECT_EQ(norm_of_b().options.estimator, ops::VarianceEstimator::kBiased);
  EXPECT_EQ(application->workspace().history.undo_description(), "B: biased variance");
  driver->drag("inspector/eps", 40);
  EXPECT_GT(norm_of_b().options.epsilon, 1e-6);
  EXPECT_EQ(application->workspace().history.undo_description().substr(0, 13), "B: eps 1e-06 ");
  driver->click("inspector/gamma/on");
  EXPECT_TRUE(norm_of_b().gamma.on);
  EXPECT_FALSE(document().norm.gamma.on);
  driver->double_click("inspector/gamma/values/cell/0/2");
  driver->key(ui::Key::kA, kCtrl);
  driver->type("4");
  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_EQ(norm_of_b().gamma.values.at(2), 4);
  EXPECT_EQ(document().norm.gamma.values.at(2), 1);
  EXPECT_EQ(document::operation_of(document()), a);
  driver->click("inspector/side/0");
  EXPECT_EQ(text("inspector/preset"), "V3  reference: biased, eps inside");
  driver->click("inspector/variance/1");
  EXPECT_EQ(document().norm.options.estimator, ops::VarianceEstimator::kUnbiased);
  EXPECT_EQ(application->workspace().history.undo_description(), "unbiased variance");
  EXPECT_EQ(norm_of_b().options.estimator, ops::VarianceEstimator::kBiased);
  undo_all();
  EXPECT_FALSE(document().comparison);
  EXPECT_FALSE(driver->has("inspector/side/1"));
  EXPECT_EQ(document::operation_of(document()), a);
}

// A number that is still being typed belongs to the side that it was typed for.
TEST_F(CompareTest, ChangingTheSideCommitsTheNumberToTheSideBefore) {
  reduce_motion();
  show(batch({2, 6}));
  compare_with(preset(6));
  driver->replace_text("inspector/eps/value", "0.25");
  driver->click("inspector/side/1");
  driver->settle();
  EXPECT_TRUE(edits_b());
  EXPECT_EQ(document().norm.options.epsilon, 0.25);
  EXPECT_EQ(norm_of_b().options.epsilon, 1e-6);
}

TEST_F(CompareTest, ExchangeTurnsTheDifference) {
  reduce_motion();
  show(one_hot());
  compare_with(preset(6));
  const Document before = document();
  driver->click("inspector/exchange");
  EXPECT_EQ(document(), document::exchanged(before));
  EXPECT_EQ(text("stage/normalized/cell/0/0"), "1.5000");
  EXPECT_EQ(text("stage/b/normalized/cell/0/0"), "1.7320");
  EXPECT_EQ(text("stage/difference/normalized/cell/0/0"), "-0.2320");
  EXPECT_EQ(text("inspector/compare"), "V3  reference: biased, eps inside");
  EXPECT_EQ(application->workspace().history.undo_description(), "exchange A and B");
  driver->key(ui::Key::kZ, kCtrl);
  EXPECT_EQ(document().comparison, before.comparison);
  EXPECT_EQ(text("stage/difference/normalized/cell/0/0"), "0.2320");
}

TEST_F(CompareTest, ACellOfBPointsAtAndSelectsTheSamePlaceOfA) {
  reduce_motion();
  show(batch({2, 6}));
  compare_with(preset(6));
  driver->hover("stage/b/normalized/cell/1/2");
  EXPECT_EQ(mark("stage/b/normalized/cell/1/2"), "self");
  EXPECT_EQ(mark("stage/normalized/cell/1/2"), "self");
  EXPECT_EQ(mark("stage/normalized/cell/1/3"), "");
  EXPECT_EQ(mark("stage/input/cell/1/0"), "source");
  EXPECT_EQ(mark("stage/b/mean/cell/1/0"), "source") << "B's own statistics";
  EXPECT_EQ(mark("stage/b/mean/cell/0/0"), "");
  driver->hover("stage/difference/normalized/cell/0/4");
  EXPECT_EQ(mark("stage/normalized/cell/0/4"), "self");
  EXPECT_EQ(mark("stage/b/normalized/cell/0/4"), "self");
  driver->click("stage/b/normalized/cell/1/2");
  EXPECT_EQ(document().selection, (document::Selection{1, 2}));
  EXPECT_EQ(selected_card(), "normalized");
  EXPECT_EQ(driver->widget("stage/normalized/cell/1/2").selected, true);
  EXPECT_EQ(driver->widget("stage/b/normalized/cell/1/2").selected, true);
  driver->click("stage/difference/normalized/cell/0/5");
  EXPECT_EQ(document().selection, (document::Selection{0, 5}));
  EXPECT_EQ(selected_card(), "normalized");
  // A statistic of B in another role, by its counterpart.
  driver->click("stage/strip/standard-deviation");
  driver->click("stage/b/standard-deviation-plus-eps/cell/1/0");
  EXPECT_EQ(selected_card(), "standard-deviation");
  EXPECT_EQ(document().selection.row, 1);
}

TEST_F(CompareTest, TheFormulaOfBStandsBesideAs) {
  reduce_motion();
  show(batch({2, 6}));
  EXPECT_FALSE(driver->has("stage/b/formula"));
  compare_with(preset(6));
  driver->click("stage/strip/standard-deviation");
  ASSERT_TRUE(driver->has("stage/b/formula"));
  EXPECT_NE(text("stage/b/formula"), text("stage/formula"));
  EXPECT_LT(driver->widget("stage/formula").rect.x + driver->widget("stage/formula").rect.w,
            driver->widget("stage/b/formula").rect.x);
  // A click on B's eps leads to the eps of B.
  std::string epsilon;
  for (int link = 0; driver->has(fmt::format("stage/b/formula/link/{}", link)); ++link) {
    const std::string id = fmt::format("stage/b/formula/link/{}", link);
    if (text(id) == "1e-06") epsilon = id;
  }
  ASSERT_FALSE(epsilon.empty()) << text("stage/b/formula");
  EXPECT_FALSE(edits_b());
  driver->click(epsilon);
  EXPECT_TRUE(edits_b());
  EXPECT_TRUE(driver->widget("inspector/eps").focused);
  // A step of A alone has one formula.
  driver->click("stage/strip/variance-plus-eps");
  EXPECT_FALSE(driver->has("stage/b/formula"));
}

// In a narrow window both lines are too long.
TEST_F(CompareTest, TheFormulasAreMovedApart) {
  reduce_motion();
  show(batch({2, 40}));
  compare_with(preset(10));
  driver->click("stage/strip/variance");
  driver->resize({800, 800});
  ASSERT_TRUE(driver->has("stage/b/formula/link/0"));
  const auto first = [&](const char* side) {
    return driver->widget(fmt::format("stage/{}formula/link/0", side)).rect.x;
  };
  const float a = first("");
  const float b = first("b/");
  driver->scroll("stage/b/formula", -3);
  EXPECT_EQ(first(""), a);
  EXPECT_LT(first("b/"), b);
}

TEST_F(CompareTest, ABWithoutNumbersSaysWhyAndAStandsAlone) {
  reduce_motion();
  show(batch({6}));
  compare_with(kBatchNorm);
  ASSERT_TRUE(shown().compared && shown().compared->failure);
  EXPECT_EQ(text("inspector/difference"), shown().compared->failure->sentence);
  EXPECT_FALSE(driver->has("stage/b/normalized"));
  EXPECT_FALSE(driver->has("stage/difference/normalized"));
  EXPECT_TRUE(visible("stage/normalized/cell/0/5"));
  EXPECT_EQ(parting_steps(), std::vector<std::string>{});
  EXPECT_FALSE(driver->has("inspector/largest"));
  for (const results::Card& card : cards()) {
    driver->click("stage/strip/" + card.id);
    EXPECT_TRUE(visible("stage/" + card.id)) << card.id;
  }
  // It is mended on the side that fails.
  driver->click("inspector/side/1");
  driver->click("inspector/subject/1");
  EXPECT_FALSE(shown().compared->failure);
  EXPECT_TRUE(driver->has("stage/difference/normalized"));
}

TEST_F(CompareTest, AllStepsAsCardsAreThoseOfA) {
  driver->resize({1920, 2000});  // all cards are in sight
  reduce_motion();
  show(batch({2, 6}));
  compare_with(preset(6));
  driver->click("stage/layout/1");
  driver->settle();
  for (const results::Card& card : cards()) {
    EXPECT_TRUE(driver->has("stage/" + card.id + "/cell/1/0")) << card.id;
  }
  EXPECT_FALSE(driver->has("stage/b/normalized"));
  driver->hover("stage/mean/cell/1/0");
  EXPECT_EQ(mark("stage/input/cell/1/3"), "source");
  driver->click("stage/layout/0");
  driver->settle();
  EXPECT_TRUE(driver->has("stage/b/normalized"));
}

TEST_F(CompareTest, ThePresenterViewComparesToo) {
  reduce_motion();
  show(one_hot());
  compare_with(preset(6));
  driver->key(ui::Key::kF11);
  EXPECT_TRUE(view().presenting);
  EXPECT_FALSE(driver->has("inspector/compare"));
  for (const char* const id :
       {"stage/input", "stage/normalized", "stage/b/normalized", "stage/difference/normalized"}) {
    EXPECT_TRUE(visible(fmt::format("{}/cell/0/0", id))) << id;
  }
  driver->key(ui::Key::kEscape);
  EXPECT_TRUE(driver->has("inspector/compare"));
}

TEST_F(CompareTest, TheLegendOfADifferenceStandsAfterItsWords) {
  for (const tensor::Shape& shape : {tensor::Shape{2, 6}, tensor::Shape{4, 20}}) {
    show(batch(shape));
    compare_with(preset(6));
    const ui::Rect map = driver->widget("stage/difference/normalized").rect;
    const ui::Rect legend = driver->widget("stage/difference/normalized/legend").rect;
    const ui::Rect words = driver->widget("stage/difference/normalized/title").rect;
    EXPECT_GE(legend.x + legend.w, map.x + map.w - 1) << shape[1];
    EXPECT_LE(words.x + words.w, legend.x) << shape[1];
    EXPECT_GT(words.w, 300) << shape[1];
  }
}

TEST_F(CompareTest, ArrowsChooseWithoutComparingWithWhatTheyPass) {
  show(batch({2, 6}));
  driver->shell().focus().set("inspector/compare");
  driver->settle();
  driver->key(ui::Key::kDown);
  driver->settle();
  ASSERT_TRUE(driver->has("inspector/compare/0")) << "the list opens";
  EXPECT_TRUE(driver->widget("inspector/compare/0").focused);
  for (int row = 1; row <= 7; ++row) driver->key(ui::Key::kDown);
  EXPECT_FALSE(document().comparison.has_value());
  driver->key(ui::Key::kEnter);
  driver->settle();
  ASSERT_TRUE(document().comparison.has_value());
  EXPECT_NE(text("inspector/compare").find("V6"), std::string::npos) << text("inspector/compare");
  // It opens again where it is.
  driver->key(ui::Key::kUp);
  driver->settle();
  EXPECT_TRUE(driver->widget("inspector/compare/7").focused);
  driver->key(ui::Key::kEscape);
  EXPECT_NE(text("inspector/compare").find("V6"), std::string::npos);
}

TEST_F(CompareTest, AnIdleWindowStaysIdle) {
  show(batch({2, 6}));
  compare_with(preset(6));
  edit(0, 0, "3");
  driver->wait(5);
  const std::uint64_t before = driver->frames();
  driver->wait(60);
  EXPECT_EQ(driver->frames(), before);
}

TEST_F(CompareTest, ASessionOpensAsItWasSaved) {
  reduce_motion();
  Document document = batch({2, 6});
  document = NORMSCOPE_VALUE_OR_FAIL(document::compare_with_preset(document, "V6")).after;
  show(document);
  EXPECT_TRUE(visible("stage/difference/normalized/cell/0/0"));
  document = NORMSCOPE_VALUE_OR_FAIL(
                 document::compare_with(
                     batch({2, 6}),
                     {.b = document::GivenOutput{"from Keras", document::Typed{},
                                                 document::Array(
                                                     make({2, 6}, std::vector<float>(12, 0.5F)))}}))
                 .after;
  show(document);
  EXPECT_EQ(text("inspector/compare"), "from Keras");
  EXPECT_EQ(text("stage/b/normalized/cell/1/5"), "0.5000");
  EXPECT_EQ(text("stage/b/normalized/title"), "from Keras");
  EXPECT_FALSE(driver->has("inspector/side/1")) << "it has no options";
}

}  // namespace
}  // namespace normscope::testing
