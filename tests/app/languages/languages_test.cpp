// SPDX-License-Identifier: MIT
#include "app/languages/languages.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "core/text/translate.hpp"
#include "tests/support/with_variable.hpp"

namespace normscope::languages {
namespace {

using testing::WithVariable;
using text::tr;

struct Desktop {
  std::optional<std::string> languages{};
  std::optional<std::string> all{};
  std::optional<std::string> messages{};
  std::optional<std::string> locale{};
};

std::string_view language_of(const Desktop& desktop) {
  const WithVariable languages("LANGUAGE", desktop.languages);
  const WithVariable all("LC_ALL", desktop.all);
  const WithVariable messages("LC_MESSAGES", desktop.messages);
  const WithVariable locale("LANG", desktop.locale);
  return desktop_language();
}

TEST(Languages, TheDesktopsLanguageIsTheFirstThatIsThere) {
  EXPECT_EQ(language_of({}), "en");
  EXPECT_EQ(language_of({.locale = "es_MX.UTF-8"}), "es");
  EXPECT_EQ(language_of({.locale = "ja_JP.UTF-8"}), "en");
  EXPECT_EQ(language_of({.messages = "en_GB.UTF-8", .locale = "es_ES.UTF-8"}), "en");
  EXPECT_EQ(language_of({.all = "es_ES", .messages = "en_GB.UTF-8"}), "es");
  EXPECT_EQ(language_of({.languages = "ja:es_AR:en", .locale = "en_US.UTF-8"}), "es");
  EXPECT_EQ(language_of({.languages = "es", .locale = "C.UTF-8"}), "en");
  EXPECT_EQ(language_of({.languages = "es"}), "en");
}

TEST(Languages, EachSpeaksAndEnglishComesBack) {
  for (const Language& language : languages()) {
    const auto chosen = choose(std::string(language.tag));
    ASSERT_TRUE(chosen) << chosen.error().sentence;
    EXPECT_EQ(spoken(), language.tag);
    const bool english = language.tag == "en";
    EXPECT_EQ(tr("there is not enough memory for this") == "there is not enough memory for this",
              english);
  }
  ASSERT_TRUE(choose("en"));
  EXPECT_EQ(tr("there is not enough memory for this"), "there is not enough memory for this");
}

TEST(Languages, AnotherIsASentence) {
  EXPECT_EQ(choose("xx").error().kind, base::ErrorKind::kNotFound);
  EXPECT_FALSE(choose("no-such-file.mo"));
  const WithVariable own("NORMSCOPE_LANGUAGE", "es");
  ASSERT_TRUE(choose_by_environment());
  EXPECT_EQ(spoken(), "es");
  ASSERT_TRUE(choose("en"));
}

}  // namespace
}  // namespace normscope::languages
