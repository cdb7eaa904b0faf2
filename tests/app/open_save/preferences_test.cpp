// SPDX-License-Identifier: MIT
// What was chosen comes back, and what no dialog can have written is refused.
#include "app/open_save/preferences.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using open_save::Preferences;

TEST(Preferences, ComeBackAsTheyWere) {
  const TemporaryFolder folder;
  const auto path = folder / "a" / "b" / "preferences.json";
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::read_preferences(path)), Preferences{});
  Preferences chosen;
  chosen.format = figures::ExportFormat::kPdf;
  chosen.page = {85.5, 60, 150, figures::ThemeName::kPrint, 8.25, true};
  ASSERT_TRUE(open_save::write_preferences(path, chosen));
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::read_preferences(path)), chosen);
}

TEST(Preferences, AreCheckedOnBothWays) {
  const TemporaryFolder folder;
  const auto path = folder / "preferences.json";
  Preferences wrong;
  wrong.page.width_mm = 1;
  EXPECT_FALSE(open_save::write_preferences(path, wrong));
  EXPECT_FALSE(std::filesystem::exists(path));
  const std::string good = open_save::to_json({});
  for (const auto& [part, other] :
       {std::pair{"160", "1"}, std::pair{"\"svg\"", "\"gif\""}, std::pair{"\"dpi\"", "\"dots\""},
        std::pair{": 1,", ": 2,"}, std::pair{"false", "0"}, std::pair{"}", ""}}) {
    std::string text = good;
    const auto at = text.find(part);
    ASSERT_NE(at, std::string::npos) << part;
    text.replace(at, std::string_view(part).size(), other);
    write_file(path, text);
    const auto read = open_save::read_preferences(path);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().sentence.find(path.string()), 0U) << read.error().sentence;
  }
}

TEST(Preferences, LieWhereTheEnvironmentSays) {
  ::setenv("XDG_CONFIG_HOME", "/somewhere", 1);
  EXPECT_EQ(open_save::preferences_path(), "/somewhere/normscope/preferences.json");
  // A relative path is no place: the specification says to overlook it.
  ::setenv("XDG_CONFIG_HOME", "somewhere", 1);
  ::setenv("HOME", "/home/ada", 1);
  EXPECT_EQ(open_save::preferences_path(), "/home/ada/.config/normscope/preferences.json");
  ::unsetenv("HOME");
  ::unsetenv("XDG_CONFIG_HOME");
  EXPECT_EQ(open_save::preferences_path(), std::nullopt);
}

}  // namespace
}  // namespace normscope::testing
