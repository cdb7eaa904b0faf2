// SPDX-License-Identifier: MIT
// A window in which built-in lessons are read, of 1280 x 800 unless said otherwise, and what a
// reader does at their questions and acts.
#pragma once

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/lessons/loader.hpp"
#include "app/lessons/toml_table.hpp"
#include "app/workspace/lesson_walk.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {

struct LessonReader : ::testing::TestWithParam<std::string> {
  static constexpr float kWidth = 1280;
  static constexpr float kHeight = 800;

  LessonReader() { start({kWidth, kHeight}, 1); }

  /// Starts the program in a window of so many pixels, on a monitor of this scale.
  void start(ImVec2 size, float scale) {
    window = size;
    driver.reset();
    application = NORMSCOPE_VALUE_OR_FAIL(
        Application::create({.shell = [this]() -> ui::Shell& { return driver->shell(); },
                             .wake = [] {},
                             .close = [] {}}));
    driver = std::make_unique<Driver>([this](ui::Context& ui) { application->draw(ui); },
                                      ui::ShellSettings{.monitor_scale = scale}, size);
    // Changes of the sheet are then seen at once.
    driver->click("menu/view");
    driver->click("menu/view/reduced-motion");
    settle();
  }

  static std::vector<std::string> builtin_ids() {
    const auto all = NORMSCOPE_VALUE_OR_FAIL(lessons::builtin_lessons());
    std::vector<std::string> ids;
    ids.reserve(all.size());
    for (const lessons::Lesson& lesson : all) ids.push_back(lesson.id);
    return ids;
  }

  static std::string name_of(const ::testing::TestParamInfo<std::string>& each) {
    std::string name = each.param;
    std::ranges::replace(name, '-', '_');
    return name;
  }

  static const toml::table& listed_actions() {
    static const toml::table table =
        NORMSCOPE_VALUE_OR_FAIL(lessons::parse_toml(read_data("lessons/acts.toml"), 1));
    return table;
  }

  const document::Document& document() const { return application->workspace().document(); }
  const lessons::Lesson& lesson() const { return *lesson_of(application->workspace()); }
  const lessons::Step& step() const {
    return lesson().steps[static_cast<std::size_t>(document().lesson.step)];
  }

  [[nodiscard]] bool wait_for(const std::function<bool()>& done) const {
    return testing::wait_for(*driver, done);
  }
  void settle() const {
    EXPECT_TRUE(wait_for([&] { return !application->workspace().stale(); }));
  }

  /// What acts.toml lists for an act of this step.
  std::vector<std::string> actions_of(std::size_t act) const {
    std::vector<std::string> actions;
    const toml::array* const acts = listed_actions()[lesson().id][step().title].as_array();
    if (acts == nullptr || act >= acts->size()) return actions;
    for (const toml::node& action : *(*acts)[act].as_array()) {
      actions.push_back(action.value_or(std::string()));
    }
    return actions;
  }

  /// "choose inspector/compare V3" in its three parts; `all` is what follows the verb.
  struct Action {
    std::string verb{};
    std::string all{};
    std::string id{};
    std::string rest{};
  };
  static Action parts_of(const std::string& action) {
    const std::size_t verb_end = action.find(' ');
    const std::string all = action.substr(verb_end + 1);
    const std::size_t id_end = all.find(' ');
    return {action.substr(0, verb_end), all, all.substr(0, id_end),
            id_end == std::string::npos ? "" : all.substr(id_end + 1)};
  }

  static bool is_in(const ui::Rect& inner, const ui::Rect& outer) {
    constexpr float kSlack = 0.5F;  // positions are rounded to pixels
    return inner.x >= outer.x - kSlack && inner.y >= outer.y - kSlack &&
           inner.x + inner.w <= outer.x + outer.w + kSlack &&
           inner.y + inner.h <= outer.y + outer.h + kSlack;
  }

  // Brings a control into sight as a reader can: the lesson's text, the inspector and a long menu
  // scroll.
  void bring_into_sight(const std::string& id) const {
    const bool in_lesson = id.starts_with("lesson/");
    const bool in_menu = id.starts_with("menu/lesson/");
    if (!in_lesson && !in_menu && !id.starts_with("inspector/")) return;
    // At the column's left edge, where nothing else takes the wheel.
    const float x = in_lesson ? 20
                    : in_menu ? driver->widget(id).rect.x + 20
                              : driver->widget("split/inspector").rect.x + 20;
    const auto in_sight = [&] {
      const ui::Widget& control = driver->widget(id);
      return control.visible && (!in_menu || is_in(control.rect, {0, 0, window.x, window.y}));
    };
    for (int i = 0; i < 60 && !in_sight(); ++i) {
      const bool below = driver->widget(id).rect.y > window.y / 2;
      driver->shell().input().pointer(x, window.y / 2);
      driver->shell().input().scroll(0, below ? -2.0F : 2.0F);
      driver->shell().pacing().activity();
      driver->settle();
    }
  }

  void click(const std::string& id) const {
    EXPECT_TRUE(wait_for([&] { return driver->has(id); })) << id;
    bring_into_sight(id);
    const ui::Widget& control = driver->widget(id);
    EXPECT_TRUE(control.enabled) << id;
    EXPECT_TRUE(is_in(control.rect, {0, 0, window.x, window.y})) << id << " is cut off";
    driver->click(id);
    settle();
  }

  void replace(const std::string& text) const {
    driver->key(ui::Key::kA, {.ctrl = true});
    driver->type(text);
    driver->key(ui::Key::kEnter);
    settle();
  }

  // Selects a cell on any table of the sheet that has it; in a wide one by the arrow keys.
  void select(document::Selection cell) const {
    const std::string end = fmt::format("/cell/{}/{}", cell.row, cell.column);
    std::vector<std::string> ids;
    for (const ui::Widget& widget : driver->shell().map().widgets()) {
      if (widget.visible && widget.id.starts_with("stage/") && widget.id.ends_with(end)) {
        ids.push_back(widget.id);
      }
    }
    for (const std::string& id : ids) {
      click(id);
      if (document().selection == cell) return;
    }
    click("stage/input/cell/0/0");
    for (std::int64_t at = 0; at < cell.row; ++at) driver->key(ui::Key::kDown);
    for (std::int64_t at = 0; at < cell.column; ++at) driver->key(ui::Key::kRight);
    settle();
    if (document().selection == cell) return;
    ADD_FAILURE() << "no table on the sheet has the cell " << end;
  }

  void answer(const lessons::Prediction& prediction, const std::string& id, bool right) const {
    if (const auto* number = std::get_if<lessons::NumberQuestion>(&prediction.question)) {
      click(id + "/field");
      replace(fmt::format("{}", right ? number->value : number->value + 2 * number->within + 1));
    } else if (const auto* choices = std::get_if<lessons::ChoiceQuestion>(&prediction.question)) {
      std::size_t chosen = 0;
      while (choices->choices[chosen].right != right) ++chosen;
      click(fmt::format("{}/choice/{}", id, chosen));
    } else {
      document::Selection cell = std::get<lessons::CellQuestion>(prediction.question).cell;
      if (!right) cell.column += cell.column == 0 ? 1 : -1;
      select(cell);
      click(id + "/answer");
    }
  }

  std::unique_ptr<Application> application;
  std::unique_ptr<Driver> driver;
  ImVec2 window{};  // its size
};

}  // namespace normscope::testing
