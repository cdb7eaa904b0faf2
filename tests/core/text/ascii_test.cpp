// SPDX-License-Identifier: MIT
#include "core/text/ascii.hpp"

#include <gtest/gtest.h>

namespace normscope::text {
namespace {

TEST(Ascii, LettersBecomeLowercase) {
  EXPECT_EQ(to_lowercase('A'), 'a');
  EXPECT_EQ(to_lowercase('Z'), 'z');
  for (const char c : {'a', 'z', '@', '[', '0', '\xC4'}) EXPECT_EQ(to_lowercase(c), c);
}

TEST(Ascii, OnlyTheFirstLetterIsCapitalized) {
  EXPECT_EQ(capitalized("mean square"), "Mean square");
  EXPECT_EQ(capitalized("z"), "Z");
  EXPECT_EQ(capitalized("Mean"), "Mean");
  EXPECT_EQ(capitalized("1 / n"), "1 / n");
  EXPECT_EQ(capitalized("\xC3\xA4hnlich"), "\xC3\xA4hnlich");  // not ASCII
  EXPECT_EQ(capitalized(""), "");
}

}  // namespace
}  // namespace normscope::text
