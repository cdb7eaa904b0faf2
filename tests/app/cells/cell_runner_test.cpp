// SPDX-License-Identifier: MIT
// The cells of a lesson, run one after the other: what is stopped, what belongs to an earlier run,
// what they wrote and how far they came. A cell stands in each step.
#include "app/cells/cell_runner.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/app/kernel_options.hpp"
#include "tests/support/support.hpp"

namespace normscope::cells {
namespace {

struct Written {
  std::string source;
  std::string output{};  // as the lesson has it; empty: nothing
};

lessons::Lesson lesson_of(const std::vector<Written>& cells, const std::string& id = "cells") {
  lessons::Lesson lesson;
  lesson.id = id;
  for (const Written& cell : cells) {
    lessons::Block block{lessons::BlockKind::kCode};
    block.language = "python";
    block.text = cell.source;
    lesson.steps.emplace_back().blocks.push_back(block);
    if (cell.output.empty()) continue;
    block.language = "output";
    block.text = cell.output;
    lesson.steps.back().blocks.push_back(block);
  }
  return lesson;
}

struct CellRunnerTest : public ::testing::Test {
  void SetUp() override {
    if (!testing::has_kernel()) GTEST_SKIP() << "this build has no kernel";
    const auto python = testing::kernel_options().python;
    if (python && !python->has_torch) GTEST_SKIP() << python->program << " has no torch";
  }

  // The results at a step once they hold what is wanted, or after a minute.
  template <class Holds>
  CellResults at(const lessons::Lesson& lesson, int step, const Holds& holds) {
    std::shared_ptr<const CellResults> results;
    EXPECT_TRUE(testing::eventually([&] {
      results = runner.update(&lesson, step, 1, 0);
      return holds(*results);
    }));
    return *results;
  }
  CellResults ran(const lessons::Lesson& lesson, int step) {
    return at(lesson, step, [](const CellResults& results) { return results.step_ran; });
  }
  static const CellResult& cell(const CellResults& results, int step) {
    return *results.cells.at({step, 0});
  }
  static const CellVariable* variable(const CellResults& results, const std::string& name) {
    for (const auto& each : *results.variables) {
      if (each->name == name) return each.get();
    }
    return nullptr;
  }

  CellRunner runner{[] {}, testing::kernel_options()};
};

const char* const kNorms =
    "import torch\n"
    "x = torch.tensor([[1.0, 2.0, 4.0], [3.0, 5.0, 6.0]])\n"
    "y = torch.softmax(x, dim=-1)\n";

TEST_F(CellRunnerTest, StoppingWhatHasRunStopsNothing) {
  const lessons::Lesson lesson = lesson_of({{"print(1)"}, {"print(2)"}});
  ran(lesson, 0);
  runner.stop();
  EXPECT_EQ(cell(ran(lesson, 1), 1).output, "2\n");
}

TEST_F(CellRunnerTest, WhatAnEarlierLessonStillPrintsIsNotShown) {
  const lessons::Lesson first =
      lesson_of({{"try:\n    print('on', flush=True)\n    while True: pass\n"
                  "except KeyboardInterrupt: print('late', flush=True)"}});
  const lessons::Lesson next =
      lesson_of({{"print('new', flush=True)\nwhile True: pass"}}, "another");
  const auto prints = [](const CellResults& results) { return !cell(results, 0).output.empty(); };
  EXPECT_EQ(cell(at(first, 0, prints), 0).output, "on\n");
  EXPECT_EQ(cell(at(next, 0, prints), 0).output, "new\n");
  runner.stop();
}

TEST_F(CellRunnerTest, TheTimeOfACellIsShownAfterHalfASecond) {
  const lessons::Lesson lesson = lesson_of({{"while True: pass"}});
  at(lesson, 0, [](const CellResults& results) { return results.running == 1; });
  EXPECT_EQ(runner.next_tick(), 0.5);
  EXPECT_FALSE(runner.update(&lesson, 0, 1, 0.4)->seconds);
  EXPECT_EQ(runner.update(&lesson, 0, 1, 0.5)->seconds, 0.5);
  EXPECT_EQ(runner.next_tick(), 1.0);
  EXPECT_EQ(runner.update(&lesson, 0, 1, 1.2)->seconds, 1.2);
  runner.stop();
}

TEST_F(CellRunnerTest, TheLastLineWroteTheLastOperation) {
  const lessons::Lesson lesson = lesson_of(
      {{std::string(kNorms) + "z = torch.softmax(x, dim=0)\ny = torch.log_softmax(x, dim=-1)"}});
  const CellResults results = ran(lesson, 0);
  ASSERT_NE(results.written, nullptr);
  EXPECT_EQ(results.written->name, "y") << "assigned first, and last";
}

TEST_F(CellRunnerTest, WhatCellsAheadWriteIsListedOnce) {
  const lessons::Lesson lesson = lesson_of({{"pass"}, {kNorms}, {"a = 1"}});
  runner.update(&lesson, 0, 1, 0);
  runner.run_ahead();
  const CellResults results =
      at(lesson, 0, [](const CellResults& each) { return each.reach.has_value(); });
  ASSERT_EQ(results.further.size(), 1U);
  EXPECT_EQ(results.further[0]->name, "y");
}

TEST_F(CellRunnerTest, AVariableIsDescribedAnewWhereItHasChanged) {
  const lessons::Lesson lesson = lesson_of({{kNorms}, {"x[0, 0] = 7"}});
  const CellResults first = ran(lesson, 0);
  EXPECT_EQ(variable(first, "x")->values.at(0), 1);
  const CellResults next = ran(lesson, 1);
  EXPECT_EQ(variable(next, "x")->values.at(0), 7);
  EXPECT_EQ(variable(next, "y"), variable(first, "y")) << "this one has not";
}

TEST_F(CellRunnerTest, DataIsNoOperationAndTooMuchIsNotForTheStage) {
  const lessons::Lesson lesson =
      lesson_of({{std::string(kNorms) + "data = x * 2 + 1\nlarge = torch.zeros(2**24 + 1)"}});
  const CellResults results = ran(lesson, 0);
  EXPECT_TRUE(variable(results, "y")->variable->hand_written);
  EXPECT_FALSE(variable(results, "data")->variable->hand_written);
  EXPECT_FALSE(variable(results, "large")->variable);
  EXPECT_EQ(variable(results, "large")->error, "It has more than 16777216 numbers.");
}

// Arrays of NumPy have no records, nor has a tensor of a list.
TEST_F(CellRunnerTest, AnArrayWithoutARecordLooksLikeWhatExplainsIt) {
  const lessons::Lesson lesson =
      lesson_of({{"import torch\ntorch.manual_seed(0)\nx = torch.randn(4, 8)\n"
                  "m, v = x.mean(-1, keepdim=True), x.var(-1, keepdim=True, unbiased=False)\n"
                  "h = torch.tensor(((x - m) / (v + 1e-3).sqrt()).tolist())\n"
                  "p = torch.tensor(x.softmax(-1).tolist())\n"
                  "line = torch.tensor((x * 2 + 1).tolist())\nother = torch.tensor(torch.randn(4, "
                  "8).tolist())\n"
                  "whole = torch.arange(32).view(4, 8)\n"
                  "try:\n    import numpy\n    of_numpy = numpy.array(h.tolist())\n"
                  "except ImportError:\n    of_numpy = h"}});
  const CellResults results = at(lesson, 0, [](const CellResults& each) {
    return each.step_ran && variable(each, "h")->like != nullptr &&
           variable(each, "p")->like != nullptr && variable(each, "of_numpy")->like != nullptr;
  });
  const CellVariable& h = *variable(results, "h");
  EXPECT_EQ(h.what,
            "looks like x after layer norm over the last dimension, biased variance, eps 0.001 "
            "inside the root");
  EXPECT_EQ(h.like->x.name, "x");
  EXPECT_EQ(variable(results, "of_numpy")->what, h.what);
  EXPECT_EQ(std::get<ops::NormOptions>(h.like->operation).epsilon, 1e-3);
  EXPECT_TRUE(variable(results, "p")
                  ->what.starts_with("looks like x after softmax over the last dimension"));
  for (const char* const name : {"x", "line", "other", "whole"}) {
    EXPECT_EQ(variable(results, name)->like, nullptr) << name;
  }
  EXPECT_EQ(results.written, nullptr)
      << "a likeness is no operation that the cells are known to write";
}

TEST_F(CellRunnerTest, AnErrorThatTheLessonShowsIsAnEndLikeAnother) {
  const lessons::Lesson lesson =
      lesson_of({{"1 / 0", "ZeroDivisionError: division by zero\n"}, {"1 / 0"}});
  const auto reach = ran(lesson, 1).reach;
  ASSERT_TRUE(reach);
  EXPECT_EQ(reach->standing, 1U);
  EXPECT_EQ(reach->ended, std::vector<int>{2});
}

TEST_F(CellRunnerTest, ACellReadsTheLinesThatAreTyped) {
  const lessons::Lesson lesson = lesson_of({{"print('who')\nname = input('name? ')\nimport "
                                             "sys\nprint(name, sys.stdin.readline(), sep='|')"},
                                            {"print(len(name))"}});
  const auto asks = [](const std::string& prompt) {
    return [prompt](const CellResults& results) { return cell(results, 0).asks == prompt; };
  };
  EXPECT_EQ(cell(at(lesson, 0, asks("name? ")), 0).output, "who\n");
  runner.answer("Ann \xc3\xa9");
  EXPECT_EQ(cell(at(lesson, 0, asks("")), 0).output, "who\nname? Ann \xc3\xa9\n");
  runner.answer("more");
  runner.answer("nobody asked for this");
  const CellResults results = ran(lesson, 1);
  EXPECT_EQ(cell(results, 0).output, "who\nname? Ann \xc3\xa9\nmore\nAnn \xc3\xa9|more\n\n");
  EXPECT_EQ(cell(results, 1).output, "5\n");
}

TEST_F(CellRunnerTest, StopAndRestartEndTheWaitForALine) {
  const lessons::Lesson lesson = lesson_of(
      {{"n = 0\ntry:\n    input()\nexcept KeyboardInterrupt:\n    n = int(input('again '))"
        "\nprint(n)\ninput('last ')"}});
  const auto asks = [](const CellResults& results) { return cell(results, 0).asks.has_value(); };
  const auto asks_last = [](const CellResults& results) {
    return cell(results, 0).asks == "last ";
  };
  at(lesson, 0, asks);
  runner.run_again();
  at(lesson, 0, asks);
  runner.stop();
  const CellResults stopped = at(lesson, 0, [](const CellResults& results) {
    return cell(results, 0).state != CellState::kRunning;
  });
  // The cell heeds the interrupt by another question, for which it has two seconds.
  EXPECT_EQ(cell(stopped, 0).state, CellState::kEnded);
  const lessons::Lesson plain = lesson_of({{"input('last ')\n"}}, "plain");
  at(plain, 0, asks_last);
  runner.stop();
  const CellResults at_end = at(plain, 0, [](const CellResults& results) {
    return cell(results, 0).state != CellState::kRunning;
  });
  EXPECT_EQ(cell(at_end, 0).state, CellState::kStopped) << cell(at_end, 0).error;
}

// Nobody has typed what an earlier run was asked for.
TEST_F(CellRunnerTest, AnAnswerIsForTheRunThatAsked) {
  const lessons::Lesson lesson = lesson_of({{"print(input('one ') + input('two '))"}});
  const auto asks = [](const std::string& prompt) {
    return [prompt](const CellResults& results) { return cell(results, 0).asks == prompt; };
  };
  at(lesson, 0, asks("one "));
  runner.answer("a");
  at(lesson, 0, asks("two "));
  runner.run_again();
  at(lesson, 0, asks("one "));
  runner.answer("b");
  at(lesson, 0, asks("two "));
  runner.answer("c");
  EXPECT_EQ(cell(ran(lesson, 0), 0).output, "one b\ntwo c\nbc\n");
}

TEST_F(CellRunnerTest, AnotherPythonBeginsAnewAndIsNamed) {
  const auto own = NORMSCOPE_VALUE_OR_FAIL(notebook::client::own_python(NORMSCOPE_PYTHON, {}));
  const auto builtin = notebook::client::KernelOptions{.trusted = testing::is_unconfined()};
  CellRunner chosen([] {}, builtin);
  const lessons::Lesson lesson = lesson_of(
      {{"import sys\nprint(sys.executable)"}, {"import torch\nprint(torch.__version__)"}});
  const auto ran_by = [&](const std::optional<OwnPython>& python, int step) {
    std::shared_ptr<const CellResults> results;
    EXPECT_TRUE(testing::eventually([&] {
      results = chosen.update(&lesson, step, 1, 0, python);
      return results->step_ran;
    }));
    return *results;
  };
  CellResults results = ran_by({}, 1);
  EXPECT_FALSE(results.own_python);
  EXPECT_EQ(results.unconfined, builtin.trusted);
  EXPECT_TRUE(cell(results, 1).output.starts_with(kBuiltinTorch)) << cell(results, 1).output;
  EXPECT_TRUE(results.python.starts_with("Built-in Python 3.")) << results.python;
  // Trusted for this Python alone.
  notebook::client::KernelOptions trusted = chosen.kernel();
  trusted.trusted = true;
  chosen.run_with(trusted);
  EXPECT_TRUE(ran_by({}, 0).unconfined);
  results = ran_by(own, 0);
  EXPECT_EQ(cell(results, 0).output, own.program.string() + "\n");
  EXPECT_TRUE(results.own_python);
  EXPECT_EQ(results.unconfined, builtin.trusted);
  EXPECT_TRUE(results.python.starts_with("Python " + own.version + ".")) << results.python;
  EXPECT_EQ(chosen.kernel().python, own);
  EXPECT_FALSE(ran_by({}, 0).own_python);
}

TEST(CellsWithoutKernel, ReachNothing) {
  notebook::client::KernelOptions nowhere;
  nowhere.program = "/no/such/program";
  CellRunner runner([] {}, nowhere);
  const lessons::Lesson lesson = lesson_of({{"print(1)", "1\n"}});
  std::shared_ptr<const CellResults> results;
  ASSERT_TRUE(testing::eventually([&] {
    results = runner.update(&lesson, 0, 1, 0);
    return results->step_ran;
  }));
  EXPECT_EQ(results->cells.at({0, 0})->state, CellState::kNoKernel);
  EXPECT_FALSE(results->reach);
}

}  // namespace
}  // namespace normscope::cells
