// SPDX-License-Identifier: MIT
// Blocks that ask something of the reader: reading them, judging answers, and acts that are done.
#include <gtest/gtest.h>

#include <limits>

#include "app/document/edits.hpp"
#include "app/lessons/act.hpp"
#include "app/lessons/predict.hpp"
#include "tests/app/lessons/lesson_support.hpp"
#include "tests/support/support.hpp"

namespace normscope::lessons {
namespace {

using document::Document;

// A step with rows 1 2 3 and 4 5 9 and a block whose text begins in line 12.
std::string with_block(const std::string& language, const std::string& text) {
  return one_step("operation = \"layer-norm\"") + "```" + language + "\n" + text + "\n```\n";
}

Prediction prediction_of(const std::string& text) {
  return lesson_of(with_block("predict", text)).steps.at(0).predictions.at(0);
}
std::string prediction_fault(const std::string& text) {
  return fault_of(with_block("predict", text));
}
Act act_of(const std::string& changes) {
  return lesson_of(with_block("act", "do = \"Do.\"\nchanges = [" + changes + "]"))
      .steps.at(0)
      .acts.at(0);
}
std::string act_fault(const std::string& changes) {
  return fault_of(with_block("act", "do = \"Do.\"\nchanges = [" + changes + "]"));
}

TEST(Tasks, AreBlocksOfTheirStepAtTheirPlace) {
  const Lesson lesson =
      lesson_of(with_block("predict", "ask = \"The *mean*?\"\nnumber = \"mean[0]\"\nwithin = 0.1") +
                "Text.\n```act\ndo = \"Select.\"\nchanges = [{ selected = { row = 1 } }]\n```\n" +
                "```hint\ntext = \"Look at {mean[1]:0}.\"\n```\n");
  const Step& step = lesson.steps.at(0);
  ASSERT_EQ(step.blocks.size(), 4U);
  EXPECT_EQ(step.blocks[0].kind, BlockKind::kPrediction);
  EXPECT_EQ(step.blocks[0].number, 0);
  EXPECT_EQ(step.blocks[2].kind, BlockKind::kAct);
  EXPECT_EQ(step.blocks[3].kind, BlockKind::kHint);
  EXPECT_EQ(step.blocks[3].inlines.at(1).text, "6");
  EXPECT_EQ(step.predictions.at(0).ask.at(1), (Inline{.text = "mean", .emphasis = true}));
  EXPECT_EQ(step.acts.at(0).what.at(0).text, "Select.");
}

TEST(Predict, ANumberComesFromTheStage) {
  const Prediction asked = prediction_of(
      "ask = \"?\"\nnumber = \"mean[1]:1\"\nwithin = 0.5\nreveal = \"It is {mean[1]:0}.\"");
  EXPECT_EQ(std::get<NumberQuestion>(asked.question),
            (NumberQuestion{.value = 6, .within = 0.5, .text = "6.0"}));
  EXPECT_EQ(asked.reveal.at(1).text, "6");
  EXPECT_FALSE(asked.shows);
  EXPECT_TRUE(is_right(asked, 5.5));
  EXPECT_TRUE(is_right(asked, 6.5));
  EXPECT_FALSE(is_right(asked, 6.5001));
  EXPECT_FALSE(is_right(asked, std::size_t{6})) << "another kind of answer";
  EXPECT_EQ(verdict_sentence(asked, 6.0), "Right: 6.0.");
  EXPECT_EQ(verdict_sentence(asked, 6.25), "Right: you said 6.25, it is 6.0.");
  EXPECT_EQ(verdict_sentence(asked, 4.5), "You said 4.5; it is 6.0, 1.5 more.");
  EXPECT_EQ(verdict_sentence(asked, 8.0), "You said 8; it is 6.0, 2 less.");
}

TEST(Predict, NumbersThatAreNoneAreJudgedToo) {
  constexpr double kInf = std::numeric_limits<double>::infinity();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  const Prediction infinite{.ask = {}, .question = NumberQuestion{kInf, 1, "inf"}};
  EXPECT_TRUE(is_right(infinite, kInf));
  EXPECT_FALSE(is_right(infinite, 1e30));
  EXPECT_EQ(verdict_sentence(infinite, 1.0), "You said 1; it is inf.");
  const Prediction undefined{.ask = {}, .question = NumberQuestion{kNan, 1, "nan"}};
  EXPECT_TRUE(is_right(undefined, kNan));
  EXPECT_FALSE(is_right(undefined, 0.0));
}

TEST(Predict, TheAnswerMayBeThatOfAnotherDocument) {
  const Prediction asked = prediction_of(
      "ask = \"Now {mean[0]:0}.\"\nwith = { set = [{ row = 0, column = 0, value = 4 }] }\n"
      "number = \"mean[0]\"\nwithin = 0\nreveal = \"Then {mean[0]:0}.\"");
  EXPECT_EQ(asked.ask.at(1).text, "2") << "the question has the step's numbers";
  EXPECT_EQ(std::get<NumberQuestion>(asked.question).value, 3);
  EXPECT_EQ(asked.reveal.at(1).text, "3");
  ASSERT_TRUE(asked.shows);
  EXPECT_EQ(asked.shows->inputs[0].values.at(0), 4);
  EXPECT_EQ(prediction_fault("ask = \"?\"\nwith = { esp = 1 }\nnumber = 1\nwithin = 0"),
            "line 13: unknown key 'esp'");
}

TEST(Predict, ExactlyOneChoiceIsRight) {
  const Prediction asked = prediction_of(
      "ask = \"?\"\nchoices = [{ text = \"a\", why = \"because\" }, { text = \"b\", right = true "
      "}]");
  EXPECT_FALSE(is_right(asked, std::size_t{0}));
  EXPECT_TRUE(is_right(asked, std::size_t{1}));
  EXPECT_FALSE(is_right(asked, std::size_t{2}));
  EXPECT_EQ(verdict_sentence(asked, std::size_t{0}), "Not this one.");
  EXPECT_EQ(verdict_sentence(asked, std::size_t{1}), "Right.");
  EXPECT_EQ(prediction_fault("ask = \"?\"\nchoices = [{ text = \"a\" }, { text = \"b\", right = "
                             "true }]"),
            "line 13: a wrong choice needs 'why': the misconception behind it");
  EXPECT_EQ(prediction_fault("ask = \"?\"\nchoices = [{ text = \"a\", right = true }, "
                             "{ text = \"b\", right = true }]"),
            "line 13: exactly one choice must have right = true");
  EXPECT_EQ(prediction_fault("ask = \"?\"\nchoices = [{ text = \"a\", right = true }]"),
            "line 13: there must be two choices or more");
  EXPECT_EQ(prediction_fault("ask = \"?\"\nchoices = [\"a\"]"),
            "line 13: a choice must be a table such as { text = \"...\", why = \"...\" }");
}

TEST(Predict, ACellIsSelectedOnTheStage) {
  const Prediction asked = prediction_of("ask = \"?\"\ncell = { row = 1, column = 2 }");
  EXPECT_TRUE(is_right(asked, document::Selection{1, 2}));
  EXPECT_FALSE(is_right(asked, document::Selection{1, 1}));
  EXPECT_EQ(verdict_sentence(asked, document::Selection{1, 1}),
            "You chose row 1, column 1; it is row 1, column 2.");
  EXPECT_EQ(prediction_fault("ask = \"?\"\ncell = { row = 1 }"),
            "line 13: 'cell' needs a row and a column");
  EXPECT_EQ(prediction_fault("ask = \"?\"\ncell = { row = 2, column = 0 }"),
            "line 13: 'row' must be a whole number from 0 to 1");
}

TEST(Predict, MistakesHaveALineAndASentence) {
  EXPECT_EQ(prediction_fault("number = 1\nwithin = 0"), "line 12: 'ask' is missing: a sentence");
  EXPECT_EQ(prediction_fault("ask = \"?\""),
            "line 12: exactly one of number, choices, cell is needed here");
  EXPECT_EQ(prediction_fault("ask = \"?\"\nnumber = 1\ncell = { row = 0, column = 0 }"),
            "line 12: exactly one of number, choices, cell is needed here");
  EXPECT_EQ(prediction_fault("ask = \"?\"\nnumber = 1"),
            "line 12: a number needs 'within': how far off an answer may be");
  EXPECT_EQ(prediction_fault("ask = \"?\"\nnumber = \"mean[7]\"\nwithin = 0"),
            "line 13: 'mean' has no row 7");
  EXPECT_EQ(prediction_fault("ask = \"?\"\nnumber = true\nwithin = 0"),
            "line 13: 'number' must be a number");
  EXPECT_EQ(prediction_fault("ask = \"?\"\nnumber = 1\nwithin = 0\nanswer = 1"),
            "line 15: unknown key 'answer'");
  EXPECT_EQ(prediction_fault("ask = \"a\\n\\nb\"\nnumber = 1\nwithin = 0"),
            "line 12: 'ask' must be one paragraph of text");
  EXPECT_EQ(prediction_fault("ask = \"{mean[7]}\"\nnumber = 1\nwithin = 0"),
            "line 12: 'mean' has no row 7");
  EXPECT_EQ(prediction_fault("ask = \"$x\"\nnumber = 1\nwithin = 0"),
            "line 12: a '$' without its partner");
  EXPECT_TRUE(prediction_fault("ask = ").starts_with("line 12: not TOML: "));
  EXPECT_EQ(fault_of(with_block("hint", "txt = \"a\"")), "line 12: 'text' is missing: a sentence");
}

// Whether an act of these changes is met once the document has been changed.
bool met_after(const Act& act, const Document& document) {
  return met(act, document,
             results::evaluate(document, 0, compute::make_backends(), compute::Device::kReference));
}

struct Acts : ::testing::Test {
  Document document = lesson_of(one_step("operation = \"layer-norm\"")).steps[0].document;

  Document with_value(std::int64_t at, float value) const {
    return document::set_value(document, document::Target::kInput, at, value)->after;
  }
};

TEST_F(Acts, ValuesOfTheStageAreBounded) {
  const Act above = act_of("{ value = \"variance[0]\", above = 1 }");
  EXPECT_FALSE(met_after(above, document));
  EXPECT_TRUE(met_after(above, with_value(0, -5)));
  const Act below = act_of("{ value = \"mean[1]\", below = 6 }");
  EXPECT_FALSE(met_after(below, document)) << "6 is not below 6";
  EXPECT_TRUE(met_after(below, with_value(3, 3)));
  const Act is = act_of("{ value = \"input[0, 1]\", is = 0.1 }");
  EXPECT_TRUE(met_after(is, with_value(1, 0.1F))) << "as float32";
  EXPECT_FALSE(met_after(is, with_value(1, 0.11F)));
  const Act near = act_of("{ value = \"input[0, 1]\", is = 0.1, within = 0.02 }");
  EXPECT_TRUE(met_after(near, with_value(1, 0.11F)));
}

TEST_F(Acts, AValueMustHaveChanged) {
  const Act changed = act_of("{ value = \"mean[0]\", changed = true }");
  EXPECT_FALSE(met_after(changed, document));
  EXPECT_FALSE(met_after(changed, with_value(3, 40))) << "the other row";
  EXPECT_TRUE(met_after(changed, with_value(0, 40)));
}

TEST_F(Acts, AValueThatIsGoneIsNotMet) {
  const Act act = act_of("{ value = \"variance[1]\", above = 0 }");
  EXPECT_TRUE(met_after(act, document));
  Document softmax = document;
  softmax.subject = document::Subject::kSoftmax;
  EXPECT_FALSE(met_after(act, softmax));
}

TEST_F(Acts, OptionsAreThoseOfTheSettings) {
  Document changed = document;
  changed.norm.options.epsilon = 1e-3;
  changed.norm.options.estimator = ops::VarianceEstimator::kUnbiased;
  changed.norm.gamma.on = true;
  changed.backward.on = true;
  changed.backward.form = trace::BackwardForm::kChain;
  for (const char* const change :
       {R"({ option = "eps", is = 1e-3 })", R"({ option = "eps", above = 1e-4 })",
        R"({ option = "variance", is = "unbiased" })", R"({ option = "gamma", is = true })",
        R"({ option = "backward", is = true })", R"({ option = "form", is = "chain" })"}) {
    EXPECT_FALSE(met_after(act_of(change), document)) << change;
    EXPECT_TRUE(met_after(act_of(change), changed)) << change;
  }
  changed.norm.epsilon_on = false;
  const Act off = act_of(R"({ option = "eps-placement", is = "none" })");
  EXPECT_FALSE(met_after(off, document));
  EXPECT_TRUE(met_after(off, changed));
}

TEST_F(Acts, SelectionAndFocus) {
  Document changed = document;
  changed.selection = {1, 2};
  changed.view.step = "variance + eps";
  for (const char* const change :
       {"{ selected = { row = 1, column = 2 } }", "{ selected = { row = 1 } }",
        "{ focus = \"variance + eps\" }"}) {
    EXPECT_FALSE(met_after(act_of(change), document)) << change;
    EXPECT_TRUE(met_after(act_of(change), changed)) << change;
  }
  EXPECT_FALSE(met_after(act_of("{ selected = { row = 1, column = 1 } }"), changed));
}

TEST_F(Acts, AllConditionsMustHold) {
  const Act both = act_of("{ selected = { row = 1 } }, { value = \"input[0, 0]\", above = 10 }");
  Document changed = with_value(0, 11);
  EXPECT_FALSE(met_after(both, changed));
  changed.selection.row = 1;
  EXPECT_TRUE(met_after(both, changed));
}

TEST_F(Acts, MistakesHaveALineAndASentence) {
  EXPECT_EQ(fault_of(with_block("act", "changes = [{ selected = { row = 1 } }]")),
            "line 12: 'do' is missing: a sentence");
  EXPECT_EQ(act_fault(""), "line 13: 'changes' is missing: a list of what must change");
  EXPECT_EQ(act_fault("7"),
            "line 13: a change must be a table such as { value = \"variance[0]\", above = 1 }");
  EXPECT_EQ(act_fault("{ above = 7 }"),
            "line 13: exactly one of value, option, selected, focus is needed here");
  EXPECT_EQ(act_fault("{ value = \"mean[0]\" }"),
            "line 13: a value needs above, below, is or changed = true");
  EXPECT_EQ(act_fault("{ value = \"mean[9]\", above = 0 }"), "line 13: 'mean' has no row 9");
  EXPECT_EQ(act_fault("{ option = \"eps\" }"), "line 13: an option needs is, above or below");
  EXPECT_EQ(act_fault("{ option = \"temperature\", is = 1 }"),
            "line 13: the operation of this step has no option 'temperature'");
  EXPECT_EQ(act_fault("{ option = \"eps\", is = true }"), "line 13: 'eps' is a number");
  EXPECT_EQ(act_fault("{ option = \"gamma\", above = 1 }"), "line 13: 'gamma' is true or false");
  EXPECT_EQ(act_fault("{ option = \"variance\", is = \"sample\" }"),
            "line 13: 'variance' is one of biased, unbiased");
  EXPECT_EQ(act_fault("{ selected = { column = 1 } }"), "line 13: 'selected' needs a row");
  EXPECT_NE(act_fault("{ focus = \"middle\" }").find("but is 'middle'"), std::string::npos);
  EXPECT_EQ(act_fault("{ selected = { row = 1 }, when = 1 }"), "line 13: unknown key 'when'");
}

}  // namespace
}  // namespace normscope::lessons
