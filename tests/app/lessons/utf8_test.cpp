// SPDX-License-Identifier: MIT
#include "app/lessons/utf8.hpp"

#include <gtest/gtest.h>

namespace normscope::lessons {
namespace {

TEST(Utf8, ValidTextsHaveNoFault) {
  for (const char* text : {"", "abc", "\u00e9", "\u20ac", "\U0001F600", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(first_invalid_utf8(text), std::nullopt) << text;
  }
}

TEST(Utf8, FaultsAreFoundWhereTheyAre) {
  EXPECT_EQ(first_invalid_utf8("ab\x80"), 2U);            // nothing before it
  EXPECT_EQ(first_invalid_utf8("a\xC3"), 1U);             // cut short
  EXPECT_EQ(first_invalid_utf8("\xC0\xAF"), 0U);          // overlong
  EXPECT_EQ(first_invalid_utf8("\xE0\x80\xAF"), 0U);      // overlong
  EXPECT_EQ(first_invalid_utf8("\xED\xA0\x80"), 0U);      // a surrogate
  EXPECT_EQ(first_invalid_utf8("\xF4\x90\x80\x80"), 0U);  // beyond Unicode
  EXPECT_EQ(first_invalid_utf8("\xF0\x8F\xBF\xBF"), 0U);  // overlong
  EXPECT_EQ(first_invalid_utf8("\xFF"), 0U);
}

}  // namespace
}  // namespace normscope::lessons
