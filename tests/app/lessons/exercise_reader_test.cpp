// SPDX-License-Identifier: MIT
// Exercises as a lesson has them: what is read, and what is refused with its line.
#include <gtest/gtest.h>

#include "app/document/settings.hpp"
#include "tests/app/lessons/lesson_support.hpp"

namespace normscope::lessons {
namespace {

using exercises::Values;

constexpr std::string_view kRest =
    "outputs = [\"y\"]\nstart = '''\ndef f(x):\n    ...\n'''\nsolution = '''\ndef f(x):\n    "
    "return x\n'''\n";
constexpr std::string_view kArguments = "arguments = [{ name = \"x\", shape = \"rows n\" }]\n";

// A step whose exercise begins in line 12.
std::string with_exercise(const std::string& text) {
  return one_step("operation = \"layer-norm\"") + "```exercise\n" + text + "```\n";
}
std::string exercise_fault(const std::string& text) {
  return fault_of(with_exercise("task = \"Do.\"\nfunction = \"f\"\n" + text));
}
std::string whole(std::string_view more = {}) {
  return std::string("task = \"Return *x*.\"\nfunction = \"f\"\n") + std::string(kArguments) +
         std::string(kRest) + std::string(more);
}

TEST(Exercise, IsATaskOfItsStep) {
  const Lesson lesson = lesson_of(with_exercise(whole()));
  const Step& step = lesson.steps.at(0);
  ASSERT_EQ(step.blocks.size(), 1U);
  EXPECT_EQ(step.blocks[0].kind, BlockKind::kExercise);
  const Exercise& exercise = step.exercises.at(0);
  EXPECT_EQ(exercise.task.at(1), (Inline{.text = "x", .emphasis = true}));
  const exercises::Problem& problem = exercise.problem;
  EXPECT_EQ(problem.function, "f");
  EXPECT_EQ(problem.outputs, std::vector<std::string>{"y"});
  EXPECT_EQ(problem.start, "def f(x):\n    ...\n");
  EXPECT_FALSE(problem.operation);
  ASSERT_EQ(problem.arguments.size(), 1U);
  EXPECT_EQ(problem.arguments[0].shapes, (std::vector<std::vector<std::string>>{{"rows", "n"}}));
  EXPECT_EQ(problem.arguments[0].values, std::vector<Values>{Values::kNormal});
}

TEST(Exercise, HasArgumentsOfSeveralShapesAndNumbers) {
  const Lesson lesson = lesson_of(with_exercise(
      "task = \"Do.\"\nfunction = \"f\"\narguments = [{ name = \"x\", shape = [\"n\", \"a n\"], "
      "values = [\"tiny\", \"masked\"] }, { name = \"g\", shape = \"\" }, { name = \"eps\", "
      "numbers = [1, 0.5] }]\n" +
      std::string(kRest) +
      "forbidden = [\"a\", \"b\"]\noperation = { operation = \"rms-norm\", eps = 0.5 }\n"));
  const exercises::Problem& problem = lesson.steps.at(0).exercises.at(0).problem;
  ASSERT_EQ(problem.arguments.size(), 3U);
  EXPECT_EQ(problem.arguments[0].shapes.size(), 2U);
  EXPECT_EQ(problem.arguments[0].values, (std::vector<Values>{Values::kTiny, Values::kMasked}));
  EXPECT_TRUE(problem.arguments[1].shapes.at(0).empty());
  EXPECT_EQ(problem.arguments[2].numbers, (std::vector<double>{1, 0.5}));
  EXPECT_EQ(problem.forbidden, (std::vector<std::string>{"a", "b"}));
  ASSERT_TRUE(problem.operation);
  EXPECT_EQ(std::get<ops::NormOptions>(*problem.operation).epsilon, 0.5);
}

TEST(Exercise, WhatIsWrongIsNamedWithItsLine) {
  const std::string rest(kRest);
  const std::string arguments(kArguments);
  EXPECT_EQ(fault_of(with_exercise("function = \"f\"\n" + arguments + rest)),
            "line 12: 'task' is missing: a sentence");
  EXPECT_EQ(fault_of(with_exercise("task = \"Do.\"\nfunction = \"1f\"\n" + arguments + rest)),
            "line 13: 'function' must be a name of Python's");
  EXPECT_EQ(exercise_fault(rest),
            "line 12: 'arguments' must be a list of 1 to 8, of which the first is an array");
  EXPECT_EQ(exercise_fault("arguments = [{ name = \"x\" }]\n" + rest),
            "line 14: an argument needs 'shape' or 'numbers'");
  EXPECT_EQ(exercise_fault("arguments = [{ name = \"x\", shape = \"a b c d\" }]\n" + rest),
            "line 14: a shape has at most 3 dimensions");
  EXPECT_NE(
      exercise_fault("arguments = [{ name = \"x\", shape = \"n\", values = \"odd\" }]\n" + rest)
          .find("'values' must be of integers"),
      std::string::npos);
  EXPECT_EQ(
      exercise_fault("arguments = [{ name = \"x\", shape = [\"n\", \"a n\"] }, { name = \"y\", "
                     "shape = [\"n\", \"n\", \"n\"] }]\n" +
                     rest),
      "line 14: x has 2 shapes, another argument 3");
  EXPECT_EQ(
      exercise_fault("arguments = [{ name = \"x\", shape = \"n\" }, { name = \"e\", numbers = "
                     "[\"a\"] }]\n" +
                     rest),
      "line 14: 'numbers' must be a list of numbers");
  EXPECT_EQ(
      exercise_fault(arguments + "outputs = [\"y\"]\nstart = \"def f(x): 1\"\nsolution = \"1\"\n"),
      "line 17: 'solution' must be Python that defines f");
  EXPECT_NE(exercise_fault(arguments + rest + "operation = { operation = \"odd\" }\n"), "no fault");
  EXPECT_NE(exercise_fault(arguments + rest + "more = 1\n"), "no fault");
}

}  // namespace
}  // namespace normscope::lessons
