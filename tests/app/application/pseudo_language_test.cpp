// SPDX-License-Identifier: MIT
// The window in a language that nobody speaks, whose words are accented and a fifth longer: what is
// in plain English was not passed through tr(), and nothing may be cut that English leaves whole.
#include <functional>

#include "tests/app/application/pseudo_language.hpp"

namespace normscope::testing {
namespace {

using Opening = std::function<void()>;

class PseudoWindow : public PseudoLanguage {
 protected:
  // Draws the window in these words, one state of it after the other, and looks at each.
  void draw(bool pseudo, const Setting& setting,
            const std::function<void(const std::vector<ui::Widget>&)>& look) {
    open_window(pseudo, setting);
    for (const Opening& open : openings()) {
      open();
      driver->settle();
      look(widgets());
    }
  }

 private:
  Opening menu(const std::string& id) const {
    return [this, id] {
      driver->key(ui::Key::kEscape);
      press("menu/" + id);
    };
  }

  // The start page, the menus, the stage in its three layouts, both directions, a comparison,
  // softmax, and the list of figures.
  std::vector<Opening> openings() const {
    return {[] {},
            [this] { go_to_numbers(); },
            menu("file"),
            menu("edit"),
            menu("view"),
            menu("lesson"),
            menu("help"),
            [this] {
              driver->key(ui::Key::kEscape);
              driver->key(ui::Key::kEscape);
              press("stage/layout/1");
            },
            [this] { press("stage/layout/2"); },
            [this] { press("stage/layout/0"); },
            [this] { press("inspector/direction/1"); },
            [this] { press("inspector/direction/0"); },
            [this] { press("inspector/compare"); },
            [this] { press("inspector/compare/1"); },
            [this] { press("inspector/side/1"); },
            [this] { press("inspector/compare"); },
            [this] { press("inspector/compare/0"); },
            [this] { press("inspector/subject/1"); },
            [this] { press("figure/kind"); }};
  }
};

TEST_F(PseudoWindow, EverySentenceOfTheWindowIsTranslated) {
  Seen seen;
  draw(true, kSettings[2], [&](const std::vector<ui::Widget>& widgets) { seen.look(widgets); });
  EXPECT_EQ(fmt::format("{}", fmt::join(seen.english, "\n")), "");
  EXPECT_GT(seen.translated, 500U);
}

// The prose of a lesson, its questions and its answers are in the language of its file.
TEST_F(PseudoWindow, WhatStandsAroundALessonIsTranslated) {
  Seen seen;
  open_window(true, kSettings[2]);
  std::set<std::string> words;
  for (const lessons::Lesson& lesson : application->workspace().lessons) {
    words.insert({lesson.title, lesson.about});
  }
  press("welcome/begin");
  for (int step = 0; step < 20 && driver->has("lesson/next"); ++step) {
    if (driver->has("lesson/predict/0/field")) {
      driver->replace_text("lesson/predict/0/field", "1234");
      press("lesson/predict/0/answer");
    }
    seen.look(widgets(), words);
    press("lesson/next");
  }
  EXPECT_EQ(fmt::format("{}", fmt::join(seen.english, "\n")), "");
  EXPECT_GT(seen.translated, 300U);
}

TEST_F(PseudoWindow, NothingIsCutOrCoveredThatIsWholeInEnglish) {
  for (const Setting& setting : kSettings) {
    SCOPED_TRACE(fmt::format("{} points and scale {}", setting.width, setting.scale));
    std::set<std::string> in_english;
    draw(false, setting, [&](const std::vector<ui::Widget>& widgets) {
      ASSERT_GT(ui::text_width("a label"), 0.0F);
      in_english.merge(faults_of(widgets));
    });
    draw(true, setting, [&](const std::vector<ui::Widget>& widgets) {
      for (const std::string& fault : faults_of(widgets)) {
        EXPECT_TRUE(in_english.contains(fault)) << fault;
      }
    });
  }
}

}  // namespace
}  // namespace normscope::testing
