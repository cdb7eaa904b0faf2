// SPDX-License-Identifier: MIT
// Choices are written and read back; a value that no dialog can have written falls back by itself.
#include "app/open_save/preferences.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/open_save/recent_files.hpp"
#include "tests/support/support.hpp"

namespace normscope::testing {
namespace {

using nlohmann::json;
using open_save::Preferences;

Preferences read_all(const std::filesystem::path& path) {
  const auto read = NORMSCOPE_VALUE_OR_FAIL(open_save::read_preferences(path));
  EXPECT_EQ(read.faults, std::vector<std::string>{});
  return read.preferences;
}

// Every value other than its default.
Preferences chosen_preferences() {
  Preferences chosen;
  chosen.format = figures::ExportFormat::kPdf;
  chosen.page = {85.5, 60, 150, figures::ThemeName::kPrint, 8.25, true};
  chosen.window = {.lesson = false,
                   .inspector = false,
                   .figure = false,
                   .reduced_motion = true,
                   .theme = open_save::ThemeChoice::kDark,
                   .scale = 1.25,
                   .placement = open_save::WindowPlacement{-20, 40, 900, 700, true}};
  return chosen;
}

TEST(Preferences, ComeBackAsTheyWere) {
  const TemporaryFolder folder;
  const auto path = folder / "a" / "b" / "preferences.json";
  EXPECT_EQ(read_all(path), Preferences{});
  ASSERT_TRUE(open_save::write_preferences(path, chosen_preferences()));
  EXPECT_EQ(read_all(path), chosen_preferences());
}

TEST(Preferences, AreCheckedBeforeTheyAreWritten) {
  const TemporaryFolder folder;
  const auto path = folder / "preferences.json";
  Preferences wrong;
  wrong.page.width_mm = 1;
  EXPECT_FALSE(open_save::write_preferences(path, wrong));
  EXPECT_FALSE(std::filesystem::exists(path));
}

// A value that no dialog can have written.
struct WrongValue {
  const char* place;
  json value;
  const char* sentence;
};

TEST(Preferences, AWrongValueFallsBackByItself) {
  const json good = json::parse(open_save::to_json(chosen_preferences()));
  const json defaults = json::parse(open_save::to_json(Preferences{}));
  for (const WrongValue& wrong : std::vector<WrongValue>{
           {"/export/format", "gif", "export.format must be one of svg, pdf, png, csv"},
           {"/export/width_mm", 1, "export.width_mm: "},
           {"/export/height_mm", "high", "export.height_mm must be a number"},
           {"/export/dpi", json::array(), "export.dpi must be a number, but is a list"},
           {"/export/text_points", 1000, "export.text_points: "},
           {"/export/theme", 3, "export.theme must be text, but is a number"},
           {"/export/transparent", 0, "export.transparent must be true or false"},
           {"/window/lesson", nullptr, "window.lesson must be true or false, but is null"},
           {"/window/theme", "blue", "window.theme must be one of desktop, light, dark"},
           {"/window/scale", 100, "window.scale must be from 0.5 to 3"},
           {"/window/scale", "nan", "window.scale must be from 0.5 to 3"},
           {"/window/placement/width", 0, "window.placement.width must be from 1 to 65536"},
           {"/window/placement/x", 1e9, "window.placement.x must be a whole number"},
           {"/window/placement", "middle", "window.placement must be an object"}}) {
    SCOPED_TRACE(wrong.place);
    json text = good;
    text[json::json_pointer(wrong.place)] = wrong.value;
    const auto read = NORMSCOPE_VALUE_OR_FAIL(open_save::preferences_from_json(text.dump()));
    ASSERT_EQ(read.faults.size(), 1U);
    EXPECT_TRUE(read.faults.front().starts_with(wrong.sentence)) << read.faults.front();
    // All others are as they were chosen.
    json expected = good;
    const bool of_placement = std::string_view(wrong.place).starts_with("/window/placement");
    if (of_placement) {
      expected["window"].erase("placement");
    } else {
      expected[json::json_pointer(wrong.place)] = defaults[json::json_pointer(wrong.place)];
    }
    EXPECT_EQ(json::parse(open_save::to_json(read.preferences)), expected);
  }
}

TEST(Preferences, ValuesThatAreTooMuchTogetherFallBackTogether) {
  Preferences poster = chosen_preferences();
  poster.format = figures::ExportFormat::kPng;
  json text = json::parse(open_save::to_json(poster));
  text["export"]["width_mm"] = figures::kMostMillimetres;
  text["export"]["height_mm"] = figures::kMostMillimetres;
  text["export"]["dpi"] = figures::kLeastDpi;
  const auto large = NORMSCOPE_VALUE_OR_FAIL(open_save::preferences_from_json(text.dump()));
  EXPECT_TRUE(large.faults.empty()) << "a large page of few pixels";
  EXPECT_EQ(large.preferences.page.width_mm, figures::kMostMillimetres);
  text["export"]["dpi"] = figures::kMostDpi;
  const auto read = NORMSCOPE_VALUE_OR_FAIL(open_save::preferences_from_json(text.dump()));
  ASSERT_EQ(read.faults.size(), 1U);
  EXPECT_TRUE(read.faults.front().starts_with("export: a PNG has at most")) << read.faults.front();
  EXPECT_EQ(read.preferences.page, figures::ExportOptions{});
  EXPECT_EQ(read.preferences.window, poster.window);
}

// A pipe would be waited for before there is a window.
TEST(Preferences, WhatIsNoFileIsAnErrorAtOnce) {
  const TemporaryFolder folder;
  ASSERT_EQ(mkfifo((folder / "preferences.json").c_str(), 0600), 0);
  const auto read = open_save::read_preferences(folder / "preferences.json");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().sentence, "it is no regular file");
  EXPECT_TRUE(open_save::RecentFiles(folder / "preferences.json").files().empty());
}

TEST(Preferences, WhatIsNoObjectIsAnError) {
  for (const char* text : {"", "[]", "1", R"({"window": {})", R"({"a": 1, "a": 2})"}) {
    EXPECT_FALSE(open_save::preferences_from_json(text)) << text;
  }
}

TEST(Preferences, UnknownKeysAndVersionsAreSaid) {
  json text = json::parse(open_save::to_json(chosen_preferences()));
  text["normscope_preferences"] = 2;
  text["window"]["colour"] = "red";
  text["sound"] = true;
  const auto read = NORMSCOPE_VALUE_OR_FAIL(open_save::preferences_from_json(text.dump()));
  EXPECT_EQ(read.faults,
            (std::vector<std::string>{"normscope_preferences must be 1",
                                      "sound is no key that this program knows",
                                      "window.colour is no key that this program knows"}));
  EXPECT_EQ(read.preferences, chosen_preferences());
  const auto no_section =
      open_save::preferences_from_json(R"({"normscope_preferences": 1, "window": 7})");
  EXPECT_EQ(NORMSCOPE_VALUE_OR_FAIL(no_section).faults,
            std::vector<std::string>{"window must be an object"});
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
  const auto old = NORMSCOPE_VALUE_OR_FAIL(open_save::preferences_from_json(
      R"({"normscope_preferences": 1, "export": {"format": "pdf", "width_mm": 85, "height_mm": 60,
          "dpi": 150, "theme": "print", "text_points": 8, "transparent": true}})"));
  EXPECT_TRUE(old.faults.empty());
  EXPECT_EQ(old.preferences.window, open_save::WindowPreferences{});
  EXPECT_EQ(old.preferences.page.width_mm, 85);
}

TEST(Preferences, AChoiceIsWrittenOnceAndAFaultyFileIsReplacedByTheNext) {
  const TemporaryFolder folder;
  const auto path = folder / "preferences.json";
  write_file(path, "[]");
  open_save::PreferencesFile file(path);
  EXPECT_EQ(file.now(), Preferences{});
  EXPECT_EQ(file.fault(), path.string() +
                              ": the preferences must be a JSON object; all preferences are the "
                              "defaults");
  EXPECT_NE(file.next_step().find("kept as preferences.json.broken"), std::string::npos);
  ASSERT_TRUE(file.keep(file.now()));
  EXPECT_FALSE(file.fault().empty()) << "nothing was chosen yet";
  Preferences next = file.now();
  next.window.figure = false;
  ASSERT_TRUE(file.keep(next));
  EXPECT_TRUE(file.fault().empty());
  EXPECT_EQ(read_all(path), next);
  EXPECT_EQ(read_file(folder / "preferences.json.broken"), "[]");
  EXPECT_EQ(file.next_step(), "");
  EXPECT_EQ(open_save::PreferencesFile(path).now(), next);
  // Nothing is written where nothing is new.
  std::filesystem::remove(path);
  ASSERT_TRUE(file.keep(next));
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Preferences, AFaultyFileStaysWhereNoCopyCanBeKept) {
  const TemporaryFolder folder;
  const auto path = folder / "preferences.json";
  write_file(path, "[]");
  std::filesystem::create_directory(folder / "preferences.json.broken");
  open_save::PreferencesFile file(path);
  Preferences next;
  next.window.figure = false;
  const auto kept = file.keep(next);
  ASSERT_FALSE(kept);
  EXPECT_NE(kept.error().sentence.find("preferences.json stays as it is"), std::string::npos);
  EXPECT_EQ(read_file(path), "[]");
  EXPECT_EQ(file.now(), next);
}

TEST(Preferences, OneSentenceTellsOfAllFaults) {
  const TemporaryFolder folder;
  const auto path = folder / "preferences.json";
  write_file(path, R"({"normscope_preferences": 1, "window": {"lesson": 1, "figure": false}})");
  const open_save::PreferencesFile one(path);
  EXPECT_EQ(one.fault(), path.string() +
                             ": window.lesson must be true or false, but is a number; the default "
                             "counts in its place");
  EXPECT_FALSE(one.now().window.figure);
  write_file(path, R"({"normscope_preferences": 1, "window": {"lesson": 1, "figure": 2}})");
  EXPECT_NE(open_save::PreferencesFile(path).fault().find(
                "; the default counts in its place, and in that of 1 more"),
            std::string::npos);
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
