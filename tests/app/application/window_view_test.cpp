// SPDX-License-Identifier: MIT
// The start page, panels that are put away, the presenter view, and the state that a new document
// begins with.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/languages/languages.hpp"
#include "core/io/tensor_file.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

struct WindowViewTest : public ApplicationTest {
  // A new program with this file of preferences, in a window of ordinary size.
  void start(const std::filesystem::path& preferences) {
    full_screen.clear();
    application = NORMSCOPE_VALUE_OR_FAIL(
        Application::create({.shell = [this]() -> ui::Shell& { return driver->shell(); },
                             .wake = [] {},
                             .close = [] {},
                             .preferences = preferences,
                             .full_screen = [this](bool on) { full_screen.push_back(on); }}));
    driver = std::make_unique<Driver>([this](ui::Context& ui) { application->draw(ui); });
    driver->settle();
  }
  void start() { start(folder / "preferences.json"); }
  void choose(std::string_view menu, std::string_view row) const {
    driver->click(menu);
    driver->settle();
    driver->click(row);
    driver->settle();
  }
  void draw() const {
    driver->shell().pacing().activity();
    driver->settle();
  }
  std::string first_lesson() const { return application->workspace().lessons.front().id; }
  const workspace::ViewState& view() const { return application->workspace().view; }

  TemporaryFolder folder;
  std::vector<bool> full_screen{};
};

TEST_F(WindowViewTest, TheStartPageHasTheWindowForItselfUntilNumbersChange) {
  start();
  EXPECT_EQ(text("welcome/title"), "Normscope");
  for (const auto& lesson : application->workspace().lessons) {
    EXPECT_TRUE(driver->has("welcome/lesson/" + lesson.id)) << lesson.id;
  }
  for (const char* const id :
       {"welcome/begin", "welcome/open", "welcome/numbers", "welcome/close", "welcome/drop"}) {
    EXPECT_TRUE(driver->widget(id).visible) << id;
  }
  for (const std::string name : {"First", "Variants", "Further"}) {
    EXPECT_TRUE(driver->widget("welcome/group/" + name).visible) << name;
  }
  EXPECT_FALSE(driver->has("stage/input/cell/0/0")) << "no sheet is cut by the page";
  EXPECT_FALSE(driver->has("inspector/heading"));
  EXPECT_FALSE(driver->has("figure/distribution"));
  EXPECT_FALSE(driver->has("split/lesson")) << "without a lesson there is no column for it";

  ImGui::SetClipboardText("1 2 3");
  driver->key(ui::Key::kV, kCtrlShift);
  draw();
  EXPECT_EQ(document().inputs[0].values.at(2), 3);
  EXPECT_FALSE(driver->has("welcome/title")) << "what was pasted is to be seen";
  EXPECT_TRUE(driver->widget("stage/input/cell/0/2").visible);
}

TEST_F(WindowViewTest, TheStartPageIsClosedAndComesBackByTheHelpMenu) {
  start();
  const auto reopen = [&] {
    choose("menu/help", "menu/help/start-page");
    return driver->has("welcome/title");
  };
  driver->click("welcome/close");
  EXPECT_FALSE(driver->has("welcome/title"));
  EXPECT_TRUE(driver->has("figure/distribution"));
  ASSERT_TRUE(reopen());
  driver->click("welcome/numbers");
  EXPECT_FALSE(driver->has("welcome/title"));
  EXPECT_TRUE(driver->widget("stage/input").focused) << "the numbers can be typed over at once";
  ASSERT_TRUE(reopen());
  driver->key(ui::Key::kEscape);
  EXPECT_FALSE(driver->has("welcome/title"));

  ASSERT_TRUE(reopen());
  // An opened file shows the stage; a new session begins with the start page.
  ASSERT_TRUE(io::write_tensor(folder / "x.npy", make({2, 2}, {1, 2, 3, 7})));
  ASSERT_TRUE(application->open(folder / "x.npy"));
  draw();
  EXPECT_FALSE(driver->has("welcome/title"));
  driver->key(ui::Key::kN, kCtrl);
  driver->settle();
  EXPECT_TRUE(driver->has("welcome/title"));
  driver->click("welcome/open");
  driver->settle();
  EXPECT_TRUE(driver->has("dialog/path"));
}

TEST_F(WindowViewTest, ALessonTakesThePlaceOfTheStartPage) {
  start();
  driver->click("welcome/lesson/" + first_lesson());
  driver->settle();
  EXPECT_FALSE(driver->has("welcome/title"));
  EXPECT_TRUE(driver->widget("lesson/title").visible);
  EXPECT_TRUE(driver->has("split/lesson"));
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_TRUE(driver->has("welcome/title")) << "undo is back where it was";
  EXPECT_FALSE(driver->has("lesson/title"));

  // Within a lesson the page can be opened, and the same lesson gone on with.
  driver->click("welcome/lesson/" + first_lesson());
  driver->settle();
  driver->key(ui::Key::kRight);
  choose("menu/help", "menu/help/start-page");
  ASSERT_TRUE(driver->has("welcome/title"));
  driver->click("welcome/lesson/" + first_lesson());
  driver->settle();
  EXPECT_FALSE(driver->has("welcome/title"));
  EXPECT_EQ(document().lesson.step, 1);
}

TEST_F(WindowViewTest, InALowWindowThePartsOfTheMiddleTakeTurns) {
  start();
  driver->resize({1280, 400});
  driver->click("welcome/close");
  EXPECT_TRUE(driver->widget("stage/input/cell/0/0").visible);
  EXPECT_FALSE(driver->has("figure/distribution"));
  driver->click("middle/choose/1");
  EXPECT_TRUE(driver->has("figure/distribution"));
}

TEST_F(WindowViewTest, PanelsArePutAwayAndTheNextStartRemembers) {
  start();
  driver->click("welcome/close");
  EXPECT_TRUE(driver->has("figure/distribution"));
  driver->key(ui::Key::kF9);
  EXPECT_FALSE(driver->has("figure/distribution"));
  EXPECT_FALSE(driver->has("split/figure"));
  choose("menu/lesson", "menu/lesson/open-" + first_lesson());
  const float narrow = driver->widget("split/inspector").rect.x;
  driver->key(ui::Key::kF8);
  EXPECT_FALSE(driver->has("inspector/heading"));
  EXPECT_FALSE(driver->has("split/inspector"));
  driver->key(ui::Key::kF7);
  EXPECT_FALSE(driver->has("lesson/title"));
  driver->click("menu/view");
  driver->click("menu/view/panels");
  driver->settle();
  EXPECT_EQ(driver->widget("menu/view/figure").selected, false);
  EXPECT_EQ(driver->widget("menu/view/inspector").selected, false);
  driver->click("menu/view/reduced-motion");
  EXPECT_TRUE(view().reduced_motion);

  start();
  EXPECT_EQ(view().panels, (workspace::PanelsShown{false, false, false}));
  EXPECT_TRUE(view().reduced_motion);
  EXPECT_FALSE(driver->has("inspector/heading"));
  driver->click("welcome/close");
  EXPECT_FALSE(driver->has("figure/distribution"));
  // A lesson that begins is read: its panel comes back.
  choose("menu/lesson", "menu/lesson/open-" + first_lesson());
  EXPECT_TRUE(driver->widget("lesson/title").visible);
  driver->key(ui::Key::kF8);
  driver->key(ui::Key::kF9);
  EXPECT_EQ(driver->widget("split/inspector").rect.x, narrow);
  EXPECT_TRUE(driver->has("figure/reveal")) << "the lesson's first step holds the figure back";
}

TEST_F(WindowViewTest, ThePresenterViewHasTheStageAndTheTextAlone) {
  start();
  driver->click("welcome/lesson/" + first_lesson());
  driver->settle();
  const float scale = driver->shell().scale();
  driver->key(ui::Key::kF11);
  EXPECT_TRUE(view().presenting);
  EXPECT_EQ(full_screen, std::vector<bool>{true});
  EXPECT_FLOAT_EQ(driver->shell().scale(), 1.5F * scale);
  EXPECT_TRUE(driver->widget("lesson/title").visible);
  EXPECT_TRUE(driver->has("stage/input/cell/0/0"));
  for (const char* const id : {"menu/file", "status/batch", "inspector/heading", "lesson/next",
                               "figure/distribution", "inputs/shape"}) {
    EXPECT_FALSE(driver->has(id)) << id;
  }
  // The pages turn by key, a long one when its end was shown; and the user's scale is on top.
  const std::string question = "lesson/predict/0/answer";
  for (int i = 0; i < 9 && document().lesson.step == 0; ++i) {
    EXPECT_TRUE(driver->widget(question).visible);
    driver->key(ui::Key::kPageDown);
  }
  EXPECT_EQ(document().lesson.step, 1);
  driver->key(ui::Key::kPlus, kCtrl);
  driver->settle();
  EXPECT_GT(driver->shell().scale(), 1.6F * scale);
  driver->key(ui::Key::k0, kCtrl);
  // No hover card covers the numbers.
  driver->hover("stage/input/cell/0/0");
  driver->wait(2);
  EXPECT_FALSE(driver->has("help"));

  driver->key(ui::Key::kEscape);
  EXPECT_FALSE(view().presenting);
  EXPECT_EQ(full_screen, (std::vector<bool>{true, false}));
  EXPECT_EQ(driver->shell().scale(), scale);
  EXPECT_TRUE(driver->has("menu/file"));
  driver->key(ui::Key::kF11);
  driver->key(ui::Key::kF11);
  EXPECT_FALSE(view().presenting);
  // The presenter view is no preference.
  driver->key(ui::Key::kF11);
  start();
  EXPECT_FALSE(view().presenting);
}

TEST_F(WindowViewTest, ThePresenterViewGrowsUntilTheStepsFillTheWindow) {
  start();
  for (const ImVec2 size : {ImVec2{1280, 800}, ImVec2{1920, 1080}, ImVec2{2560, 1440}}) {
    driver->resize(size);
    driver->key(ui::Key::kF11);
    const auto& cards = application->workspace().shown->cards;
    for (std::size_t card = 1; card < cards.size(); ++card) {
      driver->key(ui::Key::kRight, {.alt = true});
    }
    driver->settle();
    const ui::Rect formula = driver->widget("stage/formula").rect;
    EXPECT_GT(formula.y + formula.h, 0.85 * static_cast<double>(size.y)) << size.y;
    // Every step and its formula stay in the window.
    for (std::size_t card = cards.size(); card-- > 0;) {
      EXPECT_TRUE(driver->widget("stage/normalized/cell/1/4").visible) << cards[card].id;
      const ui::Rect line = driver->widget("stage/formula").rect;
      EXPECT_LE(line.y + line.h, static_cast<double>(size.y)) << cards[card].id;
      const float scale = driver->shell().scale();
      driver->key(ui::Key::kLeft, {.alt = true});
      driver->settle();
      EXPECT_EQ(driver->shell().scale(), scale) << "the size is the same for all steps";
    }
    driver->key(ui::Key::kF11);
  }
}

// What is shown in a low stage differs from what is shown in a high one, and so does what it needs:
// a size must not be judged by the needs of another.
TEST_F(WindowViewTest, ThePresenterViewKeepsTheSizeThatItChose) {
  start();
  ASSERT_TRUE(
      io::write_tensor(folder / "x.npy", NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({1}, 2))));
  ASSERT_TRUE(application->open(folder / "x.npy"));
  draw();
  EXPECT_NO_THROW(driver->key(ui::Key::kF11));
  for (int height = 400; height <= 900; height += 20) {
    EXPECT_NO_THROW(driver->resize({1280, static_cast<float>(height)})) << height;
    EXPECT_GE(driver->shell().magnification(), 1) << height;
  }
}

// In a tight sheet it stands beside the title, and the legend of the colours makes room for it.
TEST_F(WindowViewTest, TheSentenceOfAStepIsWholeInANarrowStageAndInALowOne) {
  start();
  driver->click("welcome/close");
  driver->settle();
  const auto sentence = [&] { return driver->widget("stage/explanation"); };
  ASSERT_EQ(sentence().text, "Each number is divided by the standard deviation of its group.");
  const auto title = [&] { return driver->widget("stage/normalized/title").rect; };
  EXPECT_GE(sentence().rect.y, title().y + title().h) << "below the title";
  EXPECT_LE(sentence().rect.y + sentence().rect.h / 2,
            driver->widget("stage/normalized/cell/0/4").rect.y);
  EXPECT_GT(sentence().rect.w, 400);
  driver->resize({1280, 480});
  EXPECT_EQ(sentence().rect.y, title().y) << "beside it";
  EXPECT_GT(sentence().rect.w, 380);
  const ui::Rect legend = driver->widget("stage/normalized/legend").rect;
  EXPECT_LE(sentence().rect.x + sentence().rect.w, legend.x);
}

// In a window of this size the steps were too high for it without a scroll bar, and not with one.
TEST_F(WindowViewTest, AllStepsKeepTheirPlacesUnderThePointer) {
  start();
  driver->click("welcome/close");
  driver->key(ui::Key::kF9);
  driver->click("stage/layout/1");
  EXPECT_NO_THROW(driver->resize({1406, 872}));
  EXPECT_NO_THROW(driver->click_at({749, 541}));
  const ui::Rect before = driver->widget("stage/normalized").rect;
  draw();
  EXPECT_EQ(driver->widget("stage/normalized").rect.x, before.x);
  EXPECT_EQ(driver->widget("stage/normalized").rect.y, before.y);
}

TEST_F(WindowViewTest, ThePresenterViewTurnsTheSlices) {
  start();
  ASSERT_TRUE(io::write_tensor(folder / "x.npy",
                               NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({2, 3, 4}, 2))));
  ASSERT_TRUE(application->open(folder / "x.npy"));
  draw();
  driver->key(ui::Key::kF11);
  driver->settle();
  EXPECT_FALSE(driver->has("inputs/fill"));
  EXPECT_TRUE(driver->widget("inputs/slice/0").visible);
  driver->click("inputs/slice/0/forth");
  EXPECT_EQ(document().view.outer, (std::vector<std::int64_t>{1}));
  driver->key(ui::Key::kF11);
}

TEST_F(WindowViewTest, BBlanksTheScreenUntilAnyKeyOrClick) {
  start();
  driver->key(ui::Key::kB);
  driver->type("b");
  EXPECT_FALSE(view().blanked) << "only in the presenter view";
  driver->key(ui::Key::kF11);
  const Document before = document();
  for (int way = 0; way < 2; ++way) {
    driver->click("stage/input/cell/0/0");
    driver->shell().input().key(ui::Key::kB, true, {});
    driver->type("b");
    driver->key_up(ui::Key::kB);
    EXPECT_TRUE(view().blanked);
    EXPECT_TRUE(driver->has("blank"));
    EXPECT_FALSE(driver->has("stage/input/cell/0/0"));
    if (way == 0) {
      driver->key(ui::Key::kDelete);
    } else {
      driver->click_at({400, 300});
    }
    EXPECT_FALSE(view().blanked);
    EXPECT_TRUE(driver->has("stage/input/cell/0/0"));
    EXPECT_TRUE(view().presenting);
  }
  EXPECT_EQ(document().inputs, before.inputs) << "what ends the blank does nothing else";
  // In an editor B is a letter.
  driver->double_click("stage/input/cell/0/0");
  driver->shell().input().key(ui::Key::kB, true, {});
  driver->type("b");
  driver->key_up(ui::Key::kB);
  EXPECT_FALSE(view().blanked);
  // A question is never hidden.
  driver->key(ui::Key::kEscape);
  driver->key(ui::Key::kB);
  EXPECT_TRUE(view().blanked);
  EXPECT_TRUE(application->may_close());
  EXPECT_FALSE(view().blanked);
}

TEST_F(WindowViewTest, F6VisitsTheRegionsThatAreShown) {
  start();
  const auto walk = [&](ui::Modifiers with) {
    std::string regions;
    for (int i = 0; i < 4; ++i) {
      driver->key(ui::Key::kF6, with);
      regions += std::string(driver->shell().focus().region()) + " ";
    }
    return regions;
  };
  EXPECT_EQ(walk({}), "menu start menu start ");
  driver->click("welcome/lesson/" + first_lesson());
  driver->settle();
  driver->key(ui::Key::kF6);
  driver->key(ui::Key::kF6, {.shift = true});
  driver->shell().focus().clear();
  EXPECT_EQ(walk({}), "menu lesson stage inspector ");
  EXPECT_EQ(walk({}), "menu lesson stage inspector ");
  EXPECT_EQ(walk({.shift = true}), "stage lesson menu inspector ");
}

TEST_F(WindowViewTest, AnotherFileBeginsAtTheTopUnderItsOwnName) {
  start();
  ASSERT_TRUE(io::write_tensor(folder / "tall.npy",
                               NORMSCOPE_VALUE_OR_FAIL(tensor::Tensor::full({40, 6}, 2))));
  ASSERT_TRUE(io::write_tensor(folder / "y.npy", make({2, 2}, {1, 2, 3, 7})));
  ASSERT_TRUE(application->open(folder / "tall.npy"));
  draw();
  EXPECT_EQ(application->title(), "tall.npy - Normscope");
  driver->click("figure/scope/1");
  EXPECT_TRUE(application->workspace().document().view.figure_choice.of_group);
  driver->scroll("inputs/shape", -30);
  driver->scroll("inspector/heading", -30);
  EXPECT_FALSE(driver->widget("inspector/heading").visible);
  ASSERT_TRUE(application->open(folder / "y.npy"));
  draw();
  EXPECT_EQ(application->title(), "y.npy - Normscope");
  EXPECT_TRUE(driver->widget("inspector/heading").visible);
  EXPECT_TRUE(driver->widget("inputs/shape").visible);
  EXPECT_FALSE(application->workspace().document().view.figure_choice.of_group);
  switch_centring();
  EXPECT_EQ(application->title(), "y.npy, changed - Normscope");
  write_file(folder / "lecture.py", "print(1)\n");
  ASSERT_TRUE(application->open(folder / "lecture.py"));
  EXPECT_EQ(application->title(), "lecture.py - Normscope");
}

// What the widgets say, but for the time that a result took.
std::vector<std::string> said_by(Driver& window) {
  std::vector<std::string> said;
  for (const ui::Widget& widget : window.shell().map().widgets()) {
    if (widget.id == "status/device") continue;
    said.push_back(fmt::format("{}: {} {} {}", widget.id, widget.text, widget.name, widget.about));
  }
  return said;
}

TEST_F(WindowViewTest, AnotherLanguageIsSpokenAtOnceAndWhatWasAnsweredStays) {
  start();
  driver->click("welcome/begin");
  driver->settle();
  driver->replace_text("lesson/predict/0/field", "5");
  driver->click("lesson/predict/0/answer");
  driver->settle();
  const auto answers = [this] { return view().lesson_work.at(first_lesson()).kept.answers; };
  const auto given = answers();
  ASSERT_FALSE(given.empty());
  driver->click("menu/view");
  driver->settle();
  driver->click("menu/view/language");
  driver->settle();
  driver->click("menu/view/language/es");
  draw();
  EXPECT_EQ(answers(), given);
  EXPECT_EQ(text("inspector/heading"), "Operaci\u00f3n");
  // As a window that began in it.
  application->send(workspace::BeginLesson{.id = first_lesson(), .step = 1});
  draw();
  const std::vector<std::string> switched = said_by(*driver);
  start();
  application->send(workspace::BeginLesson{.id = first_lesson(), .step = 1});
  draw();
  EXPECT_EQ(switched, said_by(*driver));
  ASSERT_TRUE(languages::choose("en"));
}

}  // namespace
}  // namespace normscope::testing
