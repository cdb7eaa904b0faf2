// SPDX-License-Identifier: MIT
#include "core/text/lines.hpp"

#include <gtest/gtest.h>

namespace normscope::text {
namespace {

TEST(Lines, AreTakenOneByOne) {
  std::string_view rest = "one\n\nthree";
  EXPECT_EQ(take_line(rest), "one");
  EXPECT_EQ(take_line(rest), "");
  EXPECT_EQ(rest, "three");
  EXPECT_EQ(take_line(rest), "three");
  EXPECT_EQ(rest, "");
  EXPECT_EQ(take_line(rest), "");
}

TEST(Lines, HaveNumbers) {
  EXPECT_EQ(nth_line("one\ntwo\n", 1), "one");
  EXPECT_EQ(nth_line("one\ntwo\n", 2), "two");
  EXPECT_EQ(nth_line("one\ntwo\n", 3), "");
  EXPECT_EQ(nth_line("", 5), "");
}

}  // namespace
}  // namespace normscope::text
