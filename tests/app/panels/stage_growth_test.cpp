// SPDX-License-Identifier: MIT
// What the stage does with its room: numbers grow, few of them are shown step beside step, and what
// does not fit says so.
#include <gtest/gtest.h>

#include <string>

#include "app/workspace/stage_walk.hpp"
#include "tests/app/panels/stage_fixture.hpp"

namespace normscope::testing {
namespace {

struct StageGrowthTest : public StageTest {
  float cell_width(std::string_view card) const {
    return driver->widget(fmt::format("stage/{}/cell/0/0", card)).rect.w;
  }
  void show_sheet() const {
    driver->click("stage/layout/0");
    driver->settle();
  }
};

TEST_F(StageGrowthTest, NumbersGrowToTheRoomAndKeepTheirSizeFromStepToStep) {
  reduce_motion();
  show(batch({2, 5}));
  const float usual = cell_width("input");
  driver->resize({1920, 1080});
  show_sheet();
  driver->settle();
  const float grown = cell_width("input");
  EXPECT_GT(grown, 1.1F * usual);
  for (std::size_t step = cards().size(); step-- > 0;) {
    SCOPED_TRACE(cards()[step].title);
    driver->click("stage/strip/" + cards()[step].id);
    driver->settle();
    EXPECT_EQ(cell_width("input"), grown);
    EXPECT_TRUE(visible(output() + "/cell/1/4"));
    EXPECT_TRUE(visible("stage/" + cards()[step].id));
  }
  // Many numbers need the room for themselves.
  show(batch({40, 20}));
  EXPECT_EQ(cell_width("input"), usual);
}

TEST_F(StageGrowthTest, FewNumbersInAWideWindowShowAllStepsInOrder) {
  reduce_motion();
  show(batch({2, 5}));
  EXPECT_EQ(layout_of(application->workspace()), document::StageLayout::kSheet);
  driver->resize({1920, 1080});
  EXPECT_EQ(layout_of(application->workspace()), document::StageLayout::kAllSteps);
  EXPECT_TRUE(driver->widget("stage/layout/1").selected);
  ui::Rect before{};
  for (const results::Card& card : cards()) {
    ASSERT_TRUE(visible("stage/" + card.id + "/cell/1/0")) << card.id;
    const ui::Rect rect = driver->widget("stage/" + card.id).rect;
    EXPECT_TRUE(rect.x >= before.x + before.w || rect.y >= before.y + before.h) << card.id;
    before = rect;
  }
  // The change of the output stands below its number, as on the sheet.
  edit(0, 3, "9.5");
  EXPECT_TRUE(visible(output() + "/change/0/3"));
  // A chosen view stays; a document with more numbers has its sheet.
  show_sheet();
  EXPECT_EQ(layout_of(application->workspace()), document::StageLayout::kSheet);
  show(batch({30, 30}));
  EXPECT_EQ(layout_of(application->workspace()), document::StageLayout::kSheet);
}

TEST_F(StageGrowthTest, WithALessonTheViewsStayReachableAndTheStepsComeOneByOne) {
  reduce_motion();
  driver->click("welcome/lesson/first-look");
  driver->settle();
  for (const char* view : {"stage/layout/0", "stage/layout/1", "stage/layout/2", "stage/digits"}) {
    EXPECT_TRUE(visible(view)) << view;
  }
  EXPECT_EQ(text("stage/digits"), "4 digits");
  driver->resize({1920, 1080});
  EXPECT_EQ(layout_of(application->workspace()), document::StageLayout::kSheet);
}

TEST_F(StageGrowthTest, ACardHasAllDigitsAndTheFormulaAndLiesOffTheRow) {
  reduce_motion();
  show(batch({2, 5}));
  const std::string cell = output() + "/cell/0/3";
  driver->hover(cell);
  driver->wait(1);
  ASSERT_TRUE(driver->has("help"));
  const ui::Widget card = driver->widget("help");
  EXPECT_EQ(card.value, cell);
  EXPECT_EQ(card.text, driver->widget(cell).value);
  EXPECT_GT(card.rect.w, 150) << "the formula";
  const ui::Rect row = driver->widget(cell).rect;
  EXPECT_TRUE(card.rect.y >= row.y + row.h || card.rect.y + card.rect.h <= row.y);
}

TEST_F(StageGrowthTest, WhatIsNotInSightIsCounted) {
  reduce_motion();
  Document document = batch({2, 3, 4, 40});
  document.norm.gamma.on = true;
  show(document);
  EXPECT_EQ(text("inputs/slice/0/name"), "dim 0 (2)");
  EXPECT_EQ(text("inputs/slice/1/name"), "dim 1 (3)");
  EXPECT_EQ(text("inspector/shape/more"), "3 of 6");
  EXPECT_EQ(text("inspector/gamma/hidden"), "columns 0 to 3 of 40: scroll for 36 more");
  document = batch({2, 3, 4, 4});
  document.norm.gamma.on = true;
  show(document);
  EXPECT_FALSE(driver->has("inspector/shape/more")) << "all six have room";
  EXPECT_FALSE(driver->has("inspector/gamma/hidden"));
}

}  // namespace
}  // namespace normscope::testing
