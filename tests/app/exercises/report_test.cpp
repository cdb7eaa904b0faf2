// SPDX-License-Identifier: MIT
// What a judgement says.
#include "app/exercises/report.hpp"

#include <gtest/gtest.h>

namespace normscope::exercises {
namespace {

Problem reported_problem() {
  Problem problem;
  problem.function = "double";
  problem.arguments = {{.name = "x", .shapes = {{"n"}}, .values = {Values::kIntegers}},
                       {.name = "eps", .numbers = {0.5}}};
  problem.outputs = {"y"};
  return problem;
}

Judgement judgement() {
  Fault fault{.kind = FaultKind::kVisible};
  fault.inputs = {{.name = "x", .dimensions = {"n"}, .shape = {2}, .values = {1, 3}},
                  {.name = "eps", .is_number = true, .values = {0.5}}};
  fault.yours = Output{{2}, {2, 5}};
  fault.right = RightOutput{{{2}, {2, 6}}, {0.1, 0.1}};
  return {.fault = fault, .calls = 3, .inputs = 1};
}

TEST(Report, ShowsTheInputAndBothOutputs) {
  const Report report = report_of(reported_problem(), judgement());
  EXPECT_EQ(report.verdict, "double(x, eps=0.5) gives another y.");
  ASSERT_EQ(report.rows.size(), 4U);
  EXPECT_EQ(report.rows[0].label, "x");
  EXPECT_EQ(report.rows[2].cells, (std::vector<std::vector<std::string>>{{"2.0000", "5.0000"}}));
  EXPECT_EQ(report.rows[2].wrong, (std::vector<std::vector<bool>>{{false, true}}));
  EXPECT_EQ(report_text(report),
            "double(x, eps=0.5) gives another y.\n"
            "  x             1       3\n"
            "  eps         0.5\n"
            "  your y   2.0000  5.0000\n"
            "  right y  2.0000  6.0000\n");
}

TEST(Report, SaysWhereItPartsAndWhatItIs) {
  Judgement with_steps = judgement();
  with_steps.fault->parted =
      Parted{{"mean"}, 4, "v = x.var()", Output{{}, {2}}, "variance", Output{{}, {1}}, 1, 1};
  with_steps.fault->guess = "the unbiased variance";
  const Report report = report_of(reported_problem(), with_steps);
  EXPECT_EQ(report.line, 4);
  EXPECT_EQ(report.sentences,
            (std::vector<std::string>{"As in the solution: mean.",
                                      "It parts in line 4: v = x.var() gives 2.0000.",
                                      "The solution's next step is variance = 1.0000.",
                                      "On ordinary numbers it is the unbiased variance."}));
}

TEST(Report, SaysThatItIsRight) {
  EXPECT_EQ(report_text(report_of(reported_problem(), {.inputs = 8})), "Right, with 8 inputs.\n");
}

TEST(Report, SaysDigitsWhereFourDecimalsDoNot) {
  Judgement digits = judgement();
  digits.fault->kind = FaultKind::kDigits;
  digits.fault->yours->numbers = {2, 6.00001};
  const Report report = report_of(reported_problem(), digits);
  EXPECT_EQ(report.rows[2].cells.front().back(), "6.00001");
}

}  // namespace
}  // namespace normscope::exercises
