// SPDX-License-Identifier: MIT
// What a panel shows of a cell that has run: the part of its output that is not too much, and the
// comparison with the lesson's.
#include "app/cells/cell_output.hpp"

#include <gtest/gtest.h>

#include <string>

namespace normscope::cells {
namespace {

using notebook::client::Outcome;

Outcome printed(std::string text) {
  Outcome outcome;
  outcome.output = std::move(text);
  return outcome;
}

std::string lines(int count, const std::string& line) {
  std::string text;
  for (int i = 0; i < count; ++i) text += line + "\n";
  return text;
}

TEST(CellOutput, LinesBeyondTheBoundAreCounted) {
  EXPECT_EQ(cell_result(1, printed(lines(400, "a")), {}).cut, "");
  EXPECT_EQ(cell_result(1, printed(lines(400, "a") + "b"), {}).cut, "and 1 more line");
  EXPECT_EQ(cell_result(1, printed(lines(402, "a")), {}).cut, "and 2 more lines");
}

TEST(CellOutput, ALongLineEndsInAnEllipsis) {
  const std::string shown = cell_result(1, printed(std::string(5000, 'x')), {}).output;
  EXPECT_EQ(shown, std::string(2000, 'x') + "\u2026\n");
  EXPECT_EQ(cell_result(1, printed("short"), {}).output, "short\n");
}

TEST(CellOutput, LongLinesAreFewerThanTheirBound) {
  const CellResult result = cell_result(1, printed(lines(100, std::string(1999, 'x'))), {});
  EXPECT_LT(result.output.size(), kMostShownBytes + 2001);
  EXPECT_EQ(result.cut, "and 69 more lines");
}

TEST(CellOutput, ACellThatDidNotComeToItsEndIsNotCompared) {
  Outcome outcome = printed("a\n");
  outcome.error.emplace().type = "KeyboardInterrupt";
  EXPECT_TRUE(cell_result(1, outcome, "b\n").check) << "an error is compared";
  outcome.error->interrupted = true;
  EXPECT_EQ(cell_result(1, outcome, "b\n").state, CellState::kStopped);
  EXPECT_FALSE(cell_result(1, outcome, "b\n").check);
  outcome.kernel_ended = true;
  EXPECT_EQ(cell_result(1, outcome, "b\n").state, CellState::kEnded);
  EXPECT_FALSE(cell_result(1, outcome, "b\n").check);
}

TEST(CellOutput, TheFirstLineThatDiffersIsNamed) {
  const auto check = cell_result(1, printed("a\nb\nc\n"), "a\nB\nc\n").check;
  ASSERT_TRUE(check);
  EXPECT_EQ(check->line, 2);
  EXPECT_EQ(check->expected, "B");
  EXPECT_EQ(check->got, "b");
}

}  // namespace
}  // namespace normscope::cells
