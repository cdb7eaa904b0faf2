// SPDX-License-Identifier: MIT
// The stage in a window of ordinary size, with any document on it.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/document/session/session.hpp"
#include "app/results/sheet/sheet.hpp"
#include "app/results/sheet/slice.hpp"
#include "core/text/numbers.hpp"
#include "tests/app/application/fixture.hpp"

namespace normscope::testing {

inline constexpr ui::Modifiers kAlt{.alt = true};

/// A document of this shape with normal numbers and PyTorch's layer norm.
inline Document batch(const tensor::Shape& shape) {
  const document::Random origin{.distribution = document::Distribution::kRandn, .seed = 5};
  return document::document_of("x", origin,
                               NORMSCOPE_VALUE_OR_FAIL(document::make_values(origin, shape)));
}

inline Document of_kind(const tensor::Shape& shape, ops::Normalization kind,
                        std::int64_t groups = 1) {
  Document document = batch(shape);
  document.norm.options.kind = kind;
  document.norm.options.groups = groups;
  return document::fitted(std::move(document));
}

struct StageTest : public ApplicationTest {
  StageTest() { driver->resize({1280, 800}); }

  void draw() const {
    driver->shell().pacing().activity();
    driver->settle();
  }

  // Opens the document; waits for its result, which of a large one comes from the threads beside.
  void show(const Document& document) {
    const auto path = folder / "session.json";
    ASSERT_TRUE(document::save_session(path, document));
    open(path);
  }
  void open(const std::filesystem::path& path) {
    const auto opened = application->open(path);
    ASSERT_TRUE(opened) << opened.error().sentence;
    wait_for_result();
    ASSERT_FALSE(shown().failure) << shown().failure->sentence;
  }

  void wait_for_result() const {
    const workspace::Workspace& workspace = application->workspace();
    ASSERT_TRUE(wait_for([&] { return workspace.shown && !workspace.stale(); }));
  }

  void choose(std::string_view menu, std::string_view row) const {
    driver->click(menu);
    driver->settle();
    driver->click(row);
    driver->settle();
  }
  void reduce_motion() const {
    if (!view().reduced_motion) choose("menu/view", "menu/view/reduced-motion");
    ASSERT_TRUE(view().reduced_motion);
  }
  void right_click(std::string_view id) const {
    driver->hover(id);
    driver->shell().input().button(ui::Button::kRight, true);
    driver->shell().input().button(ui::Button::kRight, false);
    draw();
  }
  // Types a number over a cell of the input.
  void edit(std::int64_t row, std::int64_t column, std::string_view number) const {
    driver->double_click(fmt::format("stage/input/cell/{}/{}", row, column));
    driver->key(ui::Key::kA, kCtrl);
    driver->type(number);
    driver->key(ui::Key::kEnter);
    driver->settle();
  }

  const workspace::ViewState& view() const { return application->workspace().view; }
  const results::Evaluation& shown() const { return *application->workspace().shown; }
  const std::vector<results::Card>& cards() const { return shown().cards; }
  std::string output() const { return "stage/" + cards().back().id; }
  const trace::Step& step_of(std::size_t card) const {
    const results::Card& of = cards()[card];
    return shown().stages[of.stage].trace.steps()[static_cast<std::size_t>(of.step)];
  }
  bool visible(std::string_view id) const { return driver->has(id) && driver->widget(id).visible; }
  std::string mark(std::string_view id) const { return driver->widget(id).mark; }
  std::string selected_card() const { return view().selected_card; }
  // In any locale.
  double number(std::string_view id) const {
    return text::parse_double(*driver->widget(id).value).value();
  }
  double changed_by(std::string_view id) const {
    return text::parse_double(driver->widget(id).text).value();
  }

  TemporaryFolder folder;
};

}  // namespace normscope::testing
