// SPDX-License-Identifier: MIT
// The last step of a lesson: what was missed is asked again, the score, and what the lesson leads
// to; and how the gallery and the menu tell of it.
#include <gtest/gtest.h>

#include <string>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

std::string choices(const std::string& ask) {
  return "```predict\nask = \"" + ask +
         "\"\nchoices = [{ text = \"a\", why = \"It is not.\" }, { text = \"b\", right = true }]\n"
         "```\n";
}

constexpr const char* kFront =
    "+++\nid = \"short\"\ntitle = \"A short one\"\nsource = \"here\"\norder = 1\nminutes = 4\n"
    "about = \"Three steps with questions.\"\nnext = \"lecture-20-by-hand\"\n"
    "then = \"Type numbers of your own.\"\n+++\n";
const std::string kLesson =
    std::string(kFront) + "## One\n\n```normscope\ninput = { values = [[4, 5, 9]] }\n```\n" +
    choices("First?") + "## Two\n\n```normscope\ninput = { values = [[1, 2, 6]] }\n```\n" +
    "```predict\nask = \"Number?\"\nnumber = 3\nwithin = 0.5\n```\n" +
    "```predict\nask = \"Cell?\"\ncell = { row = 0, column = 2 }\n```\n" +
    "## Three\n\n```normscope\ninput = { values = [[0, 0, 1]] }\n```\nThe end.\n";

struct LessonEndTest : ApplicationTest {
  LessonEndTest() {
    write_file(folder / "short.md", kLesson);
    write_file(folder / "plain.md",
               "+++\nid = \"plain\"\ntitle = \"Plain\"\nsource = \"here\"\n+++\n"
               "## One\n\n```normscope\ninput = { values = [[4, 5, 9]] }\n```\n");
    start({.lessons = folder.path()});
  }
  void click(std::string_view id) const {
    driver->click(id);
    driver->settle();
  }
  void answer_wrongly() const {
    click("welcome/lesson/short");
    click("lesson/predict/0/choice/0");
    click("lesson/next");
    click("lesson/predict/0/field");
    driver->type("3.25");
    driver->key(ui::Key::kEnter);
    driver->settle();
    click("stage/input/cell/0/0");
    click("lesson/predict/1/answer");
    click("lesson/next");
  }
  std::optional<std::string> value(std::string_view id) const { return driver->widget(id).value; }
  void open_gallery() const {
    click("menu/help");
    click("menu/help/start-page");
  }

  TemporaryFolder folder;
};

TEST_F(LessonEndTest, MissedQuestionsComeBack) {
  answer_wrongly();
  EXPECT_EQ(text("lesson/score"), "You predicted 1 of 3 rightly.");
  EXPECT_EQ(text("lesson/missed/0/step"), "Step 1: One");
  EXPECT_EQ(text("lesson/missed/0"), "First?");
  EXPECT_EQ(text("lesson/missed/1"), "Cell?");
  EXPECT_FALSE(driver->has("lesson/missed/2")) << "the number was right";
  EXPECT_FALSE(driver->has("lesson/missed/0/verdict"));
  click("lesson/missed/0/choice/1");
  EXPECT_EQ(text("lesson/missed/0/verdict"), "Right.");
  EXPECT_EQ(text("lesson/score"), "You predicted 1 of 3 rightly, and 1 more when asked again.");
  // The cell is selected on the stage of its step.
  click("lesson/missed/1/stage");
  EXPECT_EQ(document().lesson, (document::LessonPosition{"short", 2}));
  EXPECT_EQ(text("stage/input/cell/0/2"), "6");
  EXPECT_FALSE(driver->has("lesson/missed/1/stage")) << "it is there";
  click("stage/input/cell/0/1");
  click("lesson/missed/1/answer");
  EXPECT_EQ(text("lesson/missed/1/verdict"), "You chose row 0, column 1; it is row 0, column 2.");
  EXPECT_EQ(text("lesson/score"), "You predicted 1 of 3 rightly, and 1 more when asked again.");
  // The first answers are those of their steps still.
  click("lesson/back");
  click("lesson/back");
  EXPECT_EQ(text("lesson/predict/0/verdict"), "Not this one.");
}

TEST_F(LessonEndTest, TheLessonLeadsOn) {
  click("welcome/lesson/short");
  click("lesson/next");
  EXPECT_FALSE(driver->has("lesson/score")) << "only at the last step";
  click("lesson/next");
  EXPECT_EQ(text("lesson/score"), "You predicted 0 of 3 rightly. 3 unanswered.");
  EXPECT_FALSE(driver->has("lesson/missed"));
  EXPECT_EQ(text("lesson/then"), "Type numbers of your own.");
  click("lesson/go-on");
  EXPECT_EQ(document().lesson, (document::LessonPosition{"lecture-20-by-hand", 0}));
}

TEST_F(LessonEndTest, ALessonWithoutQuestionsSaysNothingOfThem) {
  click("welcome/lesson/plain");
  for (const char* const id : {"lesson/score", "lesson/missed", "lesson/then", "lesson/go-on"}) {
    EXPECT_FALSE(driver->has(id)) << id;
  }
}

TEST_F(LessonEndTest, TheGallerySaysHowFarOneIs) {
  EXPECT_EQ(value("welcome/lesson/short"), "");
  click("welcome/lesson/short");
  click("lesson/next");
  open_gallery();
  EXPECT_EQ(value("welcome/lesson/short"), "step 2 of 3");
  click("welcome/lesson/short");
  EXPECT_EQ(document().lesson.step, 1) << "it goes on where the reader stopped";
  click("lesson/next");
  open_gallery();
  EXPECT_EQ(value("welcome/lesson/short"), "0 of 3 answered") << "turned, not answered";
  click("menu/lesson");
  EXPECT_EQ(driver->widget("menu/lesson/open-short").selected, false);
  EXPECT_EQ(driver->widget("menu/lesson/open-plain").selected, false);
  const float first = driver->widget("menu/lesson/open-short").rect.y;
  EXPECT_LT(first, driver->widget("menu/lesson/open-lecture-20-by-hand").rect.y);
  EXPECT_LT(first, driver->widget("menu/lesson/open-plain").rect.y);
  driver->key(ui::Key::kEscape);
  driver->settle();
  click("welcome/lesson/short");
  EXPECT_EQ(document().lesson.step, 0) << "the first question without an answer";
}

TEST_F(LessonEndTest, OneIsDoneWhenItsQuestionsAreAnswered) {
  answer_wrongly();
  open_gallery();
  EXPECT_EQ(value("welcome/lesson/short"), "done, 1 of 3 right");
  click("menu/lesson");
  EXPECT_EQ(driver->widget("menu/lesson/open-short").selected, true);
  driver->key(ui::Key::kEscape);
  driver->settle();
  click("welcome/lesson/short");
  EXPECT_EQ(document().lesson.step, 0) << "a lesson that is done begins anew";
}

TEST_F(LessonEndTest, TheStartPageLeadsOn) {
  EXPECT_EQ(text("welcome/begin"), "Begin with lesson 1");
  click("welcome/begin");
  EXPECT_EQ(document().lesson, (document::LessonPosition{"first-look", 0}));
  click("lesson/next");
  open_gallery();
  EXPECT_EQ(text("welcome/begin"), "Go on with lesson 1, step 2");
  click("welcome/lesson/lecture-20-by-hand");
  open_gallery();
  EXPECT_EQ(text("welcome/begin"), "Go on with lesson 2, step 1") << "the one used last";
  click("welcome/begin");
  EXPECT_EQ(document().lesson, (document::LessonPosition{"lecture-20-by-hand", 0}));
}

TEST_F(LessonEndTest, TheKeyboardReachesEveryCard) {
  write_file(folder / "broken.md", "no lesson");
  start({.lessons = folder.path()});
  for (const char* const id : {"welcome/lesson/lecture-20-by-hand", "welcome/lesson/short",
                               "welcome/lesson/plain", "welcome/fault/broken.md"}) {
    for (int i = 0; i < 100 && !driver->widget(id).focused; ++i) {
      driver->key(ui::Key::kTab);
      driver->settle();
    }
    EXPECT_TRUE(driver->widget(id).focused) << id;
    EXPECT_TRUE(driver->widget(id).visible) << id;
  }
  EXPECT_EQ(text("welcome/fault/broken.md"),
            "broken.md: line 1: a lesson begins with front matter");
}

TEST_F(LessonEndTest, ACardHasAPicture) {
  const auto& pictures = application->workspace().pictures;
  ASSERT_TRUE(wait_for([&] { return pictures.of("short") != nullptr; }));
  const auto picture = pictures.of("short");
  ASSERT_EQ(picture->size(), 2U) << "the input and the output of the second step";
  EXPECT_EQ((*picture)[0].numbers.values, (std::vector<float>{1, 2, 6}));
  EXPECT_EQ((*picture)[0].scale, (results::Scale{-6, 6, true}));
  // (1 - 3) / sqrt(14 / 3) and so on.
  EXPECT_NEAR(static_cast<double>((*picture)[1].numbers.values.at(2)), 1.3887, 1e-4);
  EXPECT_EQ(pictures.of("no lesson"), nullptr);
}

}  // namespace
}  // namespace normscope::testing
