// SPDX-License-Identifier: MIT
// All of a lesson's code is in sight, in the colours of Python.
#include "app/panels/lesson/code_view.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/panels/lesson/python_colors.hpp"
#include "app/ui/widgets/layout.hpp"
#include "tests/app/ui/driver.hpp"

namespace normscope::panels {
namespace {

using normscope::testing::Driver;

// The parts that are no plain code: "k:for", "s:'x'", "n:1", "c:# note".
std::vector<std::string> parts(std::string_view code) {
  std::vector<std::string> words;
  std::size_t at = 0;
  for (const CodeSpan& span : python_spans(code)) {
    EXPECT_EQ(span.begin, at) << "no gaps";
    at = span.end;
    if (span.kind == CodeKind::kPlain) continue;
    const char kind = span.kind == CodeKind::kKeyword  ? 'k'
                      : span.kind == CodeKind::kString ? 's'
                      : span.kind == CodeKind::kNumber ? 'n'
                                                       : 'c';
    words.push_back(std::string{kind, ':'} + std::string(code.substr(span.begin, at - span.begin)));
  }
  EXPECT_EQ(at, code.size()) << "all of it";
  return words;
}

using Words = std::vector<std::string>;

TEST(PythonColors, TellThePartsOfALineApart) {
  EXPECT_EQ(parts("x = x.mean(dim=-1)  # of a row"), (Words{"n:1", "c:# of a row"}));
  EXPECT_EQ(parts("for i in range(10): pass"), (Words{"k:for", "k:in", "n:10", "k:pass"}));
  EXPECT_EQ(parts("import numpy as np\nformat_x = None"), (Words{"k:import", "k:as", "k:None"}));
  EXPECT_EQ(parts("eps = 1e-5 + .5 + 0x1F + 1_000"),
            (Words{"n:1e-5", "n:.5", "n:0x1F", "n:1_000"}));
  EXPECT_EQ(parts("x2 = layer1"), Words{}) << "digits of a name are no number";
}

TEST(PythonColors, StringsEndWhereTheyEnd) {
  EXPECT_EQ(parts("print('a # b', \"it's\")"), (Words{"s:'a # b'", "s:\"it's\""}));
  EXPECT_EQ(parts(R"(s = 'a\'b' + rb"x")"), (Words{R"(s:'a\'b')", R"(s:rb"x")"}));
  EXPECT_EQ(parts("d = \"\"\"one\n'two'\n\"\"\"\nif d: d"),
            (Words{"s:\"\"\"one\n'two'\n\"\"\"", "k:if"}));
  EXPECT_EQ(parts("s = 'open\nfor"), (Words{"s:'open", "k:for"})) << "at the line's end";
  EXPECT_EQ(parts("s = '\\"), (Words{"s:'\\"}));
  EXPECT_EQ(parts(""), Words{});
}

TEST(CodeView, ALongLineIsWrappedIntoTheColumn) {
  const std::string code =
      "a = 1\nnormalized = gamma * (x - x.mean(dim=-1, keepdim=True)) / torch.sqrt(var + eps)\nb = "
      "2";
  std::vector<LinkedLine> linked = {{1}, {2}, {3}};
  CodeEvents events;
  Driver driver([&](ui::Context& ui) { events = draw_code(ui, "cell", code, linked); }, {},
                {300, 400});
  const ui::Rect whole = driver.widget("cell/code").rect;
  EXPECT_LE(whole.x + whole.w, 300);
  const ui::Rect one = driver.widget("cell/line/1").rect;
  const ui::Rect two = driver.widget("cell/line/2").rect;
  const ui::Rect three = driver.widget("cell/line/3").rect;
  EXPECT_GE(two.h, 3 * one.h - 1) << "80 characters in a column of 34";
  EXPECT_NEAR(three.y, two.y + two.h, 1);
  EXPECT_LE(three.y + three.h, whole.y + whole.h);
  // The last part of the wrapped line belongs to the line.
  const auto at = ImVec2{two.x + 10, two.y + two.h - 3};
  driver.click_at(at);
  EXPECT_EQ(driver.widget("cell/line/2").focused, true);
  driver.resize({1200, 400});
  EXPECT_NEAR(driver.widget("cell/line/2").rect.h, one.h, 1) << "with room it is one line";
}

TEST(CodeView, ALineThatIsLitComesIntoView) {
  std::string code;
  for (int i = 0; i < 60; ++i) code += "x = x + 1\n";
  std::vector<LinkedLine> linked = {{1}, {55}};
  Driver driver([&](ui::Context& ui) {
    const ui::Region region(ui, "lesson", {300, 200});
    draw_code(ui, "cell", code, linked);
  });
  EXPECT_FALSE(driver.widget("cell/line/55").visible);
  linked[1].reveal = true;
  driver.shell().pacing().activity();
  driver.settle();
  linked[1].reveal = false;
  EXPECT_TRUE(driver.widget("cell/line/55").visible);
  driver.key(ui::Key::kTab);
  EXPECT_TRUE(driver.widget("cell/line/1").focused);
  EXPECT_TRUE(driver.widget("cell/line/1").visible) << "Tab reaches what is scrolled away";
}

}  // namespace
}  // namespace normscope::panels
