// SPDX-License-Identifier: MIT
// The tasks of a lesson in the window: predictions that are answered and judged, acts that are
// done, hints, and a step that is restored.
#include <gtest/gtest.h>

#include <string>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

// The built-in lesson on the lecture's numbers; its steps are those of the file.
struct LessonTest : ApplicationTest {
  LessonTest() {
    driver->click("welcome/lesson/lecture-20-by-hand");
    driver->settle();
  }
  void click(std::string_view id) const {
    driver->click(id);
    driver->settle();
  }
  void go_to(int step) const {
    for (int turns = 0; document().lesson.step != step; ++turns) {
      ASSERT_LT(turns, 50) << "the lesson does not come to step " << step;
      click(document().lesson.step < step ? "lesson/next" : "lesson/back");
    }
  }
  bool done(std::string_view id) const { return driver->widget(id).checked == true; }
  void set_input(std::string_view cell, std::string_view value) const {
    driver->double_click(cell);
    driver->key(ui::Key::kA, kCtrl);
    driver->type(value);
    driver->key(ui::Key::kEnter);
    driver->settle();
  }
};

TEST_F(LessonTest, ACellIsPointedAtAndTheVerdictStays) {
  click("stage/input/cell/0/1");
  EXPECT_EQ(text("lesson/predict/0/answer"), "Answer: row 0, column 1");
  click("lesson/predict/0/answer");
  EXPECT_EQ(text("lesson/predict/0/verdict"), "You chose row 0, column 1; it is row 0, column 4.");
  EXPECT_TRUE(text("lesson/predict/0/reveal").starts_with("It is 0.0740;"));
  EXPECT_FALSE(driver->has("lesson/predict/0/answer")) << "one answer";
  go_to(1);
  go_to(0);
  EXPECT_TRUE(driver->has("lesson/predict/0/verdict"));
}

struct FirstLessonTest : LessonTest {
  FirstLessonTest() {
    click("menu/lesson");
    click("menu/lesson/open-first-look");
  }
  void answer(std::string_view number) const {
    click("lesson/predict/0/field");
    driver->type(number);
    driver->key(ui::Key::kEnter);
    driver->settle();
  }
};

TEST_F(FirstLessonTest, AnAnswerUncoversItsNumberAndNoMore) {
  EXPECT_FALSE(driver->has("stage/mean/cell/0/0"));
  answer("4");
  EXPECT_EQ(text("stage/mean/cell/0/0"), "5") << "also after a wrong answer";
  EXPECT_TRUE(driver->widget("stage/mean/cell/0/0").visible);
  EXPECT_FALSE(driver->has("stage/centred/cell/0/0"));
  go_to(1);
  go_to(0);
  EXPECT_EQ(text("stage/mean/cell/0/0"), "5");
}

TEST_F(FirstLessonTest, TheInspectorShowsWhatTheStepIsAbout) {
  EXPECT_FALSE(driver->has("inspector/eps/on"));
  click("inspector/all");
  click("inspector/centring");
  click("inspector/all");
  EXPECT_FALSE(driver->has("inspector/eps/on"));
  EXPECT_TRUE(driver->has("inspector/centring")) << "what was changed stays";
  go_to(7);
  ASSERT_EQ(text("lesson/title"), "A row without spread");
  EXPECT_TRUE(driver->has("inspector/eps/on"));
  EXPECT_FALSE(driver->has("inspector/variance/0"));
}

TEST_F(FirstLessonTest, TheFiguresRoomIsOpenWhereTheStepSpeaksOfIt) {
  EXPECT_FALSE(driver->has("figure/choose"));
  driver->key(ui::Key::kF9);
  driver->settle();
  EXPECT_TRUE(driver->has("figure/choose"));
  go_to(1);
  EXPECT_FALSE(driver->has("figure/choose")) << "the choice was for that step";
  go_to(4);
  EXPECT_TRUE(driver->has("figure/distribution"));
  driver->key(ui::Key::kF11);
  driver->settle();
  EXPECT_TRUE(driver->widget("figure/distribution").visible);
  EXPECT_FALSE(driver->has("figure/choose"));
  driver->key(ui::Key::kF9);
  driver->settle();
  EXPECT_FALSE(driver->has("figure/distribution"));
  driver->key(ui::Key::kF9);
  driver->settle();
  EXPECT_TRUE(driver->has("figure/distribution"));
}

TEST_F(FirstLessonTest, TheTextKeepsItsLinesWhenItScrolls) {
  const float wide = driver->widget("lesson/text/1").rect.w;
  const float high = driver->widget("lesson/text/1").rect.h;
  driver->resize({1920, 560});
  driver->settle();
  EXPECT_EQ(driver->widget("lesson/text/1").rect.w, wide);
  EXPECT_EQ(driver->widget("lesson/text/1").rect.h, high);
}

TEST_F(LessonTest, AChoiceHasTheMisconceptionBehindIt) {
  go_to(1);
  click("lesson/predict/0/choice/2");
  EXPECT_EQ(text("lesson/predict/0/verdict"), "Not this one.");
  EXPECT_TRUE(text("lesson/predict/0/why").starts_with("That would mix the examples"));
  EXPECT_EQ(driver->widget("lesson/predict/0/choice/0").checked, true) << "the right one";
  EXPECT_EQ(driver->widget("lesson/predict/0/choice/2").checked, false);
  EXPECT_EQ(driver->widget("lesson/predict/0/choice/2").selected, true);
  click("lesson/predict/0/choice/0");
  EXPECT_EQ(text("lesson/predict/0/verdict"), "Not this one.") << "the answer stays";
}

TEST_F(LessonTest, ANumberIsTypedAndItsAnswerComesOntoTheStage) {
  go_to(3);
  EXPECT_FALSE(driver->widget("lesson/predict/0/answer").enabled) << "nothing is typed";
  click("lesson/predict/0/field");
  driver->type("0.05");
  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_EQ(text("lesson/predict/0/verdict"), "You said 0.05; it is 0.0666, 0.017 more.");
  EXPECT_FALSE(done("lesson/act/0"));
  click("lesson/predict/0/show");
  EXPECT_EQ(document().lesson.step, 3);
  EXPECT_EQ(text("stage/variance/cell/0/0"), "0.0666");
  EXPECT_FALSE(driver->has("lesson/predict/0/show")) << "it is shown";
  EXPECT_TRUE(done("lesson/act/0")) << "the act asks for the same change";
}

TEST_F(LessonTest, AnActIsDoneOnceItsChangesAreThere) {
  go_to(1);
  EXPECT_FALSE(done("lesson/act/0"));
  set_input("stage/input/cell/0/0", "4");
  EXPECT_FALSE(done("lesson/act/0"));
  set_input("stage/input/cell/0/0", "5");
  EXPECT_TRUE(done("lesson/act/0"));
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_TRUE(done("lesson/act/0")) << "it was done";
  go_to(2);
  go_to(1);
  EXPECT_TRUE(done("lesson/act/0"));
}

TEST_F(LessonTest, AHintIsShownOnRequest) {
  go_to(1);
  EXPECT_FALSE(driver->has("lesson/hint/0/text"));
  click("lesson/hint/0");
  EXPECT_TRUE(driver->has("lesson/hint/0/text"));
  click("lesson/hint/0");
  EXPECT_FALSE(driver->has("lesson/hint/0/text"));
}

TEST_F(LessonTest, AStepIsRestoredAndTheOwnNumbersComeBackByUndo) {
  go_to(1);
  EXPECT_FALSE(driver->has("lesson/restore"));
  click("stage/input/cell/1/1");
  EXPECT_FALSE(driver->has("lesson/restore")) << "a selection is no change";
  set_input("stage/input/cell/0/0", "7");
  EXPECT_TRUE(driver->has("lesson/own"));
  const Document own = document();
  click("lesson/restore");
  EXPECT_FALSE(driver->has("lesson/own"));
  EXPECT_EQ(text("stage/input/cell/0/0"), "0.2961");
  EXPECT_EQ(application->workspace().history.undo_description(), "restore step 2");
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_EQ(document().inputs, own.inputs);
  EXPECT_TRUE(driver->has("lesson/own"));
}

TEST_F(LessonTest, TheKeyboardReachesATask) {
  go_to(1);
  for (int i = 0; i < 200 && !driver->widget("lesson/predict/0/choice/0").focused; ++i) {
    driver->key(ui::Key::kTab);
    driver->settle();
  }
  driver->key(ui::Key::kDown);
  ASSERT_TRUE(driver->widget("lesson/predict/0/choice/1").focused);
  driver->key(ui::Key::kSpace);
  driver->settle();
  EXPECT_TRUE(driver->has("lesson/predict/0/verdict"));
}

}  // namespace
}  // namespace normscope::testing
