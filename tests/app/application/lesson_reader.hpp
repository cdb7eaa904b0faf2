// SPDX-License-Identifier: MIT
// A window of 1280 x 800 in which built-in lessons are read, and what a reader does at their acts.
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
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {

struct LessonReader : ::testing::TestWithParam<std::string> {
  static constexpr float kWidth = 1280;
  static constexpr float kHeight = 800;

  LessonReader() {
    application = NORMSCOPE_VALUE_OR_FAIL(
        Application::create({.shell = [this]() -> ui::Shell& { return driver->shell(); },
                             .wake = [] {},
                             .close = [] {}}));
    driver = std::make_unique<Driver>([this](ui::Context& ui) { application->draw(ui); },
                                      ui::ShellSettings{}, ImVec2{kWidth, kHeight});
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
  const lessons::Lesson& lesson() const { return *application->workspace().lesson(); }
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

  std::unique_ptr<Application> application;
  std::unique_ptr<Driver> driver;
};

}  // namespace normscope::testing
