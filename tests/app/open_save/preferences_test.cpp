// SPDX-License-Identifier: MIT
// Choices are written and read back; a file that no dialog can have written is refused.
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
  chosen.window = {.lesson = false, .inspector = true, .figure = false, .reduced_motion = true};
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

TEST(Preferences, OfAnEarlierVersionHaveNoWindow) {
  const auto old = open_save::preferences_from_json(
      R"({"normscope_preferences": 1, "export": {"format": "pdf", "width_mm": 85, "height_mm": 60,
          "dpi": 150, "theme": "print", "text_points": 8, "transparent": true}})");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(old).window, open_save::WindowPreferences{});
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(old).page.width_mm, 85);
  std::string unknown = open_save::to_json({});
  unknown.replace(unknown.find("reduced_motion"), 7, "no_such");
  EXPECT_FALSE(open_save::preferences_from_json(unknown));
}

TEST(Preferences, AChoiceIsWrittenOnceAndAFaultyFileIsReplacedByTheNext) {
  const TemporaryFolder folder;
  const auto path = folder / "preferences.json";
  write_file(path, "{}");
  open_save::PreferencesFile file(path);
  EXPECT_EQ(file.now(), Preferences{});
  EXPECT_NE(file.fault().find(path.string()), std::string::npos);
  ASSERT_TRUE(file.keep(file.now()));
  EXPECT_FALSE(file.fault().empty()) << "nothing was chosen yet";
  Preferences next = file.now();
  next.window.figure = false;
  ASSERT_TRUE(file.keep(next));
  EXPECT_TRUE(file.fault().empty());
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(open_save::read_preferences(path)), next);
  EXPECT_EQ(open_save::PreferencesFile(path).now(), next);
  // Nothing is written where nothing is new.
  std::filesystem::remove(path);
  ASSERT_TRUE(file.keep(next));
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Preferences, WithoutAPathLastUntilTheEnd) {
  open_save::PreferencesFile file(std::nullopt);
  Preferences next;
  next.window.reduced_motion = true;
  EXPECT_TRUE(file.keep(next));
  EXPECT_EQ(file.now(), next);
}

}  // namespace
}  // namespace normscope::testing
