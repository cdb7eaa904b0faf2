// SPDX-License-Identifier: MIT
// Every built-in lesson, read from its first to its last step in a window of 1280 x 800: questions
// are answered, and each act is done by the actions that tests/data/lessons/acts.toml lists.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/application/application.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "tests/app/panels/lesson_reader.hpp"

namespace normscope::testing {
namespace {

using lessons::BlockKind;

struct LessonActs : LessonReader {
  // A row of a list, which opens at a click, or one of several segments.
  void choose(const std::string& id, const std::string& row) const {
    if (!driver->has(id + "/0")) click(id);
    for (int i = 0; driver->has(fmt::format("{}/{}", id, i)); ++i) {
      const std::string place = fmt::format("{}/{}", id, i);
      const std::string& text = driver->widget(place).text;
      if (text == row || text.starts_with(row + " ")) return click(place);
    }
    ADD_FAILURE() << id << " has no row " << row;
  }

  void press(const std::string& keys) const {
    if (keys == "ctrl+z") {
      driver->key(ui::Key::kZ, {.ctrl = true});
    } else if (keys == "escape") {
      driver->key(ui::Key::kEscape);
    } else if (keys == "f3") {
      driver->key(ui::Key::kF3);
    } else {
      ADD_FAILURE() << "no such key: " << keys;
    }
    settle();
  }

  void act(const std::string& action) const {
    SCOPED_TRACE(action);
    const auto [verb, all, id, rest] = parts_of(action);
    if (verb == "click") {
      click(all);
    } else if (verb == "choose") {
      choose(id, rest);
    } else if (verb == "edit") {
      click(id);
      driver->double_click(id);
      replace(rest);
    } else if (verb == "type") {
      click(id);
      replace(rest);
    } else if (verb == "drag") {
      bring_into_sight(id);
      driver->drag(id, static_cast<float>(std::stoi(rest)));
      settle();
    } else if (verb == "key") {
      press(all);
    } else {
      ADD_FAILURE() << "no such action";
    }
  }

  void take_prediction(std::size_t index) {
    const lessons::Prediction& prediction = step().predictions[index];
    const std::string id = fmt::format("lesson/predict/{}", index);
    SCOPED_TRACE(id);
    EXPECT_FALSE(driver->has(id + "/verdict"));
    answer_right = !answer_right;
    answer(prediction, id, answer_right);
    ASSERT_TRUE(driver->has(id + "/verdict"));
    EXPECT_TRUE(driver->widget(id + "/verdict").visible);
    const std::string& verdict = driver->widget(id + "/verdict").text;
    EXPECT_EQ(verdict.starts_with("Right"), answer_right) << verdict;
  }

  void do_act(std::size_t index) const {
    const std::string id = fmt::format("lesson/act/{}", index);
    SCOPED_TRACE(id);
    const std::vector<std::string> actions = actions_of(index);
    ASSERT_FALSE(actions.empty()) << "acts.toml has no actions";
    EXPECT_EQ(driver->widget(id).checked, false) << "it is done before anything is done";
    for (const std::string& action : actions) act(action);
    EXPECT_EQ(driver->widget(id).checked, true) << driver->widget(id).text;
  }

  // Waits until the cells up to this step have run, and looks at those of this step.
  void check_cells() const {
    const int now = document().lesson.step;
    for (std::size_t block = 0; block < step().blocks.size(); ++block) {
      const lessons::Block& code = step().blocks[block];
      if (code.kind != BlockKind::kCode || code.language != "python") continue;
      const cells::CellResult* result = nullptr;
      EXPECT_TRUE(wait_for([&] {
        const auto& known = application->workspace().cells;
        if (known == nullptr) return false;
        const auto found = known->cells.find({now, block});
        if (found == known->cells.end()) return false;
        result = found->second.get();
        return result->state != cells::CellState::kWaiting &&
               result->state != cells::CellState::kRunning;
      })) << "block "
          << block;
      if (result == nullptr) continue;
      if (!has_kernel()) {
        EXPECT_EQ(result->state, cells::CellState::kNoKernel);
        continue;
      }
      const bool agrees =
          !result->check || result->check->agreement == notebook::check::Agreement::kIdentical;
      EXPECT_TRUE(agrees) << result->output;
      // An error that the lesson's output block shows is what the lesson wants.
      EXPECT_TRUE(result->state == cells::CellState::kDone || (result->check && agrees))
          << result->error;
    }
  }

  // Printed output may scroll sideways; everything else is no wider than the column.
  void check_column() const {
    const float end = driver->widget("split/lesson").rect.x;
    for (const ui::Widget& widget : driver->shell().map().widgets()) {
      if (!widget.id.starts_with("lesson/")) continue;
      EXPECT_GE(widget.rect.x, 0) << widget.id;
      EXPECT_LE(widget.rect.x + widget.rect.w, end) << widget.id << ": " << widget.text;
    }
  }

  void check_stage() const {
    const results::Evaluation& shown = *application->workspace().shown;
    EXPECT_FALSE(shown.failure) << shown.failure->sentence;
    EXPECT_FALSE(driver->has("status/trouble")) << driver->widget("status/trouble").text;
    EXPECT_FALSE(driver->has("lesson/restore")) << "the step is changed as it begins";
    if (document().view.layout != document::StageLayout::kSheet) return;
    const std::string& card = shown.cards[results::card_of(shown, document().view.step)].id;
    EXPECT_EQ(driver->widget("stage/strip/" + card).selected, true) << card;
    EXPECT_TRUE(driver->has("stage/" + card) || driver->has("stage/focus/" + card)) << card;
  }

  void read_step() {
    SCOPED_TRACE(fmt::format("step {}, {}", document().lesson.step + 1, step().title));
    settle();
    check_cells();
    check_column();
    check_stage();
    for (const lessons::Block& block : step().blocks) {
      const auto index = static_cast<std::size_t>(block.number);
      if (block.kind == BlockKind::kPrediction) take_prediction(index);
      if (block.kind == BlockKind::kAct) do_act(index);
      if (block.kind == BlockKind::kHint) {
        click(fmt::format("lesson/hint/{}", index));
        EXPECT_TRUE(driver->has(fmt::format("lesson/hint/{}/text", index)));
      }
    }
    check_column();
    if (driver->has("lesson/restore")) click("lesson/restore");
    EXPECT_FALSE(driver->has("lesson/restore"));
  }

  bool answer_right = false;
};

TEST_P(LessonActs, ALessonIsReadFromItsFirstToItsLastStep) {
  click("menu/lesson");
  click("menu/lesson/open-" + GetParam());
  ASSERT_NE(lesson_of(application->workspace()), nullptr);
  ASSERT_EQ(lesson().id, GetParam());
  for (int at = 0; at <= lesson().last_step(); ++at) {
    if (at > 0) click("lesson/next");
    ASSERT_EQ(document().lesson.step, at);
    read_step();
  }
}

INSTANTIATE_TEST_SUITE_P(Builtin, LessonActs, ::testing::ValuesIn(LessonReader::builtin_ids()),
                         LessonReader::name_of);

TEST(LessonActsTable, ListsNothingButActs) {
  const auto all = NORMSCOPE_VALUE_OR_FAIL(lessons::builtin_lessons());
  for (const auto& [id, steps] : LessonReader::listed_actions()) {
    const auto lesson = std::ranges::find(all, id.str(), &lessons::Lesson::id);
    ASSERT_NE(lesson, all.end()) << id.str();
    for (const auto& [title, acts] : *steps.as_table()) {
      const auto step = std::ranges::find(lesson->steps, title.str(), &lessons::Step::title);
      ASSERT_NE(step, lesson->steps.end()) << id.str() << ": " << title.str();
      EXPECT_EQ(step->acts.size(), acts.as_array()->size()) << id.str() << ": " << title.str();
    }
  }
}

}  // namespace
}  // namespace normscope::testing
