// SPDX-License-Identifier: MIT
// A notebook shows itself: what a cell wrote comes onto the stage with the step that leads there,
// with a line that says what it is and how it differs from PyTorch's module.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

// A notebook of these cells.
std::string notebook_of(const std::vector<std::string>& cells) {
  nlohmann::json file = {{"nbformat", 4}, {"nbformat_minor", 5}, {"metadata", {{"x", 1}}}};
  for (const std::string& source : cells) {
    file["cells"].push_back({{"cell_type", "code"},
                             {"metadata", {{"x", 1}}},
                             {"source", source},
                             {"execution_count", 1},
                             {"outputs", nlohmann::json::array()}});
  }
  return file.dump();
}

const std::vector<std::string> kCells = {
    "import torch\nx = torch.tensor([[2., 4, 5, 6, 8]])",
    "mean = x.mean(-1, keepdim=True)\ny = (x - mean) / (x.std(-1, keepdim=True) + 1e-5)",
    "print(y)",
    "e = torch.exp(x)\np = e / e.sum(-1, keepdim=True)",
};

struct NotebookStageTest : public ApplicationTest {
  NotebookStageTest() {
    driver->resize({1600, 1000});
    open("mine.ipynb", kCells);
  }
  void open(const std::string& name, const std::vector<std::string>& cells) const {
    write_file(folder / name, notebook_of(cells));
    open_and_run(folder / name);
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
  EXPECT_EQ(other->norm.options.estimator, ops::VarianceEstimator::kBiased);
  EXPECT_EQ(other->norm.options.epsilon_placement, ops::EpsilonPlacement::kInside);
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
  EXPECT_EQ(text("stage/notebook"), "x, a variable of mine.ipynb");
  next();
  click("lesson/back");
  ASSERT_TRUE(ran());
  driver->settle();
  EXPECT_EQ(on_stage(), "x");
}

TEST_F(NotebookStageTest, TheCodeColumnIsAsWideAsItsLongestLine) {
  const float code = driver->widget("lesson/text/0/code").rect.w;
  open("long.ipynb", {"value = [" + std::string(58, '1') + "]"});
  const ui::Rect longer = driver->widget("lesson/text/0/code").rect;
  EXPECT_GT(longer.w, code + 50);
  EXPECT_LT(longer.h, 60) << "no line is broken";
}

}  // namespace
}  // namespace normscope::testing
