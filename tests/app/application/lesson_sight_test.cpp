// SPDX-License-Identifier: MIT
// Every step of every built-in lesson is whole: its questions, acts and figure are in sight, before
// and after its questions are answered, on a laptop, a projector and a screen of a higher scale.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/app/application/lesson_reader.hpp"

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
  static bool begins_with_any(const std::string& id, std::initializer_list<std::string_view> all) {
    return std::ranges::any_of(all, [&](std::string_view each) { return id.starts_with(each); });
  }

  // Everything that belongs to the step's tasks, and its figure.
  void expect_whole(const std::string& when) {
    SCOPED_TRACE(when);
    for (std::size_t i = 0; i < step().predictions.size(); ++i) {
      expect_in_sight(fmt::format("lesson/predict/{}", i));
    }
    for (std::size_t i = 0; i < step().acts.size(); ++i) {
      expect_in_sight(fmt::format("lesson/act/{}", i));
    }
    for (const ui::Widget& widget : driver->shell().map().widgets()) {
      const bool task =
          begins_with_any(widget.id, {"lesson/predict/", "lesson/act/", "lesson/hint/"});
      if (task || widget.kind == "figure") ++kinds[widget.kind == "figure"], kindcut[widget.kind=="figure"] += widget.cut;
      if (task || widget.kind == "figure") expect_whole(widget);
    }
    expect_no_overlap();
  }

  void expect_in_sight(const std::string& id) {
    ++total[id[7] == 'a']; lost[id[7] == 'a'] += !driver->has(id) || driver->widget(id).cut;
    ++asked;
    if (!driver->has(id)) {
      ADD_FAILURE() << id << " is not there";
    } else if (driver->widget(id).cut) {
      ++cut;
    }
  }

  static void expect_whole(const ui::Widget& widget) {
    EXPECT_TRUE(widget.visible && !widget.cut) << widget.id << " is cut: " << widget.text;
  }

  // No control stands on another one. A part of a control has its id in front of its own.
  void expect_no_overlap() const {
    std::vector<const ui::Widget*> controls;
    for (const ui::Widget& widget : driver->shell().map().widgets()) {
      constexpr std::array<std::string_view, 9> kKinds{
          "button", "checkbox", "toggle", "choice", "segment", "field", "slider", "act", "link"};
      const bool control = std::ranges::find(kKinds, widget.kind) != kKinds.end();
      if (control && widget.visible) controls.push_back(&widget);
    }
    for (std::size_t i = 0; i < controls.size(); ++i) {
      for (std::size_t j = i + 1; j < controls.size(); ++j) expect_apart(*controls[i], *controls[j]);
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

  void read(const Setting& setting) {
    SCOPED_TRACE(fmt::format("{} x {}, scale {}", setting.width, setting.height, setting.scale));
    start({setting.width, 2 * setting.height}, setting.scale);
    click("menu/lesson");
    click("menu/lesson/open-" + GetParam());
    driver->resize({setting.width, setting.height});
    for (int at = 0; at <= lesson().last_step(); ++at) {
      if (at > 0) driver->key(ui::Key::kPageDown, {.ctrl = true});
      settle();
      ASSERT_EQ(document().lesson.step, at);
      SCOPED_TRACE(fmt::format("step {}, {}", at + 1, step().title));
      expect_whole("before the answers");
      for (std::size_t i = 0; i < step().predictions.size(); ++i) {
        const std::string id = fmt::format("lesson/predict/{}", i);
        if (driver->has(id)) answer(step().predictions[i], id, i % 2 == 1);
      }
      expect_whole("after the answers");
    }
  }

  int total[2]{}, lost[2]{}, asked = 0, kinds[2]{}, kindcut[2]{};
  int cut = 0;
};

TEST_P(LessonSight, EveryTaskAndFigureIsInSight) {
  for (const Setting& setting : kSettings) { for (int* x : {total, lost, kinds, kindcut}) x[0] = x[1] = 0; read(setting);
  fmt::print("COUNT {} {} {} Q {} {} A {} {} F {} {}\n", GetParam(), setting.width, setting.scale, total[0]/2, lost[0]/2, total[1]/2, lost[1]/2, kinds[1]/2, kindcut[1]/2); }
  fmt::print("COUNT {} asked {} cut {} figures {} cut {}\n", GetParam(), asked, cut, kinds[1], kindcut[1]);
}

INSTANTIATE_TEST_SUITE_P(Builtin, LessonSight, ::testing::ValuesIn(LessonReader::builtin_ids()),
                         LessonReader::name_of);

}  // namespace
}  // namespace normscope::testing
