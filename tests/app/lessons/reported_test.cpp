// SPDX-License-Identifier: MIT
// Reported numbers beside a step's own, operations written step by step, and links to steps.
#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "app/document/hand_written.hpp"
#include "app/lessons/check.hpp"
#include "app/lessons/step_links.hpp"
#include "core/compute/backend.hpp"
#include "tests/app/lessons/lesson_support.hpp"

namespace normscope::lessons {
namespace {

std::string with_reported(std::string_view settings, std::string_view numbers) {
  return one_step(settings) + "```reported\nnumbers = [" + std::string(numbers) + "]\n```\n";
}

std::vector<Finding> findings_of(std::string_view text) {
  return check_lesson(lesson_of(text), compute::make_backends(), {});
}

std::string text_of(const Block& block) {
  std::string text;
  for (const Inline& part : block.inlines) text += part.text;
  return text;
}

TEST(ReportedNumbers, AreItemsOfAListThatTheCheckCompares) {
  const std::string right = with_reported(
      "operation = \"layer-norm\"", R"({ what = "the *mean*", number = "mean[0]:1", is = "2.0" })");
  const Lesson lesson = lesson_of(right);
  const Step& step = lesson.steps.at(0);
  ASSERT_EQ(step.blocks.size(), 1U);
  EXPECT_EQ(step.blocks[0].kind, BlockKind::kItem);
  EXPECT_EQ(text_of(step.blocks[0]), "the mean: reported 2.0, here 2.0");
  EXPECT_EQ(step.blocks[0].inlines.back().reference, "mean[0]:1") << "leads to its cell";
  EXPECT_EQ(step.reported.at(0), (Reported{.line = 12, .is = "2.0", .here = "2.0"}));
  EXPECT_TRUE(findings_of(right).empty());

  const auto found = findings_of(with_reported(
      "operation = \"layer-norm\"", R"({ what = "the mean", number = "mean[0]:1", is = "2.1" })"));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].line, 12);
  EXPECT_EQ(found[0].sentence, "reported is 2.1, but here it is 2.0");
}

// The square of 300 in float16 and in bfloat16; what is not a number has no sign.
TEST(ReportedNumbers, AreOfThePlanOfTheirStepOrOfAnother) {
  const std::string settings = R"(set = [{ row = 0, column = 0, value = 300 }, )"
                               R"({ row = 1, column = 0, value = nan }])"
                               "\noperation = \"layer-norm\"\nalgorithm = \"one-pass\""
                               "\nprecision = \"float16\"";
  const std::string numbers =
      R"({ what = "in half", number = "squared[0, 0]", is = "inf" },)"
      R"({ what = "no number", number = "squared[1, 0]", is = "nan" },)"
      R"({ what = "in bfloat16", with = { precision = "bfloat16" }, number = "squared[0, 0]:0", )"
      R"(is = "90112" })";
  EXPECT_TRUE(findings_of(with_reported(settings, numbers)).empty());
}

TEST(ReportedNumbers, AreReadStrictly) {
  const auto fault = [](std::string_view numbers) {
    return fault_of(with_reported("operation = \"layer-norm\"", numbers));
  };
  EXPECT_NE(fault("").find("'numbers' is missing"), std::string::npos);
  EXPECT_NE(fault("1").find("a reported number must be a table"), std::string::npos);
  EXPECT_NE(fault(R"({ what = "y", number = "mean[0]" })").find("'is' is missing"),
            std::string::npos);
  EXPECT_NE(fault(R"({ number = "mean[0]", is = "2" })").find("'what' is missing"),
            std::string::npos);
  EXPECT_NE(fault(R"({ what = "y", number = "nothing[0]", is = "2" })").find("no step 'nothing'"),
            std::string::npos);
}

constexpr std::string_view kTwice =
    R"(steps = [{ name = "total", primitive = "add", operands = [0, 0] }, )"
    R"({ name = "output", symbol = "y", primitive = "add-constant", operands = [1], constant = 1 }])"
    "\nfocus = \"total\"";

TEST(WrittenSteps, AreTheOperationOfTheStep) {
  const Lesson lesson = lesson_of(one_step(kTwice) + "The last is {output[1, 2]:0}.\n" +
                                  "## Two\nStill {output[0, 0]:0}.\n## Three\n```normscope\n" +
                                  "operation = \"layer-norm\"\n```\nNow {normalized[0, 1]:0}.\n");
  EXPECT_EQ(text_of(lesson.steps.at(0).blocks.at(0)), "The last is 19.");
  EXPECT_EQ(lesson.steps[0].document.subject, document::Subject::kChain);
  EXPECT_NE(document::chain_operation(lesson.steps[0].document), nullptr);
  EXPECT_EQ(text_of(lesson.steps.at(1).blocks.at(0)), "Still 3.");
  EXPECT_EQ(lesson.steps.at(2).document.subject, document::Subject::kNorm);
  EXPECT_TRUE(check_lesson(lesson, compute::make_backends(), {}).empty());
}

TEST(WrittenSteps, AreReadStrictly) {
  const auto fault = [](std::string_view steps) {
    return fault_of(one_step("steps = [" + std::string(steps) + "]"));
  };
  EXPECT_NE(fault("1").find("'steps' is a list of tables"), std::string::npos);
  EXPECT_NE(fault(R"({ primitive = "square", operands = [0] })").find("needs a 'name'"),
            std::string::npos);
  EXPECT_NE(fault(R"({ name = "a", operands = [0] })").find("needs a 'primitive'"),
            std::string::npos);
  EXPECT_NE(fault(R"({ name = "a", primitive = "cube", operands = [0] })").find("is 'cube'"),
            std::string::npos);
  EXPECT_NE(fault(R"({ name = "a", primitive = "square", operands = [-1] })").find("whole numbers"),
            std::string::npos);
  EXPECT_NE(fault(R"({ name = "a", primitive = "square", operands = [1] })").find("earlier steps"),
            std::string::npos);
}

TEST(StepLinks, LeadToTheStepOfThatTitle) {
  const std::string steps = one_step("operation = \"layer-norm\"") +
                            "See [the end](#what-else-is-lost).\n## What else is lost?\nNothing.\n";
  const Lesson lesson = lesson_of(steps);
  const auto& inlines = lesson.steps.at(0).blocks.at(0).inlines;
  EXPECT_EQ(inlines.at(1).link, step_link(1));
  EXPECT_EQ(step_link(1), "#step-2");
  EXPECT_NE(fault_of(one_step("operation = \"layer-norm\"") + "[Gone](#gone)\n")
                .find("no step of the lesson is called #gone"),
            std::string::npos);
}

}  // namespace
}  // namespace normscope::lessons
