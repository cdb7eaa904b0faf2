// SPDX-License-Identifier: MIT
#include "core/text/utf8.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace normscope::text {
namespace {

TEST(Utf8, ValidTextsHaveNoFault) {
  for (const char* text : {"", "abc", "\u00e9", "\u20ac", "\U0001F600", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_EQ(first_invalid(text), std::nullopt) << text;
  }
}

TEST(Utf8, FaultsAreFoundWhereTheyAre) {
  EXPECT_EQ(first_invalid("ab\x80"), 2U);            // nothing before it
  EXPECT_EQ(first_invalid("a\xC3"), 1U);             // cut short
  EXPECT_EQ(first_invalid("\xC0\xAF"), 0U);          // overlong
  EXPECT_EQ(first_invalid("\xE0\x80\xAF"), 0U);      // overlong
  EXPECT_EQ(first_invalid("\xED\xA0\x80"), 0U);      // a surrogate
  EXPECT_EQ(first_invalid("\xF4\x90\x80\x80"), 0U);  // beyond Unicode
  EXPECT_EQ(first_invalid("\xF0\x8F\xBF\xBF"), 0U);  // overlong
  EXPECT_EQ(first_invalid("\xFF"), 0U);
}

TEST(Utf8, CharactersAreReadAndWritten) {
  EXPECT_EQ(first_character("a").code, U'a');
  EXPECT_EQ(first_character("\u03c3x").code, U'\u03c3');
  EXPECT_EQ(first_character("\u2212").bytes, 3U);
  for (const char32_t code : {U'\0', U'a', U'\u007f', U'\u0080', U'\u07ff', U'\u0800', U'\ud7ff',
                              U'\ue000', U'\ufffd', U'\uffff', U'\U00010000', U'\U0010ffff'}) {
    std::string text;
    append(text, code);
    EXPECT_EQ(first_character(text + "x").code, code);
    EXPECT_EQ(first_character(text + "x").bytes, text.size());
  }
}

TEST(Utf8, ABrokenByteIsOneReplacement) {
  for (const char* broken : {"\x80", "\xC3", "\xC0\xAF", "\xE2\x82", "\xE2\x28\xA1", "\xF8\x88"}) {
    EXPECT_EQ(first_character(broken).code, kReplacement);
    EXPECT_EQ(first_character(broken).bytes, 1U);
  }
}

TEST(Utf8, SurrogatesAreCharactersWhereTheyMayBe) {
  std::string text;
  append(text, char32_t{0xDC80});
  EXPECT_EQ(first_character(text).bytes, 1U);
  EXPECT_EQ(first_character(text, Surrogates::kCharacters).code, char32_t{0xDC80});
  EXPECT_EQ(first_character(text, Surrogates::kCharacters).bytes, 3U);
}

TEST(Utf8, ControlCharactersStandAsSymbols) {
  EXPECT_EQ(with_control_symbols("a\tb\r\n\u00e9"), "a\tb\r\n\u00e9");
  EXPECT_EQ(with_control_symbols("\x1b]0;title\x07"), "\u241b]0;title\u2407");
  EXPECT_EQ(with_control_symbols("\u009b31m\x7f"), "\ufffd31m\u2421");
  EXPECT_EQ(with_control_symbols(std::string_view("\0x", 2)), "\u2400x");
}

TEST(Utf8, StepsAndCutsKeepCharactersWhole) {
  const std::string text = "a\u00e9\u20acz";  // 1, 2, 3 and 1 bytes
  EXPECT_EQ(length(text), 4U);
  std::vector<std::size_t> forward;
  for (std::size_t at = 0; at < text.size(); at = next(text, at)) forward.push_back(at);
  EXPECT_EQ(forward, (std::vector<std::size_t>{0, 1, 3, 6}));
  std::vector<std::size_t> back;
  for (std::size_t at = text.size(); at > 0;) back.push_back(at = previous(text, at));
  EXPECT_EQ(back, (std::vector<std::size_t>{6, 3, 1, 0}));
  EXPECT_EQ(next(text, 7), 7U);
  EXPECT_EQ(previous(text, 0), 0U);
  const std::vector<std::size_t> whole{0, 1, 1, 3, 3, 3, 6, 7, 7};
  for (std::size_t most = 0; most < whole.size(); ++most) {
    EXPECT_EQ(whole_characters(text, most), whole[most]) << most;
  }
}

}  // namespace
}  // namespace normscope::text
