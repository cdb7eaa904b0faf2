// SPDX-License-Identifier: MIT
// A notebook shows itself: what a cell wrote comes onto the stage with the step that leads there,
// with a line that says what it is and how it differs from PyTorch's module.
#include <gtest/gtest.h>

#include <string>
#include <variant>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

const char* const kCells =
    "import torch\nx = torch.tensor([[2., 4, 5, 6, 8]])\n"
    "# %%\n"
    "mean = x.mean(-1, keepdim=True)\n"
    "y = (x - mean) / (x.std(-1, keepdim=True) + 1e-5)\n"
    "# %%\n"
    "print(y)\n"
    "# %%\n"
    "e = torch.exp(x)\np = e / e.sum(-1, keepdim=True)\n";

struct NotebookStageTest : public ApplicationTest {
  NotebookStageTest() {
    driver->resize({1600, 1000});
    write_file(folder / "mine.py", kCells);
    EXPECT_TRUE(application->open(folder / "mine.py"));
    driver->shell().pacing().activity();
    driver->settle();
  }
  // The variable on the stage; empty where none is.
  std::string on_stage() const {
    const auto* const variable =
        std::get_if<document::Variable>(&document().inputs[document().input].origin);
    return variable == nullptr ? "" : variable->name;
  }
  [[nodiscard]] bool ran() const {
    return wait_for([&] {
      const auto& cells = application->workspace().cells;
      return cells != nullptr && cells->step_ran;
    });
  }
  void click(std::string_view id) const {
    driver->click(id);
    driver->settle();
  }
  void next() const {
    click("lesson/next");
    ASSERT_TRUE(ran());
    driver->settle();
  }
  std::string undo_description() const {
    return application->workspace().history.undo_description();
  }

  TemporaryFolder folder;
};

TEST_F(NotebookStageTest, ACellShowsWhatItWroteAndTheStageKeepsIt) {
  ASSERT_TRUE(ran());
  EXPECT_EQ(on_stage(), "");
  EXPECT_EQ(text("stage/notebook"), "An example, until a cell writes a norm or a softmax");
  next();
  EXPECT_EQ(on_stage(), "y");
  EXPECT_EQ(text("stage/notebook"), "Your layer norm: unbiased, eps outside the root");
  EXPECT_EQ(text("stage/notebook/differs"), "nn.LayerNorm: biased, eps inside the root");
  EXPECT_EQ(text("stage/input/cell/0/4"), "8");
  next();
  EXPECT_EQ(on_stage(), "y") << "a cell that wrote none leaves the stage";
  EXPECT_EQ(text("stage/notebook"), "Your layer norm of cell 2: unbiased, eps outside the root");
  next();
  EXPECT_EQ(on_stage(), "p");
  EXPECT_EQ(text("stage/notebook"), "Your softmax: no maximum subtracted");
  EXPECT_FALSE(application->workspace().history.changed_since_saved()) << "nobody made changes";
}

TEST_F(NotebookStageTest, TheModuleIsComparedWithAndLeftAgain) {
  next();
  EXPECT_EQ(text("stage/notebook/compare"), "Compare with nn.LayerNorm");
  click("stage/notebook/compare");
  ASSERT_TRUE(document().comparison);
  const auto* const other = std::get_if<document::Operation>(&document().comparison->b);
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->norm.options, ops::NormOptions{});
  click("stage/notebook/compare");
  EXPECT_FALSE(document().comparison);
}

TEST_F(NotebookStageTest, UndoGoesBackOverTheStepWithItsStage) {
  ASSERT_TRUE(ran());
  const Document before = document();
  next();
  EXPECT_EQ(undo_description(), "go to step 2");
  const Document after = document();
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_EQ(document(), before);
  driver->key(ui::Key::kZ, kCtrlShift);
  driver->settle();
  EXPECT_EQ(document(), after);
}

TEST_F(NotebookStageTest, WhatTheUserPutThereIsKept) {
  next();
  click("lesson/variable/x");
  EXPECT_EQ(on_stage(), "x");
  EXPECT_EQ(text("stage/notebook"), "x, a variable of mine.py");
  next();
  click("lesson/back");
  ASSERT_TRUE(ran());
  driver->settle();
  EXPECT_EQ(on_stage(), "x");
}

TEST_F(NotebookStageTest, TheCodeColumnIsAsWideAsItsLongestLine) {
  const float code = driver->widget("lesson/text/0/code").rect.w;
  write_file(folder / "long.py", "value = [" + std::string(58, '1') + "]\n");
  ASSERT_TRUE(application->open(folder / "long.py"));
  driver->shell().pacing().activity();
  driver->settle();
  const ui::Rect longer = driver->widget("lesson/text/0/code").rect;
  EXPECT_GT(longer.w, code + 50);
  EXPECT_LT(longer.h, 60) << "no line is broken";
}

}  // namespace
}  // namespace normscope::testing
