// SPDX-License-Identifier: MIT
// The backward pass in the window: its key and control, dy edited like an input, what a selected
// number is made with, and the sums that must come out.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "app/results/sheet/sheet.hpp"
#include "tests/app/panels/stage_fixture.hpp"

namespace normscope::testing {
namespace {

// One row, the numbers 1 to 4.
struct BackwardTest : public StageTest {
  void show_row() {
    reduce_motion();
    show(document::document_of("x", document::Typed{}, make({1, 4}, {1, 2, 3, 4})));
    choose_sheet();
  }
  void choose_sheet() const {
    if (driver->has("stage/layout/0")) driver->click("stage/layout/0");
    driver->settle();
  }
  static std::string dy(int column) {
    return fmt::format("stage/upstream-gradient/cell/0/{}", column);
  }
  static std::string dy_change(int column) {
    return fmt::format("stage/upstream-gradient/change/0/{}", column);
  }
  static std::string dx(int column) {
    return fmt::format("stage/gradient-of-the-input/cell/0/{}", column);
  }
};

TEST_F(BackwardTest, AKeyAndAControlTurnTheOperationRound) {
  show_row();
  driver->key(ui::Key::kB, kCtrl);
  driver->settle();
  EXPECT_TRUE(document().backward.on);
  EXPECT_TRUE(driver->widget("inspector/direction/1").selected);
  // tt-metal #53204: PyTorch's numbers.
  int column = 0;
  for (const double right : {0.2683, -0.3578, -0.0894, 0.1789}) {
    EXPECT_NEAR(number(dx(column)), right, 6e-5) << column;
    ++column;
  }
  // The output stays between the input and dy.
  const auto top = [&](std::string_view card) {
    return driver->widget(fmt::format("stage/{}/cell/0/0", card)).rect.y;
  };
  EXPECT_LT(top("input"), top("normalized"));
  EXPECT_LT(top("normalized"), top("upstream-gradient"));
  EXPECT_LT(top("upstream-gradient"), top("gradient-of-the-input"));
  driver->click("inspector/direction/0");
  driver->settle();
  EXPECT_FALSE(document().backward.on);
  EXPECT_FALSE(driver->has(dx(0)));
  EXPECT_EQ(application->workspace().history.undo_description(), "show the forward pass");
}

TEST_F(BackwardTest, DyIsEditedLikeAnInput) {
  show_row();
  driver->key(ui::Key::kB, kCtrl);
  driver->settle();
  const double before = number(dx(0));
  driver->double_click(dy(0));
  driver->key(ui::Key::kA, kCtrl);
  driver->type("2");
  driver->key(ui::Key::kEnter);
  driver->settle();
  EXPECT_EQ(document().backward.upstream.at(0), 2.0F);
  EXPECT_EQ(document().inputs[0].values.at(0), 1.0F);
  EXPECT_NEAR(number(dx(0)), 2 * before, 1e-4) << "it is linear in dy";
}

TEST_F(BackwardTest, ASelectedNumberShowsWhatItIsMadeWith) {
  show_row();
  driver->key(ui::Key::kB, kCtrl);
  driver->settle();
  driver->click(dx(1));
  driver->settle();
  // Of one number of dx the coefficients of all of dy, which stand below dy.
  std::vector<double> made;
  for (int column = 0; column < 4; ++column) {
    const std::string text = driver->widget(dy_change(column)).text;
    ASSERT_TRUE(text.starts_with("×")) << text;
    made.push_back(text::parse_double(text.substr(std::string_view("×").size())).value());
  }
  EXPECT_NEAR(made[0], -0.3578, 6e-5);
  EXPECT_NEAR(std::accumulate(made.begin(), made.end(), 0.0), 0, 3e-4) << "a shift is forgotten";
  driver->click(dy(0));
  driver->settle();
  EXPECT_EQ(driver->widget("stage/gradient-of-the-input/change/0/1").text, "×-0.3578");
}

TEST_F(BackwardTest, TheInspectorFillsDyAndSaysWhatMustComeOut) {
  show_row();
  driver->key(ui::Key::kB, kCtrl);
  driver->settle();
  choose("inspector/upstream", "inspector/upstream/0");
  EXPECT_EQ(document().backward.upstream.at(3), 1.0F);
  EXPECT_NEAR(number(dx(2)), 0, 1e-6) << "of ones nothing is left";
  choose("inspector/upstream", "inspector/upstream/3");
  EXPECT_EQ(document().backward.target, 0);
  EXPECT_TRUE(driver->has("inspector/upstream/target"));
  choose("inspector/form", "inspector/form/0");
  EXPECT_EQ(document().backward.form, trace::BackwardForm::kChain);
  ASSERT_TRUE(driver->has("statistics/gradient/sum"));
  EXPECT_NEAR(*application->workspace().summary.gradient_sum, 0, 1e-6);
}

TEST_F(BackwardTest, APushSaysWhetherTheOutputAnswers) {
  show_row();
  driver->key(ui::Key::kB, kCtrl);
  driver->settle();
  EXPECT_FALSE(driver->has("inspector/pushed"));
  const double before = number("stage/normalized/cell/0/0");
  driver->click("inspector/push/0");
  driver->settle();
  EXPECT_EQ(document().inputs[0].values.at(0), 2.0F);
  EXPECT_EQ(number("stage/normalized/cell/0/0"), before);
  EXPECT_TRUE(driver->widget("inspector/pushed").text.starts_with("x moves by 1, y stands still"));
  driver->click("inspector/push/2");
  driver->settle();
  EXPECT_EQ(driver->widget("inspector/pushed").text, "x moves by 1, y by 0.4573");
  driver->key(ui::Key::kZ, kCtrl);
  driver->settle();
  EXPECT_EQ(document().inputs[0].values.at(0), 2.0F);
  EXPECT_FALSE(driver->has("inspector/pushed")) << "it tells of the last edit alone";
}

TEST_F(BackwardTest, DyComesFromAFile) {
  show_row();
  driver->key(ui::Key::kB, kCtrl);
  driver->settle();
  choose("inspector/upstream", "inspector/upstream/5");
  EXPECT_TRUE(driver->has("dialog/parameter"));
}

}  // namespace
}  // namespace normscope::testing
