// SPDX-License-Identifier: MIT
// The stage by pointer and by keys: from step to step, where a number came from, what an edit
// changed, colours that hold, the menu of a cell, unfolding.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/app/panels/stage_fixture.hpp"

namespace normscope::testing {
namespace {

TEST_F(StageTest, StepsComeByButtonsKeysAndTheStrip) {
  reduce_motion();
  show(batch({2, 6}));
  const auto at = [&](std::string_view id, std::string_view place) {
    for (const results::Card& card : cards()) {
      EXPECT_EQ(driver->widget("stage/strip/" + card.id).selected, card.id == id) << card.id;
    }
    return text("stage/step") == place && visible(fmt::format("stage/{}", id));
  };
  ASSERT_EQ(cards().size(), 8U);
  EXPECT_TRUE(at("normalized", "step 8 of 8"));
  EXPECT_FALSE(driver->widget("stage/next").enabled);
  driver->key(ui::Key::kLeft, kAlt);
  EXPECT_TRUE(at("standard-deviation", "step 7 of 8"));
  EXPECT_TRUE(driver->widget("stage/next").enabled);
  driver->click("stage/back");
  EXPECT_TRUE(at("variance-plus-eps", "step 6 of 8"));
  driver->click("stage/strip/mean");
  EXPECT_TRUE(at("mean", "step 2 of 8"));
  EXPECT_EQ(document().view.step, "mean");
  driver->key(ui::Key::kRight, kAlt);
  EXPECT_TRUE(at("centred", "step 3 of 8"));
  driver->click("stage/next");
  EXPECT_TRUE(at("squared", "step 4 of 8"));
  driver->click("stage/strip/input");
  EXPECT_TRUE(at("input", "step 1 of 8"));
  EXPECT_FALSE(driver->widget("stage/back").enabled);
  driver->key(ui::Key::kLeft, kAlt);
  EXPECT_TRUE(at("input", "step 1 of 8")) << "there is none before";
  EXPECT_EQ(application->workspace().history.undo_description(), "") << "looking is no edit";
}

TEST_F(StageTest, PlayGoesThroughTheStepsAndEnds) {
  reduce_motion();
  show(batch({2, 6}));
  driver->key(ui::Key::kF4);
  EXPECT_EQ(text("stage/step"), "step 1 of 8") << "after the last step it begins anew";
  EXPECT_EQ(text("stage/play"), "stop");
  driver->wait(1.7);
  EXPECT_EQ(text("stage/step"), "step 2 of 8");
  driver->wait(1.6);
  EXPECT_EQ(text("stage/step"), "step 3 of 8");
  driver->key(ui::Key::kF4);
  EXPECT_EQ(text("stage/play"), "play");
  driver->wait(10);
  EXPECT_EQ(text("stage/step"), "step 3 of 8") << "stopped";
  driver->click("stage/play");
  EXPECT_EQ(text("stage/step"), "step 3 of 8") << "it goes on from there";
  driver->wait(1.7);
  EXPECT_EQ(text("stage/step"), "step 4 of 8");
  // Going by hand stops it.
  driver->key(ui::Key::kRight, kAlt);
  EXPECT_EQ(text("stage/play"), "play");
  driver->key(ui::Key::kF4);
  driver->wait(20);
  EXPECT_EQ(text("stage/step"), "step 8 of 8");
  EXPECT_EQ(text("stage/play"), "play");
  const std::uint64_t before = driver->frames();
  driver->wait(20);
  EXPECT_EQ(driver->frames(), before) << "and it comes to rest";
}

TEST_F(StageTest, TheCellsThatANumberWasMadeFromAreMarkedAndThoseMadeFromIt) {
  reduce_motion();
  show(batch({2, 6}));
  const auto marks = [&](const std::string& grid, std::int64_t row) {
    std::string found;
    for (int column = 0; column < 6; ++column) {
      const std::string own = mark(fmt::format("{}/cell/{}/{}", grid, row, column));
      found += own.empty() ? '.' : own[0];
    }
    return found;
  };
  driver->hover("stage/input/cell/0/2");
  EXPECT_EQ(marks("stage/input", 0), "..s...") << "itself";
  EXPECT_EQ(mark("stage/input/cell/0/2"), "self");
  EXPECT_EQ(marks(output(), 0), "mmmmmm") << "through mean and deviation all of its row";
  EXPECT_EQ(marks(output(), 1), "......");
  EXPECT_EQ(mark("stage/mean/cell/0/0"), "made");
  EXPECT_EQ(mark("stage/mean/cell/1/0"), "");
  driver->hover("stage/mean/cell/1/0");
  EXPECT_EQ(marks("stage/input", 0), "......");
  EXPECT_EQ(marks("stage/input", 1), "ssssss");
  EXPECT_EQ(mark("stage/input/cell/1/3"), "source");
  EXPECT_EQ(marks(output(), 1), "mmmmmm");
  driver->click("stage/strip/squared");
  driver->hover("stage/squared/cell/0/4");
  EXPECT_EQ(mark("stage/centred/cell/0/4"), "source");
  EXPECT_EQ(mark("stage/centred/cell/0/3"), "");
  EXPECT_EQ(mark("stage/mean/cell/0/0"), "source");

  // By the keyboard: the selected cell, wherever the pointer rests.
  driver->click(output() + "/cell/0/2");
  driver->hover("inspector/heading");
  EXPECT_EQ(mark(output() + "/cell/0/2"), "self");
  EXPECT_EQ(marks("stage/input", 0), "ssssss");
  EXPECT_EQ(marks("stage/squared", 0), "ssssss");
  driver->key(ui::Key::kDown);
  EXPECT_EQ(mark(output() + "/cell/1/2"), "self");
  EXPECT_EQ(driver->widget(output() + "/cell/1/2").selected, true);
  EXPECT_EQ(driver->widget("stage/input/cell/1/2").selected, false) << "it is another number";
  EXPECT_EQ(marks("stage/input", 0), "......");
  EXPECT_EQ(marks("stage/input", 1), "ssssss");
}

TEST_F(StageTest, TheStripIsOneStopOfTab) {
  reduce_motion();
  show(batch({2, 6}));
  driver->click("stage/strip/mean");
  driver->key(ui::Key::kRight);
  EXPECT_EQ(document().view.step, "centred");
  EXPECT_TRUE(driver->widget("stage/strip/centred").focused);
  driver->key(ui::Key::kHome);
  EXPECT_EQ(document().view.step, "input");
  driver->key(ui::Key::kLeft);
  EXPECT_EQ(document().view.step, "input") << "the first step";
  driver->key(ui::Key::kTab);
  for (const results::Card& card : cards()) {
    EXPECT_FALSE(driver->widget("stage/strip/" + card.id).focused) << card.id;
  }
  driver->key(ui::Key::kTab, {.shift = true});
  EXPECT_TRUE(driver->widget("stage/strip/input").focused) << "Tab comes back to the step";
}

TEST_F(StageTest, TheArrowsGoThroughTheFormulaDownToTheInput) {
  reduce_motion();
  show(batch({2, 6}));
  driver->click("stage/strip/centred");
  driver->click("stage/centred/cell/0/3");
  ASSERT_EQ(selected_card(), "centred");
  // x - mu: the first number is the input's, the second the mean.
  for (int tab = 0; tab < 40 && !driver->widget("stage/formula").focused; ++tab) {
    driver->key(ui::Key::kTab);
  }
  ASSERT_TRUE(driver->widget("stage/formula").focused);
  driver->key(ui::Key::kEnter);
  EXPECT_EQ(selected_card(), "centred") << "no number is chosen yet";
  driver->key(ui::Key::kRight);
  EXPECT_TRUE(driver->widget("stage/formula/link/0").focused);
  driver->key(ui::Key::kRight);
  EXPECT_TRUE(driver->widget("stage/formula/link/1").focused);
  EXPECT_EQ(mark("stage/mean/cell/0/0"), "self") << "the number is pointed at";
  driver->key(ui::Key::kEnter);
  EXPECT_EQ(selected_card(), "mean");
  EXPECT_TRUE(driver->widget("stage/formula").focused);
  // Among the numbers of the mean is the count of its addends, too, which leads nowhere.
  for (int link = 0; link < 8 && selected_card() == "mean"; ++link) {
    driver->key(ui::Key::kEnter);
    if (selected_card() == "mean") driver->key(ui::Key::kRight);
  }
  EXPECT_EQ(selected_card(), "input");
}

TEST_F(StageTest, TheFormulaLeadsDownToTheInput) {
  reduce_motion();
  show(batch({2, 6}));
  driver->click("stage/normalized/cell/0/3");
  const auto place = [&] { return results::card_of(shown(), selected_card()); };
  std::vector<std::string> way{selected_card()};
  const auto go_down = [&] {
    const std::size_t from = place();
    for (int link = 0; driver->has(fmt::format("stage/formula/link/{}", link)); ++link) {
      driver->click(fmt::format("stage/formula/link/{}", link));
      if (place() < from) return true;
      if (place() != from) driver->click("stage/" + way.back() + "/cell/0/3");
    }
    return false;
  };
  while (place() != 0 && way.size() < 20) {
    ASSERT_TRUE(go_down()) << "from " << way.back();
    way.push_back(selected_card());
    if (selected_card() != "input") driver->click("stage/strip/" + selected_card());
  }
  EXPECT_EQ(way.back(), "input");
  EXPECT_EQ(driver
                ->widget(fmt::format("stage/input/cell/{}/{}", document().selection.row,
                                     document().selection.column))
                .selected,
            true);
  EXPECT_EQ(document().selection.row, 0);
}

TEST_F(StageTest, TheFormulasNumbersPointAtTheirPlaces) {
  reduce_motion();
  Document scaled = batch({2, 6});
  scaled.norm.gamma = {true, document::Array(make({6}, {1.5F, 2.5F, 3.5F, 4.5F, 5.5F, 6.5F}))};
  show(scaled);
  driver->click("stage/scaled/cell/1/3");
  // What each link points at: the marked cell, or the option that a click goes to.
  bool gamma = false;
  bool mean = false;
  for (int link = 0; driver->has(fmt::format("stage/formula/link/{}", link)); ++link) {
    const std::string id = fmt::format("stage/formula/link/{}", link);
    driver->hover(id);
    if (text(id) == "4.5") gamma = mark("stage/gamma/cell/0/3") == "self";
    mean = mean || mark("stage/mean/cell/1/0") == "self";
  }
  EXPECT_TRUE(gamma);
  EXPECT_TRUE(mean);

  // Epsilon is no cell: a click goes to the option.
  driver->click("stage/strip/variance-plus-eps");
  bool epsilon = false;
  for (int link = 0; !epsilon && driver->has(fmt::format("stage/formula/link/{}", link)); ++link) {
    const std::string id = fmt::format("stage/formula/link/{}", link);
    if (text(id) != "1e-05") continue;
    driver->click(id);
    epsilon = driver->widget("inspector/eps").focused;
  }
  EXPECT_TRUE(epsilon);
}

TEST_F(StageTest, WhatAnEditChangedStandsBelowTheOutput) {
  reduce_motion();
  show(batch({2, 6}));
  const std::string change = output() + "/change/0/3";
  EXPECT_FALSE(driver->has(change)) << "nothing was edited";
  const double before = number(output() + "/cell/0/3");
  const double before_beside = number(output() + "/cell/0/2");
  edit(0, 3, "9.5");
  ASSERT_TRUE(visible(change));
  EXPECT_NEAR(changed_by(change), number(output() + "/cell/0/3") - before, 5e-5);
  EXPECT_EQ(text(change)[0], '+');
  EXPECT_NEAR(changed_by(output() + "/change/0/2"), number(output() + "/cell/0/2") - before_beside,
              5e-5);
  EXPECT_FALSE(driver->has(output() + "/change/1/3")) << "the other row is as before";
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_EQ(text(change)[0], '-') << "undo is a change, too";
  // With another shape there is nothing to compare.
  right_click("stage/input/cell/0/0");
  driver->click("stage/menu/row-insert");
  driver->settle();
  EXPECT_EQ(document().inputs[0].values.shape(), (tensor::Shape{3, 6}));
  EXPECT_FALSE(driver->has(change));
  EXPECT_FALSE(driver->has(output() + "/change/1/3"));
}

TEST_F(StageTest, ColoursHoldTheirScaleUntilTheyAreToFit) {
  reduce_motion();
  show(batch({2, 6}));
  const std::string legend = text("stage/input/legend");
  EXPECT_NE(legend.find(" to "), std::string::npos);
  const std::string normalized = text(output() + "/legend");
  EXPECT_FALSE(driver->has("stage/input/outside/0/3"));
  edit(0, 3, "950");
  EXPECT_EQ(text("stage/input/legend"), legend + ", 950 outside");
  EXPECT_TRUE(text(output() + "/legend").starts_with(normalized));
  EXPECT_TRUE(visible("stage/input/outside/0/3")) << "the number says so itself";
  EXPECT_FALSE(driver->has("stage/input/outside/0/2"));
  driver->click("stage/fit");
  driver->settle();
  EXPECT_EQ(text("stage/input/legend"), "−950 to 950");
  EXPECT_NE(text(output() + "/legend"), normalized);
  edit(0, 3, "1");
  EXPECT_EQ(text("stage/input/legend"), "−950 to 950");
  choose("menu/view", "menu/view/fit-colors");
  EXPECT_EQ(text("stage/input/legend"), legend);
  // Another document has scales of its own.
  Document large = batch({2, 6});
  large.inputs[0].origin = document::Typed{};
  large.inputs[0].values =
      document::Array(NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({2, 6}, 70)));
  show(large);
  EXPECT_EQ(text("stage/input/legend"), "−70 to 70");
}

TEST_F(StageTest, GroupsBeyondTheSliceAreSaid) {
  Document document = batch({2, 4, 3});
  document.layers.clear();
  document.norm.options.normalized_shape = {3};
  show(document::fitted(document));
  EXPECT_FALSE(driver->has("stage/groups-beyond")) << "each row is a group";
  document.norm.options = {.kind = ops::Normalization::kBatchNorm};
  show(document::fitted(document));
  EXPECT_EQ(text("stage/groups-beyond"), "each group: 3 here, 3 in 1 more slice");
  EXPECT_TRUE(visible("stage/groups-beyond"));
}

TEST_F(StageTest, TheOutlinesOfCellsHaveALegend) {
  show(batch({2, 6}));
  driver->click("stage/input/cell/0/2");
  driver->settle();
  EXPECT_EQ(text("stage/key/source"), "its sources");
  EXPECT_EQ(text("stage/key/made"), "made from it");
  EXPECT_TRUE(visible("stage/key/source") && visible("stage/key/made"));
}

TEST_F(StageTest, TheMenuOfACellDoesWhatItSays) {
  reduce_motion();
  const auto pick = [&](std::string_view cell, std::string_view entry) {
    right_click(cell);
    driver->click(fmt::format("stage/menu/{}", entry));
    driver->settle();
    EXPECT_FALSE(driver->has("stage/menu/copy")) << "it closes";
  };
  Document counted =
      document::document_of("x", document::Typed{}, make({2, 3}, {1, 2, 3, 4, 5, 9}));
  show(counted);
  const auto values = [&] {
    const auto& array = document().inputs[0].values;
    std::vector<float> all;
    for (std::int64_t at = 0; at < tensor::product(array.shape()); ++at)
      all.push_back(array.at(at));
    return all;
  };
  const auto clipboard = [] { return std::string(ImGui::GetClipboardText()); };
  using Values = std::vector<float>;
  pick("stage/input/cell/1/2", "copy");
  EXPECT_EQ(clipboard(), "9") << "without a new line, as it goes into a text";
  pick("stage/input/cell/1/2", "copy-row");
  EXPECT_EQ(clipboard(), "4\t5\t9\n");
  pick("stage/mean/cell/1/0", "copy-print");
  EXPECT_EQ(clipboard(), "tensor([[2.],\n        [6.]])");
  pick("stage/input/cell/1/2", "zero");
  EXPECT_EQ(values(), (Values{1, 2, 3, 4, 5, 0}));
  pick("stage/input/cell/0/1", "negate");
  EXPECT_EQ(values(), (Values{1, -2, 3, 4, 5, 0}));
  pick("stage/input/cell/1/0", "row-insert");
  EXPECT_EQ(document().inputs[0].values.shape(), (tensor::Shape{3, 3}));
  EXPECT_EQ(values()[0], 1) << "above row 1, not row 0";
  EXPECT_EQ(values()[6], 4);
  pick("stage/input/cell/0/2", "row-remove");
  EXPECT_EQ(document().inputs[0].values.shape(), (tensor::Shape{2, 3}));
  EXPECT_EQ(values()[3], 4);
  pick("stage/input/cell/0/1", "column-insert");
  EXPECT_EQ(document().inputs[0].values.shape(), (tensor::Shape{2, 4}));
  EXPECT_EQ(values()[4], 4);
  EXPECT_EQ(values()[6], 5) << "at the left of column 1";
  pick("stage/input/cell/1/0", "column-remove");
  EXPECT_EQ(document().inputs[0].values.shape(), (tensor::Shape{2, 3}));
  EXPECT_EQ(values()[4], 5);
  pick("stage/input/cell/0/0", "fill");
  EXPECT_TRUE(driver->has("inputs/fill/kind")) << "the form is open";
  driver->key(ui::Key::kEscape);
  driver->settle();
  undo_all();
  EXPECT_EQ(values(), (Values{1, 2, 3, 4, 5, 9}));

  // A number that is computed cannot be set.
  right_click(output() + "/cell/0/0");
  EXPECT_TRUE(driver->has("stage/menu/copy-row"));
  for (const char* const entry : {"zero", "negate", "fill", "row-insert", "column-remove"}) {
    EXPECT_FALSE(driver->has(std::string("stage/menu/") + entry)) << entry;
  }
  driver->key(ui::Key::kEscape);
  EXPECT_FALSE(driver->has("stage/menu/copy"));
}

TEST_F(StageTest, ANumberUnfoldsToItsInputs) {
  reduce_motion();
  show(batch({2, 6}));
  driver->click(output() + "/cell/1/3");
  driver->key(ui::Key::kU, kCtrl);
  driver->settle();
  ASSERT_TRUE(driver->has("stage/unfold/0"));
  int last = 0;
  while (driver->has(fmt::format("stage/unfold/{}", last + 1))) ++last;
  EXPECT_GE(last, 6) << "input, mean, centred, variance, with eps, deviation, normalized";
  const std::string number_there =
      fmt::format("{:.9g}", static_cast<float>(number(output() + "/cell/1/3")));
  EXPECT_NE(text(fmt::format("stage/unfold/{}", last)).find(number_there), std::string::npos);
  driver->click("stage/unfold/copy");
  EXPECT_NE(std::string(ImGui::GetClipboardText()).find("torch"), std::string::npos);
  driver->key(ui::Key::kEscape);
  driver->settle();
  EXPECT_FALSE(driver->has("stage/unfold/0"));

  right_click("stage/mean/cell/0/0");
  driver->click("stage/menu/unfold");
  driver->settle();
  ASSERT_TRUE(driver->has("stage/unfold/0"));
  while (driver->has(fmt::format("stage/unfold/{}", last))) ++last;
  driver->click("stage/unfold/close");
  driver->settle();
  EXPECT_FALSE(driver->has("stage/unfold/0"));
  choose("menu/view", "menu/view/unfold");
  EXPECT_TRUE(driver->has("stage/unfold/0"));
  driver->key(ui::Key::kEscape);
  driver->settle();
  EXPECT_FALSE(driver->has("stage/unfold/0"));
}

TEST_F(StageTest, AllStepsAreCardsAndTheSheetComesBack) {
  reduce_motion();
  show(batch({2, 6}));
  driver->click("stage/strip/squared");
  show_all_steps();
  EXPECT_EQ(document().view.layout, document::StageLayout::kAllSteps);
  EXPECT_TRUE(visible("stage/squared/cell/0/0")) << "the step comes into sight";
  driver->click("stage/strip/mean");
  driver->settle();
  EXPECT_TRUE(visible("stage/mean/cell/0/0"));
  driver->resize({1280, 2000});
  for (const results::Card& card : cards()) {
    EXPECT_TRUE(visible("stage/" + card.id + "/cell/0/0")) << card.id;
  }
  driver->resize({1280, 800});
  driver->click("stage/layout/0");
  driver->settle();
  EXPECT_TRUE(visible("stage/mean"));
  EXPECT_FALSE(driver->has("stage/squared/cell/0/0")) << "one step at a time";
  choose("menu/view", "menu/view/all-steps");
  EXPECT_EQ(document().view.layout, document::StageLayout::kAllSteps);
}

TEST_F(StageTest, DigitsAreThoseThatWereChosenOnTheSheetAndInTheFormula) {
  reduce_motion();
  show(document::document_of("x", document::Typed{}, make({1, 3}, {1, 2, 4})));
  EXPECT_EQ(text("stage/mean/cell/0/0"), "2.3333");
  driver->click("stage/mean/cell/0/0");
  EXPECT_NE(text("stage/formula").find("2.3333"), std::string::npos);
  driver->click("stage/digits");
  driver->settle();
  driver->click("stage/digits/1");
  driver->settle();
  EXPECT_EQ(document().view.digits, document::Digits::kSix);
  EXPECT_EQ(text("stage/mean/cell/0/0"), "2.333333");
  EXPECT_NE(text("stage/formula").find("2.333333"), std::string::npos);
  choose("stage/digits", "stage/digits/4");
  EXPECT_EQ(document().view.digits, document::Digits::kBits);
  EXPECT_NE(text("stage/mean/cell/0/0").find("40155555"), std::string::npos)
      << text("stage/mean/cell/0/0");
}

}  // namespace
}  // namespace normscope::testing
