// SPDX-License-Identifier: MIT
// The stage over time and at any size: wide batches scroll together and are read once, motion ends,
// and the step and the layout outlast edits and files.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/io/tensor_file.hpp"
#include "tests/app/panels/stage_fixture.hpp"

namespace normscope::testing {
namespace {

struct StageTimeTest : public StageTest {
  // Opens a batch from a file: a session would write all its numbers as text.
  void open_batch(const tensor::Shape& shape) {
    const document::Random origin{.distribution = document::Distribution::kRandn, .seed = 5};
    const auto values = NORMSCOPE_VALUE_OR_FAIL(document::make_values(origin, shape));
    ASSERT_TRUE(io::write_tensor(folder / "x.npy", values));
    open(folder / "x.npy");
    // Figures of a large batch come from the threads beside, and ask for frames.
    driver->wait(1);
  }

  std::size_t cells() const {
    std::size_t count = 0;
    for (const ui::Widget& widget : driver->shell().map().widgets()) {
      count += widget.kind == "cell" ? 1 : 0;
    }
    return count;
  }

  // The first row and column of a grid that are in sight.
  std::pair<std::int64_t, std::int64_t> first_cell(const std::string& grid) const {
    const std::string prefix = grid + "/cell/";
    for (const ui::Widget& widget : driver->shell().map().widgets()) {
      if (!widget.visible || !widget.id.starts_with(prefix)) continue;
      const std::size_t slash = widget.id.find('/', prefix.size());
      return {std::stoll(widget.id.substr(prefix.size())), std::stoll(widget.id.substr(slash + 1))};
    }
    return {-1, -1};
  }
  std::int64_t first_row(const std::string& grid) const { return first_cell(grid).first; }
  std::int64_t first_column(const std::string& grid) const { return first_cell(grid).second; }

  void scroll_sideways(std::string_view id, float columns) const {
    driver->hover(id);
    driver->shell().input().scroll(columns, 0);
    draw();
  }

  // Where the numbers of each map lie: a map that is computed again has others.
  std::map<std::string, const float*> maps() const {
    std::map<std::string, const float*> places;
    for (const auto& [id, cached] : view().stage.maps) places[id] = cached.map.values.data();
    return places;
  }
};

TEST_F(StageTimeTest, TheBandsOfAWideBatchScrollTogether) {
  reduce_motion();
  open_batch({40, 50});
  driver->click("stage/strip/centred");
  const std::vector<std::string> bands = {"stage/input", "stage/centred", output()};
  driver->scroll("stage/input", -2);
  for (const std::string& band : bands) EXPECT_EQ(first_row(band), 6) << band;
  EXPECT_EQ(first_row("stage/mean"), 6) << "statistics go with their rows";
  driver->scroll(output(), -1);
  for (const std::string& band : bands) EXPECT_EQ(first_row(band), 9) << band;
  scroll_sideways("stage/centred", -7);
  for (const std::string& band : bands) EXPECT_EQ(first_column(band), 7) << band;
  // Over a statistic the wheel moves the rows of all, and leaves the columns where they are.
  driver->scroll("stage/mean", -1);
  for (const std::string& band : bands) {
    EXPECT_EQ(first_row(band), 12) << band;
    EXPECT_EQ(first_column(band), 7) << band;
  }
  EXPECT_EQ(first_row("stage/mean"), 12);
  // By keys the selection leads.
  driver->click("stage/input/cell/12/8");
  driver->key(ui::Key::kEnd, kCtrl);
  for (const std::string& band : bands) {
    EXPECT_TRUE(visible(band + "/cell/39/49")) << band;
  }
  EXPECT_TRUE(visible("stage/mean/cell/39/0"));
}

TEST_F(StageTimeTest, AClickOnTheMapOfAWideBatchGoesThere) {
  reduce_motion();
  open_batch({1000, 768});
  const ui::Rect map = driver->widget("stage/input/map").rect;
  const auto at = [&](float x, float y) {
    driver->click_at({map.x + map.w * x, map.y + map.h * y});
    const auto [row, column] = first_cell("stage/input");
    EXPECT_EQ(first_cell(output()), std::pair(row, column));
    return std::pair(row, column);
  };
  const auto [middle_row, middle_column] = at(0.5F, 0.5F);
  EXPECT_NEAR(static_cast<double>(middle_row), 500, 15);
  EXPECT_NEAR(static_cast<double>(middle_column), 384, 15);
  EXPECT_EQ(at(0.001F, 0.001F), std::pair(std::int64_t{0}, std::int64_t{0}));
  // The map is lower than the rows are many: its last pixel stands for some of them.
  const auto [last_row, last_column] = at(0.999F, 0.999F);
  EXPECT_GE(last_row, 970);
  EXPECT_TRUE(visible(fmt::format("stage/input/cell/{}/767", last_row)));
  EXPECT_TRUE(visible(fmt::format("{}/cell/{}/767", output(), last_row)));
  EXPECT_LT(last_column, 767);
  EXPECT_EQ(document().selection, (document::Selection{})) << "looking there selects nothing";
}

// The driver throws where the window does not come to rest.
TEST_F(StageTimeTest, AButtonHeldOnTheMapOfAWideBatchDrawsNothingMore) {
  reduce_motion();
  open_batch({1000, 768});
  driver->hold_and_move("stage/input/map", 20, 2);
  const auto there = first_cell("stage/input");
  driver->settle();
  driver->release();
  EXPECT_EQ(first_cell("stage/input"), there);
}

TEST_F(StageTimeTest, AMillionColumnsAreReadOnce) {
  reduce_motion();
  open_batch({1, 1'000'000});
  EXPECT_EQ(text("stage/step"), "step 8 of 8");
  for (const results::Card& card : cards()) EXPECT_TRUE(visible("stage/strip/" + card.id));
  const auto first = maps();
  EXPECT_GE(first.size(), cards().size());
  driver->hover("stage/input/cell/0/3");
  EXPECT_EQ(mark(output() + "/cell/0/0"), "made");
  driver->click(output() + "/cell/0/2");
  driver->key(ui::Key::kRight);
  driver->key(ui::Key::kEnd);
  EXPECT_TRUE(visible(output() + "/cell/0/999999"));
  EXPECT_TRUE(visible("stage/input/cell/0/999999"));
  scroll_sideways("stage/input", 5);
  EXPECT_EQ(maps(), first) << "no map was made again";
  // What is in sight is all that is drawn: no more than the window has room for.
  EXPECT_LT(cells(), 200U);
  // A hover costs the frames of one activity.
  const std::uint64_t before = driver->frames();
  driver->hover("stage/mean/cell/0/0");
  EXPECT_LE(driver->frames() - before, static_cast<std::uint64_t>(ui::Pacing::kFramesPerActivity));
  EXPECT_EQ(mark("stage/input/cell/0/999990"), "source");

  // Another step draws its own maps, and those that are there stay.
  driver->click("stage/strip/centred");
  for (const auto& [id, place] : first) EXPECT_EQ(maps().at(id), place) << id;
  // An edit makes them anew: else the test would see no work at all.
  driver->key(ui::Key::kHome);
  driver->click("stage/input/cell/0/999990");
  driver->type("7");
  driver->key(ui::Key::kEnter);
  wait_for_result();
  EXPECT_NE(maps().at("stage/input/6/12"), first.at("stage/input/6/12"));
}

TEST_F(StageTimeTest, ALargeBatchStaysUsable) {
  reduce_motion();
  open_batch({40, 50});
  EXPECT_LT(cells(), 1000U);
  for (std::size_t step = cards().size(); step-- > 0;) {
    SCOPED_TRACE(cards()[step].title);
    EXPECT_TRUE(visible("stage/input/cell/0/0"));
    EXPECT_TRUE(visible("stage/mean/cell/0/0"));
    EXPECT_TRUE(visible(output() + "/cell/0/0"));
    EXPECT_TRUE(visible("stage/input/map"));
    driver->key(ui::Key::kLeft, kAlt);
  }
}

TEST_F(StageTimeTest, MotionEndsAndTheWindowComesToRest) {
  show(batch({2, 6}));
  driver->wait(1);
  const auto time_of = [&](ui::Key key) {
    driver->shell().input().key(key, true, kAlt);
    driver->shell().input().key(key, false, {});
    const double before = driver->time();
    draw();
    return driver->time() - before;
  };
  // To steps in which numbers gather, spread, and stand still.
  for (int step = 0; step < 3; ++step) {
    const double taken = time_of(ui::Key::kLeft);
    EXPECT_GE(taken, 0.6) << text("stage/step");
    EXPECT_LE(taken, 0.75) << text("stage/step");
    const std::uint64_t rest = driver->frames();
    driver->wait(10);
    EXPECT_EQ(driver->frames(), rest) << text("stage/step");
  }
  EXPECT_EQ(text("stage/step"), "step 5 of 8");
  reduce_motion();
  for (int step = 0; step < 3; ++step) {
    const std::uint64_t before = driver->frames();
    time_of(ui::Key::kRight);
    EXPECT_LE(driver->frames() - before, 2U * ui::Pacing::kFramesPerActivity) << text("stage/step");
  }
  EXPECT_EQ(text("stage/step"), "step 8 of 8");
}

TEST_F(StageTimeTest, MotionIsInterrupted) {
  show(batch({2, 6}));
  driver->wait(1);
  // Two steps within one motion: the second begins at once and takes its own time.
  for (int step = 0; step < 2; ++step) {
    driver->shell().input().key(ui::Key::kLeft, true, kAlt);
    driver->shell().input().key(ui::Key::kLeft, false, {});
    driver->shell().pacing().activity();
    if (step == 0) driver->wait(0.05);
  }
  driver->settle();
  EXPECT_EQ(text("stage/step"), "step 6 of 8");
  // An edit in the middle of a motion is taken, too.
  driver->shell().input().key(ui::Key::kRight, true, kAlt);
  driver->shell().input().key(ui::Key::kRight, false, {});
  edit(0, 1, "4");
  EXPECT_EQ(text("stage/input/cell/0/1"), "4.0000");
}

TEST_F(StageTimeTest, TheFlashOfAChangeEndsAndReducedMotionHasNone) {
  show(batch({2, 6}));
  edit(0, 1, "4");
  driver->wait(1);
  const std::uint64_t rest = driver->frames();
  driver->wait(30);
  EXPECT_EQ(driver->frames(), rest);
  reduce_motion();
  driver->double_click("stage/input/cell/0/1");
  driver->key(ui::Key::kA, kCtrl);
  driver->type("5");
  const std::uint64_t before = driver->frames();
  driver->key(ui::Key::kEnter);
  driver->wait(2);
  EXPECT_LE(driver->frames() - before, 4U * ui::Pacing::kFramesPerActivity);
  EXPECT_TRUE(driver->has(output() + "/change/0/1")) << "what changed is said all the same";
}

TEST_F(StageTimeTest, TheStepAndTheLayoutOutlastUndoAndFiles) {
  reduce_motion();
  show(batch({2, 6}));
  driver->click("stage/strip/squared");
  edit(0, 3, "9.5");
  driver->key(ui::Key::kRight, kAlt);
  EXPECT_EQ(document().view.step, "variance");
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_EQ(application->workspace().history.undo_description(), "");
  EXPECT_EQ(document().view.step, "variance") << "undo takes the number back, not the step";
  EXPECT_EQ(text("stage/step"), "step 5 of 8");

  show_all_steps();
  Document saved = document();
  show(batch({3, 4}));
  EXPECT_EQ(document().view.layout, document::StageLayout::kAuto);
  EXPECT_EQ(text("stage/step"), "step 8 of 8");
  show(saved);
  EXPECT_EQ(document().view.layout, document::StageLayout::kAllSteps);
  EXPECT_EQ(document().view.step, "variance");
  EXPECT_EQ(text("stage/step"), "step 5 of 8");

  // A step that another operation does not have gives way to its last one, and comes back.
  driver->click("stage/layout/0");
  driver->click("inspector/subject/1");
  driver->settle();
  EXPECT_EQ(text("stage/step"), fmt::format("step {} of {}", cards().size(), cards().size()));
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_EQ(text("stage/step"), "step 5 of 8");
}

}  // namespace
}  // namespace normscope::testing
