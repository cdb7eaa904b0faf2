// SPDX-License-Identifier: MIT
// What no file of programs shows: line ends, bounds, what is left out, what a cell shows.
#include <gtest/gtest.h>

#include <string>

#include "app/notebook/syntax/characters.hpp"
#include "app/notebook/syntax/display.hpp"
#include "app/notebook/syntax/draw.hpp"
#include "app/notebook/syntax/parse.hpp"
#include "tests/app/notebook/syntax/dump.hpp"

namespace normscope::notebook::syntax {
namespace {

std::string tree(std::string_view source) {
  const auto module = parse(source);
  return module ? dump(*module) : "fault: " + module.error().message;
}

std::string message(std::string_view source) {
  const auto module = parse(source);
  if (module) return "";
  return std::string(name(module.error().kind)) + ": " + module.error().message;
}

std::string repeated(std::string_view piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += piece;
  return text;
}

TEST(Parse, TakesEveryKindOfLineEnd) {
  const std::string expected = tree("if x:\n    y\nz = '''a\nb'''\n");
  EXPECT_EQ(tree("if x:\r\n    y\r\nz = '''a\r\nb'''\r\n"), expected);
  EXPECT_EQ(tree("if x:\r    y\rz = '''a\rb'''\r"), expected);
  EXPECT_EQ(tree("if x:\n    y\nz = '''a\nb'''"), expected);
}

TEST(Parse, OfNothingIsEmpty) {
  for (const char* const source : {"", "\n", "   ", "# comment", "\n\n  # comment\n", "\f\n"}) {
    EXPECT_EQ(tree(source), "") << source;
  }
}

TEST(Parse, SaysWhatIsNotSupported) {
  EXPECT_EQ(message("async def f(): pass\n"),
            "NotSupportedError: not supported: async; write the statement without it");
  EXPECT_EQ(message("x = await y\n"),
            "NotSupportedError: not supported: await; call the function without it");
  EXPECT_EQ(message("x = [y async for y in z]\n"),
            "NotSupportedError: not supported: async comprehensions; use a plain `for`");
  EXPECT_EQ(message("x = 3j\n"),
            "NotSupportedError: not supported: complex numbers; use two floats");
  EXPECT_EQ(message("x = '\\N{BULLET}'\n"),
            "NotSupportedError: not supported: characters by name (\\N{...}); write the character "
            "itself");
  EXPECT_EQ(message("match x:\n    case 1:\n        pass\n"),
            "NotSupportedError: not supported: the match statement; use if and elif");
  EXPECT_EQ(message("try:\n    x\nexcept* A:\n    y\n"),
            "NotSupportedError: not supported: except* and exception groups; use except");
}

TEST(Parse, StopsWherePythonStops) {
  EXPECT_EQ(message(repeated("(", 200) + repeated(")", 200)), "");
  EXPECT_EQ(message(repeated("(", 201) + repeated(")", 201)),
            "SyntaxError: too many nested parentheses");
  std::string deep;
  for (int i = 0; i < 100; ++i) deep += repeated(" ", i) + "if x:\n";
  EXPECT_EQ(message(deep + repeated(" ", 100) + "y\n"),
            "IndentationError: too many levels of indentation");
  std::string loops;
  for (int i = 0; i < 21; ++i) loops += repeated(" ", i) + "for x in y:\n";
  EXPECT_EQ(message(loops + repeated(" ", 21) + "pass\n"),
            "SyntaxError: too many statically nested blocks");
  EXPECT_EQ(message("x = " + std::string(4301, '1')),
            "SyntaxError: Exceeds the limit (4300 digits) for integer string conversion: value has "
            "4301 digits; use sys.set_int_max_str_digits() to increase the limit - Consider "
            "hexadecimal for huge integer literals to avoid decimal conversion limits.");
  EXPECT_EQ(message("x = 0x" + std::string(5000, 'f')), "");
}

// Python recurses here, too, and gives up at some depth of its own.
TEST(Parse, OfBoundlessNestingSaysSo) {
  const std::string too_deep =
      "RecursionError: maximum recursion depth exceeded during compilation";
  EXPECT_EQ(message("x = " + repeated("-", 100'000) + "1"), too_deep);
  EXPECT_EQ(message("x = " + repeated("not ", 100'000) + "1"), too_deep);
  EXPECT_EQ(message("x = " + repeated("lambda: ", 100'000) + "1"), too_deep);
  EXPECT_EQ(message("x = 1" + repeated(" + 1", 100'000)), too_deep);
  EXPECT_EQ(message("x = 1" + repeated(" ** 1", 100'000)), too_deep);
  EXPECT_EQ(message("x = y" + repeated(".y", 100'000)), too_deep);
  EXPECT_EQ(message("x = y" + repeated("()", 100'000)), too_deep);
  EXPECT_EQ(message("x = 1" + repeated(" if 1 else 1", 100'000)), too_deep);
  EXPECT_EQ(message("x = 1" + repeated(" + 1", 900)), "");
  EXPECT_EQ(message(repeated("x = ", 100'000) + "1"), "");
  EXPECT_EQ(message("if x:\n  y\n" + repeated("elif x:\n  y\n", 10'000)), "");
}

TEST(Parse, ExplainsWhatIsDeepAndBroken) {
  EXPECT_NE(message(repeated("(", 199) + "x y" + repeated(")", 199)), "");
  EXPECT_NE(message(repeated("[", 200) + repeated("]", 199)), "");
  EXPECT_NE(message("x = " + repeated("{1: ", 150)), "");
  EXPECT_NE(message("x = 1 1 " + repeated("- ", 5000)), "");
}

TEST(Draw, PutsCaretsUnderTheRange) {
  const auto module = parse("def f():\n\tx = (é y)\n");
  ASSERT_FALSE(module.has_value());
  EXPECT_EQ(draw(module.error()),
            "    \tx = (é y)\n    \t     ^^^\n"
            "SyntaxError: invalid syntax. Perhaps you forgot a comma?\n");
}

bool shows(std::string_view source) {
  const auto module = parse(source);
  EXPECT_TRUE(module.has_value()) << source;
  return module && shown_expression(*module) != nullptr;
}

TEST(Display, ShowsTheLastExpressionOfACell) {
  EXPECT_TRUE(shows("x"));
  EXPECT_TRUE(shows("x = 1\nx\n"));
  EXPECT_TRUE(shows("x; y"));
  EXPECT_TRUE(shows("x  # comment\n\n# another\n"));
  EXPECT_TRUE(shows("';'"));
  EXPECT_FALSE(shows(""));
  EXPECT_FALSE(shows("x = 1"));
  EXPECT_FALSE(shows("x\ny = 1"));
  EXPECT_FALSE(shows("x;"));
  EXPECT_FALSE(shows("x ;  # comment\n"));
  EXPECT_FALSE(shows("x; y;\n\n"));
  EXPECT_FALSE(shows("if x:\n    y\n"));
}

TEST(Characters, OfBrokenUtf8AreReplaced) {}

TEST(Characters, ArePrintableAsPythonHasIt) {
  EXPECT_TRUE(is_printable('a'));
  EXPECT_TRUE(is_printable(0xE9));
  EXPECT_TRUE(is_printable(0x1F600));
  EXPECT_FALSE(is_printable('\n'));
  EXPECT_FALSE(is_printable(0x7F));
  EXPECT_FALSE(is_printable(0xA0));
  EXPECT_FALSE(is_printable(0x200B));
  EXPECT_FALSE(is_printable(0xD800));
  EXPECT_FALSE(is_printable(0x10FFFF));
}

}  // namespace
}  // namespace normscope::notebook::syntax
