// SPDX-License-Identifier: MIT
// The ten presets against each other, an output from elsewhere, and the smallest input that
// separates two operations, by pointer and keys.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "app/document/comparison.hpp"
#include "app/document/edits.hpp"
#include "app/results/evaluation.hpp"
#include "core/compute/compute.hpp"
#include "core/io/tensor_file.hpp"
#include "core/text/numbers.hpp"
#include "tests/app/panels/stage_fixture.hpp"

namespace normscope::testing {
namespace {

struct VariantsTest : public StageTest {
  static Document rows() {
    return document::document_of("x", document::Typed{},
                                 make({2, 4}, {1, 0, 0, 0, 0.5F, 2, -1, 3}));
  }
  void show_variants() {
    reduce_motion();
    show(rows());
    driver->click("stage/layout/2");
    driver->settle();
  }
  double number(const std::string& id) const {
    return text::parse_double(driver->widget(id).value.value_or("nan")).value_or(std::nan(""));
  }
  static std::string pair(int a, int b) {
    return fmt::format("variants/matrix/cell/{}/{}", a - 1, b - 1);
  }
};

TEST_F(VariantsTest, EachCellIsTheLargestDifferenceOfTwoOutputs) {
  show_variants();
  // The outputs by the formulas: of [1, 0, 0, 0] V3 gives sqrt(3), V6 1.5. The eps of V3 takes
  // eps / (2 var) = 2.7e-5 of sqrt(3) off, and 4 decimals are shown.
  constexpr double kEpsilon = 2.7e-5 * 1.7321 + 0.5e-4;
  EXPECT_NEAR(number("variants/outputs/cell/2/0"), std::sqrt(3.0), kEpsilon);
  EXPECT_NEAR(number("variants/outputs/cell/5/0"), 1.5, 1e-5);
  EXPECT_NEAR(number("variants/outputs/cell/8/0"), 1, 0) << "V9 returns the input";
  EXPECT_NEAR(number("variants/outputs/cell/0/0"), 0.25, 0) << "V1 returns the mean";
  EXPECT_NEAR(number(pair(3, 6)), std::sqrt(3.0) - 1.5, kEpsilon);
  EXPECT_NEAR(number(pair(6, 3)), 1.5 - std::sqrt(3.0), kEpsilon);
  for (int id = 1; id <= 10; ++id) EXPECT_EQ(number(pair(id, id)), 0) << id;
  driver->hover(pair(3, 6));
  EXPECT_TRUE(text("variants/pair").starts_with("V3 − V6: largest difference 0.232"))
      << text("variants/pair");

  // In ULP of numbers up to 2: 2^-22; parts count as one.
  driver->click("variants/unit/1");
  const double ulps = number(pair(3, 6));
  EXPECT_EQ(ulps, std::floor(ulps));
  EXPECT_NEAR(ulps, (std::sqrt(3.0) - 1.5) * 0x1p23, 4.7e-5 * 0x1p23)
      << "1 ULP of 1.5 and 1.73 is 2^-23; eps is as above";
  EXPECT_GE(std::abs(number(pair(3, 5))), 1);
}

// The selection has a column there, and no row. The driver throws where the window does not come to
// rest.
TEST_F(VariantsTest, AButtonHeldOnAnOutputDrawsNothingMore) {
  show_variants();
  driver->hold_and_move("variants/outputs/cell/8/0", 0, 3);
  driver->release();
  driver->hold_and_move("variants/outputs/cell/8/0", 60, 10);
  driver->release();
  EXPECT_GT(document().selection.column, 0);
}

// In a narrow window the sentences of some pairs take two lines.
TEST_F(VariantsTest, TheOutputsKeepTheirPlaceWhileThePointerGoesFromPairToPair) {
  show_variants();
  bool differ = false;
  for (int width = 640; width <= 1000; width += 40) {
    driver->resize({static_cast<float>(width), 1700});
    const float before = driver->widget("variants/outputs").rect.y;
    std::set<float> heights;
    for (int b = 1; b <= 3; ++b) {
      driver->hover(pair(3, b));
      EXPECT_EQ(driver->widget("variants/outputs").rect.y, before) << width << ' ' << b;
      heights.insert(driver->widget("variants/pair").rect.h);
    }
    differ = differ || heights.size() > 1;
  }
  EXPECT_TRUE(differ);
}

TEST_F(VariantsTest, AClickPutsBothOnTheSheetAndUndoTakesThemBack) {
  show_variants();
  const Document before = document();
  driver->click(pair(5, 10));
  driver->settle();
  EXPECT_EQ(document().view.layout, document::StageLayout::kSheet);
  EXPECT_EQ(text("inspector/preset"), "V5  eps outside, biased deviation");
  EXPECT_EQ(text("inspector/compare"), "V10  RMSNorm: no centring");
  EXPECT_TRUE(driver->has("stage/difference/normalized"));
  driver->key(ui::Key::kZ, {.ctrl = true});
  EXPECT_EQ(document().norm, before.norm);
  EXPECT_FALSE(document().comparison);

  // A preset with itself: that preset alone.
  driver->click("stage/layout/2");
  driver->click(pair(7, 7));
  driver->settle();
  EXPECT_EQ(text("inspector/preset"), "V7  eps = 1e-3");
  EXPECT_FALSE(document().comparison);
}

TEST_F(VariantsTest, TheKeyboardChoosesAPair) {
  show_variants();
  driver->shell().focus().set("variants/matrix");
  driver->settle();
  for (int i = 0; i < 2; ++i) driver->key(ui::Key::kDown);
  for (int i = 0; i < 5; ++i) driver->key(ui::Key::kRight);
  EXPECT_EQ(document().view.layout, document::StageLayout::kVariants) << "arrows only move";
  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_EQ(document().view.layout, document::StageLayout::kSheet);
  EXPECT_EQ(text("inspector/preset"), "V3  reference: biased, eps inside");
  EXPECT_EQ(text("inspector/compare"), "V6  eps outside, unbiased deviation");
}

TEST_F(VariantsTest, TheTableFollowsTheNumbersAndSaysWhereThereIsNone) {
  show_variants();
  const double before = number(pair(3, 6));
  show(document::set_value(document(), document::Target::kInput, 0, 8)->after);
  EXPECT_NE(number(pair(3, 6)), before);
  EXPECT_NEAR(number("variants/outputs/cell/8/0"), 8, 0);
  driver->click("inspector/subject/1");
  draw();
  EXPECT_FALSE(driver->has("variants/matrix"));
  EXPECT_TRUE(driver->has("variants/none"));
}

TEST_F(VariantsTest, TheSmallestInputThatSeparatesGoesOntoTheStage) {
  reduce_motion();
  show(document::compare_presets(rows(), "V3", "V6")->after);
  driver->click("inspector/separate");
  ASSERT_TRUE(wait_for([&] { return driver->has("inspector/separation"); }));
  EXPECT_TRUE(text("inspector/separation").starts_with("[1, 0] separates them"))
      << text("inspector/separation");
  driver->click("inspector/separation/put");
  driver->settle();
  EXPECT_EQ(text("stage/input/cell/0/0"), "1");
  EXPECT_EQ(text("stage/normalized/cell/0/0"), "1.0000");
  EXPECT_EQ(text("stage/b/normalized/cell/0/0"), "0.7071");
  // Another pair needs another search.
  choose("inspector/compare", "inspector/compare/5");
  EXPECT_FALSE(driver->has("inspector/separation"));
  driver->click("inspector/separate");
  ASSERT_TRUE(wait_for([&] { return driver->has("inspector/separation"); }));
  EXPECT_NE(text("inspector/separation").find("paper"), std::string::npos)
      << text("inspector/separation");
}

TEST_F(VariantsTest, AnOutputFromElsewhereIsExplainedAndTaken) {
  reduce_motion();
  show(rows());
  const std::string path = (folder / "theirs.csv").string();
  std::ofstream(path) << "1.5,-0.5,-0.5,-0.5\n-0.3571,0.5,-1.2143,1.0714\n";
  driver->click("menu/edit");
  driver->click("menu/edit/explain-output");
  driver->settle();
  driver->replace_text("output/path", path + ".no");
  driver->key(ui::Key::kEnter);
  EXPECT_TRUE(wait_for([&] { return driver->has("output/complaint"); }));
  driver->replace_text("output/path", path);
  driver->key(ui::Key::kEnter);
  ASSERT_TRUE(wait_for([&] { return driver->has("output/take/0"); }));
  EXPECT_FALSE(driver->has("output/complaint"));
  EXPECT_NE(text("output/sentence").find("unbiased"), std::string::npos) << text("output/sentence");
  const std::string sentence = text("output/sentence");
  EXPECT_TRUE(sentence.front() >= 'A' && sentence.front() <= 'Z') << sentence;
  driver->click("output/take/0");
  driver->settle();
  EXPECT_EQ(document().norm.options.estimator, ops::VarianceEstimator::kUnbiased);
  ASSERT_TRUE(document().comparison);
  EXPECT_EQ(std::get<document::GivenOutput>(document().comparison->b).name, "theirs.csv");
  EXPECT_EQ(text("stage/b/normalized/cell/0/0"), "1.5000");
  EXPECT_LE(std::abs(number("stage/difference/normalized/cell/1/3")), 5.1e-5);
}

TEST_F(VariantsTest, AGradientFromElsewhereIsExplainedFromTheOneOnTheStage) {
  reduce_motion();
  Document document = NORMSCOPE_VALUE_OR_FAIL(document::show_backward(rows(), true)).after;
  document =
      NORMSCOPE_VALUE_OR_FAIL(document::fill_upstream(document, document::Random{.seed = 1})).after;
  Document theirs = document;
  theirs.norm.options.estimator = ops::VarianceEstimator::kUnbiased;
  const results::Evaluation evaluated =
      results::evaluate(theirs, 0, compute::make_backends(), compute::Device::kCpu);
  const trace::Trace& steps = evaluated.stages.back().trace;
  const auto dx = NORMSCOPE_VALUE_OR_FAIL(steps.whole(steps.program().size() - 1));
  const std::string path = (folder / "dx.safetensors").string();
  ASSERT_TRUE(io::write_archive(path, std::vector<io::NamedTensor>{{"dx", &dx}}));
  show(document);
  driver->click("menu/edit");
  driver->click("menu/edit/explain-output");
  driver->settle();
  driver->replace_text("output/path", path);
  driver->key(ui::Key::kEnter);
  ASSERT_TRUE(wait_for([&] { return driver->has("output/take/0"); }));
  EXPECT_NE(text("output/sentence").find("unbiased"), std::string::npos) << text("output/sentence");
  driver->click("output/take/0");
  driver->settle();
  EXPECT_EQ(this->document().norm.options.estimator, ops::VarianceEstimator::kUnbiased);
  EXPECT_TRUE(this->document().backward.on);
  EXPECT_LE(std::abs(number("stage/difference/gradient-of-the-input/cell/1/3")), 5.1e-5);
}

// As when an input is opened: a table that may be read in several ways, and an archive.
TEST_F(VariantsTest, WhatAnOutputFromElsewhereLeavesOpenIsAskedAbout) {
  reduce_motion();
  show(rows());
  const std::string table = (folder / "theirs.csv").string();
  std::ofstream(table) << "a;b;c;d\n1,5;-0,5;-0,5;-0,5\n-0,3571;0,5;-1,2143;1,0714\n";
  const auto theirs = make({2, 4}, {1.5F, -0.5F, -0.5F, -0.5F, -0.3571F, 0.5F, -1.2143F, 1.0714F});
  const auto other = make({3}, {1, 2, 3});
  const std::string archive = (folder / "theirs.safetensors").string();
  const std::vector<io::NamedTensor> named{{"y", &theirs}, {"other", &other}};
  ASSERT_TRUE(io::write_archive(archive, named));
  driver->click("menu/edit");
  driver->click("menu/edit/explain-output");
  driver->settle();
  const auto sentence = [&] {
    EXPECT_TRUE(wait_for([&] { return driver->has("output/take/0"); }));
    return text("output/sentence");
  };
  driver->replace_text("output/path", table);
  driver->key(ui::Key::kEnter);
  ASSERT_TRUE(driver->has("table/accept")) << "a decimal comma";
  driver->click("table/accept");
  driver->settle();
  EXPECT_NE(sentence().find("unbiased"), std::string::npos);
  EXPECT_TRUE(text("output/given").starts_with("theirs.csv")) << text("output/given");

  driver->replace_text("output/path", archive);
  driver->key(ui::Key::kEnter);
  ASSERT_TRUE(driver->has("arrays/accept"));
  EXPECT_FALSE(driver->widget("arrays/accept").enabled) << "nothing is chosen for the reader";
  EXPECT_FALSE(driver->has("arrays/role/gamma"));
  driver->click("arrays/row/y");
  driver->click("arrays/accept");
  driver->settle();
  EXPECT_NE(sentence().find("unbiased"), std::string::npos);
  EXPECT_TRUE(text("output/given").starts_with("y, ")) << text("output/given");
}

}  // namespace
}  // namespace normscope::testing
