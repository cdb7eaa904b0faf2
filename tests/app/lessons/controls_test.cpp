// SPDX-License-Identifier: MIT
// The inspector's controls that a step is about: what its block, its acts and its questions change,
// and what it names; and whether it speaks of its figure.
#include <gtest/gtest.h>

#include <string>

#include "app/lessons/controls.hpp"
#include "tests/app/lessons/lesson_support.hpp"

namespace normscope::lessons {
namespace {

Step step_of(const std::string& settings, const std::string& after = {}) {
  return lesson_of(one_step(settings) + after).steps.at(0);
}

TEST(StepControls, AreThoseThatTheBlockSets) {
  EXPECT_EQ(step_of("operation = \"layer-norm\"").controls, Controls{});
  EXPECT_EQ(step_of("operation = \"layer-norm\"\neps = 1e-3").controls, Controls{"eps"});
  EXPECT_EQ(step_of("preset = \"V6\"").controls, (Controls{"eps", "variance"}));
  EXPECT_EQ(step_of("operation = \"softmax\"\ntemperature = 2").controls,
            (Controls{"operation", "temperature"}));
}

TEST(StepControls, AreThoseThatActsAndQuestionsChange) {
  EXPECT_EQ(step_of("",
                    "```act\ndo = \"Do.\"\nchanges = [{ option = \"eps-placement\", is = "
                    "\"none\" }, { option = \"digits\", is = \"9\" }]\n```\n")
                .controls,
            Controls{"eps"});
  EXPECT_EQ(step_of("",
                    "```predict\nask = \"What?\"\nwith = { gamma = [2, 1, 1] }\nnumber = "
                    "\"scaled[0, 0]\"\nwithin = 1\n```\n")
                .controls,
            Controls{"gamma"});
}

TEST(StepControls, AreNamed) {
  EXPECT_EQ(step_of("controls = [\"normalized-shape\", \"device\"]").controls,
            (Controls{"device", "normalized-shape"}));
  const std::string fault = fault_of(one_step("controls = [\"epsilon\"]"));
  EXPECT_NE(fault.find("but has 'epsilon'"), std::string::npos) << fault;
}

TEST(StepFigure, IsSpokenOfWhereTheBlockNamesOne) {
  EXPECT_FALSE(step_of("operation = \"layer-norm\"").has_figure);
  EXPECT_TRUE(step_of("figure = \"profile\"").has_figure);
}

TEST(StepQuestions, UncoverTheLastCardThatTheAnswerNames) {
  const auto uncovers = [](const std::string& text) {
    return step_of("reveal = \"input\"",
                   "```predict\nask = \"What?\"\nwithin = 1\n" + text + "\n```\n")
        .predictions.at(0)
        .uncovers;
  };
  EXPECT_EQ(uncovers("number = \"mean[0]\""), "mean");
  EXPECT_EQ(uncovers("number = 2\nreveal = \"It is {standard deviation[0]}, the root of "
                     "{variance[0]}.\""),
            "standard deviation");
  EXPECT_EQ(uncovers("number = 2"), "");
  EXPECT_EQ(uncovers("with = { eps = 1 }\nnumber = \"mean[0]\""), "") << "on another document";
}

}  // namespace
}  // namespace normscope::lessons
