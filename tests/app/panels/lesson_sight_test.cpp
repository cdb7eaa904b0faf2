// SPDX-License-Identifier: MIT
// Every step of every built-in lesson is whole: its questions, acts and figure are in sight, before
// and after its questions are answered, on a laptop, a projector and a screen of a higher scale.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/workspace/lesson_walk.hpp"
#include "tests/app/panels/lesson_reader.hpp"

namespace normscope::testing {
namespace {

struct Setting {
  float width;
  float height;
  float scale;
};
constexpr std::array<Setting, 3> kSettings{{{1280, 800, 1}, {1920, 1080, 1.5F}, {1920, 1080, 1}}};

class LessonSight : public LessonReader {
 protected:
  static bool is_of_task(const ui::Widget& widget) {
    constexpr std::array<std::string_view, 4> kTasks{"lesson/predict/", "lesson/act/",
                                                     "lesson/exercise/", "lesson/hint/"};
    return std::ranges::any_of(kTasks,
                               [&](std::string_view each) { return widget.id.starts_with(each); });
  }

  const std::vector<ui::Widget>& widgets() const { return driver->shell().map().widgets(); }

  // Everything that belongs to the step's tasks, and its figure.
  void expect_whole(const std::string& when) const {
    SCOPED_TRACE(when);
    for (std::size_t i = 0; i < step().predictions.size(); ++i) {
      EXPECT_TRUE(driver->has(fmt::format("lesson/predict/{}", i)));
    }
    for (std::size_t i = 0; i < step().acts.size(); ++i) {
      EXPECT_TRUE(driver->has(fmt::format("lesson/act/{}", i)));
    }
    for (std::size_t i = 0; i < step().exercises.size(); ++i) {
      EXPECT_TRUE(driver->has(fmt::format("lesson/exercise/{}/code", i)));
    }
    const bool figure = step().has_figure && !holds_figure_back(application->workspace());
    EXPECT_EQ(std::ranges::count(widgets(), "figure", &ui::Widget::kind), figure ? 1 : 0);
    for (const ui::Widget& widget : widgets()) {
      if (!is_of_task(widget) && widget.kind != "figure") continue;
      EXPECT_TRUE(widget.visible && !widget.cut) << widget.id << " is cut: " << widget.text;
    }
    expect_no_overlap();
  }

  // No control stands on another one. A part of a control has its id in front of its own.
  void expect_no_overlap() const {
    std::vector<const ui::Widget*> controls;
    for (const ui::Widget& widget : widgets()) {
      constexpr std::array<std::string_view, 10> kKinds{"button",  "checkbox", "toggle", "choice",
                                                        "segment", "field",    "slider", "act",
                                                        "link",    "handle"};
      const bool control = std::ranges::find(kKinds, widget.kind) != kKinds.end();
      if (control && widget.visible && !widget.cut) controls.push_back(&widget);
    }
    for (std::size_t i = 0; i < controls.size(); ++i) {
      for (std::size_t j = i + 1; j < controls.size(); ++j)
        expect_apart(*controls[i], *controls[j]);
    }
  }

  static void expect_apart(const ui::Widget& a, const ui::Widget& b) {
    if (a.id.starts_with(b.id) || b.id.starts_with(a.id)) return;
    constexpr float kRounding = 1;  // places are rounded to whole pixels
    const float across =
        std::min(a.rect.x + a.rect.w, b.rect.x + b.rect.w) - std::max(a.rect.x, b.rect.x);
    const float down =
        std::min(a.rect.y + a.rect.h, b.rect.y + b.rect.h) - std::max(a.rect.y, b.rect.y);
    EXPECT_FALSE(across > kRounding && down > kRounding) << a.id << " stands on " << b.id;
  }

  // The prose is no longer than a screen from the title to the buttons.
  void expect_a_screen_of_prose() const {
    float end = 0;
    for (const ui::Widget& widget : widgets()) {
      const bool block = widget.id.starts_with("lesson/text/");
      if (block) end = std::max(end, widget.rect.y + widget.rect.h);
    }
    EXPECT_LE(end, driver->widget("lesson/back").rect.y);
  }

  void read(const Setting& setting) {
    SCOPED_TRACE(fmt::format("{} x {}, scale {}", setting.width, setting.height, setting.scale));
    start({setting.width, 2 * setting.height}, setting.scale);  // where the menu has room
    click("menu/lesson");
    click("menu/lesson/open-" + GetParam());
    driver->resize({setting.width, setting.height});
    for (int at = 0; at <= lesson().last_step(); ++at) {
      if (at > 0) driver->key(ui::Key::kPageDown, {.ctrl = true});
      settle();
      ASSERT_EQ(document().lesson.step, at);
      SCOPED_TRACE(fmt::format("step {}, {}", at + 1, step().title));
      if (setting.scale == 1) expect_a_screen_of_prose();
      expect_whole("before the answers");
      for (std::size_t i = 0; i < step().predictions.size(); ++i) {
        answer(step().predictions[i], fmt::format("lesson/predict/{}", i), i % 2 == 1);
      }
      expect_whole("after the answers");
    }
  }
};

TEST_P(LessonSight, EveryTaskAndFigureIsInSight) {
  for (const Setting& setting : kSettings) read(setting);
}

INSTANTIATE_TEST_SUITE_P(Builtin, LessonSight, ::testing::ValuesIn(LessonReader::builtin_ids()),
                         LessonReader::name_of);

}  // namespace
}  // namespace normscope::testing
