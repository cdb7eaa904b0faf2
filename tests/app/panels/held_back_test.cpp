// SPDX-License-Identifier: MIT
// The window while a lesson holds steps back: nothing shows their numbers, nothing moves when the
// reader asks for them, and numbers in prose lead to what is shown.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <span>
#include <string>
#include <vector>

#include "app/workspace/stage_walk.hpp"
#include "tests/app/panels/stage_fixture.hpp"

namespace normscope::testing {
namespace {

constexpr std::string_view kVeiled = R"(+++
id = "slowly"
title = "Slowly"
source = "Written for this test."
language = "en"
+++

## The mean

Row 1 has the mean {mean[1]}; the batch begins with {input[0, 0]}, and relu's largest number in
row 0 is {maximum of relu[0]}. The output begins with {normalized[0, 0]}, in PyTorch with
{builtin[0, 0]}.

```normscope
input = { name = "batch", distribution = "rand", shape = [2, 5], seed = 123 }
layers = [{ linear = 6, seed = 123, position = 10 }, "relu"]
operation = "layer-norm"
focus = "relu"
reveal = "mean"
```

```act
do = "Select row 1, whose mean is {mean[1]}."
changes = [{ selected = { row = 1 } }]
```

## The rest

```normscope
focus = "mean"
```
)";

struct HeldBackWindowTest : StageTest {
  HeldBackWindowTest() {
    const auto path = folder / "slowly.md";
    std::ofstream(path) << kVeiled;
    open(path);
  }
  const workspace::Workspace& workspace() const { return application->workspace(); }
  void click(std::string_view id) const {
    driver->click(id);
    draw();
  }
  void key(ui::Key key, ui::Modifiers modifiers = {}) const {
    driver->key(key, modifiers);
    draw();
  }
  // Whether a number of a step after the mean can be read.
  bool leaks() const {
    const std::size_t mean = results::card_of(shown(), "mean");
    return std::ranges::any_of(driver->shell().map().widgets(), [&](const ui::Widget& widget) {
      if (widget.id.find("/cell/") == std::string::npos) return false;
      return std::ranges::any_of(std::span(cards()).subspan(mean + 1), [&](const auto& card) {
        return widget.id.find("/" + card.id + "/") != std::string::npos;
      });
    });
  }
};

TEST_F(HeldBackWindowTest, NothingShowsANumberThatComesLater) {
  EXPECT_FALSE(leaks());
  EXPECT_FALSE(driver->has("statistics/group/head/label") || driver->has("figure/distribution"));
  EXPECT_EQ(text("stage/held-back"), workspace::kHeldBack);
  EXPECT_FALSE(driver->has("figure/choose")) << "there is no room for it until then";
  key(ui::Key::kF9);
  EXPECT_EQ(text("figure/held-back"), workspace::kHeldBack);
  click("inspector/all");
  EXPECT_EQ(text("inspector/held-back"), workspace::kHeldBack);
  EXPECT_EQ(driver->widget("stage/strip/mean").kind, "step");
  EXPECT_EQ(driver->widget("stage/strip/centred").kind, "held back");
  EXPECT_EQ(driver->widget("stage/standard-deviation").kind, "held back") << "beside the rows";
  EXPECT_TRUE(driver->has("stage/mean/cell/1/0"));
  click("stage/strip/normalized");
  EXPECT_EQ(document().view.step, "relu") << "it cannot be clicked";
}

TEST_F(HeldBackWindowTest, StepsGoNoFurtherByKeysAndWhilePlaying) {
  key(ui::Key::kRight, kAlt);
  EXPECT_EQ(document().view.step, "mean");
  key(ui::Key::kRight, kAlt);
  EXPECT_EQ(document().view.step, "mean");
  EXPECT_FALSE(driver->widget("stage/next").enabled);
  EXPECT_EQ(text("stage/step"), "step 5 of 11") << "how many there are is no secret";
  EXPECT_FALSE(leaks());
  key(ui::Key::kF4);
  EXPECT_EQ(document().view.step, "input") << "playing begins anew after the last step shown";
}

TEST_F(HeldBackWindowTest, OtherLayoutsHoldBackToo) {
  choose("menu/view", "menu/view/all-steps");
  EXPECT_EQ(driver->widget("stage/normalized").kind, "held back");
  EXPECT_EQ(driver->widget("stage/centred").kind, "held back");
  EXPECT_FALSE(leaks());
  const ui::Rect before = driver->widget("stage/mean").rect;
  choose("menu/lesson", "menu/lesson/reveal");
  EXPECT_EQ(driver->widget("stage/mean").rect, before);
  EXPECT_TRUE(driver->has("stage/centred/cell/0/0"));
}

TEST_F(HeldBackWindowTest, TheVariantsShowNoOutput) {
  choose("menu/view", "menu/view/variants");
  EXPECT_FALSE(driver->has("variants/outputs"));
  EXPECT_TRUE(driver->has("stage/held-back"));
  click("stage/reveal");
  EXPECT_TRUE(driver->has("variants/outputs"));
}

TEST_F(HeldBackWindowTest, NothingMovesWhenAllIsShown) {
  const std::vector<std::string> ids{"stage/input/cell/1/4", "stage/mean/cell/0/0",
                                     "stage/strip/normalized", "stage/normalized/title",
                                     "stage/formula"};
  std::vector<ui::Rect> before;
  before.reserve(ids.size());
  for (const std::string& id : ids) before.push_back(driver->widget(id).rect);
  click("stage/reveal");
  for (std::size_t i = 0; i < ids.size(); ++i) {
    EXPECT_EQ(driver->widget(ids[i]).rect, before[i]) << ids[i];
  }
  EXPECT_TRUE(leaks());
  EXPECT_FALSE(driver->has("stage/reveal"));
  EXPECT_EQ(focus_card(workspace()), results::card_of(shown(), "relu"));
}

TEST_F(HeldBackWindowTest, AHeatMapShowsTheLastStepThatIsShown) {
  key(ui::Key::kF9);
  click("figure/choose");
  click("figure/choose/3");
  ASSERT_EQ(document().view.figure, "heatmap");
  EXPECT_FALSE(driver->has("figure/held-back"));
  EXPECT_EQ(text("figure/step"), "Mean");
  EXPECT_EQ(workspace().figures.placed()->source->value.key.choice.step, "mean");
  click("figure/export");
  EXPECT_EQ(text("export/held-back"), workspace::kHeldBack);
  EXPECT_FALSE(driver->widget("export/accept").enabled || driver->widget("export/all").enabled);
}

TEST_F(HeldBackWindowTest, TheNextStepOfTheLessonShowsAll) {
  click("lesson/next");
  EXPECT_FALSE(driver->has("stage/held-back") || driver->has("figure/held-back"));
  EXPECT_TRUE(leaks());
  click("lesson/back");
  EXPECT_FALSE(leaks());
}

TEST_F(HeldBackWindowTest, ANumberInProseLightsAndSelectsItsCell) {
  driver->hover("lesson/text/0/number/0");
  draw();
  EXPECT_EQ(mark("stage/mean/cell/1/0"), "self");
  EXPECT_EQ(mark("stage/layer1.output/cell/1/0"), "source");
  EXPECT_EQ(document().selection, (document::Selection{0, 0})) << "it is pointed at only";
  click("lesson/text/0/number/0");
  EXPECT_EQ(document().selection.row, 1);
  EXPECT_EQ(document().view.step, "mean");
  EXPECT_EQ(driver->widget("lesson/act/0").checked, true);
  click("lesson/text/0/number/1");
  EXPECT_EQ(document().selection, (document::Selection{0, 0}));
  EXPECT_EQ(document().view.step, "input");
  click("lesson/act/0/number/0");
  EXPECT_EQ(document().view.step, "mean") << "tasks have links, too";
}

TEST_F(HeldBackWindowTest, AStatisticOfARowSelectsTheRow) {
  click("stage/input/cell/1/3");
  click("lesson/text/0/number/2");
  EXPECT_EQ(document().selection, (document::Selection{0, 3})) << "the column stays";
  EXPECT_EQ(document().view.step, "layer1.output");
}

TEST_F(HeldBackWindowTest, ANumberLeadsNowhereUntilItsStepIsShown) {
  EXPECT_FALSE(driver->has("lesson/text/0/number/3"));
  EXPECT_FALSE(driver->has("lesson/text/0/number/4")) << "no cell has PyTorch's own output";
  click("stage/reveal");
  EXPECT_FALSE(driver->has("lesson/text/0/number/4"));
  click("lesson/text/0/number/3");
  EXPECT_EQ(document().view.step, "") << "the output";
}

TEST_F(HeldBackWindowTest, TheKeyboardFollowsANumber) {
  for (int i = 0; i < 200 && !driver->widget("lesson/text/0/number/0").focused; ++i) {
    key(ui::Key::kTab);
  }
  ASSERT_TRUE(driver->widget("lesson/text/0/number/0").focused);
  EXPECT_EQ(mark("stage/mean/cell/1/0"), "self");
  key(ui::Key::kEnter);
  EXPECT_EQ(document().view.step, "mean");
}

}  // namespace
}  // namespace normscope::testing
