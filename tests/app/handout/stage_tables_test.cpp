// SPDX-License-Identifier: MIT
// The tables of a step: which numbers of the stage they have.
#include "app/handout/stage_tables.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "app/figures/layout/font_measure.hpp"
#include "app/handout/style.hpp"
#include "app/handout/tables.hpp"
#include "app/lessons/loader.hpp"
#include "core/compute/compute.hpp"
#include "tests/support/support.hpp"

namespace normscope::handout {
namespace {

using Texts = std::vector<std::string>;

// The tables of the first step of a lesson with these settings.
std::vector<Table> tables(std::string_view settings) {
  const auto lesson = NORMSCOPE_VALUE_OR_FAIL(lessons::read_lesson(
      "+++\nid = \"a\"\ntitle = \"A\"\nsource = \"us\"\n+++\n## One\n```normscope\n" +
      std::string(settings) + "\n```\n"));
  const lessons::Step& step = lesson.steps[0];
  const auto evaluation =
      results::evaluate(step.document, 0, compute::make_backends(), compute::Device::kReference);
  EXPECT_FALSE(evaluation.failure);
  return stage_tables(evaluation, step.document, step.reveals);
}

Texts titles(const std::vector<Table>& all) {
  Texts texts;
  for (const Table& table : all) texts.push_back(table.title);
  return texts;
}

constexpr std::string_view kRows = "input = { values = [[1, 2, 3], [4, 5, 9]] }\n";

std::string with_rows(std::string_view settings) {
  return std::string(kRows) + std::string(settings);
}

TEST(StageTables, TheInputAndTheStepOnTheSheet) {
  const auto all = tables(with_rows("operation = \"layer-norm\"\nfocus = \"mean\""));
  ASSERT_EQ(titles(all), (Texts{"Input", "Mean"}));
  EXPECT_EQ(all[0].rows, (std::vector<Texts>{{"1", "2", "3"}, {"4", "5", "9"}}));
  EXPECT_EQ(all[0].labels, (Texts{"row 0", "row 1"}));
  EXPECT_EQ(all[1].rows, (std::vector<Texts>{{"2"}, {"6"}}));
  EXPECT_EQ(all[1].about, "(2, 1)");
  EXPECT_EQ(titles(tables(with_rows("operation = \"softmax\""))), (Texts{"Input", "Output"}));
  EXPECT_EQ(titles(tables(with_rows("operation = \"softmax\"\nfocus = \"input\""))),
            Texts{"Input"});
}

TEST(StageTables, TheOperationStartsFromWhatTheLayersMade) {
  const std::string layers =
      with_rows("layers = [{ linear = 4, seed = 1 }, \"relu\"]\noperation = \"layer-norm\"\n");
  EXPECT_EQ(titles(tables(layers + "focus = \"variance\"")), (Texts{"ReLU", "Variance"}));
  EXPECT_EQ(titles(tables(layers + "focus = \"relu\"")), (Texts{"Input", "ReLU"}));
}

TEST(StageTables, HoldBackWhatTheStepDoesNotReveal) {
  const std::string norm = with_rows("operation = \"layer-norm\"\n");
  EXPECT_EQ(titles(tables(norm + "reveal = \"mean\"")), (Texts{"Input", "Mean"}));
  EXPECT_EQ(titles(tables(norm + "reveal = \"variance\"\nfocus = \"mean\"")),
            (Texts{"Input", "Mean"}));
  EXPECT_EQ(titles(tables(norm + "reveal = \"input\"")), Texts{"Input"});
}

TEST(StageTables, DigitsAreTheLessons) {
  const std::string softmax = with_rows("operation = \"softmax\"\n");
  EXPECT_EQ(tables(softmax)[1].rows[0], (Texts{"0.0900", "0.2447", "0.6652"}));
  EXPECT_EQ(tables(softmax + "digits = \"6\"")[1].rows[0],
            (Texts{"0.090031", "0.244728", "0.665241"}));
}

TEST(StageTables, AComparisonHasBothSidesAndTheirDifference) {
  const auto all =
      tables(with_rows("operation = \"layer-norm\"\ncompare = { name = \"theirs\", "
                       "values = [[0, 0, 0], [1, 1, 1]] }"));
  ASSERT_EQ(all.size(), 4U);
  EXPECT_TRUE(all[1].title.starts_with("A: ")) << all[1].title;
  EXPECT_EQ(all[2].title, "B: theirs");
  EXPECT_EQ(all[2].rows[1], (Texts{"1", "1", "1"}));
  EXPECT_EQ(all[3].title, "A - B");
  // 9 lies 1.3887 deviations above its mean of 6 with a variance of 14 / 3.
  EXPECT_EQ(all[1].rows[1][2], "1.3887");
  EXPECT_EQ(all[3].rows[1][2], "0.3887");

  const auto step =
      tables(with_rows("operation = \"layer-norm\"\ncompare = \"V2\"\nfocus = \"variance\""));
  ASSERT_EQ(step.size(), 4U);
  EXPECT_EQ(step[1].about, "Variance (2, 1)");
  EXPECT_EQ(step[1].rows[0][0], "0.6667");
  EXPECT_EQ(step[2].rows[0][0], "1");
}

TEST(StageTables, TheTenVariantsOfTheSelectedRow) {
  const auto all = tables(with_rows(
      "operation = \"layer-norm\"\nlayout = \"variants\"\nselect = { row = 1, column = 0 }"));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[1].about, "row 1");
  ASSERT_EQ(all[1].labels.size(), 10U);
  EXPECT_EQ(all[1].labels[0], "V1");
  EXPECT_EQ(all[1].labels[9], "V10");
  EXPECT_EQ(all[1].rows[0], (Texts{"6.0000", "6.0000", "6.0000"})) << "V1 returns the mean";
  EXPECT_EQ(all[1].rows[8], (Texts{"4.0000", "5.0000", "9.0000"})) << "V9 its input";
}

TEST(StageTables, OfManyRowsTheFirstOfTheSlice) {
  const auto all = tables(
      "input = { distribution = \"rand\", shape = [3, 20, 64], seed = 1 }\noperation = "
      "\"softmax\"\nselect = { row = 23, column = 3 }");
  EXPECT_EQ(all[0].rows.size(), static_cast<std::size_t>(kMostRows));
  EXPECT_EQ(all[0].columns(), static_cast<std::size_t>(kMostColumns));
  EXPECT_EQ(all[0].labels.front(), "row 20");
  EXPECT_EQ(all[0].all_rows, 20);
  EXPECT_EQ(all[0].all_columns, 64);
  ASSERT_TRUE(all[0].selected);
  EXPECT_EQ(*all[0].selected, (document::Selection{3, 3}));
}

struct SetTables : ::testing::Test {
  const std::unique_ptr<figures::FontMeasure> fonts =
      NORMSCOPE_VALUE_OR_FAIL(figures::FontMeasure::load());
  const Setter setter{*fonts};
};

Table table_of(std::size_t columns, const std::string& text) {
  Table table{.title = "T", .about = "(1, n)", .all_rows = 1};
  table.all_columns = static_cast<std::int64_t>(columns);
  table.labels = {"row 0"};
  table.rows = {Texts(columns, text)};
  return table;
}

double right_of(const Line& line) {
  double right = 0;
  for (const figures::TextRun& run : line.texts) {
    right =
        std::max(right, std::accumulate(run.advances.begin(), run.advances.end(), run.origin.x));
  }
  return right;
}

TEST_F(SetTables, StandSideBySideWhereTheyFit) {
  EXPECT_TRUE(set_tables({}, setter).empty());
  EXPECT_EQ(set_tables({table_of(3, "0.1234"), table_of(3, "0.1234")}, setter).size(), 1U);
  const auto stacked = set_tables({table_of(8, "0.1234"), table_of(8, "-0.1234")}, setter);
  ASSERT_EQ(stacked.size(), 2U);
  EXPECT_NEAR(right_of(stacked[0]), right_of(stacked[1]), 1e-9) << "with common columns";
}

TEST_F(SetTables, LoseTheColumnsForWhichThereIsNoRoom) {
  const auto lines = set_tables({table_of(10, "-0.123456789")}, setter);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_LE(right_of(lines[0]), kColumn);
  EXPECT_EQ(lines[0].texts[1].text, "(1, n), 6 of 10 columns");
}

}  // namespace
}  // namespace normscope::handout
