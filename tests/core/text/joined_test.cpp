// SPDX-License-Identifier: MIT
#include "core/text/joined.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/text/catalogue.hpp"
#include "core/text/translate.hpp"
#include "tests/support/catalogues.hpp"
#include "tests/support/support.hpp"

namespace normscope::text {
namespace {

TEST(Joined, TextsStandBesideEachOther) {
  EXPECT_EQ(listed(std::vector<std::string>{"a", "b", "c"}), "a, b, c");
  EXPECT_EQ(listed(std::vector<int>{1, 2}), "1, 2");
  EXPECT_EQ(listed(std::vector<std::string>{}), "");
  EXPECT_EQ(listed_apart("a, b", "c"), "a, b; c");
  EXPECT_EQ(in_a_row("One.", "Two."), "One. Two.");
  EXPECT_EQ(labelled("name", "{braces}"), "name: {braces}");
  EXPECT_EQ(with_note("cpu", "one thread"), "cpu (one thread)");
}

TEST(Joined, AnEmptyTextIsLeftOut) {
  EXPECT_EQ(listed("", "b"), "b");
  EXPECT_EQ(in_a_row("One.", ""), "One.");
  EXPECT_EQ(labelled("", "what"), "what");
  EXPECT_EQ(with_note("", ""), "");
}

TEST(Joined, ALanguageHasSeparatorsOfItsOwn) {
  const Catalogue catalogue = NORMSCOPE_VALUE_OR_FAIL(Catalogue::from(
      testing::catalogue_of({{"", "Language: zh\nPlural-Forms: nplurals=1; plural=0;\n"},
                             {"{first}, {next}", "{first}\u3001{next}"},
                             {"{first} {next}", "{first}{next}"}})));
  speak(&catalogue);
  EXPECT_EQ(listed(std::vector<std::string>{"a", "b", "c"}), "a\u3001b\u3001c");
  EXPECT_EQ(in_a_row("\u4e00\u3002", "\u4e8c\u3002"), "\u4e00\u3002\u4e8c\u3002");
  speak(nullptr);
}

}  // namespace
}  // namespace normscope::text
