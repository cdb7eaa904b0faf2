// SPDX-License-Identifier: MIT
// References to numbers of a step: their form, their values, and prose that names them.
#include "app/lessons/reference.hpp"

#include <gtest/gtest.h>

#include "app/lessons/step_numbers.hpp"
#include "app/results/sheet/sheet.hpp"
#include "tests/app/lessons/lesson_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::lessons {
namespace {

// Rows 1 2 3 and 4 5 9 with means 2 and 6, biased variances 2/3 and 14/3.
struct References : ::testing::Test {
  PrintedNumbers printed{std::vector<std::string>{"1.5000", "-2"}, std::nullopt};
  StepNumbers numbers{lesson_of(one_step("operation = \"layer-norm\"")).steps[0].document, printed};

  std::string text(std::string_view reference) {
    const auto found = numbers.find(reference);
    return found ? found->text : found.error().sentence;
  }
};

TEST_F(References, NameValuesOfSteps) {
  EXPECT_EQ(text("input[1, 2]"), "9.0000");
  EXPECT_EQ(text("mean[1]"), "6.0000");
  EXPECT_EQ(text("mean[1, 0]"), "6.0000");
  EXPECT_EQ(text("variance + eps[0]:5"), "0.66668") << "2/3 + 1e-5";
  EXPECT_EQ(text(" normalized [ 0 , 1 ] : 1 "), "0.0");
  EXPECT_EQ(text("variance[0]:e2"), "6.67e-01");
}

TEST_F(References, NameStatisticsOfRows) {
  EXPECT_EQ(text("sum of input[1]:0"), "18");
  EXPECT_EQ(text("mean of input[1]:0"), "6");
  EXPECT_EQ(text("biased variance of input[1]"), "4.6667");
  EXPECT_EQ(text("unbiased variance of input[1]"), "7.0000");
  EXPECT_EQ(text("minimum of input[1]:0"), "4");
  EXPECT_EQ(text("maximum of input[1]:0"), "9");
}

TEST_F(References, NameAStepThatBeginsLikeAStatistic) {
  const Lesson lesson =
      lesson_of(one_step("operation = \"layer-norm\"\nbackward = { dy = [[1, 0, 0], [0, 6, 0]] }"));
  StepNumbers backward{lesson.steps[0].document, printed};
  for (const char* const mean : {"mean of gradient[1]", "mean of upstream gradient[1]"}) {
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(backward.find(mean)).text, "2.0000") << mean;
  }
}

TEST_F(References, NameWhatPyTorchAndACellGive) {
  // (9 - 6) / sqrt(14/3 + 1e-5)
  EXPECT_EQ(text("builtin[1, 2]"), "1.3887");
  EXPECT_EQ(text("printed[1, 0]"), "1.5000") << "as it was printed";
  EXPECT_EQ(text("printed[1, 1]"), "-2");
  EXPECT_EQ(numbers.find("printed[1, 1]")->value, -2);
  EXPECT_EQ(text("printed[1, 2]"), "cell 1 prints 2 numbers; there is no number 2");
  EXPECT_EQ(text("printed[2, 0]"), "no output block of a cell 2 precedes this");
  EXPECT_EQ(text("printed[0, 0]"), "no output block of a cell 0 precedes this");
}

TEST_F(References, AreStrict) {
  for (const char* const wrong :
       {"", "mean", "mean[", "mean]0[", "mean[0", "mean[-1]", "mean[a]", "mean[0,]", "mean[0] 3",
        "mean[0]:", "mean[0]:x", "mean[0]:18", "[0]", "mean[0.5]"}) {
    EXPECT_EQ(text(wrong), "'" + std::string(wrong) + "' is no reference to a number");
  }
  EXPECT_EQ(text("middle[0]"), "there is no step 'middle' on the stage");
  EXPECT_EQ(text("relu[0, 0]"), "there is no step 'relu' on the stage");
  EXPECT_EQ(text("mean[2]"), "'mean' has no row 2");
  EXPECT_EQ(text("input[0, 3]"), "'input' has no column 3");
  EXPECT_EQ(text("input[0]"), "'input' has 3 columns: say which");
  EXPECT_EQ(text("sum of input[0, 1]"), "a statistic of a row needs no column");
}

TEST_F(References, NameCellsOfTheStage) {
  const auto cell = [&](std::string_view text, std::int64_t column = 0) {
    return cell_of(NORMSCOPE_VALUE_OR_FAIL(parse_reference(text)), numbers.evaluation(), column);
  };
  const auto card = [&](std::string_view id) { return results::card_of(numbers.evaluation(), id); };
  EXPECT_EQ(cell("input[1, 2]"), (results::Cell{card("input"), 5}));
  EXPECT_EQ(cell("mean[1]", 2), (results::Cell{card("mean"), 1}));
  EXPECT_EQ(cell("normalized[0, 1]", 2), (results::Cell{card("normalized"), 1}));
  EXPECT_EQ(cell("maximum of input[1]", 2), (results::Cell{card("input"), 5}));
  EXPECT_EQ(cell("maximum of mean[1]", 2), (results::Cell{card("mean"), 1}))
      << "a selected column that the step has not";
  for (const char* const none :
       {"builtin[0, 0]", "printed[1, 0]", "maximum[0]", "input[2, 0]", "input[0, 3]"}) {
    EXPECT_FALSE(cell(none)) << none;
  }
}

TEST_F(References, LayersAreNamedAsTheirKind) {
  const auto layered = lesson_of(one_step("layers = [{ linear = 2, seed = 5 }, \"relu\"]"));
  StepNumbers values(layered.steps[0].document, printed);
  EXPECT_EQ(values.find("input[1, 2]")->value, 9) << "the batch, not the activations";
  ASSERT_TRUE(values.find("linear[0, 1]"));
  EXPECT_EQ(values.find("relu[0, 1]")->value, std::max(values.find("linear[0, 1]")->value, 0.0));
}

TEST_F(References, ProseHasTheNumberAndKeepsItsSource) {
  const auto replaced = NORMSCOPE_VALUE_OR_FAIL(
      numbers.replaced({{.text = "means {mean[0]:1} and {mean[1]:1}.", .strong = true},
                        {.text = "{mean[0]}", .code = true},
                        {.text = "x^{2}", .formula = true}}));
  const std::vector<Inline> expected{
      {.text = "means ", .strong = true}, {.text = "2.0", .strong = true, .reference = "mean[0]:1"},
      {.text = " and ", .strong = true},  {.text = "6.0", .strong = true, .reference = "mean[1]:1"},
      {.text = ".", .strong = true},      {.text = "{mean[0]}", .code = true},
      {.text = "x^{2}", .formula = true},
  };
  EXPECT_EQ(replaced, expected);
  EXPECT_EQ(numbers.replaced({{.text = "a } b"}}).error().sentence, "a '}' without its partner");
  EXPECT_EQ(numbers.replaced({{.text = "a { b"}}).error().sentence, "a '{' without its partner");
}

TEST(TypedNumbers, AreFoundAsTheyAreWritten) {
  EXPECT_EQ(numbers_in("3 rows, -0.5 and 1e-05; a-1, float32, V2, 1.13.1, 10,000, 2x."),
            (std::vector<std::string_view>{"3", "-0.5", "1e-05", "1", "10", "000", "2"}));
  EXPECT_EQ(typed_decimal("two rows of 5, PyTorch 1.13.1. 7. Next"), "");
  EXPECT_EQ(typed_decimal("rows of 5 and 0.25"), "0.25");
  EXPECT_EQ(typed_decimal("about 1e-5"), "1e-5");
}

}  // namespace
}  // namespace normscope::lessons
