// SPDX-License-Identifier: MIT
// An exercise in the window, wrong first: the code is typed, checked by key and by mouse, and what
// is said stands beside it until something else is written.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/app/application/fixture.hpp"

namespace normscope::testing {
namespace {

// The folder is there before the program.
struct KeptProgress {
  TemporaryFolder kept;
};

struct ExerciseTest : KeptProgress, ApplicationTest {
  ExerciseTest() : ApplicationTest(Folders{.progress = kept.path()}) { begin(); }

  void begin() const {
    driver->click("menu/lesson");
    driver->click("menu/lesson/open-write-it-yourself");
    driver->settle();
    while (!driver->has("lesson/exercise/0/code")) {
      driver->click("lesson/next");
      driver->settle();
    }
  }
  // Types lines in the place of what is in the field. The field indents: each line begins there.
  void write(const std::vector<std::string_view>& lines) const {
    driver->click("lesson/exercise/0/code");
    driver->settle();
    driver->key(ui::Key::kA, kCtrl);
    driver->key(ui::Key::kDelete);
    for (const std::string_view line : lines) {
      driver->type(line);
      driver->key(ui::Key::kEnter);
    }
    driver->settle();
  }
  std::string code() const { return driver->widget("lesson/exercise/0/code").value.value_or(""); }
  [[nodiscard]] bool judged() const {
    return wait_for([&] { return driver->has("lesson/exercise/0/verdict"); });
  }
};

TEST_F(ExerciseTest, LinesAreIndentedAsTheOnesBefore) {
  write({"def f(x):", "y = x", "if y:", "y = 1"});
  EXPECT_EQ(code(), "def f(x):\n    y = x\n    if y:\n        y = 1\n        ");
}

TEST_F(ExerciseTest, AWrongFunctionIsRefutedByTheSmallestInputAndARightOneIsDone) {
  write({"def mean_and_variance(x):", "n = x.shape[-1]", "mean = x.sum(-1) / n",
         "centred = x - mean[:, None]", "variance = (centred ** 2).sum(-1) / (n - 1)",
         "return mean, variance"});
  driver->key(ui::Key::kEnter, kCtrl);
  ASSERT_TRUE(judged());
  EXPECT_EQ(text("lesson/exercise/0/verdict"), "mean_and_variance(x) gives another variance.");
  EXPECT_TRUE(text("lesson/exercise/0/table/0").starts_with("x ")) << "the input";
  EXPECT_TRUE(text("lesson/exercise/0/table/1").starts_with("your variance"));
  EXPECT_TRUE(text("lesson/exercise/0/table/2").starts_with("right variance"));
  EXPECT_EQ(text("lesson/exercise/0/sentence/0"), "As in the solution: mean, centred.");
  EXPECT_TRUE(text("lesson/exercise/0/sentence/1").starts_with("It parts in line 5: variance = "));
  EXPECT_EQ(text("lesson/exercise/0/sentence/3"),
            "On ordinary numbers it is the unbiased variance.");
  EXPECT_EQ(text("lesson/exercise/0/state"), "Write it");
  write({"def mean_and_variance(x):", "n = x.shape[-1]", "mean = x.sum(-1) / n",
         "centred = x - mean[:, None]", "variance = (centred ** 2).sum(-1) / n",
         "return mean, variance"});
  EXPECT_FALSE(driver->has("lesson/exercise/0/verdict")) << "it was about other code";
  driver->click("lesson/exercise/0/check");
  ASSERT_TRUE(judged());
  EXPECT_TRUE(text("lesson/exercise/0/verdict").starts_with("Right, with "));
  EXPECT_NE(text("lesson/exercise/0/state").find("done"), std::string::npos);
  // What was written, and that it was right, is there in the next run of the program.
  const std::string written = code();
  start(Folders{.progress = kept.path()});
  begin();
  EXPECT_EQ(code(), written);
  EXPECT_NE(text("lesson/exercise/0/state").find("done"), std::string::npos);
  driver->click("lesson/exercise/0/again");
  driver->settle();
  EXPECT_NE(code(), written);
}

TEST_F(ExerciseTest, EscapeLeavesTheCodeAsItIs) {
  write({"def f(x):"});
  driver->key(ui::Key::kEscape);
  driver->settle();
  EXPECT_TRUE(code().starts_with("def f(x):\n"));
}

TEST_F(ExerciseTest, AnEndlessFunctionIsStopped) {
  write({"def mean_and_variance(x):", "while True:", "pass"});
  driver->key(ui::Key::kEnter, kCtrl);
  driver->settle();
  ASSERT_TRUE(wait_for([&] { return driver->has("lesson/exercise/0/stop"); }));
  driver->click("lesson/exercise/0/stop");
  driver->settle();
  EXPECT_TRUE(driver->has("lesson/exercise/0/check"));
  EXPECT_FALSE(driver->has("lesson/exercise/0/verdict"));
}

}  // namespace
}  // namespace normscope::testing
