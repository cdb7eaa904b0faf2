// SPDX-License-Identifier: MIT
// The exercises of the built-in lesson, with the wrong and the right answers of
// tests/data/exercises: each wrong one is refuted by a small input within a bounded number of
// calls, and each right one passes, whatever its style.
#include "app/exercises/judge.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "app/exercises/report.hpp"
#include "app/lessons/loader.hpp"
#include "core/text/lines.hpp"
#include "tests/app/kernel_options.hpp"
#include "tests/support/support.hpp"

namespace normscope::exercises {
namespace {

// What fits on a blackboard.
constexpr std::int64_t kMostNumbers = 8;
constexpr std::size_t kLeastWrong = 6;
constexpr std::size_t kLeastRight = 3;

struct Answer {
  bool right = false;
  std::string words;
  std::string source{};
};

std::vector<Problem> problems() {
  std::vector<Problem> all;
  for (const lessons::Lesson& lesson : NORMSCOPE_VALUE_OR_FAIL(lessons::builtin_lessons())) {
    for (const lessons::Step& step : lesson.steps) {
      for (const lessons::Exercise& exercise : step.exercises) all.push_back(exercise.problem);
    }
  }
  return all;
}

const Problem& problem_named(const std::vector<Problem>& all, std::string_view function) {
  return *std::ranges::find(all, function, &Problem::function);
}

// The answers of a file: each begins with a line "#% wrong: ..." or "#% right: ...".
std::vector<Answer> answers_to(const std::string& function) {
  const std::string text = testing::read_data("exercises/" + function + ".py");
  std::vector<Answer> answers;
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = text::take_line(rest);
    constexpr std::string_view kRight = "#% right: ";
    constexpr std::string_view kWrong = "#% wrong: ";
    if (line.starts_with(kRight) || line.starts_with(kWrong)) {
      answers.push_back({line.starts_with(kRight), std::string(line.substr(kRight.size()))});
    } else {
      answers.back().source.append(line).append("\n");
    }
  }
  return answers;
}

bool needs_numpy(const Answer& answer) {
  return answer.source.find("numpy") != std::string::npos;
}

// Whether cells have NumPy here.
bool has_numpy() {
  static const bool has = [] {
    notebook::client::Client client(testing::kernel_options());
    return !client.run({"import numpy", "cell 1"}).error;
  }();
  return has;
}

struct ExercisesTest : public ::testing::Test {
  void SetUp() override {
    if (!testing::has_kernel()) GTEST_SKIP() << "this build has no kernel";
  }
  static Judgement judged(const Problem& problem, std::string_view source) {
    return NORMSCOPE_VALUE_OR_FAIL(judge(problem, source, testing::kernel_options()));
  }
};
using Answers = ExercisesTest;
using Solutions = ExercisesTest;

TEST_F(Answers, AreRefutedWhereTheyAreWrongAndPassWhereTheyAreRight) {
  const auto all = problems();
  ASSERT_GE(all.size(), 10U);
  for (const Problem& problem : all) {
    std::size_t wrong = 0;
    std::size_t right = 0;
    for (const Answer& answer : answers_to(problem.function)) {
      SCOPED_TRACE(problem.function + ": " + answer.words);
      ++(answer.right ? right : wrong);
      if (needs_numpy(answer) && !has_numpy()) continue;
      const Judgement judgement = judged(problem, answer.source);
      const Report report = report_of(problem, judgement);
      EXPECT_EQ(!judgement.fault, answer.right) << report_text(report);
      EXPECT_LE(judgement.calls, kMostCalls);
      if (!judgement.fault) continue;
      EXPECT_LE(count_numbers(judgement.fault->inputs), kMostNumbers) << report_text(report);
      if (!answer.right) {
        std::cout << problem.function << ", " << answer.words << ": "
                  << count_numbers(judgement.fault->inputs) << " numbers, " << judgement.calls
                  << " calls\n";
      }
    }
    EXPECT_GE(wrong, kLeastWrong) << problem.function;
    EXPECT_GE(right, kLeastRight) << problem.function;
  }
}

// The line at which a wrong answer to an exercise parts; 0: none is said.
int parted_line(const std::string& function, const std::string& source) {
  const auto all = problems();
  const Judgement judgement = NORMSCOPE_VALUE_OR_FAIL(
      judge(problem_named(all, function), source, testing::kernel_options()));
  EXPECT_TRUE(judgement.fault);
  return judgement.fault && judgement.fault->parted ? judgement.fault->parted->line : 0;
}

TEST_F(ExercisesTest, AWrongLineOfNumpyIsFoundWithoutRecords) {
  if (!has_numpy()) GTEST_SKIP() << "cells have no NumPy here";
  EXPECT_EQ(parted_line("softmax",
                        "import numpy as np\n"
                        "def softmax(x):\n"
                        "    x = x.numpy()\n"
                        "    top = x.max(-1, keepdims=True)\n"
                        "    e = np.exp(x - top)\n"
                        "    s = e.mean(-1, keepdims=True)\n"
                        "    return e / s\n"),
            6);
  EXPECT_EQ(parted_line("softmax",
                        "import numpy as np\n"
                        "def softmax(x):\n"
                        "    x = x.numpy()\n"
                        "    out = np.zeros_like(x)\n"
                        "    for i in range(x.shape[0]):\n"
                        "        e = np.exp(x[i] - x[i].max())\n"
                        "        out[i] = e / e.mean()\n"
                        "    return out\n"),
            0)
      << "lines that run more than once are no steps";
}

TEST_F(Solutions, OfEachExerciseIsRight) {
  for (const Problem& problem : problems()) {
    EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(check_problem(problem, testing::kernel_options())), "")
        << problem.function;
  }
}

TEST_F(ExercisesTest, AnExerciseWhoseSolutionIsWrongIsNotSound) {
  const auto all = problems();
  Problem problem = problem_named(all, "softmax");
  problem.solution = answers_to("softmax").front().source;  // naive, against the operation
  EXPECT_NE(NORMSCOPE_VALUE_OR_FAIL(check_problem(problem, testing::kernel_options())), "");
  problem = problem_named(all, "softmax");
  problem.start = problem.solution;
  EXPECT_NE(NORMSCOPE_VALUE_OR_FAIL(check_problem(problem, testing::kernel_options())), "");
}

TEST_F(ExercisesTest, TheUnbiasedVarianceIsNamedAndTheLineThatItIsIn) {
  const auto all = problems();
  const Problem& problem = problem_named(all, "mean_and_variance");
  const Judgement judgement = judged(problem, answers_to(problem.function).front().source);
  ASSERT_TRUE(judgement.fault);
  EXPECT_EQ(judgement.fault->kind, FaultKind::kVisible);
  EXPECT_EQ(judgement.fault->guess, "the unbiased variance");
  ASSERT_TRUE(judgement.fault->parted);
  EXPECT_EQ(judgement.fault->parted->line, 5);
  EXPECT_EQ(judgement.fault->parted->step, "variance");
  EXPECT_EQ(judgement.fault->parted->agreed, (std::vector<std::string>{"mean", "centred"}));
}

TEST_F(ExercisesTest, WhatKeepsAFunctionFromBeingCalledIsSaid) {
  const auto all = problems();
  const Problem& problem = problem_named(all, "softmax");
  const auto kind = [&](std::string_view source) { return judged(problem, source).fault.value(); };
  EXPECT_EQ(kind("def softmax(x) return x").kind, FaultKind::kNotRun);
  EXPECT_EQ(kind("def hardmax(x):\n    return x").what, "there is no function softmax");
  const Fault forbidden = kind("import torch\ndef softmax(x):\n    return torch.softmax(x, -1)");
  EXPECT_EQ(forbidden.kind, FaultKind::kForbidden);
  EXPECT_EQ(forbidden.what, "softmax");
  EXPECT_EQ(forbidden.line, 3);
  EXPECT_EQ(
      kind("from torch.nn.functional import softmax as s\ndef softmax(x):\n    return s(x, -1)")
          .kind,
      FaultKind::kForbidden);
  const Fault helped =
      kind("def h(x):\n    return x.softmax(-1)\ndef softmax(x):\n    return h(x)");
  EXPECT_EQ(helped.line, 2) << "what the function calls";
  EXPECT_EQ(kind("def h(x):\n    return x.softmax(-1)\ndef softmax(x):\n    return x").kind,
            FaultKind::kVisible)
      << "another function of the same file";
  const Fault error = kind("def softmax(x):\n    y = x\n    return y.nothing()");
  EXPECT_EQ(error.kind, FaultKind::kError);
  EXPECT_EQ(error.line, 3);
  EXPECT_EQ(kind("def softmax(x):\n    return None").kind, FaultKind::kError);
  EXPECT_EQ(kind("def softmax(x):\n    return x.sum(-1)").kind, FaultKind::kShape);
  EXPECT_EQ(kind("def softmax(x):\n    return x, x").kind, FaultKind::kError);
  EXPECT_EQ(
      judged(problem_named(all, "mean_and_variance"), "def mean_and_variance(x):\n    return x")
          .fault->kind,
      FaultKind::kCount);
}

TEST_F(ExercisesTest, AFunctionWithoutAnEndIsStopped) {
  const auto all = problems();
  const Judgement judgement =
      judged(problem_named(all, "softmax"), "def softmax(x):\n    while True:\n        pass");
  ASSERT_TRUE(judgement.fault);
  EXPECT_EQ(judgement.fault->kind, FaultKind::kError);
  EXPECT_EQ(judgement.calls, 1);
}

TEST_F(ExercisesTest, AStopEndsAJudgement) {
  std::stop_source stop;
  stop.request_stop();
  const auto all = problems();
  const Problem& problem = problem_named(all, "softmax");
  const auto judgement =
      judge(problem, problem.solution, testing::kernel_options(), stop.get_token());
  EXPECT_FALSE(judgement);
}

}  // namespace
}  // namespace normscope::exercises
