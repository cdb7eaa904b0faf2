// SPDX-License-Identifier: MIT
// Notebooks in the window: results as cells finish, Stop, outputs beside what is expected, and the
// operations that cells wrote as cards that know their lines.
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/document/descriptions.hpp"
#include "app/document/session/session.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

struct CellsTest : public ApplicationTest {
  struct Cell {
    std::string source;
    std::string printed{};  // as the file stores it; empty: nothing
  };

  void open(const std::vector<Cell>& cells, const std::string& name = "lecture.ipynb") {
    nlohmann::json file = {{"nbformat", 4}, {"nbformat_minor", 5}, {"metadata", {{"x", 1}}}};
    for (const Cell& cell : cells) {
      nlohmann::json outputs = nlohmann::json::array();
      if (!cell.printed.empty()) {
        outputs.push_back({{"output_type", "stream"}, {"name", "stdout"}, {"text", cell.printed}});
      }
      file["cells"].push_back({{"cell_type", "code"},
                               {"metadata", {{"x", 1}}},
                               {"source", cell.source},
                               {"execution_count", 1},
                               {"outputs", outputs}});
    }
    write_file(folder / name, file.dump());
    open_and_run(folder / name);
    if (document().view.layout != document::StageLayout::kAllSteps) show_all_steps();
  }

  std::string origin() const {
    const document::Input& input = document().inputs[document().input];
    return document::origin_description(input.origin, input.values.shape());
  }

  [[nodiscard]] bool wait_for_text(const std::string& id, const std::string& part) const {
    return wait_for([&] { return driver->has(id) && text(id).find(part) != std::string::npos; });
  }
  void next() const {
    driver->click("lesson/next");
    driver->settle();
  }
  bool lit(const std::string& id) const { return driver->widget(id).selected == true; }
  std::string made_by(const std::string& variable) const {
    return driver->widget("lesson/variable/" + variable).value.value_or("");
  }

  TemporaryFolder folder;
};

const char* const kImport = "import torch\ntorch.manual_seed(123)\nx = torch.rand(2, 5)";
const char* const kLayerNorm =
    "gamma = torch.full((5,), 2.0)\n"
    "mean = x.mean(dim=-1, keepdim=True)\n"
    "var = x.var(dim=-1, keepdim=True, unbiased=False)\n"
    "root = torch.sqrt(var + 1e-5)\n"
    "y = gamma * ((x - mean) / root)";

TEST_F(CellsTest, WhatACellWroteOpensAsItsCards) {
  open({{kImport}, {kLayerNorm}});
  const Document before = document();
  next();
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/variable/y"); }));
  EXPECT_EQ(text("lesson/variable/x"), "x  2 \xc3\x97 5  float32");
  EXPECT_EQ(made_by("x"), "");
  EXPECT_EQ(made_by("y"), "layer norm, eps 1e-05, biased; cell 2, lines 2 to 5");
  driver->click("lesson/variable/x");
  driver->click("lesson/variable/y");
  driver->settle();
  EXPECT_EQ(application->workspace().history.undo_description(), "put y on the stage");
  EXPECT_EQ(origin(), "what goes into y of lecture.ipynb");
  EXPECT_TRUE(document().norm.gamma.on);
  EXPECT_FALSE(document().norm.beta.on);
  EXPECT_EQ(text("stage/input/cell/0/0"), "0.2961");
  // torch.var has no step of squares, and the chain ends where the cell ended it.
  EXPECT_FALSE(driver->has("stage/squared"));
  EXPECT_EQ(text("stage/scaled/cell/0/0"), "-0.6459");
  EXPECT_FALSE(driver->has("stage/shifted"));
  EXPECT_EQ(text("stage/input/source"), "cell 1, line 3: x = torch.rand(2, 5)");
  EXPECT_EQ(text("stage/variance/source"),
            "cell 2, line 3: var = x.var(dim=-1, keepdim=True, unbiased=False)");
  EXPECT_EQ(text("stage/normalized/source"), "cell 2, line 5: y = gamma * ((x - mean) / root)");

  // A session keeps the operation with its values and lines.
  const auto path = folder / "session.json";
  ASSERT_TRUE(document::save_session(path, document()));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(document::load_session(path)), document());

  for (int i = 0; i < 3; ++i) driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_EQ(document(), before);
  EXPECT_FALSE(driver->has("stage/variance/source"));
}

TEST_F(CellsTest, TheStageStaysWhenTheReaderGoesOn) {
  open({{kImport}, {kLayerNorm}, {"z = y + 1"}});
  next();
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/variable/y"); }));
  driver->click("lesson/variable/y");
  driver->settle();
  Document shown = document();
  next();
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/variable/z"); }));
  shown.lesson.step = 2;
  EXPECT_EQ(document(), shown);
  EXPECT_EQ(origin(), "what goes into y of lecture.ipynb");
}

TEST_F(CellsTest, ACardAndItsLineLightUpTogether) {
  open({{kImport}, {kLayerNorm}});
  next();
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/variable/y"); }));
  driver->click("lesson/variable/y");
  driver->settle();
  EXPECT_FALSE(driver->has("lesson/text/0/line/1")) << "gamma is no step";
  EXPECT_FALSE(lit("lesson/text/0/line/3"));
  driver->hover("stage/variance/title");
  driver->settle();
  EXPECT_TRUE(lit("lesson/text/0/line/3"));
  EXPECT_FALSE(lit("lesson/text/0/line/4"));
  driver->hover("inspector/heading");
  driver->settle();
  EXPECT_FALSE(lit("lesson/text/0/line/3"));
  // Where a number was selected, the line stays lit.
  driver->click("stage/standard-deviation/cell/1/0");
  driver->hover("inspector/heading");
  driver->settle();
  EXPECT_TRUE(lit("lesson/text/0/line/4"));
  driver->hover("lesson/text/0/line/5");
  driver->settle();
  EXPECT_EQ(application->workspace().view.pointed_line, (workspace::CodeLine{2, 5}));
}

TEST_F(CellsTest, TitlesOfTheSheetLightTheirLines) {
  open({{kImport}, {kLayerNorm}});
  next();
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/variable/y"); }));
  driver->click("lesson/variable/y");
  driver->settle();
  driver->click("stage/layout/0");
  driver->settle();
  const std::string focus = document().view.step;
  driver->hover("stage/mean/symbol");
  driver->settle();
  EXPECT_TRUE(lit("lesson/text/0/line/2"));
  EXPECT_FALSE(lit("lesson/text/0/line/5"));
  driver->hover("stage/input/title");
  driver->settle();
  EXPECT_FALSE(lit("lesson/text/0/line/2")) << "the input has no line in this cell";
  driver->hover("stage/scaled/title");
  driver->settle();
  EXPECT_TRUE(lit("lesson/text/0/line/5"));
  EXPECT_EQ(document().view.step, focus) << "pointing changes nothing";
}

TEST_F(CellsTest, OtherNumbersAndSettingsAreComputedHere) {
  open({{kImport}, {kLayerNorm}});
  next();
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/variable/y"); }));
  driver->click("lesson/variable/y");
  driver->settle();
  driver->double_click("stage/input/cell/0/0");
  driver->key(ui::Key::kA, kCtrl);
  driver->type("5");
  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_EQ(text("stage/mean/cell/0/0"), "1.3062");
  EXPECT_TRUE(driver->has("stage/mean/source")) << "the code is the same, for other numbers";
  driver->click("inspector/variance/1");
  driver->settle();
  EXPECT_FALSE(driver->has("stage/mean/source")) << "the code does something else";
  driver->key(ui::Key::kZ, kCtrl);
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_EQ(text("stage/mean/cell/0/0"), "0.3654");
  EXPECT_TRUE(driver->has("stage/mean/source"));
}

TEST_F(CellsTest, SoftmaxesAndBuiltInLayersOpenToo) {
  open({{kImport},
        {"e = torch.exp(x - x.max(dim=-1, keepdim=True).values)\n"
         "p = e / e.sum(dim=-1, keepdim=True)\n"
         "n = torch.nn.LayerNorm(5)(x)\nempty = torch.zeros(0)"}});
  next();
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/variable/p"); }));
  EXPECT_EQ(made_by("p"), "softmax over dimension 1; cell 2, lines 1 and 2");
  EXPECT_EQ(made_by("n"), "layer norm, eps 1e-05, biased; cell 2, line 3");
  EXPECT_FALSE(driver->widget("lesson/variable/empty").enabled);
  driver->click("lesson/variable/p");
  driver->settle();
  EXPECT_EQ(document().subject, document::Subject::kSoftmax);
  EXPECT_EQ(text("stage/sum/source"), "cell 2, line 2: p = e / e.sum(dim=-1, keepdim=True)");
  driver->click("lesson/variable/n");
  driver->settle();
  EXPECT_EQ(document().subject, document::Subject::kNorm);
  EXPECT_EQ(text("stage/shifted/source"), "cell 2, line 3: n = torch.nn.LayerNorm(5)(x)");
}

TEST_F(CellsTest, NumbersThatAreNoArraysOpenAsWell) {
  open(
      {{"import math\nrows = [[1, 2.5], (3, True)]\nragged = [[1], [2, 3]]\nword = 'x'\n"
        "t = math.tau\nloop = [1]\nloop.append(loop)"}});
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/variable/rows"); }));
  EXPECT_EQ(text("lesson/variable/rows"), "rows  2 \xc3\x97 2  list");
  EXPECT_EQ(text("lesson/variable/t"), "t    float");
  for (const char* const name : {"ragged", "word", "loop", "math"}) {
    EXPECT_FALSE(driver->has(std::string("lesson/variable/") + name)) << name;
  }
  driver->click("lesson/variable/rows");
  driver->settle();
  EXPECT_EQ(origin(), "rows of lecture.ipynb");
  EXPECT_EQ(document().inputs[0].values.at(3), 1.0F);
  EXPECT_FALSE(driver->has("stage/mean/source"));
}

TEST_F(CellsTest, ARunningCellIsStoppedAndRunAgain) {
  open({{"print('one')"}, {"while True: pass"}, {"print('three')"}});
  next();
  // What has finished is there while another cell runs.
  ASSERT_TRUE(wait_for_text("lesson/text/0/state", "running"));
  EXPECT_TRUE(text("status/cells").starts_with("cell 2 running")) << text("status/cells");
  driver->key(ui::Key::kLeft);
  ASSERT_TRUE(wait_for_text("lesson/text/0/output", "one"));
  EXPECT_EQ(text("lesson/text/0/state"), "done");
  next();
  next();
  EXPECT_EQ(text("lesson/text/0/state"), "waiting");
  driver->key(ui::Key::kLeft);
  driver->settle();

  driver->click("lesson/text/0/stop");
  ASSERT_TRUE(wait_for_text("lesson/text/0/error", "KeyboardInterrupt"));
  EXPECT_EQ(text("lesson/text/0/state"), "stopped");
  EXPECT_FALSE(driver->has("status/cells"));
  next();
  EXPECT_EQ(text("lesson/text/0/state"), "did not run");
  EXPECT_FALSE(driver->has("lesson/text/0/output"));

  driver->key(ui::Key::kF5, kCtrl);
  ASSERT_TRUE(wait_for_text("status/cells", "cell 2"));
  EXPECT_EQ(text("lesson/text/0/state"), "waiting");
  driver->key(ui::Key::kF5, {.shift = true});
  ASSERT_TRUE(wait_for_text("lesson/text/0/state", "did not run"));

  // Once the cells have stopped, no further frames are drawn.
  ASSERT_TRUE(wait_for([&] { return !driver->has("status/cells"); }));
  driver->wait(2);
  const std::uint64_t before = driver->frames();
  driver->wait(60);
  EXPECT_EQ(driver->frames(), before);
}

TEST_F(CellsTest, ARunningCellIsDrawnOnceASecond) {
  open({{"while True: pass"}});
  ASSERT_TRUE(wait_for_text("status/cells", "cell 1 running"));
  driver->settle();
  const std::uint64_t before = driver->frames();
  driver->wait(4);
  // Four seconds hold four or five ticks, each of which is an activity of its own.
  constexpr std::uint64_t kPerTick = ui::Pacing::kFramesPerActivity;
  EXPECT_GE(driver->frames() - before, 4 * kPerTick);
  EXPECT_LE(driver->frames() - before, 5 * kPerTick);
  driver->click("status/stop-cells");
  EXPECT_TRUE(wait_for_text("lesson/text/0/state", "stopped"));
}

TEST_F(CellsTest, AnErrorEndsItsCellAndNoOther) {
  open({{"x = (1 +"}, {"raise ValueError('no good')"}, {"print('here')"}});
  ASSERT_TRUE(wait_for_text("lesson/text/0/error", "SyntaxError: '(' was never closed"));
  EXPECT_EQ(text("lesson/text/0/state"), "error");
  next();
  ASSERT_TRUE(wait_for_text("lesson/text/0/error", "ValueError: no good"));
  next();
  // The output is there before its cell has ended.
  ASSERT_TRUE(wait_for_text("lesson/text/0/state", "done"));
  EXPECT_EQ(text("lesson/text/0/output"), "here");
}

TEST_F(CellsTest, TheCellsAheadRunWhenAskedFor) {
  open({{kImport, ""},
        {"print(int(x.shape[0]))", "2\n"},
        {"torch.nn.Conv2d(3, 8, 3)", "Conv2d\n"},
        {kLayerNorm},
        {"y = y + 1\nprint(7)", "8\n"}});
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/variable/x"); }));
  EXPECT_EQ(text("lesson/ahead"), "Run the 4 cells ahead");
  EXPECT_FALSE(driver->has("lesson/further/0"));
  EXPECT_FALSE(driver->has("lesson/reach"));
  driver->click("lesson/ahead");
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/reach"); }));
  EXPECT_EQ(
      text("lesson/reach"),
      "4 of 5 cells ran; 1 of 3 stored outputs is there again; cell 3 did not run to its end.");
  EXPECT_FALSE(driver->has("lesson/ahead"));
  EXPECT_FALSE(driver->has("lesson/variable/y")) << "a step shows what it has";
  EXPECT_EQ(driver->widget("lesson/further/0").value,
            "layer norm, eps 1e-05, biased; cell 4, lines 2 to 5");
  driver->click("lesson/further/0");
  driver->settle();
  EXPECT_EQ(origin(), "what goes into y of lecture.ipynb");
  EXPECT_EQ(text("stage/scaled/cell/0/0"), "-0.6459");
}

TEST_F(CellsTest, OutputsAreComparedWithWhatTheFileSays) {
  open({{"print('a\\nb')", "a\nb\n"},
        {"print('a\\nc\\nd')", "a\nb\nd\n"},
        {"print('1.0  2.0')", "1. 2.\n"},
        {"print('x')"}});
  ASSERT_TRUE(wait_for_text("lesson/text/0/state", "\xe2\x9c\x93 as expected"));
  EXPECT_FALSE(driver->has("lesson/text/0/difference"));
  next();
  ASSERT_TRUE(wait_for_text("lesson/text/0/state", "not as expected"));
  EXPECT_EQ(text("lesson/text/0/difference/head"), "Line 2 of the output differs:");
  EXPECT_EQ(text("lesson/text/0/difference"), "expected  b\ngot       c");
  next();
  ASSERT_TRUE(wait_for_text("lesson/text/0/state", "\xe2\x9c\x93 the same numbers"));
  EXPECT_FALSE(driver->has("lesson/text/0/difference"));
  next();
  ASSERT_TRUE(wait_for_text("lesson/text/0/state", "done"));
}

TEST_F(CellsTest, AnErrorThatTheLessonShowsIsAsExpected) {
  write_file(
      folder / "errors.md",
      "+++\nid = \"errors\"\ntitle = \"Errors\"\nsource = \"here\"\nlanguage = \"en\"\n+++\n\n"
      "## A division\n\n```normscope\ninput = { name = \"x\", values = [1, 2] }\n```\n\n"
      "```python\n1 / 0\n```\n\n```output\nZeroDivisionError: division by zero\n```\n");
  open_and_run(folder / "errors.md");
  ASSERT_TRUE(wait_for_text("lesson/text/0/state", "\xe2\x9c\x93 as expected"));
}

TEST_F(CellsTest, WhatIsTooMuchIsCutOrRefused) {
  open({{"for i in range(100_000):\n    print(i)"},
        {"import torch\nbig = torch.zeros(1 << 36)"},
        {"print('x' * 100_000)"}});
  ASSERT_TRUE(wait_for_text("lesson/text/0/cut", "and 99,600 more lines"));
  EXPECT_TRUE(text("lesson/text/0/output").ends_with("\n399"));
  next();
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/text/0/error"); }));
  EXPECT_EQ(text("lesson/text/0/state"), "error");
  next();
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/text/0/output"); }));
  EXPECT_LT(text("lesson/text/0/output").size(), 3000U);
}

TEST_F(CellsTest, OutputIsThereWhileTheCellRuns) {
  open({{"print('so far')\nimport time\nwhile True: time.sleep(1)"}});
  ASSERT_TRUE(wait_for_text("lesson/text/0/output", "so far"));
  ASSERT_TRUE(wait_for_text("status/cells", "cell 1 running"));
  driver->key(ui::Key::kF5, {.shift = true});
  ASSERT_TRUE(wait_for_text("lesson/text/0/state", "stopped"));
  EXPECT_EQ(text("lesson/text/0/output"), "so far");
}

TEST_F(CellsTest, AKernelThatEndsIsRestartedAndTheDocumentStays) {
  open({{kImport}, {"import os\nos._exit(3)"}, {"x.shape"}});
  const Document before = document();
  next();
  ASSERT_TRUE(wait_for_text("lesson/text/0/state", "ended"));
  EXPECT_EQ(text("lesson/text/0/error"),
            "KernelError: the cell ended its own process, with the status 3; the variables of the "
            "cells are lost");
  next();
  EXPECT_EQ(text("lesson/text/0/state"), "did not run");
  Document now = document();
  now.lesson = before.lesson;
  EXPECT_EQ(now, before);
  driver->key(ui::Key::kLeft);
  driver->settle();
  driver->key(ui::Key::kLeft);
  driver->settle();
  driver->key(ui::Key::kF5, kCtrl);
  EXPECT_TRUE(wait_for([&] { return driver->has("lesson/variable/x"); }));
}

TEST_F(CellsTest, AnotherFileStopsWhatRuns) {
  open({{"while True: pass"}});
  ASSERT_TRUE(wait_for_text("status/cells", "running"));
  open({{"print('other')"}}, "other.ipynb");
  EXPECT_TRUE(wait_for_text("lesson/text/0/output", "other"));
}

TEST_F(CellsTest, ACellThatLacksAFileReadsItsFolderIfThePersonSaysSo) {
  write_file(folder / "data.txt", "three words here");
  open({{"print(open('data.txt').read())"}});
  ASSERT_TRUE(wait_for_text("lesson/text/0/error", "FileNotFoundError"));
  driver->click("lesson/text/0/folder");
  ASSERT_TRUE(wait_for([&] { return driver->has("dialog/folder/words"); }));
  EXPECT_NE(text("dialog/folder/words")
                .find("can then read the 2 files in " + folder.path().string() + " and in"),
            std::string::npos)
      << text("dialog/folder/words");
  EXPECT_EQ(driver->shell().focus().id(), "dialog/folder/cancel");
  driver->click("dialog/folder/cancel");
  driver->settle();
  EXPECT_FALSE(driver->has("dialog/folder/words"));
  EXPECT_EQ(text("lesson/text/0/state"), "error");
  driver->click("lesson/text/0/folder");
  ASSERT_TRUE(wait_for([&] { return driver->has("dialog/folder/accept"); }));
  driver->click("dialog/folder/accept");
  ASSERT_TRUE(wait_for_text("lesson/text/0/output", "three words here"));
  EXPECT_FALSE(driver->has("lesson/text/0/folder"));
  // Another file has to ask anew.
  open({{"open('data.txt')"}}, "other.ipynb");
  EXPECT_TRUE(wait_for([&] { return driver->has("lesson/text/0/folder"); }));
}

TEST_F(CellsTest, LinesThatAreLeftOutAreNoted) {
  open({{"!pip install torch\nprint('on')"}});
  ASSERT_TRUE(wait_for_text("lesson/text/0/output", "on"));
  EXPECT_TRUE(wait_for_text("lesson/text/0/notes", "line 1: left out: `!pip install torch`"));
}

TEST_F(CellsTest, AScriptOpensAsALessonThatRuns) {
  write_file(folder / "lecture.py",
             "import torch\n"
             "x = torch.tensor([[1.0, 3.0], [5.0, 9.0]])\n"
             "print(x.mean(dim=-1))\n"
             "print(undefined)\n");
  open_and_run(folder / "lecture.py");
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/text/0/error"); }));
  EXPECT_EQ(text("lesson/text/0/output"), "tensor([2., 7.])");
  EXPECT_NE(text("lesson/text/0/error").find("NameError: name 'undefined' is not defined"),
            std::string::npos);
  driver->click("lesson/variable/x");
  driver->settle();
  EXPECT_EQ(text("stage/input/cell/1/1"), "9");
  EXPECT_EQ(application->workspace().history.undo_description(), "put x on the stage");
}

}  // namespace
}  // namespace normscope::testing
