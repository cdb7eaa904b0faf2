// SPDX-License-Identifier: MIT
// A cell whose code is longer than the window: the link beside its number leads to what it gave;
// and a low window, where the code has the room that the step's number leaves to it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

struct LongCellTest : public ApplicationTest {
  // A notebook of one cell: so many lines that do nothing, then `last`.
  void open(int lines, const std::string& last) {
    std::string source;
    for (int i = 0; i < lines; ++i) source += "# a line that does nothing\n";
    const nlohmann::json cell = {{"cell_type", "code"},
                                 {"metadata", nlohmann::json::object()},
                                 {"execution_count", 1},
                                 {"outputs", nlohmann::json::array()},
                                 {"source", source + last}};
    const nlohmann::json file = {{"nbformat", 4},
                                 {"nbformat_minor", 5},
                                 {"metadata", nlohmann::json::object()},
                                 {"cells", nlohmann::json::array({cell})}};
    write_file(folder / "lecture.ipynb", file.dump());
    open_and_run(folder / "lecture.ipynb");
  }

  // The link says `label`; `given`, which is out of sight, is in sight after a click of it.
  void expect_link(const std::string& label, const std::string& given) {
    // What a cell prints can come a frame before its error.
    ASSERT_TRUE(wait_for([&] {
      return driver->has("lesson/text/0/below") && text("lesson/text/0/below") == label;
    })) << label;
    EXPECT_FALSE(in_sight(given));
    driver->click("lesson/text/0/below");
    driver->settle();
    EXPECT_TRUE(in_sight(given)) << label;
  }

  // Whether the widget's beginning stands above the buttons.
  [[nodiscard]] bool in_sight(const std::string& id) const {
    const ui::Rect given = driver->widget(id).rect;
    return given.y > 0 && given.y < driver->widget("lesson/next").rect.y;
  }

  TemporaryFolder folder;
};

TEST_F(LongCellTest, ALinkBesideTheNumberLeadsToWhatTheCellGave) {
  driver->resize({1280, 800});
  open(80, "print('given')");
  expect_link("output below", "lesson/text/0/output");
  open(80, "print('given'); 1 / 0");
  expect_link("error below", "lesson/text/0/error");
  open(80,
       "from normscope_kernel.running import cell\n"
       "cell.picture('<Figure>', False, 180, 90, bytes(4 * 180 * 90), 0, 2.0)");
  expect_link("picture below", "lesson/text/0/picture/1");
}

TEST_F(LongCellTest, WhatIsInSightOrWasNotGivenHasNoLink) {
  driver->resize({1280, 800});
  open(2, "print('given')");
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/text/0/output"); }));
  EXPECT_FALSE(driver->has("lesson/text/0/below"));
  open(80, "given = 1");
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/variable/given"); }));
  EXPECT_FALSE(driver->has("lesson/text/0/below"));
}

TEST_F(LongCellTest, InALowWindowMostOfTheColumnIsCode) {
  driver->resize({640, 400});
  open(80, "print('given')");
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/text/0/below"); }));
  const float code = driver->widget("lesson/text/0/code").rect.y;
  const ui::Rect next = driver->widget("lesson/next").rect;
  EXPECT_GT(next.y - code, 110);
  EXPECT_EQ(text("lesson/step"), "1 of 1");
  // The step's number stands between the buttons and touches none.
  const ui::Rect back = driver->widget("lesson/back").rect;
  const ui::Rect number = driver->widget("lesson/step").rect;
  EXPECT_GT(number.x, back.x + back.w);
  EXPECT_LT(number.x + number.w, next.x);
  driver->resize({1280, 800});
  EXPECT_EQ(text("lesson/step"), "lecture.ipynb  \xc2\xb7  step 1 of 1");
}

}  // namespace
}  // namespace normscope::testing
